"""Intervals and significance."""

import numpy as np
import pytest

from stencilmt.errors import SettingsError
from stencilmt.evaluation.bootstrap import Bootstrap
from stencilmt.evaluation.score import Score, mean, share


def coin(chance: float, seed: int, tosses: int = 400) -> Score:
    """A measure that is right in a share of the sentences, at random."""
    right = np.random.default_rng(seed).random(tosses) < chance
    return mean("coin", right.tolist(), "")


def test_an_interval_is_as_wide_as_theory_says() -> None:
    score = coin(0.5, seed=1)
    interval = Bootstrap(400).interval(score)
    deviation = 100 * (0.25 / 400) ** 0.5
    assert interval.low < score.value < interval.high
    assert interval.high - interval.low == pytest.approx(2 * 1.96 * deviation, rel=0.15)


def test_the_same_seed_gives_the_same_interval() -> None:
    assert Bootstrap(400).interval(coin(0.5, 1)) == Bootstrap(400).interval(coin(0.5, 1))
    assert Bootstrap(400, seed=1).interval(coin(0.5, 1)) != Bootstrap(400, seed=2).interval(coin(0.5, 1))


@pytest.mark.parametrize(
    ("baseline", "other", "low", "high"),
    [(coin(0.5, 1), coin(0.5, 1), 1, 1), (coin(0.5, 1), coin(0.9, 2), 0, 0.01), (coin(0.5, 1), coin(0.5, 3), 0.05, 1)],
)
def test_significance(baseline: Score, other: Score, low: float, high: float) -> None:
    assert low <= Bootstrap(400).significance(baseline, other) <= high


def test_nothing_to_count_has_no_interval() -> None:
    empty = share("empty", [0, 0], [0, 0], "")
    assert np.isnan([Bootstrap(2).interval(empty).low, Bootstrap(2).significance(empty, empty)]).all()


def test_no_samples() -> None:
    with pytest.raises(SettingsError, match="not 0"):
        Bootstrap(10, samples=0)
