"""The tags of a segment: what a scanner finds, how halves become pairs, what was not well formed."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from stencilmt.constraints.mark import Kind
from stencilmt.errors import MarkupError

MOST = 100_000
"""Pieces of markup in one segment: a book has fewer, and each costs some kilobytes until it is translated."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A piece of markup inside a segment; `text[start:end]` are its bytes, kept forever."""

    start: int
    end: int
    kind: Kind
    """OPEN and CLOSE stand in pairs, ALONE stands for itself, PLACEHOLDER behaves like a word."""
    partner: int | None = None
    """The index of the other half among the tags of the scan."""
    view: str = ""
    """What the model may see in place of a PLACEHOLDER: `&` for `&amp;`, the text of inline code."""


@dataclass(frozen=True, slots=True)
class Scan:
    """The tags of a segment in order, not overlapping, pairs well nested."""

    tags: tuple[Tag, ...] = ()
    notes: tuple[str, ...] = ()
    """What was not well formed and how it was taken, one sentence each."""


class Found(NamedTuple):
    """A tag as a scanner meets it, before its partner is known."""

    start: int
    end: int
    kind: Kind
    name: str | int = ""
    """What the halves of a pair share: an element's name, or a number that only one pair has."""
    view: str = ""
    fixed: bool = False
    """Whether the element is kept whole, from its start tag to its end tag."""
    optional: bool = False
    """Whether its end tag may be left out."""


class Fault(NamedTuple):
    """A tag that is not well formed."""

    start: int
    end: int
    reason: str
    taken: str


UNFINISHED = ("is not finished", "taken as it stands")
UNOPENED = ("has no start tag at its level", "kept as a tag of its own")
UNCLOSED = ("has no end tag at its level", "kept as a tag of its own")


def set_apart(text: str, found: Sequence[Found], codes: Sequence[tuple[int, int]]) -> list[Found]:
    """What was found, with each code as one placeholder that swallows what looked like tags in it.

    What starts first wins: a code in an attribute is part of the tag.
    """
    placeholders = [Found(start, end, Kind.PLACEHOLDER, view=text[start:end]) for start, end in codes]
    kept: list[Found] = []
    for item in sorted((*placeholders, *found), key=lambda item: item.start):
        if not kept or item.start >= kept[-1].end:
            kept.append(item)
    return kept


def assemble(text: str, found: Sequence[Found], unfinished: Sequence[int] = (), *, strict: bool) -> Scan:
    """Pair what was found, fold what is kept whole, and report or refuse what is not well formed."""
    if len(found) + len(unfinished) > MOST:
        raise MarkupError(
            f"the segment {text[:20]!r}… holds more than {MOST:,} tags: divide it, or give it as a document"
        )
    partners = pair(found)
    if any(item.fixed for item in found):
        found, partners = _fold(text, found, partners)
    faults = sorted([*_unpaired(found, partners), *_unfinished(found, unfinished, len(text))])
    if strict and faults:
        raise MarkupError(f"{_describe(text, faults[0])}; mend the markup or read it leniently")
    tags = tuple(
        Tag(item.start, item.end, _kind(item.kind, partner), partner, item.view)
        for item, partner in zip(found, partners, strict=True)
    )
    return Scan(tags, tuple(f"{_describe(text, fault)} and is {fault.taken}" for fault in faults))


def pair(found: Sequence[Found]) -> list[int | None]:
    """The index of each tag's other half.

    An end tag closes the nearest open element of its name; elements opened since then stay unpaired.
    """
    partners: list[int | None] = [None] * len(found)
    opened: list[int] = []
    depth: dict[str | int, int] = {}
    for index, item in enumerate(found):
        if item.kind is Kind.OPEN:
            opened.append(index)
            depth[item.name] = depth.get(item.name, 0) + 1
        elif item.kind is Kind.CLOSE and depth.get(item.name):
            partner = _unwind(found, opened, depth, item.name)
            partners[index], partners[partner] = partner, index
    return partners


def _unwind(found: Sequence[Found], opened: list[int], depth: dict[str | int, int], name: str | int) -> int:
    while True:
        index = opened.pop()
        depth[found[index].name] -= 1
        if found[index].name == name:
            return index


def _fold(text: str, found: Sequence[Found], partners: Sequence[int | None]) -> tuple[list[Found], list[int | None]]:
    """Replace each element that is kept whole by one placeholder that shows its text."""
    kept: list[Found] = []
    place: dict[int, int] = {}
    index = 0
    while index < len(found):
        item, partner = found[index], partners[index]
        if item.fixed and partner is not None:
            view = _content(text, found[index : partner + 1])
            kept.append(Found(item.start, found[partner].end, Kind.PLACEHOLDER, view=view))
            index = partner + 1
        else:
            place[index] = len(kept)
            kept.append(item)
            index += 1
    moved: list[int | None] = [None] * len(kept)
    for old, new in place.items():
        partner = partners[old]
        moved[new] = None if partner is None else place[partner]
    return kept, moved


def _content(text: str, element: Sequence[Found]) -> str:
    return "".join(text[before.end : after.start] + after.view for before, after in pairwise(element))


def _kind(kind: Kind, partner: int | None) -> Kind:
    return Kind.ALONE if partner is None and kind in (Kind.OPEN, Kind.CLOSE) else kind


def _unpaired(found: Sequence[Found], partners: Sequence[int | None]) -> Iterator[Fault]:
    for item, partner in zip(found, partners, strict=True):
        if partner is not None or item.optional:
            continue
        if item.kind is Kind.OPEN:
            yield Fault(item.start, item.end, *UNCLOSED)
        elif item.kind is Kind.CLOSE:
            yield Fault(item.start, item.end, *UNOPENED)


def _unfinished(found: Sequence[Found], starts: Sequence[int], length: int) -> Iterator[Fault]:
    begins = [item.start for item in found] if starts else []
    for start in starts:
        before = bisect_left(begins, start) - 1
        if before < 0 or found[before].end <= start:
            yield Fault(start, length, *UNFINISHED)


def _describe(text: str, fault: Fault, longest: int = 40) -> str:
    shown = text[fault.start : min(fault.end, fault.start + longest)]
    return f"{shown!r} at offset {fault.start} {fault.reason}"
