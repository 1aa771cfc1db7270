"""The sentences that tell systems apart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stencilmt.evaluation.compare import Comparison
from stencilmt.evaluation.measures import heading
from stencilmt.evaluation.testset import Segment

_PREFERRED = ("chrf", "bleu", "ter")


@dataclass(frozen=True, slots=True)
class Example:
    """A segment and what each system made of it."""

    number: int
    """From 1, in the order of the test set."""
    segment: Segment
    hypotheses: Mapping[str, str]
    values: Mapping[str, float]
    """The sentence score of each system."""
    spread: float
    """How far the systems are apart; with one system, how far it is from perfect."""


def choose_measure(comparison: Comparison) -> str:
    """The measure that says most of single sentences among those at hand."""
    return next((name for name in _PREFERRED if name in comparison.measures), comparison.measures[0])


def find_examples(comparison: Comparison, count: int) -> list[Example]:
    """The segments whose translations differ most, or are worst where there is only one system."""
    measure = choose_measure(comparison)
    rows = {name: scores[measure].per_sentence for name, scores in comparison.scores.items() if measure in scores}
    best = 100.0 if heading(measure).higher_is_better else 0.0
    spreads = [_spread(values, best) for values in zip(*rows.values(), strict=True)]
    telling = [number for number, spread in enumerate(spreads) if spread > 0]  # which what cannot be measured is not
    order = sorted(telling, key=lambda number: (-spreads[number], number))
    return [_example(comparison, number, rows, spreads[number]) for number in order[:count]]


def _spread(values: Sequence[float], best: float) -> float:
    return max(values) - min(values) if len(values) > 1 else abs(best - values[0])


def _example(comparison: Comparison, number: int, rows: Mapping[str, Sequence[float]], spread: float) -> Example:
    return Example(
        number + 1,
        comparison.testset.segments[number],
        {system.name: system.hypotheses[number] for system in comparison.systems},
        {name: values[number] for name, values in rows.items()},
        spread,
    )
