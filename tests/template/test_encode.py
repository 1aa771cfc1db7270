"""The paper's worked examples, token for token."""

import pytest

from stencilmt.constraints.mark import Mark, Span, closing, opening, term
from stencilmt.errors import ConstraintError
from stencilmt.restore.restore import restore
from stencilmt.template.cut import Template, cut
from stencilmt.template.encode import (
    Format,
    SequenceKind,
    encode_forced_template,
    encode_prefix,
    encode_source,
    encode_target,
    words,
)


def spans_of(sentence: str, texts: dict[Mark, str]) -> list[Span]:
    """The spans of texts that follow one another in a sentence."""
    spans, position = [], 0
    for mark, text in texts.items():
        position = sentence.index(text, position)
        spans.append(Span(position, position + len(text), mark))
        position += len(text)
    return spans


C1, C2 = term(1), term(2)
ANALYSTS = (
    "Analysts are concerned that since there is no sign yet of any slowing down of this price hike , the prospect of "
    "the British real estate market as where it is heading now is far from optimistic."
)
SLOWING = {C1: "slowing down", C2: "price hike"}
SLOWING_TARGETS = {C1: "减弱", C2: "价格上涨"}
RESULT = "分析师们担心, 由于目前还没有迹象显示价格上涨会减弱, 英国房地产市场的前景远不乐观。"
LEXICAL = Format(SequenceKind.LEXICAL)


class TestThePapersExample:
    source = cut(ANALYSTS, spans_of(ANALYSTS, SLOWING))
    target = cut(RESULT, spans_of(RESULT, {C2: "价格上涨", C1: "减弱"}))

    def test_input(self) -> None:
        assert " ".join(words(encode_source(self.source, SLOWING, LEXICAL))) == (
            "C1 slowing down C2 price hike <sep> X0 C1 X1 C2 X2 <sep> "
            "X0 Analysts are concerned that since there is no sign yet of any X1 of this X2 , the prospect of the "
            "British real estate market as where it is heading now is far from optimistic."
        )

    def test_prefix(self) -> None:
        assert " ".join(words(encode_prefix(self.source, SLOWING_TARGETS, LEXICAL))) == "C1 减弱 C2 价格上涨 <sep>"

    def test_output(self) -> None:
        output = words(encode_target(self.target, self.source, SLOWING_TARGETS, LEXICAL))
        assert " ".join(output) == (
            "C1 减弱 C2 价格上涨 <sep> Y0 C2 Y1 C1 Y2 <sep> "
            "Y0 分析师们担心, 由于目前还没有迹象显示 Y1 会 Y2 , 英国房地产市场的前景远不乐观。"
        )

    def test_result(self) -> None:
        sequence = encode_target(self.target, self.source, SLOWING_TARGETS, LEXICAL)
        restored = restore(sequence, self.source, SLOWING_TARGETS, LEXICAL, spaced=False)
        assert restored.text == RESULT
        assert restored.repairs == ()


XML = "Each <ph>dashboard</ph> has <b>3</b> filters."
TAGS = {opening(1): "<ph>", closing(1): "</ph>", opening(2): "<b>", closing(2): "</b>"}
MARKDOWN = "Press **Save** twice"
STARS = {opening(1): "**", closing(1): "**"}
BOTH = "Open <b>the mail merge</b> now"
BOTH_TEXTS = {opening(1): "<b>", C1: "mail merge", closing(1): "</b>"}

FORMS = [
    pytest.param(
        SequenceKind.STRUCTURAL,
        XML,
        TAGS,
        "X0 <ph> X1 </ph> X2 <b> X3 </b> X4 <sep> X0 Each X1 dashboard X2 has X3 3 X4 filters.",
        "Y0",
        id="xml",
    ),
    pytest.param(
        SequenceKind.STRUCTURAL,
        MARKDOWN,
        STARS,
        "X0 ** X1 ** X2 <sep> X0 Press X1 Save X2 twice",
        "Y0",
        id="markdown",
    ),
    pytest.param(
        SequenceKind.UNCONSTRAINED,
        "A plain sentence.",
        {},
        "<sep> X0 <sep> X0 A plain sentence.",
        "<sep> Y0 <sep> Y0",
        id="unconstrained",
    ),
    pytest.param(
        SequenceKind.UNIFIED,
        BOTH,
        BOTH_TEXTS,
        "C1 mail merge <sep> X0 <1> X1 C1 X2 </1> X3 <sep> X0 Open X1 the X2 X3 now",
        "C1 mail merge <sep>",
        id="unified",
    ),
    pytest.param(
        SequenceKind.LEXICAL, "Nothing here", {}, "<sep> X0 <sep> X0 Nothing here", "<sep> Y0 <sep> Y0", id="no terms"
    ),
    pytest.param(SequenceKind.STRUCTURAL, "Nothing here", {}, "X0 <sep> X0 Nothing here", "Y0 <sep> Y0", id="no tags"),
]


@pytest.mark.parametrize(("kind", "sentence", "texts", "encoder", "prefix"), FORMS)
def test_forms(kind: SequenceKind, sentence: str, texts: dict[Mark, str], encoder: str, prefix: str) -> None:
    template = cut(sentence, spans_of(sentence, texts))
    assert " ".join(words(encode_source(template, texts, Format(kind)))) == encoder
    assert " ".join(words(encode_prefix(template, texts, Format(kind)))) == prefix
    sequence = encode_target(template, template, texts, Format(kind))
    restored = restore(sequence, template, texts, Format(kind), spaced=False)
    assert (restored.text, restored.repairs) == (sentence, ())


def test_a_compact_template_is_the_bare_order_of_the_marks() -> None:
    template = cut(BOTH, spans_of(BOTH, BOTH_TEXTS))
    sequence = encode_source(template, BOTH_TEXTS, Format(compact=True))
    assert " ".join(words(sequence)) == "C1 mail merge <sep> <1> C1 </1> <sep> X0 Open X1 the X2 X3 now"


def test_a_forced_template_leaves_the_derivation() -> None:
    source = Template((C1, C2), ("a ", " b ", " c"))
    prefix = encode_forced_template((C2, C1), source, {C1: "eins", C2: "zwei"}, Format())
    assert " ".join(words(prefix)) == "C1 eins C2 zwei <sep> Y0 C2 Y1 C1 Y2 <sep> Y0"


@pytest.mark.parametrize(
    ("kind", "marks", "unwanted"),
    [
        (SequenceKind.LEXICAL, (opening(1), closing(1)), "tags"),
        (SequenceKind.STRUCTURAL, (C1,), "terms"),
        (SequenceKind.UNCONSTRAINED, (C1,), "constraints"),
    ],
)
def test_what_a_kind_cannot_hold_is_refused(kind: SequenceKind, marks: tuple[Mark, ...], unwanted: str) -> None:
    template = Template(marks, ("",) * (len(marks) + 1))
    with pytest.raises(ConstraintError, match=f"of kind {kind} holds no {unwanted}: take kind unified"):
        encode_source(template, dict.fromkeys(marks, "x"), Format(kind))
