"""Records come back from their shards as they were."""

import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stencilmt.constraints.sample import Extent, Phrase, SamplingSettings, Unit
from stencilmt.corpus.prepared import Prepared, ShardEntry
from stencilmt.corpus.record import KINDS, Record, flatten_phrases, flatten_units, rebuild_phrases, rebuild_units
from stencilmt.corpus.refusals import Refusals
from stencilmt.corpus.shards import Shard, Shards, encode_shard
from stencilmt.errors import DataError, SettingsError
from stencilmt.subwords.sentencepieces import SubwordSettings
from stencilmt.template.encode import SequenceKind
from stencilmt.template.symbols import Limits

NUMBERS = st.integers(0, 2**16 - 1)
EXTENTS = st.builds(Extent, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
UNITS = st.lists(st.builds(Unit, st.sampled_from(KINDS), EXTENTS, EXTENTS), max_size=4).map(tuple)
PHRASES = st.lists(st.builds(Phrase, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS), max_size=4).map(tuple)
TEXTS = st.text(max_size=20)
RECORDS = st.lists(st.builds(Record, TEXTS, TEXTS, UNITS, PHRASES, TEXTS), max_size=6)


@given(UNITS, PHRASES)
def test_units_and_phrases_come_back(units: tuple[Unit, ...], phrases: tuple[Phrase, ...]) -> None:
    assert rebuild_units(flatten_units(units)) == units
    assert rebuild_phrases(flatten_phrases(phrases)) == phrases


def prepared(*sizes: int) -> Prepared:
    """The description of a folder with shards of these sizes."""
    entries = tuple(ShardEntry(f"shard-{number}.arrow", size) for number, size in enumerate(sizes))
    kind, sampling = SequenceKind.UNIFIED, SamplingSettings()
    return Prepared("en", "de", kind, Limits(), sampling, SubwordSettings(), ("<b>",), entries, {"here": sum(sizes)})


def write_folder(folder: Path, shards: list[list[Record]]) -> None:
    """Write a folder with these shards."""
    for number, records in enumerate(shards):
        (folder / f"shard-{number}.arrow").write_bytes(encode_shard(records, Refusals()))
    prepared(*map(len, shards)).save(folder)


@settings(max_examples=30, deadline=None)
@given(st.lists(RECORDS, max_size=4))
def test_shards_hold_every_record_in_order(tmp_path_factory: pytest.TempPathFactory, parts: list[list[Record]]) -> None:
    folder = tmp_path_factory.mktemp("shards")
    write_folder(folder, parts)
    shards = pickle.loads(pickle.dumps(Shards(folder)))
    records = [record for part in parts for record in part]
    assert list(shards) == records
    assert shards.take(range(len(shards))) == records


def of_origins(folder: Path, *shards: str) -> None:
    """Write a folder in which each letter is the origin of a record."""
    write_folder(folder, [[Record(letter, "", origin=letter) for letter in letters] for letters in shards])


@pytest.mark.parametrize(
    ("weights", "chosen"),
    [
        ((("a", 3),), "aaabccc"),
        ((("c", 0),), "ab"),
        ((("[ab]", 2), ("*", 0)), "aabb"),
        ((("c", 0.67),), "abcc"),
        ((("*", 1),), "abccc"),
    ],
)
def test_weighted_records_come_as_often_as_they_weigh(
    tmp_path: Path, weights: tuple[tuple[str, float], ...], chosen: str
) -> None:
    of_origins(tmp_path, "abc", "cc")
    shards = pickle.loads(pickle.dumps(Shards(tmp_path, weights=weights)))
    assert "".join(record.source for record in shards) == chosen
    assert len(shards) == len(chosen)


def test_of_a_fraction_every_record_gets_its_turn(tmp_path: Path) -> None:
    write_folder(tmp_path, [[Record(letter, "") for letter in "abcdefghij"]])
    shards = Shards(tmp_path, weights=[("*", 0.3)])
    epochs = ["".join(shards.drawn(place, epoch).source for place in range(len(shards))) for epoch in range(8)]
    assert {len(set(letters)) for letters in epochs} == {3}
    assert set("".join(epochs)) == set("abcdefghij")


def test_an_origin_that_does_not_occur_has_no_weight(tmp_path: Path) -> None:
    of_origins(tmp_path, "ab")
    with pytest.raises(SettingsError, match="no pair comes from 'x"):
        Shards(tmp_path, weights=[("a", 2), ("x*", 2)])


def test_a_shard_remembers_what_was_refused(tmp_path: Path) -> None:
    refusals = Refusals()
    refusals.add("tag tree", ("<b>a</b>", "a"))
    (tmp_path / "shard.arrow").write_bytes(encode_shard([Record("a", "b")], refusals))
    assert Shard(tmp_path / "shard.arrow").refusals == refusals


@pytest.mark.parametrize("index", [-1, 3])
def test_there_is_no_record_beyond_the_last(tmp_path: Path, index: int) -> None:
    write_folder(tmp_path, [[Record("a", "b")] * 3])
    with pytest.raises(IndexError, match=str(index)):
        Shards(tmp_path)[index]


def test_a_missing_shard_is_named(tmp_path: Path) -> None:
    write_folder(tmp_path, [[Record("a", "b")], [Record("c", "d")]])
    (tmp_path / "shard-1.arrow").unlink()
    with pytest.raises(DataError, match=r"shard-1\.arrow: the file is missing"):
        Shards(tmp_path)


@pytest.mark.parametrize("share", [0, 0.1, 0.5, 0.99])
def test_a_truncated_shard_is_named(tmp_path: Path, share: float) -> None:
    write_folder(tmp_path, [[Record("a" * 50, "b" * 50)] * 20])
    path = tmp_path / "shard-0.arrow"
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    with pytest.raises(DataError, match=r"shard-0\.arrow: the file is broken"):
        Shards(tmp_path)[0]


def test_a_shard_of_another_folder_is_noticed(tmp_path: Path) -> None:
    write_folder(tmp_path, [[Record("a", "b")] * 3])
    (tmp_path / "shard-0.arrow").write_bytes(encode_shard([Record("a", "b")], Refusals()))
    with pytest.raises(DataError, match="not the shard"):
        Shards(tmp_path)[0]


def test_the_description_comes_back(tmp_path: Path) -> None:
    described = prepared(3, 4)
    described.save(tmp_path)
    assert Prepared.load(tmp_path) == described
    assert described.records == 7
    assert "<b>" in described.symbols


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "not finished"),
        ("{", "cannot be read"),
        ('{"format": 99}', "format 99"),
        ('{"format": 1}', "format 1, this version of Stencil reads 2"),
        ('{"format": 2}', "cannot be read"),
    ],
)
def test_a_folder_that_is_not_prepared(tmp_path: Path, content: str | None, message: str) -> None:
    if content is not None:
        (tmp_path / "prepared.json").write_text(content)
    with pytest.raises(DataError, match=message):
        Prepared.load(tmp_path)
