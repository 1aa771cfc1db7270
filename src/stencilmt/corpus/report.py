"""The last step: what came in, what was refused and why, and what a model will be trained on."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from stencilmt.config import to_dict
from stencilmt.constraints.mark import Mark, Span
from stencilmt.constraints.sample import Sample, place, sample
from stencilmt.corpus import annotate
from stencilmt.corpus.prepared import Prepared
from stencilmt.corpus.record import Record
from stencilmt.corpus.refusals import Refusals
from stencilmt.corpus.shards import Shards, spread
from stencilmt.subwords.codec import Codec
from stencilmt.template.cut import cut
from stencilmt.template.encode import Format, encode_source, encode_target, words
from stencilmt.template.spacing import pack
from stencilmt.text import clean
from stencilmt.text.language import is_spaced
from stencilmt.whole import write_json

NAME = "report.json"
SAMPLED = 4000
"""Records that the figures on constraints are drawn from."""
EXAMPLES = 5
"""Sequences to look at."""
SHORT = 100
"""Characters of a sentence that is easy to look at."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule and the pairs it refused."""

    name: str
    why: str
    refused: int
    examples: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long something is."""

    mean: float
    median: int
    most: int
    """95 of 100 are not longer."""
    longest: int

    @classmethod
    def of(cls, lengths: Iterable[int]) -> "Lengths":
        """Measure these."""
        ordered = sorted(lengths)
        return cls(round(fmean(ordered), 1), ordered[len(ordered) // 2], ordered[len(ordered) * 95 // 100], ordered[-1])


@dataclass(frozen=True, slots=True)
class Example:
    """A record as a model reads and writes it, with one choice of constraints."""

    encoder: str
    decoder: str


@dataclass(frozen=True, slots=True)
class Constraints:
    """The constraints of examples, drawn as training draws them; a tag pair counts once."""

    shares: dict[str, float]
    """Percent of the examples with so many of them."""
    terms: float
    """Terms and placeholders of an example, in the mean."""
    tags: float
    """Tags of an example, in the mean."""
    reordered: float
    """Percent that leave the order of the source, among examples with two and more."""


@dataclass(frozen=True, slots=True)
class Part:
    """A file that is not trained on."""

    read: int
    """Pairs in it."""
    kept: int
    """Records of them; the others were refused by the same rules."""


@dataclass(frozen=True, slots=True)
class Report:
    """What `prepare` did; lengths and constraints are those of a sample."""

    read: int
    """Pairs in the files."""
    kept: int
    """Records in the shards."""
    rules: tuple[Rule, ...]
    """Every rule that refused a pair, in the order they were asked."""
    characters: dict[str, Lengths]
    """Of source and target."""
    pieces: dict[str, Lengths]
    """Subwords and symbols of what the encoder reads and the decoder writes."""
    constraints: Constraints
    examples: tuple[Example, ...]
    seconds: dict[str, float]
    """How long each step took."""
    held_out: dict[str, Part] = field(default_factory=dict)
    """The files that are not trained on, by name."""


class Drawn(NamedTuple):
    """A record with constraints drawn for it."""

    record: Record
    chosen: Sample
    encoder: tuple[str, ...]
    decoder: tuple[str, ...]

    @property
    def order(self) -> list[int]:
        """The constraints in target order, as places in the source; a pair stands where it opens."""
        places = {span.mark: number for number, span in enumerate(self.chosen.source)}
        return [places[span.mark] for span in self.chosen.target if not span.mark.closes]


def make_report(
    prepared: Prepared, shards: Shards, codec: Codec, read: int, refusals: Refusals, seconds: dict[str, float]
) -> Report:
    """Count what was refused, and draw constraints as training will."""
    records = shards.take(spread(len(shards), SAMPLED))
    drawn = [_draw(record, prepared, Random(number)) for number, record in enumerate(records)]
    characters = {
        "source": Lengths.of(len(one.record.source) for one in drawn),
        "target": Lengths.of(len(one.record.target) for one in drawn),
    }
    pieces = {
        "encoder": Lengths.of(len(codec.source_subwords.encode(one.encoder)) for one in drawn),
        "decoder": Lengths.of(len(codec.subwords.encode(one.decoder)) for one in drawn),
    }
    return Report(
        read, len(shards), _rules(refusals), characters, pieces, _constraints(drawn), _examples(drawn), seconds
    )


def write_report(report: Report, folder: Path) -> None:
    """Write the report as JSON."""
    write_json(folder / NAME, to_dict(report))


def _rules(refusals: Refusals) -> tuple[Rule, ...]:
    reasons = clean.RULES | annotate.RULES
    return tuple(
        Rule(name, why, refusals.counts[name], tuple(refusals.examples[name]))
        for name, why in reasons.items()
        if refusals.counts[name]
    )


def _draw(record: Record, prepared: Prepared, random: Random) -> Drawn:
    chosen = sample(record.fixed, record.phrases, prepared.sampling, random)
    if not prepared.limits.admit(chosen.marks):
        chosen = place(record.fixed)
    source = pack(cut(record.source, chosen.source), is_spaced(prepared.source_language))
    target = pack(cut(record.target, chosen.target), is_spaced(prepared.target_language))
    form = Format(prepared.kind)
    encoder = encode_source(source, _texts(record.source, chosen.source), form)
    decoder = encode_target(target, source, _texts(record.target, chosen.target), form)
    return Drawn(record, chosen, encoder, decoder)


def _texts(text: str, spans: Sequence[Span]) -> dict[Mark, str]:
    return {span.mark: text[span.start : span.end] for span in spans}


def _constraints(drawn: Sequence[Drawn]) -> Constraints:
    orders = [one.order for one in drawn]
    counts = Counter(map(len, orders))
    several = [order for order in orders if len(order) > 1]
    moved = sum(len(order) - _longest_rise(order) for order in several)
    terms = sum(span.mark.is_term for one in drawn for span in one.chosen.source)
    return Constraints(
        {str(number): _percent(counts[number], len(drawn)) for number in sorted(counts)},
        round(terms / len(drawn), 2),
        round((sum(map(len, orders)) - terms) / len(drawn), 2),
        _percent(moved, sum(map(len, several))),
    )


def _longest_rise(order: Sequence[int]) -> int:
    """How many stay in order when the fewest are taken out."""
    ends: list[int] = []
    for number in order:
        index = bisect_left(ends, number)
        ends[index : index + 1] = [number]
    return len(ends)


def _examples(drawn: Sequence[Drawn]) -> tuple[Example, ...]:
    """The first short ones with several constraints, in another order than the source's if there are such."""
    short = [one for one in drawn if len(one.order) > 1 and len(one.record.source) <= SHORT]
    chosen = sorted(short, key=lambda one: one.order == sorted(one.order))[:EXAMPLES]
    return tuple(Example(" ".join(words(one.encoder)), " ".join(words(one.decoder))) for one in chosen)


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0
