"""The measures of sacreBLEU, with the counts of each sentence kept."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from stencilmt.evaluation.extras import load
from stencilmt.evaluation.score import Combine, Counts


def metric(name: str, **options: Any) -> Any:
    """A metric of sacreBLEU."""
    return getattr(load("sacrebleu.metrics"), name)(**options)


def count(metric: Any, hypotheses: Sequence[str], references: Sequence[str]) -> Counts:
    """What the metric counts in each sentence.

    sacreBLEU has no public way to ask for these; its own significance tests call the same method.
    """
    return np.array(metric._extract_corpus_statistics(hypotheses, [references]), dtype=np.float64)


def combine(metric: Any) -> Combine:
    """From summed counts to the metric's value."""
    return lambda counts: float(metric._compute_score_from_stats(counts.tolist()).score)
