"""Edits and shifts: by hand, and against sacreBLEU."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics.lib_ter import translation_edit_rate

from stencilmt.evaluation.edits import count_edits

words = st.lists(st.sampled_from("abcdefgh"), max_size=12).map(tuple)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "edits"),
    [
        ("a b c", "a b c", 0),
        ("a b", "a b c", 1),
        ("a b c d", "a b c", 1),
        ("a x c", "a b c", 1),
        ("c a b", "a b c", 1),
        ("c d a b", "a b c d", 1),
        ("", "a b c", 3),
        ("a b", "", 2),
        ("", "", 0),
        ("THIS WEEK THE SAUDIS denied x", "SAUDI ARABIA denied THIS WEEK x", 3),
    ],
)
def test_counting(hypothesis: str, reference: str, edits: int) -> None:
    assert count_edits(tuple(hypothesis.split()), tuple(reference.split())) == edits


@pytest.mark.parametrize(
    ("hypothesis", "cost"),
    [
        ("a T b", 0),
        ("a x b", 2),
        ("a b", 2),
        ("a x T b", 2),
        ("a T x b", 1),
        ("x T b", 1),
        ("", 4),
        ("T a b", 1),
    ],
)
def test_a_weight_counts_for_missing_replacing_and_adding_before(hypothesis: str, cost: int) -> None:
    assert count_edits(tuple(hypothesis.split()), ("a", "T", "b"), (1, 2, 1)) == cost


@settings(deadline=None)
@given(hypothesis=words, reference=words.filter(len))
def test_edits_are_those_of_sacrebleu(hypothesis: tuple[str, ...], reference: tuple[str, ...]) -> None:
    assert count_edits(hypothesis, reference) == translation_edit_rate(list(hypothesis), list(reference))[0]


@settings(deadline=None)
@given(reference=words.filter(len), weights=st.data())
def test_nothing_to_do_costs_nothing_and_nothing_at_all_costs_everything(
    reference: tuple[str, ...], weights: st.DataObject
) -> None:
    row = tuple(weights.draw(st.lists(st.integers(1, 3), min_size=len(reference), max_size=len(reference))))
    assert count_edits(reference, reference, row) == 0
    assert count_edits((), reference, row) == sum(row)


def test_a_phrase_longer_than_ten_words_moves_in_parts() -> None:
    phrase = tuple(f"w{number}" for number in range(15))
    assert count_edits((*phrase, "x", "y", "z"), ("x", "y", "z", *phrase)) == 1
    rest = tuple(f"r{number}" for number in range(20))
    assert count_edits((*phrase, *rest), (*rest, *phrase)) == 2


@pytest.mark.parametrize(("distance", "edits"), [(50, 1), (51, 2), (150, 2)])
def test_a_word_moves_no_farther_than_fifty_words(distance: int, edits: int) -> None:
    assert count_edits((*("la",) * distance, "x"), ("x", *("la",) * distance)) == edits
