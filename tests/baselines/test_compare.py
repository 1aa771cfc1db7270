"""The whole comparison on the toy language: every method trains, translates and stands in the table where it should.

Two comparisons, each made once. In the first all methods are there but hardly trained: whatever they promise must hold
all the same. In the second those that the paper's claim is about are trained; what is asked of the numbers is the shape
of the paper's table, not their values.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from baselines.toy import NAMES, toy_curriculum
from stencilmt.baselines.contest import Contest, Rules
from stencilmt.baselines.item import Answer, Constrained, Keep
from stencilmt.baselines.methods import METHODS, choose
from stencilmt.baselines.questions import Flavour, read_questions
from stencilmt.baselines.speed import measure_speeds, round_size
from stencilmt.cli import run
from stencilmt.cli.comparison import Comparing, Smaller
from stencilmt.config import replace_checked
from stencilmt.errors import SettingsError
from stencilmt.model.progress import Silent

GUARANTEED = {
    "vdba": "VDBA",
    "vdba-10": "VDBA, beam 10",
    "placeholder-guarded": "Placeholder, guarded",
    "text-infill": "TextInfill, source order",
    "text-infill-given": "TextInfill, given order",
    "text-infill-oracle": "TextInfill, oracle order",
    "text-infill-guarded": "TextInfill, guarded",
    "template": "Template (ours)",
    "template-masked": "Template, masked",
}
SHAPE = {
    Keep.TERMS: ["vanilla", *GUARANTEED],
    Keep.TAGS: ["remove", "split-inject", "detag-project", "template", "template-masked"],
}
PAGES = {"table.md", "table.json", "examples.html", "quality-speed.png", "exact-constraints.png", "quality-data.png"}


class Patient(Silent):
    """Follows a contest and says nothing."""

    def translated(self, title: str, done: int, whole: int) -> None:
        """Ignore it."""


@dataclass(frozen=True)
class Table:
    """A finished page of a comparison."""

    folder: Path

    @property
    def content(self) -> dict[str, Any]:
        return dict(json.loads((self.folder / "table.json").read_text()))

    def column(self, measure: str) -> dict[str, float]:
        return {name: scores.get(measure) for name, scores in self.content["systems"].items()}


def compare_all(comparing: Comparing, names: dict[Keep, list[str]], smaller: list[float]) -> dict[str, Table]:
    """A table for terms of each flavour, and one for tags."""
    tables = {}
    for keep, flavour in ((Keep.TERMS, Flavour.NATURAL), (Keep.TERMS, Flavour.HARD), (Keep.TAGS, Flavour.NATURAL)):
        own = replace(comparing, rules=replace(comparing.rules, keep=keep))
        less = Smaller(smaller, choose(["vanilla"], keep) if keep is Keep.TERMS else {})
        tables[f"{keep} {flavour}"] = Table(own.write(flavour, choose(names[keep], keep), less).parent)
    return tables


@pytest.fixture(scope="session")
def hurried(toy_test: Path, tmp_path_factory: pytest.TempPathFactory) -> Comparing:
    """All methods after a few updates."""
    rules = Rules(testset=str(toy_test), sentences=12, timed=1)
    curriculum = toy_curriculum(first_steps=20, steps=12)
    return Comparing(toy_test, tmp_path_factory.mktemp("hurried"), curriculum, rules, 20, Patient())


@pytest.fixture(scope="session")
def everything(hurried: Comparing) -> dict[str, Table]:
    """Their tables."""
    return compare_all(hurried, {keep: [] for keep in Keep}, [0.5])


@pytest.fixture(scope="session")
def trained(toy_data: Path, toy_test: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Table]:
    """The tables of networks that know the language."""
    rules = Rules(testset=str(toy_test), sentences=120, timed=0)
    curriculum = toy_curriculum(first_steps=500, steps=600)
    comparing = Comparing(toy_data, tmp_path_factory.mktemp("trained"), curriculum, rules, 0, Patient())
    return compare_all(comparing, SHAPE, [])


@pytest.mark.parametrize("flavour", Flavour)
def test_some_methods_keep_every_term_whatever_they_have_learned(
    everything: dict[str, Table], flavour: Flavour
) -> None:
    exact = everything[f"terms {flavour}"].column("exact_match")
    assert {name: exact[name] for name in GUARANTEED.values()} == dict.fromkeys(GUARANTEED.values(), 100.0)


def test_tags_are_well_formed_whatever_was_learned(everything: dict[str, Table]) -> None:
    correct = everything["tags natural"].column("structure_correct")
    promised = ("Split-Inject", "XML, filtered", "Template (ours)", "Template, masked")
    assert {name: correct[name] for name in promised} == dict.fromkeys(promised, 100.0)


def test_a_masked_template_needs_no_repair_and_omits_nothing(everything: dict[str, Table]) -> None:
    for table in everything.values():
        masked = table.content["systems"]["Template, masked"]
        assert (masked["template_accuracy"], masked["repair_rate"], masked["omission_rate"]) == (100, 0, 0)


@pytest.mark.parametrize("keep", Keep)
def test_the_table_has_a_row_and_a_speed_for_each_method(everything: dict[str, Table], keep: Keep) -> None:
    titles = [method.title for method in METHODS[keep].values()]
    content = everything[f"{keep} natural"].content
    assert list(content["systems"]) == titles
    assert all(content["speed"][name].keys() == {"1", "32"} for name in titles)
    rows = (everything[f"{keep} natural"].folder / "table.md").read_text().splitlines()
    assert [row.split(" | ")[0] for row in rows if row.endswith(" |")][2 : len(titles) + 2] == [
        f"| {t}" for t in titles
    ]


def test_all_pages_are_written(everything: dict[str, Table]) -> None:
    for name, table in everything.items():
        wanted = PAGES if name.startswith("terms") else PAGES - {"exact-constraints.png", "quality-data.png"}
        assert {path.name for path in table.folder.iterdir()} == wanted


def test_less_data_is_asked_the_same(everything: dict[str, Table], hurried: Comparing) -> None:
    by_pairs = everything["terms hard"].content["bleu_by_pairs"]["Vanilla"]
    pairs = max(map(int, by_pairs))
    assert set(by_pairs) == {str(pairs), str(round(pairs / 2))}
    whole, less = (hurried.folder / part / "terms/questions/hard.jsonl" for part in ("", "share-0.5"))
    assert whole.read_bytes() == less.read_bytes()


def test_what_is_done_is_not_done_again(
    everything: dict[str, Table], hurried: Comparing, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = everything["terms natural"].content
    monkeypatch.setattr("stencilmt.baselines.workshop.Lesson.train", None)
    monkeypatch.setattr("stencilmt.baselines.methods.Method.system", None)
    again = replace(hurried).write(
        Flavour.NATURAL, METHODS[Keep.TERMS], Smaller([0.5], choose(["vanilla"], Keep.TERMS))
    )
    assert Table(again.parent).content == before


def test_hard_questions_are_not_answered_already(trained: dict[str, Table]) -> None:
    folder = trained["terms hard"].folder.parent / "questions"
    natural, hard = (read_questions(folder / f"{name}.jsonl") for name in Flavour)
    assert [pair.item.source for pair in natural] == [pair.item.source for pair in hard]
    assert 0 < sum(len(pair.item.marks) for pair in hard) < sum(len(pair.item.marks) for pair in natural)


def test_a_folder_belongs_to_one_comparison(everything: dict[str, Table], hurried: Comparing) -> None:
    rules = replace(hurried, rules=replace(hurried.rules, beam=7))
    with pytest.raises(SettingsError, match=r"another comparison \(rules.beam is 4 there and 7 here\)"):
        rules.write(Flavour.NATURAL, METHODS[Keep.TERMS])
    longer = replace(hurried, curriculum=replace(hurried.curriculum, steps=13))
    with pytest.raises(SettingsError, match=r"curriculum.steps is 12 there and 13 here"):
        longer.write(Flavour.NATURAL, METHODS[Keep.TERMS])


@pytest.mark.parametrize("flavour", Flavour)
def test_the_template_puts_terms_where_they_belong(trained: dict[str, Table], flavour: Flavour) -> None:
    """It sees both sides of a term and orders them itself: no rival that keeps all terms does both."""
    window = trained[f"terms {flavour}"].column("window_overlap")
    rivals = [name for name in GUARANTEED.values() if not name.startswith("Template") and "oracle" not in name]
    assert window["Template (ours)"] > max(window[name] for name in rivals)
    assert window["Template (ours)"] > window["TextInfill, source order"] + 10
    assert window["Template (ours)"] > window["Vanilla"] + 10


def test_vanilla_meets_hard_terms_by_chance(trained: dict[str, Table]) -> None:
    """A noun has as many names as there are: of those that greedy search did not choose, a beam finds few."""
    assert trained["terms hard"].column("exact_match")["Vanilla"] < 100 / len(NAMES) + 10


def test_a_trained_model_hardly_needs_repair(trained: dict[str, Table]) -> None:
    ours = trained["terms natural"].content["systems"]["Template (ours)"]
    assert ours["template_accuracy"] > 95
    assert ours["repair_rate"] < 5


def test_tags_change_places_where_they_must(trained: dict[str, Table]) -> None:
    match = trained["tags natural"].column("structure_match")
    assert match["Template (ours)"] > max(match["Split-Inject"], match["Remove"]) + 20


def test_the_table_tells_pairs_threads_precision_and_what_was_timed(everything: dict[str, Table]) -> None:
    """An update holds fewer pairs of a longer format; methods that share a network have its pairs."""
    table = everything["terms natural"]
    pairs, settings = table.content["pairs"], table.content["settings"]
    assert 0 < pairs["Template (ours)"] < pairs["Placeholder"]
    assert pairs["VDBA"] == pairs["Vanilla"] < pairs["CDAlign, module"]
    assert (settings["threads"], settings["curriculum"]["training"]["precision"]) == (1, "auto")
    page = (table.folder / "table.md").read_text()
    assert f"{pairs['Placeholder']:,} |" in page
    assert "Speed: the first 1 (batch 1) and 1 (batch 32) natural sentences, 3 rounds by turns" in page


def test_networks_of_another_precision_are_refused(everything: dict[str, Table], hurried: Comparing) -> None:
    other = replace_checked(hurried.curriculum.training, {"precision": "bfloat16"})
    comparing = replace(hurried, curriculum=replace(hurried.curriculum, training=other))
    with pytest.raises(SettingsError, match=r'precision is "auto" there and "bfloat16" here'):
        comparing.write(Flavour.NATURAL, METHODS[Keep.TERMS])


def test_speeds_with_other_threads_or_methods_are_measured_anew(
    everything: dict[str, Table], hurried: Comparing, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest, some = hurried._contest, choose(["vanilla", "vdba"], Keep.TERMS)
    path = contest.folder / "speeds.json"
    kept = path.read_bytes()
    monkeypatch.setattr(Contest, "_timed", lambda self, methods: {"threads": self.threads, "speeds": dict(methods)})
    assert contest.speeds(some)["speeds"].keys() == some.keys()
    assert path.read_bytes() == kept
    monkeypatch.setattr(Contest, "threads", 5)
    monkeypatch.setattr("stencilmt.baselines.contest.write_json", lambda path, content: None)
    assert contest.speeds(some) == {"threads": 5, "speeds": some}


class Asked:
    """Writes down that it was asked."""

    def __init__(self, log: list[tuple[str, int]], name: str) -> None:
        self.log, self.name = log, name

    def translate(self, items: Sequence[Constrained]) -> list[Answer]:
        self.log.append((self.name, len(items)))
        return [Answer("") for _ in items]


def test_systems_take_turns_against_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    log: list[tuple[str, int]] = []
    clock = iter([0, 1, 0, 4, 0, 2, 0, 4, 0, 4, 0, 4])
    monkeypatch.setattr("stencilmt.baselines.speed.time.perf_counter", lambda: next(clock))
    systems = {name: Asked(log, name) for name in "ab"}
    speeds = measure_speeds(systems, [Constrained("x")] * 8, [4])
    assert log == [("a", 4), ("b", 4)] * 4
    assert speeds == {"a": {"4": 2.0}, "b": {"4": 1.0}}


@pytest.mark.parametrize(("sentences", "batch", "expected"), [(64, 1, 21), (64, 32, 32), (10, 32, 10), (1, 1, 1)])
def test_all_rounds_have_about_as_many_sentences_as_are_timed(sentences: int, batch: int, expected: int) -> None:
    assert round_size(sentences, batch) == expected


def test_a_test_set_without_constraints_is_refused(
    toy_test: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text('{"source": "a file", "reference": "eine Datei", "terms": []}\n')
    for keep in Keep:
        options = [str(toy_test), "-o", str(tmp_path / "out"), "--testset", str(empty), "--keep", keep]
        assert run(["compare", *options]) == 2
        assert f"no sentence in it has {keep} to compare, take another --testset" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_terms_that_are_not_asked_for_are_counted(toy_test: Path, tmp_path: Path) -> None:
    file, told = tmp_path / "some.jsonl", []
    terms = [{"source": word, "target": "x"} for word in ("a", "b", "none", "c")]
    file.write_text(json.dumps({"source": "a b c", "reference": "x x x", "terms": terms}))
    audience = Patient()
    audience.note = told.append  # type: ignore[method-assign]
    rules, curriculum = Rules(testset=str(file)), replace(toy_curriculum(), most=2)
    (pair,) = Comparing(toy_test, tmp_path, curriculum, rules, 0, audience)._draw(None)
    assert (len(pair.item.marks), told) == (
        2,
        ["2 of 4 terms left out: not a word of the source, or beyond 2"],
    )


def test_unknown_methods_are_refused() -> None:
    with pytest.raises(SettingsError, match="did you mean 'placeholder'"):
        choose(["placehodler"], Keep.TERMS)
    with pytest.raises(SettingsError, match="unknown method 'vdba' for tags"):
        choose(["vdba"], Keep.TAGS)
    assert list(choose(["template", "vanilla"], Keep.TERMS)) == ["vanilla", "template"]


SMALL = "--set architecture.width=16 --set architecture.heads=2 --first-steps 2 --steps 1 --sentences 6 --timed 0"


def test_the_command(toy_test: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = [str(toy_test), "--testset", str(toy_test), "-o", str(tmp_path / "out")]
    rest = f"--methods vanilla,vdba --lite --flavours natural --threads 1 --bootstrap 0 {SMALL}".split()
    assert run(["compare", *where, *rest]) == 0
    printed = capsys.readouterr()
    assert "| VDBA |" in printed.out
    assert "training vanilla: 1 updates" in printed.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--lite --preset tiny", "either --lite or --preset"),
        ("--keep tags --flavours hard", "invalid flavour for tags, expected natural (not 'hard')"),
        ("--flavours esay", "expected natural or hard (not 'esay')"),
        ("--shares 2", "a number between 0 and 1 (not '2')"),
        ("--shares x", "a number between 0 and 1 (not 'x')"),
        ("--share-methods vanilla", "--share-methods needs --shares"),
        ("--shares 0.5 --share-methods xml", "invalid --share-methods"),
        ("--methods vdbaa", "did you mean"),
        ("--testset tset", "no test set 'tset'"),
    ],
)
def test_options_that_cannot_be_granted(
    options: str, message: str, toy_test: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["compare", str(toy_test), "-o", str(tmp_path / "out"), *options.split()]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
