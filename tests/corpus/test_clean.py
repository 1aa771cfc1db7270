"""Pairs stream through cleaning into shards, and each refusal is counted."""

from pathlib import Path

import pytest

from stencilmt.corpus.clean import MOST_ORIGINS, Cleaned, clean, decode_texts, text_path
from stencilmt.corpus.progress import Silence
from stencilmt.corpus.refusals import EXAMPLES, Refusals
from stencilmt.errors import DataError
from stencilmt.text.clean import Cleaner, CleaningSettings
from stencilmt.text.duplicates import Exclusion
from stencilmt.text.pairs import Pair

GOOD = [Pair(f"Open the file {number} again", f"Öffne die Datei {number} noch einmal", "here") for number in range(5)]
HELD_OUT = Pair("This sentence is in the test set", "Dieser Satz steht in der Testmenge")


def cleaned(folder: Path, pairs: list[Pair], size: int = 2) -> Cleaned:
    """Clean English and German pairs."""
    cleaner = Cleaner(CleaningSettings(), "en", "de")
    return clean(pairs, cleaner, Exclusion([HELD_OUT]), folder, size, Silence())


def test_shards_hold_the_kept_pairs_in_order(tmp_path: Path) -> None:
    result = cleaned(tmp_path, GOOD)
    assert result.shards == [2, 2, 1]
    texts = [pair for number in range(3) for pair in decode_texts(text_path(tmp_path, number).read_bytes())]
    assert texts == [(pair.source, pair.target) for pair in GOOD]
    assert result.origins == {"here": 5}


@pytest.mark.parametrize(
    ("pair", "rule"),
    [
        (Pair("", "leer"), "empty"),
        (Pair("<b>bold</b>", "fett"), "tags"),
        (GOOD[0], "duplicate"),
        (Pair("Open  the file 0 again ", "Öffne die Datei 0  noch einmal"), "duplicate"),
        (HELD_OUT, "held out"),
        (Pair("this sentence is in the <i>test set</i>.", "<i>Anders</i> übersetzt, aber derselbe Satz."), "held out"),
    ],
)
def test_each_refusal_is_counted_under_its_rule(tmp_path: Path, pair: Pair, rule: str) -> None:
    result = cleaned(tmp_path, [*GOOD, pair])
    assert (result.read, result.kept) == (6, 5)
    assert result.refusals == Refusals({rule: 1}, {rule: [(pair.source, pair.target)]})


def test_the_result_survives_the_journal(tmp_path: Path) -> None:
    result = cleaned(tmp_path, [*GOOD, *GOOD])
    assert len(result.refusals.examples["duplicate"]) == EXAMPLES
    assert Cleaned.of(result.plain()) == result


def test_nothing_left_is_an_error_that_says_why(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no pair is left after cleaning 2: held out 1, duplicate 1"):
        cleaned(tmp_path, [HELD_OUT, HELD_OUT])


def test_many_origins_are_counted_together() -> None:
    result = Cleaned()
    for number in range(MOST_ORIGINS + 5):
        result.count_origin(str(number))
    assert result.origins["other"] == 5


def test_refusals_of_parts_add_up() -> None:
    total, part = Refusals(), Refusals()
    for number in range(2):
        part.add("length", (str(number), ""))
    total.update(part)
    total.update(part)
    assert total.counts == {"length": 4}
    assert total.examples == {"length": [("0", ""), ("1", ""), ("0", "")]}
    assert Refusals.of(total.plain()) == total
