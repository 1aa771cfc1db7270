"""Structure, XML-BLEU and what is left without tags."""

import pytest

from stencilmt.errors import MarkupError
from stencilmt.evaluation.markup import strip_tags
from stencilmt.evaluation.structure import StructureCorrect, StructureMatch
from stencilmt.evaluation.xml_bleu import XmlBleu


@pytest.mark.parametrize(
    ("hypothesis", "correct", "match"),
    [
        ("a <b>x</b> and <i>y</i>", True, True),
        ("<b/> <i></i>", True, True),
        ("<b>x</b><!-- note --><i>y</i>", True, True),
        ("<i>y</i> <b>x</b>", True, False),
        ("<b><i>x</i></b>", True, False),
        ("<b>x</b>", True, False),
        ('<b class="k">x</b><i>y</i>', True, True),
        ("", True, False),
        ("<b>x</i>", False, False),
        ("<b>x", False, False),
        ("a & b", False, False),
        ("</root><root>", False, False),
        ("&nbsp;", False, False),
    ],
)
def test_structure(hypothesis: str, correct: bool, match: bool) -> None:
    reference = "u <b>v</b> w <i>z</i>"
    assert StructureCorrect().corpus([hypothesis]).value == 100 * correct
    assert StructureMatch().corpus([hypothesis], [reference]).value == 100 * match


def test_a_broken_reference_is_the_callers_fault() -> None:
    with pytest.raises(MarkupError, match="<b>x"):
        StructureMatch().corpus(["a"], ["<b>x"])


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a <b>x</b> &amp; y", "a x & y"),
        ("1 &lt; 2 &#160;", "1 < 2 \xa0"),
        ("a < b and c > d", "a < b and c > d"),
        ("<b>broken <i>", "broken "),
        ("?a=1&copy=2", "?a=1&copy=2"),
        ("&lt;b&gt;", "<b>"),
    ],
)
def test_without_tags(text: str, plain: str) -> None:
    assert strip_tags(text) == plain


LONG = "one two three four five six"


@pytest.mark.parametrize(
    ("hypothesis", "value"),
    [
        (f"<b>{LONG}</b> &amp; {LONG}", 100),
        (f"<i>{LONG}</i> &amp; {LONG}", 0),
        (f"<b>{LONG} &amp; {LONG}", 0),
        (LONG, 0),
        ("", 0),
    ],
)
def test_xml_bleu_wants_the_text_in_its_tags(hypothesis: str, value: float) -> None:
    score = XmlBleu("en").corpus([hypothesis], [f"<b>{LONG}</b> &amp; {LONG}"])
    assert score.value == pytest.approx(value, abs=3)
    assert score.counts.shape[0] == 1


def test_xml_bleu_counts_by_sentence() -> None:
    texts = [f"<b>{LONG}</b>", LONG, f"{LONG}<i/>"]
    score = XmlBleu("en").corpus(texts, texts)
    assert score.value == pytest.approx(100)
    assert score.per_sentence == pytest.approx((100, 100, 100))
