"""Pairs that must not come again: those already seen, and those that dev and test sets hold back."""

import re
import unicodedata
from collections.abc import Iterable
from hashlib import blake2b

from stencilmt.text.pairs import Pair
from stencilmt.text.tags import without_tags

MEANINGFUL = 15
"""Letters of a near key that make it a sentence of its own; shorter ones (`Open file`) recur by chance."""

_BITS = 2**30
_PLACES = 4
_NO_ASCII_LETTER = bytes(code for code in range(128) if not chr(code).isalpha())
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff]")


def near_key(text: str) -> str:
    """The letters of a text, lower-cased: what is left when tags, digits, punctuation and white space do not count.

    >>> near_key("See <b>Figure 3</b>.") == near_key("see figure 12:")
    True
    """
    text = without_tags(text)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    # Most of what goes is ASCII, and bytes drop that faster than any loop over characters.
    code = text.lower().encode("utf-8", "surrogatepass").translate(None, _NO_ASCII_LETTER)
    letters = code.decode("utf-8", "surrogatepass")
    return letters if letters.isalpha() else "".join(filter(str.isalpha, letters))


class Exclusion:
    """The near keys of held-out pairs; `pair in exclusion` tells whether one must not be trained on."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        keys = {(near_key(pair.source), near_key(pair.target)) for pair in pairs}
        self._pairs = frozenset(key for key in keys if any(key))
        self._sources = frozenset(source for source, _ in keys if _is_meaningful(source))
        self._targets = frozenset(target for _, target in keys if _is_meaningful(target))

    def __contains__(self, pair: Pair) -> bool:
        if not self._pairs:
            return False
        source, target = near_key(pair.source), near_key(pair.target)
        return source in self._sources or target in self._targets or (source, target) in self._pairs


class Seen:
    """The pairs met so far, in a table of bits, four of which a pair sets: if all are set, it came before.

    Memory must not grow with the corpus. The table's 128 MB do for any: of 10 million pairs, 20 new ones are taken for
    old; of 100 million, 1 in 100.
    """

    def __init__(self) -> None:
        self._table = bytearray(_BITS // 8)

    def add(self, pair: Pair) -> bool:
        """Remember a pair; true if it is new. Differences in white space do not count."""
        text = "\t".join((" ".join(pair.source.split()), " ".join(pair.target.split())))
        digest = int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest())
        table, is_new = self._table, False
        for _ in range(_PLACES):
            digest, place = divmod(digest, _BITS)
            bit = 1 << (place & 7)
            if not table[place >> 3] & bit:
                table[place >> 3] |= bit
                is_new = True
        return is_new


def _is_meaningful(key: str) -> bool:
    """Whether a near key is long enough; a Chinese, Japanese or Korean character counts for three."""
    return len(key) + (0 if key.isascii() else 2 * len(_WIDE.findall(key))) >= MEANINGFUL
