"""Choosing constraints for a training pair: new ones each time, and always such that the target can hold them.

A *unit* is something both sides have: a term, a placeholder, a tag pair or a tag that stands alone. Units of a pair
never cross: one lies inside the other on both sides, or they are apart on both. So the target's tags always have the
source's tree, and every sampled example restores to the target it came from.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from stencilmt.config import require
from stencilmt.constraints.mark import Kind, Mark, Span, alone, opening, term


class Phrase(NamedTuple):
    """A stretch of the source and the stretch of the target that translates it."""

    source_start: int
    source_end: int
    target_start: int
    target_end: int
    words: int
    """The words of its longer side."""


class Extent(NamedTuple):
    """Where a unit stands on one side; a tag pair with all it encloses."""

    start: int
    end: int
    before: int = 0
    """Characters of a pair's opening tag; none of a tag made for training."""
    after: int = 0
    """Characters of its closing tag."""

    def holds(self, other: "Extent") -> bool:
        """Whether another stands between the tags of this pair."""
        inner = self.start + self.before, self.end - self.after
        if other.start == other.end:  # beside an edge it would be neither in nor out
            return inner[0] < other.start < inner[1]
        return inner[0] <= other.start and other.end <= inner[1]

    def is_apart(self, other: "Extent") -> bool:
        """Whether the two share nothing, and where one has no width, do not even touch."""
        if self.start == self.end or other.start == other.end:
            return self.end < other.start or other.end < self.start
        return self.end <= other.start or other.end <= self.start


class Unit(NamedTuple):
    """A constraint on both sides."""

    kind: Kind
    """TERM, PLACEHOLDER, ALONE, or OPEN for a pair."""
    source: Extent
    target: Extent


class Sample(NamedTuple):
    """The constraints chosen for a pair, in both sentences."""

    source: tuple[Span, ...]
    target: tuple[Span, ...]

    @property
    def marks(self) -> list[Mark]:
        """The constraints, in the order of the source."""
        return [span.mark for span in self.source]


@dataclass(frozen=True, slots=True)
class SamplingSettings:
    """How constraints are chosen for training; the defaults are those of the unified kind."""

    unconstrained: float = 0.3
    """Share of pairs that get no made constraint: translation without a glossary must not suffer."""
    most: int = 16
    """Constraints made for one pair at the most; users bring 12 and more in long segments."""
    decay: float = 0.8
    """Each further constraint is this likely: short lists are the rule, long ones must be seen too, and what is given
    as a constraint is not learned as translation."""
    longest_term: int = 3
    """Words of a term, as in the paper."""
    longest_tagged: int = 12
    """Words between a made pair of tags: markup wraps whole clauses as well."""
    tags: float = 0.3
    """Share of the made constraints that are tags: plain text is there in plenty, tagged text is not."""
    alone: float = 0.2
    """Share of the made tags that stand alone, as line breaks and images do."""
    placeholders: float = 0.95
    """Share of the placeholders that are kept as constraints; the rest is read as text, as it is when they are off."""

    def __post_init__(self) -> None:
        for name in ("unconstrained", "decay", "tags", "alone", "placeholders"):
            require(0 <= getattr(self, name) <= 1, f"{name} must be from 0 to 1 (not {getattr(self, name)})")
        for name in ("most", "longest_term", "longest_tagged"):
            require(getattr(self, name) >= 0, f"{name} must be 0 or more (not {getattr(self, name)})")

    @classmethod
    def paper(cls, most: int = 3) -> "SamplingSettings":
        """Terms only, every number of them as likely as the next: 0-3 in the paper, 0-12 in its terminology task."""
        return cls(unconstrained=0.0, most=most, decay=1.0, tags=0.0, placeholders=0.0)


