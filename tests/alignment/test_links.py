"""Pharaoh links: read, write, refuse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stencilmt.alignment.links import Links, check_range, read_links, write_links
from stencilmt.errors import DataError

some_links = st.sets(st.tuples(st.integers(0, 99), st.integers(0, 99))).map(lambda links: tuple(sorted(links)))


@given(some_links)
def test_reading_is_the_inverse_of_writing(links: Links) -> None:
    assert read_links(write_links(links), "here:1") == links


def test_reading_sorts_and_drops_doubles() -> None:
    assert read_links(" 2-1 0-0\t2-1 \n", "here:1") == ((0, 0), (2, 1))


@pytest.mark.parametrize("line", ["0", "0-", "-1", "0-1-2", "a-b", "0 - 1", "0:1", "0--1"])
def test_malformed_links_are_refused(line: str) -> None:
    with pytest.raises(DataError, match=r"^links\.txt:7: '.*' is no link"):
        read_links(line, "links.txt:7")


@pytest.mark.parametrize("links", [((2, 0),), ((0, 3),)])
def test_links_outside_the_pair_are_refused(links: Links) -> None:
    with pytest.raises(DataError, match=r"^links\.txt:7: link \d-\d is outside a pair of 2 and 3 words"):
        check_range(links, 2, 3, "links.txt:7")
