"""Gold alignments and the error rate."""

from pathlib import Path

import pytest

from stencilmt.alignment.gold import GoldPair, alignment_score, read_gold, read_gold_apart
from stencilmt.errors import DataError

GOLD = GoldPair(("a", "b"), ("x", "y"), frozenset({(0, 0), (1, 1)}), frozenset({(0, 0), (1, 1), (0, 1)}))


@pytest.mark.parametrize(
    ("found", "error_rate", "precision", "recall"),
    [
        ({(0, 0), (1, 1)}, 0, 1, 1),
        ({(0, 0), (1, 1), (0, 1)}, 0, 1, 1),
        ({(0, 0)}, 1 - 2 / 3, 1, 0.5),
        ({(0, 0), (1, 0)}, 0.5, 0.5, 0.5),
        ({(1, 0)}, 1, 0, 0),
        (set(), 1, 1, 0),
    ],
)
def test_score(found: set[tuple[int, int]], error_rate: float, precision: float, recall: float) -> None:
    score = alignment_score([found], [GOLD])
    assert (score.error_rate, score.precision, score.recall) == pytest.approx((error_rate, precision, recall))


def test_score_counts_links_over_all_pairs() -> None:
    score = alignment_score([[(0, 0), (1, 1)], []], [GOLD, GOLD])
    assert (score.found, score.sure, score.found_sure, score.found_possible) == (2, 4, 2, 2)


def test_read_gold(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("a b ||| x y\n", encoding="utf-8")
    (tmp_path / "links").write_text("1-1 2-2 1p2\n", encoding="utf-8")
    assert read_gold(tmp_path / "text", tmp_path / "links") == [GOLD]


def test_read_gold_apart(tmp_path: Path) -> None:
    (tmp_path / "source").write_text("\ufeffa b\n", encoding="utf-8")
    (tmp_path / "target").write_text("x y\n", encoding="utf-8")
    (tmp_path / "links").write_text("0-0 1-1 0p1\n", encoding="utf-8")
    assert read_gold_apart(tmp_path / "source", tmp_path / "target", tmp_path / "links") == [GOLD]


@pytest.mark.parametrize(
    ("links", "message"), [("1-1\n1-1\n", "2 lines of links for 1 source"), ("1+1", "links:1: '1")]
)
def test_gold_that_does_not_fit(tmp_path: Path, links: str, message: str) -> None:
    (tmp_path / "text").write_text("a b ||| x y\n", encoding="utf-8")
    (tmp_path / "links").write_text(links, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        read_gold(tmp_path / "text", tmp_path / "links")


@pytest.mark.parametrize(("name", "pairs"), [("enfr", 447), ("zhen", 450), ("jaen", 582), ("roen", 248)])
def test_the_gold_sets_at_hand(shared: Path, name: str, pairs: int) -> None:
    folder = shared / "eval" / "word-alignment-gold"
    gold = read_gold(folder / f"{name}.src-tgt", folder / f"{name}.gold")
    assert len(gold) == pairs
    assert all(pair.sure <= pair.possible for pair in gold)
    assert all(0 <= i < len(pair.source) and 0 <= j < len(pair.target) for pair in gold for i, j in pair.possible)
