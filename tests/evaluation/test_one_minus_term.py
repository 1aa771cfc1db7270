"""1-TERm and TER, by hand."""

import pytest

from stencilmt.evaluation.one_minus_term import OneMinusTerm
from stencilmt.evaluation.ter import Ter
from stencilmt.evaluation.testset import term
from stencilmt.evaluation.tokens import tokenizer


@pytest.mark.parametrize(
    ("hypothesis", "reference", "targets", "value"),
    [
        ("the cat sat", "the cat sat", ["cat"], 100),
        ("the dog sat", "the cat sat", ["cat"], 100 / 3),
        ("the dog sat", "the cat sat", ["sat"], 200 / 3),
        ("the sat", "the cat sat", ["cat"], 100 / 3),
        ("the big cat sat", "the cat sat", ["cat"], 100 / 3),
        ("the cat big sat", "the cat sat", ["cat"], 200 / 3),
        ("sat the cat", "the cat sat", ["cat"], 200 / 3),
        ("", "the cat sat", ["cat"], -100 / 3),
        ("a b c d e f", "x", [], -500),
        ("the dog sat", "the cat sat", [], 200 / 3),
        ("the dog sat", "the cat sat", ["bird"], 200 / 3),
        # repeated: two terms, two places; one term, the first
        ("a y b y", "a x b x", ["x", "x"], 0),
        ("a x b y", "a x b x", ["x"], 75),
        ("a y b x", "a x b x", ["x"], 50),
        # overlapping: a word weighs double once
        ("in old town", "in new york", ["new york", "york"], 100 * (1 - 4 / 3)),
        ("use C now", "use C++ now", ["C++"], 100 / 3),
    ],
)
def test_sentences(hypothesis: str, reference: str, targets: list[str], value: float) -> None:
    score = OneMinusTerm(tokenizer("words")).corpus([hypothesis], [reference], [[term("", t) for t in targets]])
    assert score.value == pytest.approx(value)


def test_chinese_by_characters() -> None:
    score = OneMinusTerm(tokenizer("characters")).corpus(["启用预览"], ["启用链接"], [[term("link", "链接")]])
    assert score.value == pytest.approx(0)


def test_an_empty_reference_is_no_division_by_zero() -> None:
    assert OneMinusTerm(tokenizer("words")).corpus([""], [""], [[]]).value == 100


def test_the_corpus_is_the_mean_over_sentences_but_ter_is_over_words() -> None:
    hypotheses, references = ["a", "a b c d"], ["b", "a b c d"]
    assert OneMinusTerm(tokenizer("words")).corpus(hypotheses, references, [[], []]).value == 50
    assert Ter(tokenizer("words")).corpus(hypotheses, references).value == pytest.approx(20)
