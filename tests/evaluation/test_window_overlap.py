"""Window overlap, by hand."""

import pytest

from stencilmt.evaluation.testset import Term, term
from stencilmt.evaluation.tokens import tokenizer
from stencilmt.evaluation.window_overlap import Placing, WindowOverlap


@pytest.mark.parametrize(
    ("hypothesis", "reference", "targets", "window", "value"),
    [
        ("the big cat sat here", "the big cat sat here", ["cat"], 2, 100),
        ("a big cat sat here", "the big cat sat here", ["cat"], 2, 75),
        ("here sat cat big the", "the big cat sat here", ["cat"], 2, 100),
        ("a big cat , sat . here", "a big cat sat here", ["cat"], 2, 100),
        ("« cat » sat", "“ cat ” sat", ["cat"], 2, 100),
        ("cat sat", "a cat sat", ["cat"], 1, 50),
        ("cat", "cat", ["cat"], 2, 0),
        ("dog sat here", "cat sat here", ["cat"], 2, 0),
        ("", "cat sat here", ["cat"], 2, 0),
        ("a b", "a b", [], 2, 0),
        ("a a cat a b", "a c cat a d", ["cat"], 2, 50),
        # repeated: every place, paired best first, one to one
        ("c x d a x b", "a x b c x d", ["x", "x"], 1, 100),
        ("a x b", "a x b c x d", ["x", "x"], 1, 100),
        ("a x b a x b", "a x b c x d", ["x", "x"], 1, 50),
        # overlapping: the context of one holds part of the other
        ("in new york now", "in new york now", ["new york", "york"], 1, 100),
        ("in old york now", "in new york now", ["new york", "york"], 1, 50),
        ("use C++ (x) now", "use C++ (x) now", ["C++", "(x)"], 1, 100),
    ],
)
def test_sentences(hypothesis: str, reference: str, targets: list[str], window: int, value: float) -> None:
    measure = WindowOverlap(tokenizer("words"), window)
    terms = [[term("", target) for target in targets]]
    assert measure.corpus([hypothesis], [reference], terms).value == pytest.approx(value)


@pytest.mark.parametrize(
    ("placing", "hypothesis", "reference", "targets", "value"),
    [
        # the WMT21 script gives repeated terms the context of the first
        ("every", "c x d a x b", "a x b c x d", ["x", "x"], 100),
        ("wmt21", "c x d a x b", "a x b c x d", ["x", "x"], 50),
        # and of two neighbouring words keeps the second
        ("every", "in new york now", "in new york now", ["new york"], 100),
        ("wmt21", "in new york now", "in new york now", ["new york"], 50),
        ("wmt21", "is new york city big", "is new york city big", ["new york city"], 100),
        # and looks for the last word on its own
        ("wmt21", "a b c d e", "e a b c d e", ["c d e"], 0),
    ],
)
def test_placing(placing: Placing, hypothesis: str, reference: str, targets: list[str], value: float) -> None:
    measure = WindowOverlap(tokenizer("words"), 1, placing)
    terms = [[term("", target) for target in targets]]
    assert measure.corpus([hypothesis], [reference], terms).value == pytest.approx(value)


def test_wmt21_leaves_inflected_terms_out() -> None:
    wanted = [[Term("", ("x",), inflected=True)]]
    assert WindowOverlap(tokenizer("words"), 1, "wmt21").corpus(["a x b"], ["a x b"], wanted).value == 0
    assert WindowOverlap(tokenizer("words"), 1).corpus(["a x b"], ["a x b"], wanted).value == 100


def test_chinese_by_characters() -> None:
    measure = WindowOverlap(tokenizer("characters"), 2)
    score = measure.corpus(["我们启用，链接预览吧"], ["我们启用链接预览了"], [[term("preview", "链接")]])
    assert score.value == 100


def test_the_corpus_is_the_mean_over_all_sentences() -> None:
    measure = WindowOverlap(tokenizer("words"), 2)
    terms = [[term("", "x")], [], [], [term("", "x")]]
    score = measure.corpus(["a x b", "a", "b", "a x c"], ["a x b", "a", "b", "a x b"], terms)
    assert score.value == pytest.approx(100 * 1.5 / 4)
    assert score.per_sentence == pytest.approx((100, 0, 0, 50))


def test_the_form_in_the_reference_is_compared() -> None:
    measure = WindowOverlap(tokenizer("words"), 1)
    score = measure.corpus(["a toux b"], ["a tousse b"], [[term("cough", "toux", "tousse")]])
    assert score.value == 0
