"""Pharaoh links: read, write, refuse."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stencilmt.alignment.links import Links, check_range, read_links, write_links
from stencilmt.alignment.pharaoh import Pharaoh
from stencilmt.errors import DataError

PAIRS = [(["a", "b"], ["x", "y"]), ([], ["z"]), (["c"], ["z"])]

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


@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_ready_links(tmp_path: Path, start: str) -> None:
    path = tmp_path / "links.txt"
    path.write_text(f"{start}0-1 1-0\n\n0-0", encoding="utf-8")
    assert list(Pharaoh(path).align(PAIRS)) == [((0, 1), (1, 0)), (), ((0, 0),)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0-0\n\n", "only 2 lines of links"),
        ("0-0\n\n0-0\n0-0\n", r"txt:4: there are only 3 sentence pairs"),
        ("0-0\n0-0\n0-0\n", r"txt:2: link 0-0 is outside a pair of 0 and 1 words"),
        ("0-0\n\n0:0\n", r"txt:3: '0:0' is no link"),
    ],
)
def test_ready_links_that_do_not_fit(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "links.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        list(Pharaoh(path).align(PAIRS))


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "links.gz"
    path.write_bytes(b"\x1f\x8b\x08\xff\xfe")
    with pytest.raises(DataError, match=r"links\.gz:1: "):
        list(Pharaoh(path).align(PAIRS))
