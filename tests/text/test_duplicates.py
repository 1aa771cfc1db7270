"""Pairs that came before, and pairs that are held out."""

import pickle

import pytest

from stencilmt.text.duplicates import Exclusion, Seen, near_key
from stencilmt.text.pairs import Pair

LONG = Pair("See <b>Figure 3</b> for the details.", "Einzelheiten zeigt <b>Abbildung 3</b>.")
SHORT = Pair("Open file", "Datei öffnen")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("See <b>Figure 3</b>.", "seefigure"),
        ("  see\tFIGURE 12:", "seefigure"),
        ("Größe: 5 µm", "größeμm"),
        ("Gro\u0308ße", "größe"),
        ("snake_case", "snakecase"),
        ("打开，文件。", "打开文件"),
        ("if a < b", "ifab"),
        ("٣ 100 % …", ""),
        ("", ""),
    ],
)
def test_near_key(text: str, key: str) -> None:
    assert near_key(text) == key


@pytest.mark.parametrize(
    ("pair", "held_out"),
    [
        (LONG, True),
        (Pair("see figure 12 for the details", "Siehe dort."), True),
        (Pair("Anything", "einzelheiten zeigt Abbildung 99!"), True),
        (Pair("See Figure 3 for more.", "Mehr zeigt Abbildung 3."), False),
        (SHORT, True),
        (Pair("Open file:", "datei öffnen…"), True),
        (Pair("Open file", "Öffne die Datei"), False),
        (Pair("Datei", "Datei öffnen"), False),
        (Pair("12", "13"), False),
        (Pair("Nothing alike", "下列功能可用"), True),
        (Pair("Nothing alike", "打开"), False),
    ],
)
def test_exclusion(pair: Pair, held_out: bool) -> None:
    exclusion = Exclusion([LONG, SHORT, Pair("1", "2"), Pair("X", "下列功能可用。"), Pair("Open", "打开")])
    assert (pair in exclusion) is held_out
    assert (pair in pickle.loads(pickle.dumps(exclusion))) is held_out


def test_nothing_held_out() -> None:
    assert LONG not in Exclusion([])


def test_seen() -> None:
    seen = Seen()
    pairs = [LONG, SHORT, LONG, Pair("Open  file", "Datei\u00a0öffnen"), Pair("open file", "Datei öffnen")]
    assert [seen.add(pair) for pair in pairs] == [True, True, False, False, True]


def test_a_pair_is_new_once() -> None:
    seen = Seen()
    pairs = [Pair(str(number % 700), "x") for number in range(1000)]
    assert sum(seen.add(pair) for pair in pairs) == 700


@pytest.mark.parametrize(
    ("left", "right"),
    [(("a b", "c"), ("a", "b c")), (("a", ""), ("", "a")), (("\ud800", ""), ("\ud801", ""))],
)
def test_different_pairs_are_not_taken_for_the_same(left: tuple[str, str], right: tuple[str, str]) -> None:
    seen = Seen()
    assert seen.add(Pair(*left))
    assert seen.add(Pair(*right))
