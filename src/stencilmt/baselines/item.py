"""What every system is asked for, and what it answers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Any, NamedTuple, Protocol

from stencilmt.constraints.boundaries import are_joined
from stencilmt.constraints.mark import Mark, Span
from stencilmt.constraints.sample import Sample
from stencilmt.corpus.record import Record


class Keep(StrEnum):
    """Which constraints a comparison is about."""

    TERMS = "terms"
    TAGS = "tags"


@dataclass(frozen=True, slots=True)
class Constrained:
    """A sentence and what its translation must hold."""

    source: str
    spans: tuple[Span, ...] = ()
    """Where each constraint stands in it; numbered in this order."""
    targets: Mapping[Mark, str] = field(default_factory=dict)
    """What stands for each in the translation."""
    listed: tuple[Mark, ...] = ()
    """The order of the constraint file, which is neither that of the source nor that of the target."""
    oracle: tuple[Mark, ...] = ()
    """The order of the reference: only systems that say so in their name may look at it."""

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The constraints in source order."""
        return tuple(span.mark for span in self.spans)

    @property
    def texts(self) -> dict[Mark, str]:
        """What each constraint is in the source."""
        return {mark: self.source[start:end] for start, end, mark in self.spans}


class Pair(NamedTuple):
    """A constrained sentence and its translation, to learn from."""

    item: Constrained
    target: str
    spans: tuple[Span, ...]
    """Where the constraints stand in the translation."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A system's translation."""

    text: str
    record: Mapping[str, Any] = field(default_factory=dict)
    """What else it has to tell, in the words of `stencil translate --json`."""


class System(Protocol):
    """Anything that translates under constraints: our own model, its rivals, and wrappers around them."""

    def translate(self, items: Sequence[Constrained]) -> list[Answer]:
        """Translate sentences; the answers come in their order."""


def make_pair(record: Record, drawn: Sample, keep: Keep) -> Pair:
    """A record with the constraints drawn for it, of one kind; for terms all tags are taken out of the texts."""
    only = _without_tags if keep is Keep.TERMS else _without_terms
    source, source_spans = only(record.source, drawn.source)
    target, target_spans = only(record.target, drawn.target)
    texts = {mark: target[start:end] for start, end, mark in target_spans}
    if keep is Keep.TAGS:
        texts = {mark: source[start:end] for start, end, mark in source_spans}
    oracle = tuple(span.mark for span in target_spans)
    listed = Random(source).sample(oracle, len(oracle))
    return Pair(Constrained(source, source_spans, texts, tuple(listed), oracle), target, target_spans)


def _without_terms(text: str, spans: Sequence[Span]) -> tuple[str, tuple[Span, ...]]:
    return text, tuple(span for span in spans if not span.mark.is_term)


def _without_tags(text: str, spans: Sequence[Span]) -> tuple[str, tuple[Span, ...]]:
    """The text without its tags; where one closes and another opens in the midst of letters, a space parts words."""
    written, position = "", 0
    kept: list[Span] = []
    for number, (start, end, mark) in enumerate(spans):
        written += text[position:start]
        position = start if mark.is_term else end
        if mark.is_term:
            kept.append(Span(len(written), len(written) + end - start, mark))
        elif _is_seam(spans, number) and are_joined(written[-1:] or " ", _following(text, spans[number:])):
            written += " "
    return written + text[position:], tuple(kept)


def _is_seam(spans: Sequence[Span], number: int) -> bool:
    """Whether a tag opens just where another closes."""
    before, here = spans[number - 1 : number], spans[number]
    return here.mark.opens and any(span.mark.closes and span.end == here.start for span in before)


def _following(text: str, spans: Sequence[Span]) -> str:
    """The character behind the first of the spans, and behind all tags that stand there."""
    place = spans[0].start
    for start, end, mark in spans:
        if mark.is_term or start != place:
            break
        place = end
    return text[place : place + 1] or " "


def strip_tags(item: Constrained) -> Constrained:
    """The item without its tags."""
    text, spans = _without_tags(item.source, item.spans)
    marks = {span.mark for span in spans}
    return Constrained(
        text,
        spans,
        {mark: target for mark, target in item.targets.items() if mark in marks},
        tuple(mark for mark in item.listed if mark in marks),
        tuple(mark for mark in item.oracle if mark in marks),
    )


def batches(items: Sequence[Constrained], size: int) -> Iterator[Sequence[Constrained]]:
    """The items, so many at a time."""
    return (items[start : start + size] for start in range(0, len(items), size))
