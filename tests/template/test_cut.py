"""Cutting sentences, and weaving them again."""

import pytest
from hypothesis import given, settings

from stencilmt.constraints.mark import Mark, Span, alone, closing, opening, term
from stencilmt.errors import ConstraintError
from stencilmt.restore.weave import weave
from stencilmt.template.cut import Template, cut
from stencilmt.template.spacing import pack, unpack
from strategies import cut_sentences, mark_orders

CASES = [
    ("no constraint", [], ("no constraint",)),
    ("all", [Span(0, 3, term(1))], ("", "")),
    ("ab", [Span(0, 1, term(1)), Span(1, 2, term(2))], ("", "", "")),
    ("a b", [Span(2, 3, term(2)), Span(0, 1, term(1))], ("", " ", "")),
    ("", [Span(0, 0, alone(1))], ("", "")),
]


@pytest.mark.parametrize(("sentence", "spans", "free"), CASES)
def test_cut(sentence: str, spans: list[Span], free: tuple[str, ...]) -> None:
    assert cut(sentence, spans).free == free


@pytest.mark.parametrize(
    ("spans", "message"),
    [
        ([Span(0, 3, term(1)), Span(2, 4, term(2))], "the span 2-4 of C2 overlaps the one before it, which ends at 3"),
        ([Span(3, 9, term(1))], "the span 3-9 of C1 is not inside the sentence of 5 characters"),
        ([Span(3, 2, term(1))], "the span 3-2 of C1 is not inside the sentence"),
    ],
)
def test_spans_that_cannot_be_cut_are_refused(spans: list[Span], message: str) -> None:
    with pytest.raises(ConstraintError, match=message):
        cut("abcde", spans)


@settings(max_examples=2000, deadline=None)
@given(cut_sentences())
def test_weave_undoes_cut(case: tuple[str, list[Span]]) -> None:
    sentence, spans = case
    texts = {span.mark: sentence[span.start : span.end] for span in spans}
    woven = weave(cut(sentence, spans), texts)
    assert woven.text == sentence
    assert list(woven.spans) == spans


PACKED = [
    (("Click ", "Open", " now"), (opening(1), closing(1)), (" Click", " Open", " now"), set()),
    (("the ", " of"), (term(1),), (" the", " of"), set()),
    (("the (", ")"), (term(1),), (" the (", ")"), {0}),
    (("", " first"), (term(1),), ("", " first"), set()),
    (("", "x", ""), (opening(1), closing(1)), ("", " x", ""), set()),
    (("a", "b"), (alone(1),), (" a", "b"), {0}),
    ((" ", ""), (term(1),), (" ", ""), set()),
]


@pytest.mark.parametrize(("free", "marks", "packed", "joined"), PACKED)
def test_pack(free: tuple[str, ...], marks: tuple[Mark, ...], packed: tuple[str, ...], joined: set[int]) -> None:
    assert pack(Template(marks, free), spaced=True) == Template(marks, packed, frozenset(joined))


@settings(max_examples=2000, deadline=None)
@given(cut_sentences())
def test_unpack_undoes_pack(case: tuple[str, list[Span]]) -> None:
    template = cut(*case)
    for spaced in (True, False):
        assert unpack(pack(template, spaced), spaced) == template


@given(mark_orders())
def test_marks_know_their_partners(marks: tuple[Mark, ...]) -> None:
    for mark in marks:
        if mark.opens:
            assert mark.partner in marks
            assert mark.partner.partner == mark
