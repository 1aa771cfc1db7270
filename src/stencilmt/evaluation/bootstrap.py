"""How far a score may be chance: resampling the sentences of a test set.

All systems are resampled with the same draws, so that two of them can be compared sentence by sentence.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stencilmt.errors import SettingsError
from stencilmt.evaluation.score import Score


@dataclass(frozen=True, slots=True)
class Interval:
    """Where the middle 95 % of the resampled values lie."""

    low: float
    high: float


class Bootstrap:
    """A fixed set of draws from the sentences of one test set."""

    def __init__(self, sentences: int, samples: int = 1000, seed: int = 12345) -> None:
        if samples < 1:
            raise SettingsError(f"invalid number of bootstrap samples, expected 1 or more (not {samples})")
        generator = np.random.default_rng(seed)
        chances = np.full(sentences, 1 / max(sentences, 1))
        self.draws = generator.multinomial(sentences, chances, size=samples).astype(np.float64)
        self.signature = f"bs:{samples}|seed:{seed}"

    def values(self, score: Score) -> NDArray[np.float64]:
        """The score of every resampled test set; nan for one without anything to count."""
        return np.array([score.combine(total) for total in self.draws @ score.counts])

    def interval(self, score: Score) -> Interval:
        """The confidence interval of a score; nan where no sample has a value."""
        values = _known(self.values(score))
        low, high = np.quantile(values, (0.025, 0.975)) if len(values) else (np.nan, np.nan)
        return Interval(float(low), float(high))

    def significance(self, baseline: Score, other: Score) -> float:
        """The probability of a difference at least this large if the two systems were equally good.

        The resampled differences scatter around the true one; shifted to scatter around zero they show what chance
        alone would do. One is added to both counts: a probability is never zero.
        """
        differences = _known(self.values(other) - self.values(baseline))
        if not len(differences):
            return float("nan")
        scatter = np.abs(differences - differences.mean())
        as_far = np.count_nonzero(scatter >= abs(other.value - baseline.value))
        return float((as_far + 1) / (len(differences) + 1))


def _known(values: NDArray[np.float64]) -> NDArray[np.float64]:
    known: NDArray[np.float64] = values[~np.isnan(values)]
    return known
