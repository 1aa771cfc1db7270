"""Tags and placeholders find their counterparts, or the pair is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stencilmt.constraints.sample import Sample, place
from stencilmt.corpus.correspond import Links, match_placeholders, match_tags, merge_adjacent
from stencilmt.corpus.side import read_side
from stencilmt.template.cut import cut
from stencilmt.template.grammar import is_valid


def placed(source: str, target: str, links: Links = ()) -> Sample | None:
    """The marks of a pair, None where its tags do not correspond."""
    sides = read_side(source, "en"), read_side(target, "de")
    tags = match_tags(*sides, links)
    if tags is None:
        return None
    merged = merge_adjacent(tags)
    return place([*merged, *match_placeholders(*sides, merged)])


def outline(text: str, spans: Sample | None, side: int) -> str:
    """A sentence with its marks in place of what they stand for."""
    assert spans is not None
    template = cut(text, spans[side])
    return template.free[0] + "".join(mark + free for mark, free in zip(template.marks, template.free[1:], strict=True))


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("Press <b>OK</b>.", "<b>OK</b> drücken.", "<1>OK</1> drücken."),
        ("<b>A</b> <i>B</i>", "<i>B</i> <b>A</b>", "<2>B</2> <1>A</1>"),
        ('<a href="1">A</a> <a href="2">B</a>', '<a href="2">B</a> <a href="1">A</a>', "<2>B</2> <1>A</1>"),
        ('<a href="en">A</a>', '<a href="de">A</a>', "<1>A</1>"),
        ("a<br/>b <img/>", "<img/> a<br/>b", "<2/> a<1/>b"),
        ("<b>a <i>b</i></b>", "<b><i>b</i> a</b>", "<1><2>b</2> a</1>"),
        ("<b><i>a</i></b>", "<b><i>a</i></b>", "<1>a</1>"),
        ("<b><i>a</i></b>", "<b>x <i>a</i></b>", "<1>x <2>a</2></1>"),
        ("a<br/><br/>b", "a<br/><br/>b", "a<1/>b"),
        ("a<br/><br/>b", "a<br/>c<br/>b", "a<1/>c<2/>b"),
        ("%s of %d", "%d von %s", "C2 von C1"),
        ("%s and %s", "%s und %s", "C1 und C2"),
        ("%s and %s", "%s", "C1"),
        ("a &amp; b", "a &amp; b", "a C1 b"),
        ("<b>%s</b> %s", "%s <b>%s</b>", "C2 <1>C1</1>"),
        ("<b>%s</b>", "<b>x</b> %s", "<1>x</1> %s"),
        ('<a href="%s">x</a>', '<a href="%s">x</a>', "<1>x</1>"),
        ("http://a.de/?x&amp;y", "http://a.de/?x&amp;y", "C1"),
    ],
)
def test_what_belongs_together(source: str, target: str, expected: str) -> None:
    assert outline(target, placed(source, target), 1) == expected


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("<b>a</b>", "a"),
        ("a", "<b>a</b>"),
        ("<b>a</b>", "<i>a</i>"),
        ("<b>a</b>", "a<b/>"),
        ("<b>a <i>b</i></b>", "<b>a</b> <i>b</i>"),
        ("<b>a <i>b</i></b>", "<i>a <b>b</b></i>"),
        ("<b>a</b> <b>b</b>", "<b>a</b>"),
    ],
)
def test_tags_that_do_not_correspond(source: str, target: str) -> None:
    assert placed(source, target) is None


def test_links_tell_which_of_equal_tags_belong_together() -> None:
    source, target = "<b>old</b> to <b>new</b>", "<b>neu</b> aus <b>alt</b>"
    assert outline(target, placed(source, target), 1) == "<1>neu</1> aus <2>alt</2>"
    assert outline(target, placed(source, target, [(0, 2), (2, 0)]), 1) == "<2>neu</2> aus <1>alt</1>"


TAGGED = st.lists(
    st.sampled_from(["<b>", "</b>", "<i>", "</i>", "<br/>", "<a x='1'>", "</a>", "%s", "&lt;", "word", " "]),
    max_size=12,
).map("".join)


@given(TAGGED, TAGGED)
def test_what_corresponds_is_a_valid_template(source: str, target: str) -> None:
    spans = placed(source, target)
    if spans is not None:
        assert is_valid(cut(target, spans.target).marks, cut(source, spans.source).marks)


@given(TAGGED)
def test_a_sentence_corresponds_to_itself(text: str) -> None:
    spans = placed(text, text)
    assert spans is not None
    assert spans.source == spans.target
