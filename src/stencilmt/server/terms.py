"""The terms of a request: glossaries from the store, terms sent along, words to leave as they are."""

import asyncio
import json
from collections.abc import Iterable, Sequence
from typing import Any

from stencilmt.constraints.entry import Draft
from stencilmt.constraints.glossary import Glossary
from stencilmt.constraints.matching import Matcher
from stencilmt.errors import GlossaryError, InputError
from stencilmt.server.entries import Pairs, read_entries
from stencilmt.server.matchers import Matchers
from stencilmt.translator import Terms

_READY = Matchers()
_SWITCH = {True: True, False: False, "yes": True, "no": False}
"""What `translate` may say: as JSON has it, and as glossary files have it."""
_CELLS = ("source", "target", "case", "match", "translate")


def stored_matcher(dictionaries: tuple[str, ...], source_language: str) -> Matcher:
    """A matcher for stored dictionaries; where several have a term, the first counts."""

    def read() -> Glossary:
        pairs: Pairs = {}
        for entries in reversed(dictionaries):
            pairs |= read_entries(entries, "tsv")
        return Glossary.from_pairs(pairs, name="glossary")

    return _READY.find((dictionaries, source_language), read, source_language)


def make_ready(terms: Terms, source_language: str) -> Matcher | None:
    """A matcher for the terms of a request, unless they are one already."""
    if isinstance(terms, Glossary):
        return _READY.find((terms, source_language), lambda: terms, source_language)
    return terms


async def read_sent(terms: Any, protected: Any) -> Glossary | None:
    """The terms and the words to leave as they are that came with a request, read in a thread: they may be many."""
    if not (terms or protected):
        return None
    return await asyncio.to_thread(lambda: read_terms(terms, read_protected(protected)))


def read_terms(value: Any, protected: Sequence[str] = ()) -> Glossary | None:
    """The terms sent along: an object, a list of entries, or lines of TSV; in forms also JSON as text."""
    if isinstance(value, str) and value.lstrip().startswith(("{", "[")):
        value = _parse(value)
    draft = Draft("glossary")
    rows = list(_rows(value)) if value else []
    for number, row in enumerate(rows, 1):
        _add(draft, number, row)
    for number, text in enumerate(protected, len(rows) + 1):
        draft.add(number, text, (), keep=True)
    entries = draft.finish()
    return Glossary(entries) if entries else None


def read_protected(value: Any) -> list[str]:
    """The words to leave as they are: a list, or lines of text."""
    if isinstance(value, str) and value.lstrip().startswith("["):
        value = _parse(value)
    words = value.splitlines() if isinstance(value, str) else (value or [])
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise InputError("the field 'protected' must be a list of texts")
    return [word for word in words if word.strip()]


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise GlossaryError(f"the glossary is not JSON: {error}") from None


def _rows(value: Any) -> Iterable[dict[str, Any]]:
    match value:
        case dict():
            return ({"source": source, "target": target} for source, target in value.items())
        case list():
            return value
        case str():
            return ({"source": source, "target": target} for source, target in read_entries(value, "tsv").items())
    raise GlossaryError("the glossary must be an object, a list of entries or lines of TSV")


def _add(draft: Draft, number: int, row: Any) -> None:
    if not isinstance(row, dict) or not isinstance(row.get("source"), str):
        draft.fault(number, "an entry is an object with 'source' and 'target'")
        return
    unknown = sorted(set(row) - set(_CELLS))
    if unknown:
        draft.fault(number, f"unknown key {unknown[0]!r}, expected one of {', '.join(_CELLS)}")
        return
    translate = row.get("translate", True)
    if not isinstance(translate, bool | str) or translate not in _SWITCH:
        draft.fault(number, f"translate of {row['source']!r} must be true or false (not {translate!r})")
        return
    targets = row.get("target", ())
    targets = [targets] if isinstance(targets, str) else targets
    if not isinstance(targets, list | tuple) or not all(isinstance(target, str) for target in targets):
        draft.fault(number, f"the target of {row['source']!r} must be a text or a list of texts")
        return
    draft.add(
        number,
        row["source"],
        targets,
        case=str(row.get("case", "")),
        match=str(row.get("match", "")),
        keep=not _SWITCH[translate],
    )
