"""The guarantee: whatever the decoder writes, every constraint stands in the sentence exactly once."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stencilmt.constraints.mark import Mark, Span, Symbol, closing, opening, term
from stencilmt.restore.parse import parse
from stencilmt.restore.repair import repair
from stencilmt.restore.restore import restore
from stencilmt.template.cut import Template, cut
from stencilmt.template.encode import Format, SequenceKind, encode_forced_template, encode_target
from stencilmt.template.grammar import faults, is_valid
from stencilmt.template.spacing import pack
from stencilmt.template.symbols import SEP, target_gap
from strategies import SYMBOLS, cut_sentences, decoder_sequences, mark_orders

C1, C2, C3, C4 = (term(n) for n in range(1, 5))
A, Z, B, Y = opening(1), closing(1), opening(2), closing(2)

REPAIRS: list[tuple[Sequence[Symbol], Sequence[Mark], Sequence[Mark]]] = [
    ((C3, C1), (C1, C2, C3), (C3, C1, C2)),
    ((), (C1, C2), (C1, C2)),
    ((C2, C2, C1), (C1, C2), (C2, C1)),
    ((C2, Symbol("C9"), C1), (C1, C2), (C2, C1)),
    ((C1, A, Z), (A, C1, Z), (A, C1, Z)),
    ((Z, A), (A, Z), (A, Z)),
    ((B, A, Y, Z), (A, Z, B, Y), (B, Y, A, Z)),
    ((A, Z), (A, B, Y, Z), (A, B, Y, Z)),
    ((C4, C3), (C1, C2, C3, C4), (C1, C2, C4, C3)),
]


@pytest.mark.parametrize(("marks", "source", "repaired"), REPAIRS)
def test_repair(marks: Sequence[Symbol], source: Sequence[Mark], repaired: Sequence[Mark]) -> None:
    assert repair(marks, source) == tuple(repaired)


@settings(max_examples=2000, deadline=None)
@given(st.lists(SYMBOLS, max_size=12), mark_orders())
def test_a_repaired_template_is_valid(marks: list[Symbol], source: tuple[Mark, ...]) -> None:
    repaired = repair(marks, source)
    assert is_valid(repaired, source)
    assert is_valid(marks, source) == (tuple(marks) == repaired and not faults(marks, source))


FORMS = st.builds(Format, st.just(SequenceKind.UNIFIED), st.booleans())


@settings(max_examples=2000, deadline=None)
@given(decoder_sequences(), cut_sentences(), FORMS, st.booleans())
def test_any_sequence_gives_a_whole_sentence(
    sequence: list[str], case: tuple[str, list[Span]], form: Format, spaced: bool
) -> None:
    source = cut(*case)
    targets = {mark: f"[{mark}]" for mark in source.marks}
    restored = restore(sequence, source, targets, form, spaced)
    assert [restored.text[span.start : span.end] for span in restored.spans] == [
        targets[s.mark] for s in restored.spans
    ]
    assert is_valid([span.mark for span in restored.spans], source.marks)
    parsed = parse(sequence, form)
    assert bool(restored.repairs) >= (not is_valid(parsed.marks, source.marks))


@settings(max_examples=2000, deadline=None)
@given(cut_sentences(), FORMS, st.booleans(), st.data())
def test_a_right_sequence_gives_its_sentence(
    case: tuple[str, list[Span]], form: Format, spaced: bool, data: st.DataObject
) -> None:
    sentence, spans = case
    template = pack(cut(sentence, spans), spaced)
    texts = {span.mark: sentence[span.start : span.end] for span in spans}
    sequence = encode_target(template, template, texts, form)
    restored = restore(sequence, template, texts, form, spaced)
    assert (restored.text, restored.repairs, restored.omitted) == (sentence, (), 0)
    cut_off = sequence[: data.draw(st.integers(0, len(sequence)))]
    assert is_valid([span.mark for span in restore(cut_off, template, texts, form, spaced).spans], template.marks)


@settings(max_examples=500, deadline=None)
@given(cut_sentences(), decoder_sequences())
def test_a_forced_template_needs_no_repair(case: tuple[str, list[Span]], derivation: list[str]) -> None:
    source, form = cut(*case), Format()
    targets = dict.fromkeys(source.marks, "t")
    text_only = [item for item in derivation if not isinstance(item, Symbol)]
    sequence = (*encode_forced_template(source.marks, source, targets, form), *text_only)
    assert restore(sequence, source, targets, form, spaced=True).repairs == ()


def gap(number: int) -> Symbol:
    return target_gap(number)


SOURCE = Template((C1, C2), ("", "", ""))
FAULTS: list[tuple[Sequence[str], str]] = [
    ([SEP, gap(0), C1, gap(1), SEP, gap(0), "a"], "C2 is missing"),
    ([SEP, gap(0), C1, gap(1), C2, gap(3), SEP], "the nonterminals of the template were not in order"),
    ([SEP, gap(0), C1, "x", gap(1), C2, gap(2), SEP], "text inside the template was dropped"),
    ([SEP, gap(0), C1, gap(1), C2, gap(2), SEP, gap(0), "a", gap(0), "b"], "Y0 was derived twice, the first was taken"),
    ([SEP, gap(0), C1, gap(1), C2, gap(2), SEP, gap(0), "a", C1, "b"], "C1 inside the derivation was dropped"),
    ([SEP, gap(0), C1, gap(1), C2, gap(2), SEP, "a"], "text that belongs to no nonterminal was dropped"),
    ([SEP, gap(0), C1, gap(1), C2, gap(2), SEP, gap(0), "a", SEP, "b"], "text after the derivation was dropped"),
    ([SEP, gap(0), C1, gap(1), C2, gap(2), SEP, gap(0), "a", gap(7), "b"], "Y7 stands for no fragment and was dropped"),
]


@pytest.mark.parametrize(("sequence", "fault"), FAULTS)
def test_every_fault_is_said(sequence: Sequence[str], fault: str) -> None:
    restored = restore(sequence, SOURCE, {C1: "eins", C2: "zwei"}, Format(), spaced=False)
    assert fault in restored.repairs
    assert "eins" in restored.text
    assert "zwei" in restored.text


@pytest.mark.parametrize(
    ("template", "compact", "rearranged"),
    [
        ((gap(0), C1, gap(1), C2, gap(2)), False, False),
        ((gap(0), C2, gap(1), C1, gap(2)), False, False),
        ((gap(2), C1, C2, gap(0)), False, True),
        ((gap(0), C1, gap(1)), False, True),
        ((C2, C1), True, False),
        ((C2, gap(0), C1), True, True),
    ],
)
def test_a_template_is_rearranged_where_it_is_not_what_was_written(
    template: Sequence[Symbol], compact: bool, rearranged: bool
) -> None:
    form = Format(compact=compact)
    restored = restore([SEP, *template, SEP], SOURCE, {C1: "eins", C2: "zwei"}, form, spaced=False)
    assert restored.rearranged is rearranged


def test_equal_literal_tags_are_told_apart_by_their_order() -> None:
    form = Format(SequenceKind.STRUCTURAL)
    source = cut("<b>x</b> <b>y</b>", [Span(0, 3, A), Span(4, 8, Z), Span(9, 12, B), Span(13, 17, Y)])
    texts = {A: "<b>", Z: "</b>", B: "<b>", Y: "</b>"}
    sequence = encode_target(source, source, texts, form)
    assert restore(sequence, source, texts, form, spaced=False).text == "<b>x</b> <b>y</b>"
