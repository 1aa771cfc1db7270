"""The words of a sentence, for alignment: where they stand and the form an aligner sees."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from stencilmt.text.language import normalize

Span = tuple[int, int]
"""Start and end of a stretch of text, in characters."""

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Scripts written without spaces: each character is a word of its own."""

ELISION = {
    "fr": "(?i:[cdjlmnst]|(?:jus|lors|puis|quoi)?qu)['’]",
    "it": r"[^\W\d_]+['’]",
    "ca": "(?i:[dlmnst])['’]",
}
"""Where an apostrophe ends a word (`l'ami` is two words) instead of standing inside one (`don't`)."""

STEM = 5
"""How many letters of a word an aligner sees.

Endings only spread the evidence thin: 6 letters gave one and a half to four points less error than whole words on the
three gold sets of `benchmarks/alignment.py`. Between 4, 5 and 6 no length won everywhere; 5 was picked on those sets.
"""

ACCELERATORS = str.maketrans("", "", "_&")


def words(text: str, language: str, skip: Iterable[Span] = ()) -> tuple[Span, ...]:
    """Find the words and punctuation marks of a text, leaving out the spans to skip (tags, placeholders).

    >>> words("Save <b>as</b>…", "en", [(5, 8), (10, 14)])
    ((0, 4), (8, 10), (14, 15))
    """
    for start, end in skip:
        text = text[:start] + " " * (end - start) + text[end:]
    return tuple([match.span() for match in _pattern(language).finditer(text)])


def walls(spans: Sequence[Span], skip: Iterable[Span]) -> frozenset[int]:
    """The words that have something skipped right before them: no phrase may reach across.

    >>> sorted(walls([(0, 4), (8, 10), (14, 15)], [(5, 8), (10, 14)]))
    [1, 2]
    """
    starts = [start for start, _ in spans]
    return frozenset(bisect_left(starts, end) for _, end in skip)


def forms(text: str, spans: Iterable[Span]) -> list[str]:
    """What an aligner sees of each word: the first letters, in lower case, without the accelerators of menus.

    >>> forms("S_ave Documents", [(0, 5), (6, 15)])
    ['save', 'docum']
    """
    return [_form(text[start:end]) for start, end in spans]


@lru_cache(maxsize=1 << 16)
def _form(word: str) -> str:
    return word.translate(ACCELERATORS).lower()[:STEM] or word


@cache
def _pattern(language: str) -> re.Pattern[str]:
    """The one expression that finds words.

    A word may hold the marks that stand inside words: `don't`, `add-on`, `example.org`, `3,5`, and the accelerators of
    menus, `S_ave` and `E&xit`. Combining marks belong to their letter: Python's `\\w` knows none of them.
    """
    marks = _marks()
    letter = rf"[^\W_{UNSPACED}]"
    run = f"{letter}+(?:[{marks}]+{letter}*)*"
    inner = r"(?:[-.'’_&]|(?<=\d),(?=\d))"
    elision = ELISION.get(normalize(language))
    return re.compile(
        (f"{elision}(?={letter})|" if elision else "")
        + f"{run}(?:{inner}{run})*"
        + f"|[{UNSPACED}][{marks}]*"
        + rf"|([^\w\s{marks}]|_)\1*"
    )


@cache
def _marks() -> str:
    """Every combining mark and the invisible joiners, as the inside of a character class."""
    points = map(chr, range(0x10000))
    return "\u00ad\u200b-\u200d\u2060" + "".join(point for point in points if unicodedata.category(point)[0] == "M")
