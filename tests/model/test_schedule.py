"""The learning rate over steps and time."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stencilmt.config import replace_checked
from stencilmt.model.presets import Optimization, preset
from stencilmt.model.schedule import rate, seconds_left, share_done

HOUR = 3600.0
BASE = preset("paper-base").optimization
STRUCTURAL = preset("paper-structural").optimization
SMALL = preset("small").optimization
PEAK = SMALL.peak_rate


@pytest.mark.parametrize(
    ("optimization", "step", "seconds", "expected"),
    [
        (BASE, 1, 0, 7e-4 / 4000),
        (BASE, 4_000, 0, 7e-4),
        (BASE, 16_000, 0, 3.5e-4),
        (STRUCTURAL, 4_000, 0, (7e-4 + 1e-7) / 2),
        (STRUCTURAL, 8_000, 0, 7e-4),
        (STRUCTURAL, 24_000, 0, (7e-4 + 1e-7) / 2),
        (STRUCTURAL, 40_000, 0, 1e-7),
        (STRUCTURAL, 90_000, 0, 1e-7),
        (SMALL, 100, 0, PEAK / 2),
        (SMALL, 5_000, 1.8 * HOUR, PEAK),
        (SMALL, 5_000, 2.4 * HOUR, PEAK / 2),
        (SMALL, 9_000, 3 * HOUR, 0),
        (SMALL, 9_000, 4 * HOUR, 0),
    ],
)
def test_the_rate(optimization: Optimization, step: int, seconds: float, expected: float) -> None:
    assert rate(optimization, step, seconds) == pytest.approx(expected, rel=1e-9, abs=1e-15)


def test_the_warm_up_of_a_budget_takes_at_most_a_tenth_of_it() -> None:
    assert rate(SMALL, 3, 0.3 * HOUR) == pytest.approx(PEAK)
    assert rate(SMALL, 3, 0.15 * HOUR) == pytest.approx(PEAK / 2)


def test_a_larger_budget_lifts_the_rate_onto_the_longer_curve() -> None:
    longer = replace_checked(preset("small"), {"optimization.budget": "6h"}).optimization
    assert rate(SMALL, 9_000, 3 * HOUR) == pytest.approx(0, abs=1e-12)
    assert rate(longer, 9_000, 3 * HOUR) == pytest.approx(PEAK)


def test_before_the_fall_the_rate_does_not_depend_on_the_budget() -> None:
    longer = replace_checked(preset("small"), {"optimization.budget": "9h"}).optimization
    assert rate(SMALL, 500, 0.1 * HOUR) == rate(longer, 500, 0.1 * HOUR)
    assert rate(SMALL, 5_000, 1.7 * HOUR) == rate(longer, 5_000, 1.7 * HOUR)


@settings(deadline=None)
@given(st.sampled_from([BASE, STRUCTURAL, SMALL]), st.integers(1, 300_000), st.floats(0, 20_000))
def test_the_rate_stays_between_zero_and_the_peak(optimization: Optimization, step: int, seconds: float) -> None:
    assert 0 <= rate(optimization, step, seconds) <= optimization.peak_rate * (1 + 1e-9)


@settings(deadline=None)
@given(st.sampled_from([BASE, STRUCTURAL]), st.integers(1, 60_000))
def test_the_rate_rises_in_the_warm_up_and_never_after(optimization: Optimization, step: int) -> None:
    now, then = rate(optimization, step, 0), rate(optimization, step + 1, 0)
    assert now < then if step < optimization.warm_up else now >= then


@pytest.mark.parametrize(
    ("optimization", "step", "seconds", "share", "left"),
    [
        (BASE, 50_000, 5_000.0, 0.25, 15_000.0),
        (SMALL, 50_000, HOUR, 1 / 3, 2 * HOUR),
        (SMALL, 50_000, 4 * HOUR, 1.0, 0.0),
    ],
)
def test_what_is_done_and_what_is_left(
    optimization: Optimization, step: int, seconds: float, share: float, left: float
) -> None:
    assert share_done(optimization, step, seconds) == pytest.approx(share)
    assert seconds_left(optimization, step, seconds, steps_per_second=10.0) == pytest.approx(left)
