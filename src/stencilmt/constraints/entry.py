"""One line of a glossary, and the draft that turns raw cells into checked entries."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

from stencilmt.errors import GlossaryError

SHOWN_FAULTS = 3
"""How many faults of a file a message spells out; the rest are counted."""

# Control characters, line and paragraph separators, lone surrogates, stand-ins and noncharacters: never part of a term.
_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffc\ufffe\uffff]")


class Match(StrEnum):
    """How a source term is looked for: as written, or in any inflected form with the same lemmas."""

    EXACT = "exact"
    LEMMA = "lemma"


_CASES = frozenset(("", "sensitive", "insensitive"))
_MATCHES = frozenset(("", *Match))


@dataclass(frozen=True, slots=True)
class Entry:
    """A source term and what it must become."""

    source: str
    targets: tuple[str, ...]
    """The alternatives, the preferred one first."""
    case_sensitive: bool = False
    match: Match = Match.EXACT
    keep: bool = False
    """Do not translate: the bytes found in the text stay, whatever their case or form."""
    place: str = field(default="", compare=False)
    """Where the entry comes from: `terms.tsv:12`."""


def is_case_sensitive(source: str) -> bool:
    """The default case rule: `IT`, `RoS`, `iOS` and `C` only match as written, `Mail Merge` in any case.

    A capital after the first letter of a word marks an acronym or a brand, and *it* must never become one.
    """
    if source.islower():
        return False
    return len(source) == 1 or any(one.isalnum() and two.isupper() for one, two in pairwise(source))


class Draft:
    """Entries in the making: faults are gathered, so that one error tells them all."""

    def __init__(self, name: str, match: Match = Match.EXACT, case_sensitive: bool | None = None) -> None:
        self.name = name
        self._match = Match(match)
        self._case_sensitive = case_sensitive
        self._entries: dict[str, Entry] = {}
        self._faults: list[str] = []

    def add(
        self,
        line: int,
        source: str,
        targets: Sequence[str],
        *,
        case: str = "",
        match: str = "",
        keep: bool = False,
    ) -> None:
        """Check one entry and take it in, or note what is wrong with it."""
        source = " ".join(source.split())
        targets = (source,) if keep else tuple(map(str.strip, targets))
        key = source if source.isascii() else unicodedata.normalize("NFC", source)
        fault = _term_fault(source, targets) or _option_fault(case, match) or self._repetition(key)
        if fault:
            self.fault(line, fault)
            return
        is_sensitive = self._is_sensitive(source, case)
        kind = Match(match) if match else self._match
        entry = Entry(source, targets, is_sensitive, kind, keep, f"{self.name}:{line}")
        self._entries[key] = entry

    def fault(self, line: int, text: str) -> None:
        """Note what is wrong on a line."""
        self._faults.append(f"{self.name}:{line}: {text}")

    def finish(self) -> tuple[Entry, ...]:
        """All entries, or one GlossaryError with the first faults and their number."""
        if self._faults:
            shown = "; ".join(self._faults[:SHOWN_FAULTS])
            more = len(self._faults) - SHOWN_FAULTS
            raise GlossaryError(f"{shown}; and {more} more faults" if more > 0 else shown)
        return tuple(self._entries.values())

    def _is_sensitive(self, source: str, case: str) -> bool:
        if case:
            return case == "sensitive"
        return is_case_sensitive(source) if self._case_sensitive is None else self._case_sensitive

    def _repetition(self, key: str) -> str:
        first = self._entries.get(key)
        return f"{first.source!r} is already at {first.place} (write alternatives into one entry: a|b)" if first else ""


def _term_fault(source: str, targets: tuple[str, ...]) -> str:
    if not source:
        return "empty source term"
    if not targets or not all(targets):
        return f"empty target for {source!r} (to leave a term untranslated, set translate to no)"
    if len(targets) > 1 and len(set(targets)) < len(targets):
        return f"an alternative of {source!r} is given twice"
    for term in filter(_FORBIDDEN.search, (source, *targets)):
        return f"{term!r} holds a line break, a control character or a code point that is no character"
    return ""


def _option_fault(case: str, match: str) -> str:
    if case not in _CASES:
        return f'invalid case {case!r}, expected "sensitive" or "insensitive"'
    if match not in _MATCHES:
        return f'invalid match {match!r}, expected "exact" or "lemma"'
    return ""
