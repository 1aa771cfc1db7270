"""Splitting text without losing a character: into sentences and, where those are too long, into clauses.

For every text and either function, the pieces joined are the text; white space stays with the piece it follows.
"""

import re
import unicodedata
from collections.abc import Iterator

import sentencex

from stencilmt.errors import SettingsError
from stencilmt.text.language import is_spaced, normalize

STRETCH = 1000
"""Characters without white space that sentencex may get at once: its time grows with the square of them."""

_SPACES = (*range(0x1C, 0x20), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)
# What sentencex gets instead: white space of more than one byte makes it panic, surrogates it refuses.
_STAND_INS = dict.fromkeys(_SPACES, " ") | dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
_GAP = re.compile(r"\n[^\S\n]*\n\s*")
_RUN = re.compile(r"\S+")
_END = re.compile(r"[。！？｡।॥؟۔!?]+[”’」』）》】\"')\]]*")

_SPACE = re.compile(r"\s+")
_CLAUSE = re.compile(r"(?:[,;:!?…،؛؟।]|\s[–—-])\s+|—\s*|[，；：、。！？]\s*|\n\s*")
_CLAUSE_UNSPACED = re.compile(r"[,;:](?!\d)\s*|" + _CLAUSE.pattern)


def split(text: str, language: str) -> list[str]:
    """The sentences of a text.

    >>> split("It was late.  Mr. Fog left. ", "en")
    ['It was late.  ', 'Mr. Fog left. ']
    """
    pieces: list[str] = []
    start = 0
    for end in _sentence_ends(text.translate(_STAND_INS), normalize(language)):
        if pieces and text[start:end].isspace():
            pieces[-1] += text[start:end]
        else:
            pieces.append(text[start:end])
        start = end
    return pieces


def clauses(text: str, language: str, limit: int) -> list[str]:
    """The text in pieces of at most `limit` characters, cut after clauses, else after words, else between letters.

    >>> clauses("First this, then that and more", "en", 16)
    ['First this, ', 'then that and ', 'more']
    """
    if limit < 1:
        raise SettingsError(f"limit is {limit}, expected at least one character")
    clause = _CLAUSE if is_spaced(language) else _CLAUSE_UNSPACED
    pieces = []
    start = 0
    while len(text) - start > limit:
        end = _cut(text, start, start + limit, clause)
        pieces.append(text[start:end])
        start = end
    return [*pieces, text[start:]] if text else []


def _sentence_ends(text: str, language: str) -> Iterator[int]:
    """Where each sentence ends, in order."""
    start = 0
    for end in _block_ends(text):
        sentences = sentencex.segment(language, text[start:end])
        # Of blocks above 10 kB the library may lose a blank line; better one long sentence than a wrong place.
        if sum(map(len, sentences)) != end - start:
            sentences = [text[start:end]]
        for sentence in sentences:
            start += len(sentence)
            yield start


def _block_ends(text: str) -> Iterator[int]:
    """Where the text may be cut before sentencex sees it: after blank lines, and in long stretches without space."""
    ends = {gap.end() for gap in _GAP.finditer(text)}
    for run in _RUN.finditer(text):
        position = run.start() + STRETCH
        while position < run.end() and (found := _END.search(text, position, run.end())):
            ends.add(found.end())
            position = found.end() + STRETCH
    return iter(sorted(ends | {len(text)}))


def _cut(text: str, start: int, stop: int, clause: re.Pattern[str]) -> int:
    """The best place to cut between `start` and `stop`."""
    for boundary in (clause, _SPACE):
        ends = [match.end() for match in boundary.finditer(text, start, stop)]
        for end in reversed(ends):
            if not (text[end].isspace() or _is_joined(text, start, end)):
                return end
    return next((end for end in range(stop, start, -1) if not _is_joined(text, start, end)), stop)


def _is_joined(text: str, start: int, position: int) -> bool:
    """Whether the characters before and after `position` make one sign for the reader."""
    before, after = text[position - 1], text[position]
    if before == "\u200d" or after in "\u200c\u200d\u0e33\u0eb3" or unicodedata.category(after)[0] == "M":
        return True
    if "\U0001f1e6" <= after <= "\U0001f1ff":
        flags = _FLAGS.search(text, start, position)
        return bool(flags and len(flags[0]) % 2)
    return (
        "\U0001f3fb" <= after <= "\U0001f3ff"  # skin tones
        or "\U000e0020" <= after <= "\U000e007f"  # the flags of regions
        or "\u1160" <= after <= "\u11ff"  # vowels and finals of Korean syllables
        or ("\ud800" <= before <= "\udbff" and "\udc00" <= after <= "\udfff")
        or (before == "\r" and after == "\n")
    )


_FLAGS = re.compile("[\U0001f1e6-\U0001f1ff]+$")