def sample(fixed: Sequence[Unit], phrases: Sequence[Phrase], settings: SamplingSettings, random: Random) -> Sample:
    """Choose constraints: the fixed units of the pair, and some made from its phrases."""
    units = [unit for unit in fixed if unit.kind is not Kind.PLACEHOLDER or random.random() < settings.placeholders]
    if phrases and random.random() >= settings.unconstrained:
        wanted = _number(settings, random)
        for unit in _made(phrases, settings, random, tries=2 * wanted):
            if wanted and all(compatible(unit, other) for other in units):
                units.append(unit)
                wanted -= 1
    return place(units)


def place(units: Sequence[Unit]) -> Sample:
    """The spans of units in both sentences, numbered in source order."""
    marked = _number_units(units)
    return Sample(
        tuple(_spans([(unit.source, mark) for unit, mark in marked])),
        tuple(_spans([(unit.target, mark) for unit, mark in marked])),
    )


def _number(settings: SamplingSettings, random: Random) -> int:
    if settings.decay == 1.0:
        return random.randint(0, settings.most)
    number = min(1, settings.most)
    while number < settings.most and random.random() < settings.decay:
        number += 1
    return number


def _made(phrases: Sequence[Phrase], settings: SamplingSettings, random: Random, tries: int) -> Iterator[Unit]:
    terms = [phrase for phrase in phrases if phrase.words <= settings.longest_term]
    tagged = [phrase for phrase in phrases if phrase.words <= settings.longest_tagged]
    for _ in range(tries):
        if random.random() >= settings.tags:
            if terms:
                yield unit_of(Kind.TERM, random.choice(terms))
        elif tagged and random.random() >= settings.alone:
            yield unit_of(Kind.OPEN, random.choice(tagged))
        elif terms:
            yield _alone(random.choice(terms), random)


def unit_of(kind: Kind, phrase: Phrase) -> Unit:
    """A phrase as a unit."""
    return Unit(kind, Extent(phrase.source_start, phrase.source_end), Extent(phrase.target_start, phrase.target_end))


def _alone(phrase: Phrase, random: Random) -> Unit:
    """A tag in place of a phrase, as an image or a value is, or at one of its ends, as a line break is."""
    unit = unit_of(Kind.ALONE, phrase)
    if random.random() < 0.5:
        return unit
    end = random.randint(0, 1)
    return Unit(Kind.ALONE, Extent(unit.source[end], unit.source[end]), Extent(unit.target[end], unit.target[end]))


def compatible(unit: Unit, other: Unit) -> bool:
    """Whether two units lie to each other on both sides alike: apart, or one inside the other."""
    if unit.source.is_apart(other.source):
        return unit.target.is_apart(other.target)
    if other.kind is Kind.OPEN and other.source.holds(unit.source):
        return other.target.holds(unit.target)
    return unit.kind is Kind.OPEN and unit.source.holds(other.source) and unit.target.holds(other.target)


def _number_units(units: Sequence[Unit]) -> list[tuple[Unit, Mark]]:
    terms = tags = 0
    marks = []
    for unit in sorted(units, key=lambda unit: (unit.source[0], -unit.source[1], unit.kind is not Kind.OPEN)):
        if unit.kind in (Kind.TERM, Kind.PLACEHOLDER):
            terms += 1
            marks.append((unit, term(terms)))
        else:
            tags += 1
            marks.append((unit, opening(tags) if unit.kind is Kind.OPEN else alone(tags)))
    return marks


def _spans(placed: Sequence[tuple[Extent, Mark]]) -> list[Span]:
    """The spans of one side in order: where several stand at one place, inner closes first and outer opens first."""
    keyed: list[tuple[tuple[int, ...], Span]] = []
    for order, (extent, mark) in enumerate(placed):
        start, end, before, after = extent
        if not mark.opens:
            keyed.append(((start, 2, 0, order), Span(start, end, mark)))
            continue
        keyed.append(((start, 1, -end, order), Span(start, start + before, mark)))
        keyed.append(((end - after, 0, -start, -order), Span(end - after, end, mark.partner)))
    return [span for _, span in sorted(keyed, key=lambda item: item[0])]
