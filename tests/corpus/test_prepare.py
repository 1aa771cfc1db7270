"""A toy corpus becomes training data: the same whoever does the work, and however often it was interrupted."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from corpus.toy import write_toy
from stencilmt.constraints.mark import Kind
from stencilmt.constraints.sample import place, sample
from stencilmt.corpus import prepare as steps
from stencilmt.corpus.prepare import prepare
from stencilmt.corpus.prepared import Prepared
from stencilmt.corpus.settings import PrepareSettings
from stencilmt.corpus.shards import LONGEST, Shards
from stencilmt.errors import DataError, InputError, SettingsError
from stencilmt.subwords import SubwordKind
from stencilmt.subwords.sentencepieces import SubwordSettings
from stencilmt.template.cut import cut
from stencilmt.template.encode import SequenceKind
from stencilmt.template.grammar import is_valid
from stencilmt.text.clean import CleaningSettings
from stencilmt.whole import locked

Settings = Callable[..., PrepareSettings]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings for the toy corpus, with changes."""
    corpus = write_toy(tmp_path / "corpus")

    def make(**changes: object) -> PrepareSettings:
        chosen = {"aligner": str(corpus.with_suffix(".links")), "vocabulary": 480, "shard_size": 80, "workers": 1}
        return PrepareSettings((corpus,), "en", "de", tmp_path / "out", **chosen | changes)  # type: ignore[arg-type]

    return make


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What one worker makes of the toy corpus in one go."""
    folder = tmp_path_factory.mktemp("reference")
    corpus = write_toy(folder)
    links = str(corpus.with_suffix(".links"))
    prepare(
        PrepareSettings((corpus,), "en", "de", folder / "out", aligner=links, vocabulary=480, shard_size=80, workers=1)
    )
    return content(folder / "out")


def content(folder: Path) -> dict[str, bytes]:
    """What training reads of a folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in (".arrow", ".model")}


def test_a_folder_is_complete_and_describes_itself(settings: Settings) -> None:
    report = prepare(settings())
    folder = settings().folder
    names = [".lock", "journal.json", "prepared.json", "report.json"]
    assert sorted(path.name for path in folder.iterdir()) == sorted([*names, *content(folder)])
    described, shards = Prepared.load(folder), Shards(folder)
    assert (described.records, described.origins) == (len(shards), {"toy": 300}) == (report.kept, {"toy": report.read})
    assert len(described.load_codec(folder).subwords.tokens) == 480


def test_every_record_has_what_the_toy_has(settings: Settings) -> None:
    prepare(settings())
    for number, record in enumerate(Shards(settings().folder)):
        kinds = {Kind.OPEN} if number % 5 == 0 else set()
        assert {unit.kind for unit in record.fixed} == kinds | ({Kind.PLACEHOLDER} if number % 7 == 0 else set())
        translations = {record.source[a:b]: record.target[c:d] for a, b, c, d, words in record.phrases if words == 1}
        assert translations
        assert all(f"{source[::-1]}en" == target for source, target in translations.items())


def test_what_is_sampled_fits_the_target(settings: Settings) -> None:
    prepare(settings())
    described = Prepared.load(settings().folder)
    for number, record in enumerate(Shards(settings().folder)):
        chosen = sample(record.fixed, record.phrases, described.sampling, Random(number))
        assert is_valid(cut(record.target, chosen.target).marks, cut(record.source, chosen.source).marks)


def test_two_workers_write_the_same_as_one(settings: Settings, reference: dict[str, bytes]) -> None:
    prepare(settings(workers=2))
    assert content(settings().folder) == reference


def test_a_local_ray_writes_the_same(settings: Settings, reference: dict[str, bytes]) -> None:
    pytest.importorskip("ray")
    prepare(settings(workers=2, cluster="local"))
    assert content(settings().folder) == reference


