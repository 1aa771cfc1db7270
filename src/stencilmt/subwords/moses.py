"""The paper's own pre-processing: Moses tokens (jieba's for Chinese), cut further by BPE.

Kept for comparison with published systems. Unlike `SentencePieces` alone it is not lossless: inside a fragment, words
come back detokenized, with single spaces between them. At its two ends a fragment keeps its spaces, so that nothing
shifts around a constraint.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from importlib.util import find_spec
from typing import Any

from stencilmt.constraints.mark import Symbol
from stencilmt.errors import SettingsError
from stencilmt.subwords.sentencepieces import SentencePieces
from stencilmt.text.language import normalize

NEEDED = ("sacremoses", "jieba")
"""The packages that cut text into words."""
_HAN = re.compile(r"[\u3001-\u303f\u3400-\u9fff\uf900-\ufaff\uff01-\uff60]")
_CLOSING = re.compile(r"[,.;:!?%)\]}»”’。，、；：！？）」』]")


class MosesPieces(SentencePieces):
    """Subwords of tokenized text in one language; Chinese text goes to jieba whatever the language."""

    def __init__(self, model: bytes, symbols: Iterable[Symbol], language: str) -> None:
        super().__init__(model, symbols)
        self._language = language

    def __reduce__(self) -> Any:
        return MosesPieces, (self.model, list(self._ids), self._language)

    @cached_property
    def words(self) -> "MosesWords":
        """The tokenizer."""
        return MosesWords(self._language)

    def _encode_text(self, text: str) -> list[int]:
        return super()._encode_text(self.words.cut(text))

    def _read(self, ids: Iterable[int]) -> Iterator[str]:
        for item in super()._read(ids):
            yield item if isinstance(item, Symbol) else self.words.join(item)


class MosesWords:
    """Cuts text into words as the paper does, and joins them again.

    Before the first word there is a space where running text has it: before a word, but not before a comma. A text
    that begins in the other way is written without that space, so that its beginning comes back.
    """

    def __init__(self, language: str) -> None:
        if missing := [name for name in NEEDED if find_spec(name) is None]:
            raise SettingsError(f"Moses words need {' and '.join(missing)}: pip install 'stencil-mt[train]'")
        import sacremoses

        primary = normalize(language)  # its rules go by the language alone and would pass over `fr-FR`
        self._tokenizer = sacremoses.MosesTokenizer(lang=primary)
        self._detokenizer = sacremoses.MosesDetokenizer(lang=primary)

    def cut(self, text: str) -> str:
        """The words with one space before each.

        >>> MosesWords("en").cut(" Don't panic, it's fine.")
        " Don 't panic , it 's fine ."
        """
        words = _chinese(text) if _HAN.search(text) else self._tokenizer.tokenize(text, escape=False)
        if not words:
            return text[:1]
        joined = " ".join(words)
        return _start(joined, text.startswith(" ")) + joined + _end(text)

    def join(self, text: str) -> str:
        """The words as running text."""
        words = text.split()
        if not words:
            return text[:1]
        joined = "".join(words) if _HAN.search(text) else self._detokenizer.detokenize(words, unescape=False)
        return _start(joined, text.startswith(" ")) + joined + _end(text)


def _start(words: str, space: bool) -> str:
    """A space for a usual beginning of a cut text; the same gives the beginning back when it is joined."""
    is_usual = not _CLOSING.match(words) and not _HAN.search(words)
    return " " if space is is_usual else ""


def _end(text: str) -> str:
    return " " if text.endswith(" ") else ""


def _chinese(text: str) -> list[str]:
    import jieba

    jieba.setLogLevel("WARNING")
    return [word for word in jieba.cut(text) if word.strip()]
