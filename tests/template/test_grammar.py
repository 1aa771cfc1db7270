"""What a valid template is, against its definition."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stencilmt.constraints.mark import Mark, Symbol, alone, closing, opening, term
from stencilmt.template.grammar import faults, is_valid, read_template, write_template
from stencilmt.template.symbols import target_gap
from strategies import mark_orders

A, Z, B, Y = opening(1), closing(1), opening(2), closing(2)
C1, C2 = term(1), term(2)

CASES: list[tuple[Sequence[Symbol], Sequence[Mark], tuple[str, ...]]] = [
    ((), (), ()),
    ((C2, C1), (C1, C2), ()),
    ((B, Y, A, Z), (A, Z, B, Y), ()),
    ((A, C2, C1, Z), (A, C1, C2, Z), ()),
    ((C1,), (C1, C2), ("C2 is missing",)),
    ((C1, C1), (C1,), ("C1 stands there 2 times",)),
    ((C1, C2), (C1,), ("C2 is no constraint of this sentence",)),
    ((Symbol("<sep>"), C1), (C1,), ("<sep> is no constraint of this sentence",)),
    ((Z, A), (A, Z), ("<1> left the tag it stood in",)),
    ((A, Z, C1), (A, C1, Z), ("C1 left the tag it stood in",)),
    ((C1, A, Z), (A, C1, Z), ("C1 left the tag it stood in",)),
    ((A, B, Z, Y), (A, B, Y, Z), ("</1> left the tag it stood in",)),
    ((alone(1), C1), (C1, alone(1)), ()),
]


@pytest.mark.parametrize(("marks", "source", "expected"), CASES)
def test_faults(marks: Sequence[Symbol], source: Sequence[Mark], expected: tuple[str, ...]) -> None:
    found = faults(marks, source)
    assert set(expected) <= set(found)
    assert bool(found) == bool(expected)
    assert is_valid(marks, source) == (not expected)


def tree(marks: Sequence[str]) -> dict[str, str] | None:
    """For each mark its parent, by definition; None when the tags do not nest."""
    stack, result = ["top"], {}
    for mark in marks:
        if mark.startswith("</"):
            if stack[-1] != "<" + mark[2:]:
                return None
            stack.pop()
            continue
        result[str(mark)] = stack[-1]
        if Mark(mark).opens:
            stack.append(str(mark))
    return result if stack == ["top"] else None


@settings(max_examples=2000, deadline=None)
@given(mark_orders(), st.randoms(use_true_random=False))
def test_valid_is_a_permutation_with_the_same_tree(source: tuple[Mark, ...], random: Random) -> None:
    marks = list(source)
    random.shuffle(marks)
    assert is_valid(marks, source) == (tree(marks) == tree(source))


@given(mark_orders(), st.booleans())
def test_templates_read_back(marks: tuple[Mark, ...], compact: bool) -> None:
    assert read_template(write_template(marks, target_gap, compact), target_gap, compact) == (marks, True)
