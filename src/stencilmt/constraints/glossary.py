"""Glossaries: which terms must become which, from files, from pairs, or several glossaries in one."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from stencilmt.constraints import glossary_files
from stencilmt.constraints.entry import Draft, Entry, Match
from stencilmt.constraints.glossary_files import tsv
from stencilmt.constraints.glossary_files.languages import Languages, are_related
from stencilmt.errors import GlossaryError

__all__ = ["Entry", "Glossary", "Match"]

Targets = str | Sequence[str]
"""One translation, or several to choose from, the preferred one first."""


@dataclass(frozen=True, slots=True)
class Glossary:
    """Entries for one language pair; no source term occurs twice."""

    entries: tuple[Entry, ...]
    source_language: str | None = None
    """None fits any language."""
    target_language: str | None = None
    name: str = field(default="glossary", compare=False)

    @classmethod
    def load(
        cls,
        path: str | Path,
        *,
        source_language: str | None = None,
        target_language: str | None = None,
        match: Match = Match.EXACT,
        case_sensitive: bool | None = None,
    ) -> "Glossary":
        """Load a TSV, CSV, TBX or JSON file; `match` and `case_sensitive` hold for entries that do not say."""
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise GlossaryError(f"cannot read the glossary {str(path)!r}: {error.strerror}") from None
        return cls.parse(
            data,
            str(path),
            source_language=source_language,
            target_language=target_language,
            match=match,
            case_sensitive=case_sensitive,
        )

    @classmethod
    def parse(
        cls,
        data: bytes,
        name: str,
        *,
        source_language: str | None = None,
        target_language: str | None = None,
        match: Match = Match.EXACT,
        case_sensitive: bool | None = None,
    ) -> "Glossary":
        """Read the bytes of a glossary file; the end of its name says which kind it is."""
        draft = Draft(name, match, case_sensitive)
        held = glossary_files.read(data, Languages(source_language, target_language), draft)
        entries = draft.finish()
        if not entries:
            raise GlossaryError(f"{name}: no entries in it")
        return cls(entries, source_language or held.source, target_language or held.target, name)

    @classmethod
    def from_pairs(
        cls,
        pairs: Mapping[str, Targets] | Iterable[tuple[str, Targets]],
        *,
        do_not_translate: Iterable[str] = (),
        source_language: str | None = None,
        target_language: str | None = None,
        match: Match = Match.EXACT,
        case_sensitive: bool | None = None,
        name: str = "terms",
    ) -> "Glossary":
        """Make a glossary of pairs in memory; in places such as `terms:3`, 3 is the number of the pair."""
        draft = Draft(name, match, case_sensitive)
        items = pairs.items() if isinstance(pairs, Mapping) else pairs
        numbers = count(1)
        for source, targets in items:
            draft.add(next(numbers), source, [targets] if isinstance(targets, str) else targets)
        for source in do_not_translate:
            draft.add(next(numbers), source, (), keep=True)
        return cls(draft.finish(), source_language, target_language, name)

    @classmethod
    def merge(cls, glossaries: Iterable["Glossary"]) -> "Glossary":
        """All entries of several glossaries; they may repeat each other, but not contradict."""
        merged: dict[str, Entry] = {}
        languages, names = Languages(), []
        for glossary in glossaries:
            languages = _common(languages, glossary)
            names.append(glossary.name)
            for entry in glossary.entries:
                _agree(merged.setdefault(unicodedata.normalize("NFC", entry.source), entry), entry)
        return cls(tuple(merged.values()), languages.source, languages.target, ", ".join(names))

    def to_tsv(self) -> str:
        """The glossary as the text of a TSV file, which `parse` reads back."""
        return tsv.write(self.entries, Languages(self.source_language, self.target_language))


def _common(languages: Languages, glossary: Glossary) -> Languages:
    if not are_related(languages.source, glossary.source_language) or not are_related(
        languages.target, glossary.target_language
    ):
        own = Languages(glossary.source_language, glossary.target_language)
        raise GlossaryError(f"{glossary.name} is a glossary for {own}, the ones before it are for {languages}")
    return Languages(
        languages.source or glossary.source_language,
        languages.target or glossary.target_language,
    )


def _agree(first: Entry, second: Entry) -> None:
    if first != second:
        raise GlossaryError(
            f"{second.place}: {_describe(second)}, but {first.place} has {_describe(first)}; drop one of the two"
        )


def _describe(entry: Entry) -> str:
    targets = "not translated" if entry.keep else "|".join(entry.targets)
    case = "sensitive" if entry.case_sensitive else "insensitive"
    return f"{entry.source!r} → {targets} ({entry.match}, case {case})"
