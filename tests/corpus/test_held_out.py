"""Dev and test parts lie beside the training data, and nothing like them is in it."""

from pathlib import Path

import pytest

from corpus.toy import toy_pairs
from stencilmt.corpus.prepare import prepare
from stencilmt.corpus.prepared import Prepared
from stencilmt.corpus.report import Part
from stencilmt.corpus.settings import PrepareSettings
from stencilmt.corpus.shards import Shards
from stencilmt.errors import DataError, SettingsError

PAIRS = [(source, target) for source, target, _ in toy_pairs(200)]
DEV, TEST, TRAIN = PAIRS[:20], PAIRS[20:30], PAIRS[30:]
CHANGES = {
    "case": (str.upper, str.upper),
    "punctuation": (lambda text: f"«{text[:-1]}!»", str),
    "digits": (lambda text: f"12. {text}", lambda text: f"12. {text}"),
    "tags": (lambda text: f"<i>{text}</i>", lambda text: f"<i>{text}</i>"),
    "the source alone": (
        str,
        lambda text: "Etwas ganz anderes steht auf dieser Seite " + "<b></b>" * text.count("<b>"),
    ),
}
"""What makes a near duplicate, by name: how its source and its target differ from a held-out pair's."""


def write(path: Path, pairs: list[tuple[str, str]]) -> Path:
    path.write_text("".join(f"{source}\t{target}\n" for source, target in pairs))
    return path


def settings(folder: Path, train: list[tuple[str, str]]) -> PrepareSettings:
    held_out = ("dev", write(folder / "dev.tsv", DEV)), ("test", write(folder / "test.tsv", TEST))
    corpus = write(folder / "train.tsv", train)
    return PrepareSettings(
        (corpus,), "en", "de", folder / "out", held_out=held_out, vocabulary=480, shard_size=50, workers=1
    )


def sentences(folder: Path, part: str = "") -> list[str]:
    return [record.source for record in Shards(folder, part=part)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A prepared folder; the held-out pairs themselves stand in the training file as well."""
    path = tmp_path_factory.mktemp("held-out")
    prepare(settings(path, [*DEV, *TRAIN, *TEST]))
    return path / "out"


@pytest.mark.parametrize(("part", "pairs"), [("dev", DEV), ("test", TEST), ("", TRAIN)])
def test_each_part_is_loaded_by_its_name(folder: Path, part: str, pairs: list[tuple[str, str]]) -> None:
    assert sentences(folder, part) == [source for source, _ in pairs]


def test_held_out_records_are_annotated_like_the_others(folder: Path) -> None:
    records = list(Shards(folder, part="dev"))
    assert all(record.phrases for record in records)
    assert [bool(record.fixed) for record in records] == ["<b>" in source or "%s" in source for source, _ in DEV]


def test_only_what_is_trained_on_is_counted(folder: Path) -> None:
    prepared = Prepared.load(folder)
    assert prepared.records == len(TRAIN)
    assert sum(prepared.origins.values()) == len(TRAIN)


def test_what_was_refused_of_a_part_is_told_apart(tmp_path: Path) -> None:
    chosen = settings(tmp_path, TRAIN)
    write(tmp_path / "dev.tsv", [*DEV, DEV[0], ("<i><b>a</b></i> word", "<b><i>ein</i></b> Wort")])
    report = prepare(chosen)
    assert report.held_out == {"dev": Part(22, 20), "test": Part(10, 10)}
    assert (report.read, report.kept, report.rules) == (len(TRAIN), len(TRAIN), ())


def test_a_part_of_which_nothing_is_left_is_refused(tmp_path: Path) -> None:
    chosen = settings(tmp_path, TRAIN)
    write(tmp_path / "test.tsv", [("", "leer")] * 2)
    with pytest.raises(DataError, match="no pair of test is left after cleaning 2: empty 2"):
        prepare(chosen)
    assert not chosen.folder.exists()


def test_a_part_that_is_not_there_is_named(folder: Path) -> None:
    with pytest.raises(DataError, match="holds no 'exam': prepare it again with --exam"):
        Shards(folder, part="exam")


@pytest.mark.parametrize("change", CHANGES)
def test_near_duplicates_are_not_trained_on(tmp_path: Path, change: str) -> None:
    change_source, change_target = CHANGES[change]
    plain = [pair for pair in (*DEV, *TEST) if "%s" not in pair[0] and len(pair[0]) > 25]
    near = [(change_source(source), change_target(target)) for source, target in plain]
    report = prepare(settings(tmp_path, [*near, *TRAIN]))
    assert {rule.name: rule.refused for rule in report.rules} == {"held out": len(near)}
    assert sentences(tmp_path / "out") == [source for source, _ in TRAIN]


def test_an_excluded_file_is_neither_trained_on_nor_kept(tmp_path: Path) -> None:
    corpus, exclude = write(tmp_path / "train.tsv", [*DEV, *TRAIN]), write(tmp_path / "dev.tsv", DEV)
    prepare(PrepareSettings((corpus,), "en", "de", tmp_path / "out", (exclude,), vocabulary=480, workers=1))
    assert sentences(tmp_path / "out") == [source for source, _ in TRAIN]
    assert not Prepared.load(tmp_path / "out").held_out


def test_a_file_of_links_has_none_for_held_out_pairs(tmp_path: Path) -> None:
    held_out = (("dev", write(tmp_path / "dev.tsv", DEV)),)
    with pytest.raises(SettingsError, match="take eflomal or fast_align"):
        PrepareSettings((tmp_path / "dev.tsv",), "en", "de", tmp_path, held_out=held_out, aligner="toy.links")
