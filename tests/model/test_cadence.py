"""Durations and rhythms."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stencilmt.errors import SettingsError
from stencilmt.model.cadence import Every, duration_of, seconds_of


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("3h", 10800), ("1h30m", 5400), ("90s", 90), ("2d", 172800), ("0.5h", 1800), ("10 min", 600), ("1H 1M 1S", 3661)],
)
def test_durations(text: str, seconds: float) -> None:
    assert seconds_of(text) == seconds


@pytest.mark.parametrize("text", ["", "3", "h", "3 hours", "-3h", "3h2d", "1e3s"])
def test_what_is_no_duration(text: str) -> None:
    with pytest.raises(SettingsError, match="expected for example"):
        seconds_of(text)


@settings(deadline=None)
@given(st.integers(0, 10**6))
def test_a_written_duration_is_right_to_its_second_unit(seconds: int) -> None:
    written = seconds_of(duration_of(seconds))
    assert written <= seconds
    assert seconds - written < (3600 if seconds >= 86400 else 60 if seconds >= 3600 else 1)


@pytest.mark.parametrize(
    ("text", "every"),
    [("500 steps", Every(steps=500)), ("1 step", Every(steps=1)), ("25", Every(steps=25)), ("10m", Every(seconds=600))],
)
def test_rhythms(text: str, every: Every) -> None:
    assert Every.parse(text) == every


@pytest.mark.parametrize(
    ("text", "step", "seconds", "due"),
    [
        ("5 steps", 10, 0.0, True),
        ("5 steps", 11, 0.0, False),
        ("5 steps", 5, 0.0, False),
        ("1m", 6, 99.0, False),
        ("1m", 6, 100.0, True),
    ],
)
def test_when_it_is_time_again(text: str, step: int, seconds: float, due: bool) -> None:
    assert Every.parse(text).due(step, seconds, last_step=5, last_seconds=40.0) is due
