"""Texts made comparable: case, typographic variants and white space, with a way back to the original places."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

_VARIANTS = {" ": "\t\r\u00a0\u2009\u202f\u3000", "'": "’ʼ", "-": "‐‑"}
# One line break with spaces around it parts words like one space; a blank line parts paragraphs.
_GAP = re.compile(" *\n *|  +")


def level(text: str) -> str:
    """The text with one sort of space, apostrophe and hyphen; every character keeps its place."""
    for plain, variants in _VARIANTS.items():
        for variant in variants:
            text = text.replace(variant, plain)
    return text


def squeeze(text: str) -> str:
    """The levelled text with every gap between words one space wide."""
    return _GAP.sub(" ", text) if "\n" in text or "  " in text else text


def fold(text: str) -> str:
    """The text in title case, without changing its length, to compare without regard to case.

    Title case rather than small letters, because the capitals then say where words begin: *he* becomes `He`, which is
    not in `The`. An automaton wastes no time on the insides of words.
    """
    text = text.replace("İ", "i")
    folded = text.title()
    return (folded if len(folded) == len(text) else _fold_each(text)).replace("ς", "σ")


def _fold_each(text: str) -> str:
    """Title case without the few letters that would become two (`ß` at the beginning of a word)."""
    letters, is_inside = [], False
    for letter in text:
        folded = letter.lower() if is_inside else letter.title()
        letters.append(folded if len(folded) == 1 else letter)
        is_inside = letter.islower() or letter.isupper() or letter.istitle()
    return "".join(letters)


class Squeezed:
    """A squeezed text that knows where its characters stood."""

    def __init__(self, text: str) -> None:
        self.text = squeeze(text)
        gaps = [gap.span() for gap in _GAP.finditer(text)] if len(self.text) < len(text) else []
        lost = list(accumulate((end - start - 1 for start, end in gaps), initial=0))
        self._lost: Sequence[int] = lost
        self._gaps = [start - before for (start, _), before in zip(gaps, lost, strict=False)]

    def origin(self, place: int) -> int:
        """Where a character of the squeezed text stood before."""
        return place + self._lost[bisect_left(self._gaps, place)]
