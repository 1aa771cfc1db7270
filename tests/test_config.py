"""Settings to plain dictionaries and back, strictly."""

import json
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stencilmt.config import from_dict, hint, replace_checked, require, to_dict
from stencilmt.errors import SettingsError


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Inner:
    size: int
    share: float = 0.5

    def __post_init__(self) -> None:
        require(0 <= self.share <= 1, f"share must be from 0 to 1 (not {self.share})")


@dataclass(frozen=True)
class Outer:
    inner: Inner
    name: str = "x"
    on: bool = False
    limit: int | None = None
    pair: tuple[float, float] = (0.9, 0.98)
    words: tuple[str, ...] = ()
    schedule: Literal["cosine", "linear"] = "cosine"
    colour: Colour = Colour.RED
    folder: Path = Path()
    table: dict[str, Inner] = field(default_factory=dict)


inners = st.builds(Inner, st.integers(), st.floats(0, 1))
outers = st.builds(
    Outer,
    inners,
    st.text(),
    st.booleans(),
    st.none() | st.integers(),
    st.tuples(st.floats(0, 1), st.floats(0, 1)),
    st.lists(st.text()).map(tuple),
    st.sampled_from(["cosine", "linear"]),
    st.sampled_from(Colour),
    st.text("abc/.", min_size=1).map(Path),
    st.dictionaries(st.text(), inners),
)


@settings(deadline=None)
@given(outers)
def test_reading_is_the_inverse_of_writing(settings: Outer) -> None:
    assert from_dict(Outer, json.loads(json.dumps(to_dict(settings)))) == settings


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "setting 'inner' is missing: it has no default"),
        ({"inner": {}}, "setting 'inner.size' is missing: it has no default"),
        ({"inner": 3}, "invalid value for inner, expected a table of settings (not 3)"),
        ({"inner": {"sise": 3}}, "unknown setting 'inner.sise': did you mean 'size'?"),
        ({"inner": {"zzz": 3}}, "unknown setting 'inner.zzz': known are share, size"),
        ({"inner": {"size": 3.5}}, "invalid value for inner.size, expected a whole number (not 3.5)"),
        ({"inner": {"size": True}}, "invalid value for inner.size, expected a whole number (not True)"),
        ({"inner": {"size": 1, "share": "1"}}, "invalid value for inner.share, expected a number (not '1')"),
        ({"inner": {"size": 1, "share": 2}}, "share must be from 0 to 1 (not 2.0)"),
        ({"on": 1}, "invalid value for on, expected true or false (not 1)"),
        ({"name": None}, "invalid value for name, expected text (not None)"),
        ({"limit": "3"}, "invalid value for limit, expected a whole number or null (not '3')"),
        ({"pair": [1]}, "invalid value for pair, expected 2 values (not [1])"),
        ({"pair": [1, "a"]}, "invalid value for pair[1], expected a number (not 'a')"),
        ({"words": "abc"}, "invalid value for words, expected a list (not 'abc')"),
        ({"schedule": "cos"}, 'invalid value for schedule, expected "cosine" or "linear" (not \'cos\')'),
        ({"colour": "green"}, 'invalid value for colour, expected "red" or "blue" (not \'green\')'),
        ({"table": {"a": {"size": "b"}}}, "invalid value for table.a.size, expected a whole number (not 'b')"),
    ],
)
def test_faults_are_named_by_their_path(data: dict[str, Any], message: str) -> None:
    whole = data if not data or "inner" in data else {"inner": {"size": 1}} | data
    with pytest.raises(SettingsError) as caught:
        from_dict(Outer, whole)
    assert str(caught.value) == message


def test_a_whole_number_serves_as_a_number() -> None:
    share = from_dict(Inner, {"size": 1, "share": 1}).share
    assert isinstance(share, float)


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        ({"name": "y"}, Outer(Inner(1), name="y")),
        ({"inner.size": 2}, Outer(Inner(2))),
        ({"inner": {"size": 2, "share": 0.1}}, Outer(Inner(2, 0.1))),
        ({"inner": Inner(5), "limit": 4, "words": ("a",)}, Outer(Inner(5), limit=4, words=("a",))),
    ],
)
def test_replacing(overrides: dict[str, Any], expected: Outer) -> None:
    assert replace_checked(Outer(Inner(1)), overrides) == expected


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"inner.sizes": 2}, "unknown setting 'inner.sizes': did you mean 'size'?"),
        ({"name.size": 2}, "unknown setting 'name.size': 'name' holds a value, not further settings"),
        ({"inner.size": "2"}, "invalid value for inner.size, expected a whole number (not '2')"),
    ],
)
def test_replacing_is_strict(overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        replace_checked(Outer(Inner(1)), overrides)
    assert str(caught.value) == message


def test_a_hint_names_the_nearest_or_all() -> None:
    assert hint("smal", ["small", "tiny"]) == "did you mean 'small'?"
    assert hint("x", ["small", "tiny"]) == "known are small, tiny"
