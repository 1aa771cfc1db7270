"""A number that knows what it is, how it was made and which sentences it came from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from stencilmt import __version__

Counts = NDArray[np.float64]
Combine = Callable[[Counts], float]


@dataclass(frozen=True, slots=True, eq=False)
class Score:
    """The value of one measure for one system."""

    name: str
    """The measure, as it is called in JSON."""
    value: float
    """From 0 to 100 for shares and accuracies; nan where there was nothing to count."""
    signature: str
    """How it was made: versions, tokenizer, window and the like."""
    counts: Counts
    """What was counted, a row per sentence: sums of rows give the value of any sample of sentences."""
    combine: Combine
    """From a sum of rows to a value."""

    @property
    def per_sentence(self) -> tuple[float, ...]:
        """The value of every sentence alone."""
        return tuple(self.combine(row) for row in self.counts)


def score(name: str, counts: Counts, combine: Combine, signature: str) -> Score:
    """The score of a corpus from the counts of its sentences."""
    return Score(name, combine(counts.sum(axis=0)), signature, counts, combine)


def share(name: str, parts: Sequence[float], wholes: Sequence[float], signature: str) -> Score:
    """How much of all wholes the parts make up, from 0 to 100."""
    return score(name, _columns(parts, wholes), _percentage, f"{signature}|stencil:{__version__}")


def mean(name: str, values: Sequence[float], signature: str) -> Score:
    """The mean over all sentences of values from 0 to 1, from 0 to 100."""
    return share(name, values, [1.0] * len(values), signature)


def _columns(*columns: ArrayLike) -> Counts:
    return np.array(columns, dtype=np.float64).T


def _percentage(counts: Counts) -> float:
    part, whole = counts
    return float(100 * part / whole) if whole else nan
