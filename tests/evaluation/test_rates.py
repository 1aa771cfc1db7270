"""NE&NUM, template accuracy, omissions, repairs and consistency, by hand."""

from collections.abc import Sequence

import pytest

from stencilmt.evaluation.consistency import Consistency
from stencilmt.evaluation.ne_num import NeNum
from stencilmt.evaluation.omission_rate import OmissionRate
from stencilmt.evaluation.repair_rate import RepairRate
from stencilmt.evaluation.template_accuracy import TemplateAccuracy, is_right
from stencilmt.evaluation.testset import Term, term
from stencilmt.evaluation.tokens import tokenizer


@pytest.mark.parametrize(
    ("hypothesis", "reference", "precision", "recall"),
    [
        ("Chatter 3", "Chatter 3", 100, 100),
        ("3 3", "3", 50, 100),
        ("3", "3 3", 100, 50),
        ("1,000 REST", "1,000 REST", 100, 100),
        ("1.000", "1,000", 0, 0),
        ("Other 5", "5", 100, 100),
        ("chatter 5", "Chatter 5", 100, 50),
        ("5年", "5 年", 100, 100),
        ("4.", "4", 0, 0),
    ],
)
def test_ne_num(hypothesis: str, reference: str, precision: float, recall: float) -> None:
    scores = NeNum({"Chatter", "REST", "chatter"}).corpus([hypothesis], [reference])
    assert [score.value for score in scores] == [precision, recall]
    assert [score.name for score in scores] == ["ne_num_precision", "ne_num_recall"]


@pytest.mark.parametrize(
    ("template", "symbols", "right"),
    [
        ("Y0 C1 Y1 C2 Y2", "C1 C2", True),
        ("Y0 C2 Y1 C1 Y2", "C1 C2", True),
        ("C2 C1", "C1 C2", True),
        ("Y0", "", True),
        ("", "", True),
        ("Y0 C1 Y1", "C1 C2", False),
        ("Y0 C1 Y1 C1 Y2", "C1 C2", False),
        ("Y0 C1 Y1 C1 Y2", "C1", False),
        ("Y0 C1 C2 Y1", "C1 C2", False),
        ("Y0 C1 Y2", "C1", False),
        ("Y0 <1> Y1 C1 Y2 </1> Y3", "<1> C1 </1>", True),
        ("Y0 </1> Y1 <1> Y2", "<1> </1>", False),
        ("Y0 <1> Y1 <2> Y2 </1> Y3 </2> Y4", "<1> <2> </1> </2>", False),
        ("Y0 <2/> Y1 <1> Y2 </1> Y3", "<1> </1> <2/>", True),
        ("Y0 <b> Y1 </b> Y2", "<b> </b>", True),
        ("Y0 < Y1", "<", False),
        ("Y0 </ Y1", "</", False),
    ],
)
def test_templates(template: str, symbols: str, right: bool) -> None:
    assert is_right(template.split(), symbols.split()) is right


def test_a_repaired_template_is_not_right() -> None:
    score = TemplateAccuracy().corpus([["Y0"], None], [[], []])
    assert score.value == 50
    assert score.signature.startswith("template:not-rearranged|order:any|nesting:xml|")


def test_omissions_and_repairs_count_sentences() -> None:
    assert OmissionRate().corpus([0, 3, 0, 1]).value == 50
    assert RepairRate().corpus(["ok", "repaired", "ok", "ok"]).value == 25


VIRUS = term("virus", "Virus", "Erreger")


@pytest.mark.parametrize(
    ("hypotheses", "documents", "value"),
    [
        (["Virus", "Virus", "Virus"], "aaa", 100),
        (["Virus", "Erreger", "Virus"], "aaa", 200 / 3),
        (["Virus", "Bazillus", "Virus"], "aaa", 200 / 3),
        (["Bazillus", "Keim", ""], "aaa", 0),
        (["Virus", "Erreger", "Erreger"], "abb", 100),
        (["Virus-Test", "ein Virus.", "Erreger"], "aaa", 200 / 3),
        (["Erreger", "Virus", "Virus"], ["", "b", "b"], 100),
    ],
)
def test_consistency(hypotheses: list[str], documents: Sequence[str], value: float) -> None:
    score = Consistency(tokenizer("words")).corpus(hypotheses, [[VIRUS]] * 3, list(documents))
    assert score.value == pytest.approx(value)


def test_sentences_without_a_document_say_nothing_of_consistency() -> None:
    assert not Consistency(tokenizer("words")).corpus(["Virus", "Erreger"], [[VIRUS]] * 2, ["", ""]).counts.any()


def test_terms_that_occur_once_say_nothing_of_consistency() -> None:
    terms: list[list[Term]] = [[VIRUS], []]
    assert not Consistency(tokenizer("words")).corpus(["Virus", ""], terms, ["a", "a"]).counts.any()