@pytest.mark.parametrize("step", ["align", "annotate_shard", "learn_subwords", "make_report"])
def test_interrupted_work_goes_on(
    settings: Settings, reference: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    done = []

    def interrupt(*arguments: object) -> object:
        done.append(arguments)
        if len(done) > 2 or step != "annotate_shard":
            raise KeyboardInterrupt
        return original(*arguments)

    name = "use_links" if step == "align" else step
    original = getattr(steps, name)
    with monkeypatch.context() as patched:
        patched.setattr(steps, name, interrupt)
        with pytest.raises(KeyboardInterrupt):
            prepare(settings())
        with pytest.raises(DataError, match="not finished"):
            Shards(settings().folder)
    finished = {path: path.stat().st_mtime_ns for path in settings().folder.glob("shard-*")}
    prepare(settings())
    assert content(settings().folder) == reference
    assert all(path.stat().st_mtime_ns == time for path, time in finished.items())
    assert len(finished) == {"align": 0, "annotate_shard": 2}.get(step, 4)


def test_what_is_done_is_not_done_again(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    report = prepare(settings())
    monkeypatch.setattr(steps, "clean", None)
    monkeypatch.setattr(steps, "learn_subwords", None)
    assert prepare(settings()) == report


@pytest.mark.parametrize(
    ("name", "left"), [("shard-00001.arrow", None), ("shard-00001.arrow", b"ARROW1"), ("subwords.model", None)]
)
def test_lost_files_are_made_again(
    settings: Settings, reference: dict[str, bytes], name: str, left: bytes | None
) -> None:
    prepare(settings())
    (settings().folder / name).unlink()
    if left is not None:
        (settings().folder / name).write_bytes(left)
    prepare(settings())
    assert content(settings().folder) == reference


def test_other_settings_need_force(settings: Settings) -> None:
    prepare(settings())
    shards = {path: path.stat().st_mtime_ns for path in settings().folder.glob("shard-*")}
    with pytest.raises(SettingsError, match="was made with size 480, not 490"):
        prepare(settings(vocabulary=490))
    prepare(settings(vocabulary=490, force=True))
    assert Prepared.load(settings().folder).subwords.size == 490
    assert {path: path.stat().st_mtime_ns for path in settings().folder.glob("shard-*")} == shards
    prepare(settings(vocabulary=490, kind=SequenceKind.LEXICAL, force=True))
    assert Prepared.load(settings().folder).kind is SequenceKind.LEXICAL


@pytest.mark.parametrize("lost", ["work", "clean-00001.arrow", "links-00001.arrow"])
def test_interrupted_force_can_be_mended(settings: Settings, monkeypatch: pytest.MonkeyPatch, lost: str) -> None:
    if lost == "work":
        prepare(settings())
    interrupt(monkeypatch, "learn_subwords", settings(vocabulary=490, force=True))
    if lost != "work":
        (settings().folder / "work" / lost).unlink()
    lexical = settings(kind=SequenceKind.LEXICAL, force=True)
    assert prepare(lexical).kept == 300
    assert Prepared.load(lexical.folder).kind is SequenceKind.LEXICAL


def interrupt(monkeypatch: pytest.MonkeyPatch, step: str, settings: PrepareSettings) -> None:
    """Prepare, and stop as soon as a step begins."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(steps, step, stop)
        with pytest.raises(KeyboardInterrupt):
            prepare(settings)


def test_a_folder_is_for_one_at_a_time(settings: Settings) -> None:
    folder = settings().folder
    with locked(folder, "preparing"), pytest.raises(SettingsError, match="another process is preparing in"):
        prepare(settings())
    assert not folder.exists()
    assert prepare(settings()).kept == 300


def test_the_longest_side_that_is_allowed_fits_a_shard(settings: Settings, tmp_path: Path) -> None:
    with (tmp_path / "corpus" / "toy.tsv").open("a") as corpus:
        corpus.write(f"{'b' * (LONGEST - 3)} %s\t{'c' * (LONGEST - 3)} %s\ttoy\n")
    with (tmp_path / "corpus" / "toy.links").open("a") as links:
        links.write("0-0\n")
    cleaning = CleaningSettings(maximum_characters=LONGEST)
    prepare(settings(cleaning=cleaning))
    assert len(list(Shards(settings().folder))[-1].source) == LONGEST


def test_a_folder_from_before_there_was_a_choice_of_subwords_is_still_good(settings: Settings) -> None:
    report = prepare(settings())
    path = settings().folder / "prepared.json"
    described = json.loads(path.read_text())
    assert described["subwords"].pop("kind") == "sentencepiece"
    assert "kind" not in described["settings"]["subwords"]
    path.write_text(json.dumps(described))
    assert Prepared.load(settings().folder).subwords == SubwordSettings(480)
    assert prepare(settings()) == report


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"vocabulary": None}, SubwordSettings(12000, "unigram")),
        ({"vocabulary": 5000}, SubwordSettings(5000, "unigram")),
        (
            {"vocabulary": None, "subword_kind": SubwordKind.MOSES_BPE},
            SubwordSettings(32000, "bpe", kind=SubwordKind.MOSES_BPE),
        ),
        ({"subword_kind": SubwordKind.MOSES_BPE}, SubwordSettings(480, "bpe", kind=SubwordKind.MOSES_BPE)),
    ],
)
def test_each_way_to_cut_has_its_vocabulary(
    settings: Settings, changes: dict[str, object], expected: SubwordSettings
) -> None:
    assert settings(**changes).subwords == expected


def test_subwords_of_another_kind_need_force(settings: Settings) -> None:
    prepare(settings())
    with pytest.raises(SettingsError, match='was made with model "unigram", not "bpe"'):
        prepare(settings(subword_kind=SubwordKind.MOSES_BPE))


def test_a_vocabulary_that_does_not_fit_can_be_mended(settings: Settings) -> None:
    with pytest.raises(SettingsError, match="vocabulary of 100 is too small"):
        prepare(settings(vocabulary=100))
    assert prepare(settings()).kept == 300


@pytest.mark.parametrize(
    ("kind", "kinds", "has_phrases", "has_tags"),
    [
        (SequenceKind.LEXICAL, {Kind.PLACEHOLDER}, True, False),
        (SequenceKind.STRUCTURAL, {Kind.OPEN}, False, True),
        (SequenceKind.UNCONSTRAINED, set(), False, False),
    ],
)
def test_each_kind_gets_what_it_has_a_place_for(
    settings: Settings, kind: SequenceKind, kinds: set[Kind], has_phrases: bool, has_tags: bool
) -> None:
    prepare(settings(kind=kind))
    records = list(Shards(settings().folder))
    assert {unit.kind for record in records for unit in record.fixed} == kinds
    assert any(record.phrases for record in records) == has_phrases
    assert Prepared.load(settings().folder).tags == (("</b>", "<b>") if has_tags else ())


def test_a_rare_tag_is_no_symbol(settings: Settings, tmp_path: Path) -> None:
    with (tmp_path / "corpus" / "toy.tsv").open("a") as corpus:
        corpus.write("a <rare>word</rare> here\tein <rare>Wort</rare> hier\ttoy\n")
    with (tmp_path / "corpus" / "toy.links").open("a") as links:
        links.write("\n")
    report = prepare(settings(kind=SequenceKind.STRUCTURAL))
    assert [(rule.name, rule.refused) for rule in report.rules] == [("tag rare", 1)]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"aligner": "nothing"}, "unknown aligner 'nothing'"),
        ({"limit": 0}, "invalid limit 0"),
        ({"workers": 0}, "invalid workers 0"),
        ({"exclude": (Path("nowhere.tsv"),)}, r"nowhere\.tsv: cannot be read"),
        ({"cluster": "mars"}, "invalid cluster 'mars'"),
    ],
)
def test_a_wish_that_cannot_be_granted_leaves_nothing(
    settings: Settings, changes: dict[str, object], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        prepare(settings(**changes))
    assert not settings().folder.exists()


@pytest.mark.parametrize(
    ("links", "message"),
    [
        ("0-0\n", r"toy\.links: 1 lines of links, but the corpus has 300 pairs"),
        ("0-0\n" * 301, r"toy\.links: 301 lines of links, but the corpus has 300 pairs"),
        ("0-0\n" * 9 + "99-0\n" * 291, r"toy\.links:10: link 99-0 is outside"),
        ("0-0\n" * 9 + "x\n" * 291, r"toy\.links:10: 'x' is no link"),
    ],
)
def test_links_that_do_not_fit_are_named(settings: Settings, tmp_path: Path, links: str, message: str) -> None:
    (tmp_path / "corpus" / "toy.links").write_text(links)
    with pytest.raises(DataError, match=message):
        prepare(settings())


def test_placed_units_of_a_record_stand_where_they_should(settings: Settings) -> None:
    prepare(settings())
    record = Shards(settings().folder)[0]
    spans = place(record.fixed)
    assert [record.source[span.start : span.end] for span in spans.source] == ["<b>", "</b>", "%s"]
    assert [record.target[span.start : span.end] for span in spans.target] == ["%s", "<b>", "</b>"]
