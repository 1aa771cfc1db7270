"""Finding the terms of a glossary in a text: Aho-Corasick, word boundaries, then the leftmost longest hits."""

import re
import unicodedata
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_letters, digits

from ahocorasick_rs import AhoCorasick, Implementation

from stencilmt.constraints.boundaries import begins_word, ends_word
from stencilmt.constraints.entry import Entry, Match
from stencilmt.constraints.folding import Squeezed, fold, level, squeeze
from stencilmt.constraints.glossary import Glossary
from stencilmt.constraints.lemmas import Inflections
from stencilmt.errors import SettingsError

_HIDDEN = "\uffff"  # no character, so it is in no term and bounds every word
_SURROGATE = re.compile("[\ud800-\udfff]")
_ASCII_WORD = frozenset(ascii_letters + digits)

Candidate = tuple[int, int, int]
"""Start, end with a minus and pattern: sorted, the leftmost comes first, and of several there the longest."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A term found in a text."""

    start: int
    end: int
    entry: Entry
    form: Match
    """Whether the text has the term itself or an inflected form of it."""


class Matcher:
    """A glossary made ready for searching: build it once, search many texts."""

    def __init__(self, glossary: Glossary, language: str | None = None) -> None:
        owners: dict[str, tuple[Entry, ...]] = {}
        for entry in glossary.entries:
            for pattern in _patterns(entry.source):
                owners[pattern] = (*owners.get(pattern, ()), entry)
        self._owners = list(owners.values())
        self._automaton = AhoCorasick(owners, store_patterns=False, implementation=Implementation.ContiguousNFA)
        self._lemma_entries = [entry for entry in glossary.entries if entry.match is Match.LEMMA]
        self._inflections = _inflections(self._lemma_entries, language or glossary.source_language)

    def find(self, text: str, barriers: Iterable[tuple[int, int]] = (), seams: Set[int] = frozenset()) -> list[Hit]:
        """The terms in a text, none overlapping another.

        A barrier belongs to no term, and words end at it. A seam is a place between two characters where a word ends
        and another begins although no space shows it.
        """
        levelled = level(_hide(text, barriers)) + " "
        hits, free = [], 0
        for start, minus_end, pattern in sorted(self._exact(levelled, seams) + self._inflected(levelled)):
            end = -minus_end
            ends, begins = end in seams or ends_word(levelled, end), start in seams or begins_word(levelled, start)
            if start >= free and ends and begins:
                hit = self._hit(start, end, pattern, levelled[start:end])
                if hit:
                    hits.append(hit)
                    free = end
        return hits

    def is_term(self, text: str) -> bool:
        """Whether a text is a term and nothing else."""
        return any((hit.start, hit.end) == (0, len(text)) for hit in self.find(text))

    def _exact(self, text: str, seams: Set[int]) -> list[Candidate]:
        """Where a pattern stands that does not end inside a word of ASCII letters: the others are many."""
        return [
            (start, -end, pattern)
            for pattern, start, end in self._matches(text, seams)
            if text[end] not in _ASCII_WORD or text[end - 1] not in _ASCII_WORD or end in seams
        ]

    def _inflected(self, text: str) -> list[Candidate]:
        """The same for inflected forms; their patterns count on from those of the automaton, so exact forms lead."""
        found = self._inflections.find(text) if self._inflections else ()
        return [(start, -end, len(self._owners) + number) for start, end, number in found]

    def _hit(self, start: int, end: int, pattern: int, found: str) -> Hit | None:
        if pattern >= len(self._owners):
            return Hit(start, end, self._lemma_entries[pattern - len(self._owners)], Match.LEMMA)
        owners = self._owners[pattern]
        is_plain = len(owners) == 1 and not owners[0].case_sensitive
        entry = owners[0] if is_plain else _fitting(owners, found)
        return Hit(start, end, entry, Match.EXACT) if entry else None

    def _matches(self, text: str, seams: Set[int]) -> list[tuple[int, int, int]]:
        """Every place of every pattern, overlapping too: one without word boundaries must not hide another."""
        matches = self._search(fold(text))
        if seams:  # where words begin, and some terms go over
            edges = [0, *sorted(seams), len(text)]
            matches += self._search("".join(fold(text[start:end]) for start, end in pairwise(edges)))
        return matches

    def _search(self, folded: str) -> list[tuple[int, int, int]]:
        squeezed = Squeezed(folded)
        try:
            matches = self._automaton.find_matches_as_indexes(squeezed.text, overlapping=True)
        except UnicodeEncodeError:
            matches = self._automaton.find_matches_as_indexes(_SURROGATE.sub(_HIDDEN, squeezed.text), overlapping=True)
        if len(squeezed.text) == len(folded):
            return matches
        return [(pattern, squeezed.origin(start), squeezed.origin(end - 1) + 1) for pattern, start, end in matches]


def _patterns(source: str) -> set[str]:
    """How a source term may stand in a folded text, composed and decomposed."""
    if source.isascii():
        return {fold(source)}
    return {fold(level(unicodedata.normalize(form, source))) for form in ("NFC", "NFD")}


def _fitting(entries: Sequence[Entry], found: str) -> Entry | None:
    """The entry that is written as the text is, else the first one that takes any case."""
    loose = None
    for entry in entries:
        if entry.source == found or (entry.case_sensitive and _composed(entry.source) == _composed(found)):
            return entry
        if loose is None and not entry.case_sensitive:
            loose = entry
    return loose


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", squeeze(level(text)))


def _hide(text: str, barriers: Iterable[tuple[int, int]]) -> str:
    """The text with every barrier blotted out."""
    pieces: list[str] = []
    shown = 0
    for start, end in sorted(barriers):
        pieces += text[shown:start], _HIDDEN * (end - max(start, shown))
        shown = max(shown, end)
    return "".join(pieces) + text[shown:]


def _inflections(entries: Sequence[Entry], language: str | None) -> Inflections | None:
    if not entries:
        return None
    if language is None:
        raise SettingsError("matching inflected forms needs the source language; name it or set match to exact")
    return Inflections(entries, language)
