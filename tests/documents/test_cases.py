"""What every format must do, on its golden cases."""

import codecs

import pytest

from documents.golden import ALL, Case
from documents.shouting import shouted, texts, unchanged

WRITES_TARGETS = ("po", "xliff")
"""Formats with a place for the translation beside the source, which is filled even with the source itself."""

each_case = pytest.mark.parametrize("case", ALL, ids=lambda case: f"{case.folder.parent.name}-{case.folder.name}")
each_case_in_place = pytest.mark.parametrize(
    "case",
    [case for case in ALL if case.folder.parent.name not in WRITES_TARGETS],
    ids=lambda case: f"{case.folder.parent.name}-{case.folder.name}",
)


@each_case
def test_the_translator_gets_these_segments(case: Case) -> None:
    assert texts(case.open()) == case.segments


@each_case
def test_the_translations_are_put_in_place(case: Case) -> None:
    assert shouted(case.open()).decode() == case.expected.read_text(encoding="utf-8")


@each_case_in_place
def test_an_unchanged_text_gives_the_same_bytes(case: Case) -> None:
    assert unchanged(case.open()) == case.input.read_bytes()


@each_case
def test_line_ends_are_kept(case: Case) -> None:
    lines = case.input.read_bytes().replace(b"\n", b"\r\n")
    assert shouted(case.open(lines)) == case.expected.read_bytes().replace(b"\n", b"\r\n")


@each_case
@pytest.mark.parametrize(
    ("mark", "codec"),
    [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")],
)
def test_a_byte_order_mark_and_its_encoding_are_kept(case: Case, mark: bytes, codec: str) -> None:
    data = mark + case.input.read_text(encoding="utf-8").encode(codec)
    assert shouted(case.open(data)) == mark + case.expected.read_text(encoding="utf-8").encode(codec)


@each_case
def test_every_segment_says_where_it_stands(case: Case) -> None:
    assert all(segment.note.startswith("line ") for segment in case.open().segments)


@each_case
def test_no_segment_begins_or_ends_with_white_space(case: Case) -> None:
    assert [text for text in texts(case.open()) if text != text.strip()] == []
