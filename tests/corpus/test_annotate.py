"""Pairs become records, or are refused by a rule."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stencilmt.constraints.mark import Kind
from stencilmt.corpus.annotate import RULES, Annotator
from stencilmt.corpus.record import Record
from stencilmt.corpus.side import read_side
from stencilmt.template.encode import SequenceKind
from stencilmt.template.symbols import Limits

MANY = "".join(f"<i{number}/>x" for number in range(17))


@pytest.mark.parametrize(
    ("source", "target", "rule"),
    [
        ("<b>a</b>", "a", "tag tree"),
        ("<b>a <i>b</i></b>", "<b>a</b> <i>b</i>", "tag tree"),
        (MANY, MANY, "tag count"),
        ("<b>" * 80, "<b>" * 80, "tag count"),
    ],
)
def test_a_pair_is_refused_by_a_rule(source: str, target: str, rule: str) -> None:
    assert Annotator("en", "de").annotate((source, target), []) == rule
    assert rule in RULES


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("<p>a</p>", "<p>b</p>", ("a", "b")),
        ("<p><b>a</b></p>", "<p> <b>b</b></p>", ("a", "b")),
        ("<p>a <b>c</b></p>", "<p>b <b>c</b></p>", ("a <b>c</b>", "b <b>c</b>")),
        ("<p>a</p>.", "<p>b</p>", ("<p>a</p>.", "<p>b</p>")),
        ("<p></p>", "<p></p>", ("<p></p>", "<p></p>")),
        ("<b>a</b> <b>b</b>", "<b>a</b> <b>b</b>", ("<b>a</b> <b>b</b>", "<b>a</b> <b>b</b>")),
    ],
)
def test_tags_around_everything_are_lifted_off(source: str, target: str, expected: tuple[str, str]) -> None:
    record = Annotator("en", "de").annotate((source, target), [(0, 0)] if "a" in source else [])
    assert isinstance(record, Record)
    assert (record.source, record.target) == expected
    for phrase in record.phrases:
        assert record.source[phrase.source_start : phrase.source_end] == "a"


@given(st.lists(st.sampled_from(["<b>", "</b>", "<br/>", "%", "%s", "&lt;", "a.de", "://", "word", " "])).map("".join))
def test_lifting_changes_no_word(text: str) -> None:
    whole, inner = f"<p>{text}</p>", text.strip()
    if inner:
        words = [(start + whole.index(inner), end + whole.index(inner)) for start, end in read_side(inner, "en").words]
        assert words == list(read_side(whole, "en").words)


def test_the_structural_kind_keeps_every_tag_by_itself() -> None:
    annotator = Annotator("en", "de", SequenceKind.STRUCTURAL, symbols=frozenset({"<p>", "</p>", "<b>", "</b>"}))
    record = annotator.annotate(("<p><b>a %s</b></p>", "<p><b>b %s</b></p>"), [(0, 0)])
    assert isinstance(record, Record)
    assert [unit.kind for unit in record.fixed] == [Kind.OPEN, Kind.OPEN]
    assert annotator.annotate(("<i>a</i>", "<i>b</i>"), []) == "tag rare"


def test_placeholders_beyond_the_symbols_stay_text() -> None:
    text = "%s " * 5
    record = Annotator("en", "de", limits=Limits(terms=3)).annotate((text, text), [])
    assert isinstance(record, Record)
    assert len(record.fixed) == 3
