"""Which writing a text is in, for those who do not say its language."""

import re
from collections.abc import Iterable

_KANA = re.compile(r"[\u3040-\u30ff]")
_HAN = re.compile(r"[\u3400-\u9fff]")
_LETTER = re.compile(r"[^\W\d_]")


def guess_language(texts: Iterable[str]) -> str:
    """Chinese or Japanese where more than a quarter of the letters are theirs, else unknown (empty).

    Only these need other tokenizers; Latin names are common in them, hence the low bar.
    """
    text = "".join(texts)
    kana, han = (len(pattern.findall(text)) for pattern in (_KANA, _HAN))
    if 4 * (kana + han) <= len(_LETTER.findall(text)):
        return ""
    return "ja" if kana > han / 10 else "zh"
