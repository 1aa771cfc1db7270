"""Symmetrization: tables, and the scan over the whole matrix that it must equal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stencilmt.alignment.links import Link, Links, read_links, write_links
from stencilmt.alignment.symmetrize import (
    NEIGHBOURS,
    grow_diag_final_and,
    intersection,
    symmetrization,
    union,
)
from stencilmt.errors import SettingsError

CASES = [
    # forward, backward, grow-diag-final-and, why
    ("", "", "", "nothing"),
    ("0-0 1-1", "0-0 1-1", "0-0 1-1", "both agree"),
    ("0-0 1-1", "0-0", "0-0 1-1", "a diagonal neighbour of two free words"),
    ("0-0 0-1", "0-0", "0-0 0-1", "a neighbour that gives a free target word a link"),
    ("0-0 1-1 0-1", "0-0 1-1", "0-0 1-1", "a neighbour between words that both have links"),
    ("0-0 1-1 2-2", "0-0", "0-0 1-1 2-2", "growth goes on from what has grown"),
    ("0-0 3-3", "0-0", "0-0 3-3", "final: far away, both words free"),
    ("0-0 0-3", "0-0", "0-0", "final and: far away, one word not free"),
    ("0-0", "3-3", "0-0 3-3", "no intersection: both directions fill in"),
    ("0-1", "0-2", "0-1", "no intersection: forward comes first"),
]


def links(text: str) -> Links:
    return read_links(text, "table:1")


@pytest.mark.parametrize(("forward", "backward", "expected", "why"), CASES)
def test_grow_diag_final_and(forward: str, backward: str, expected: str, why: str) -> None:
    assert write_links(grow_diag_final_and(links(forward), links(backward))) == expected, why


def test_intersection_and_union() -> None:
    forward, backward = links("0-0 1-1 2-1"), links("0-0 1-1 1-2")
    assert write_links(intersection(forward, backward)) == "0-0 1-1"
    assert write_links(union(forward, backward)) == "0-0 1-1 1-2 2-1"


def scan(forward: set[Link], backward: set[Link], size: int) -> set[Link]:
    """The published pseudo-code, to the letter: slow, over the whole matrix."""
    found = forward & backward

    def free(source: int, target: int) -> tuple[bool, bool]:
        return source not in {link[0] for link in found}, target not in {link[1] for link in found}

    matrix = [(source, target) for source in range(size) for target in range(size)]
    changed = True
    while changed:
        changed = False
        for source, target in matrix:
            if (source, target) in found:
                for down, right in NEIGHBOURS:
                    new = (source + down, target + right)
                    if new in (forward | backward) - found and any(free(*new)):
                        found.add(new)
                        changed = True
    for direction in (forward, backward):
        for link in matrix:
            if link in direction and all(free(*link)):
                found.add(link)
    return found


few_links = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=10)


@given(few_links, few_links)
def test_grow_diag_final_and_equals_the_scan(forward: set[Link], backward: set[Link]) -> None:
    expected = tuple(sorted(scan(forward, backward, size=6)))
    assert grow_diag_final_and(forward, backward) == expected
    assert set(intersection(forward, backward)) <= set(expected) <= set(union(forward, backward))


def test_an_unknown_symmetrization_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"unknown symmetrization 'grow'.*'intersection'"):
        symmetrization("grow")
