"""`stencil evaluate`, from the outside."""

import gzip
import json
import shutil
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import fakes
from stencilmt.cli.evaluate import evaluate
from stencilmt.errors import InputError
from stencilmt.translator import Translator

app = typer.Typer()
app.command()(evaluate)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a small test set and two systems."""
    monkeypatch.chdir(tmp_path)
    for name, content in {
        "source.txt": "the <b>virus</b> spreads\nan old C++ virus\n",
        "reference.txt": "das <b>Virus</b> breitet sich aus\nein altes C++ Virus\n",
        "first.txt": "das <b>Virus</b> breitet sich aus\nein altes C++ Virus\n",
        "second.txt": "der Erreger breitet sich aus\nein altes C Virus\n",
        "terms.txt": "virus ||| Virus |||\nC++ ||| C++ ||| virus ||| Virus |||\n",
        "glossary.tsv": "virus\tVirus\nC++\tC++\n",
        "short.txt": "nur eine Zeile\n",
        "keep.json": '["C"]',
        "own.jsonl": '{"source": "a virus", "reference": "ein Virus", "terms": [["virus", "Virus"]]}\n',
        "own.out.jsonl": '{"translation": "ein Virus", "status": "ok"}\n',
    }.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


BASE = ["--source", "source.txt", "--reference", "reference.txt"]
SYSTEMS = ["--hypothesis", "first.txt", "--hypothesis", "second.txt"]


def run(*arguments: str) -> str:
    """What the command prints."""
    result = CliRunner().invoke(app, arguments, catch_exceptions=False, env={"COLUMNS": "160"})
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("terms", [["--constraints", "terms.txt"], ["--glossary", "glossary.tsv"]])
def test_json(terms: list[str]) -> None:
    content = json.loads(run(*BASE, *SYSTEMS, *terms, "--markup", "xml", "--entities", "keep.json", "--json"))
    first, second = content["systems"]["first"], content["systems"]["second"]
    assert first["exact_match"] == first["structure_match"] == 100
    assert first["bleu"] == first["xml_bleu"] == pytest.approx(100, abs=0.01)
    assert second["exact_match"] == pytest.approx(100 / 3, abs=0.01)
    assert (second["structure_correct"], second["structure_match"]) == (100, 50)
    assert content["signatures"]["exact_match"].startswith("case:mixed|tok:moses")
    assert "ne_num_recall" in second


@pytest.mark.usefixtures("files")
def test_table_and_report(files: Path) -> None:
    text = run(*BASE, *SYSTEMS, "--constraints", "terms.txt", "--html", "report.html", "--bootstrap", "20")
    assert "first" in text
    assert "1-TERm" in text
    assert "bleu: nrefs:1" in text
    assert "<svg" in (files / "report.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("files")
def test_only_some_measures_and_another_window() -> None:
    options = ["--measure", "window_overlap", "--window", "1", "--bootstrap", "0", "--json"]
    content = json.loads(run(*BASE, *SYSTEMS, "--constraints", "terms.txt", *options))
    assert list(content["systems"]["first"]) == ["window_overlap"]
    assert "window:1" in content["signatures"]["window_overlap"]


@pytest.mark.usefixtures("files")
def test_a_test_set_in_one_file() -> None:
    content = json.loads(run("--testset", "own.jsonl", "--hypothesis", "own.out.jsonl", "--json"))
    assert content["systems"]["own.out"]["exact_match"] == 100
    assert content["systems"]["own.out"]["repair_rate"] == 0


@pytest.mark.usefixtures("files")
def test_systems_of_one_name_are_told_apart_by_their_paths(files: Path) -> None:
    (files / "other").mkdir()
    (files / "other" / "first.txt").write_text("x\ny\n")
    content = json.loads(run(*BASE, "--hypothesis", "first.txt", "--hypothesis", "other/first.txt", "--json"))
    assert list(content["systems"]) == ["first.txt", "other/first.txt"]


def test_a_named_test_set(shared: Path) -> None:
    folder = shared / "eval" / "wmt21-terminology-enfr-dev"
    content = json.loads(
        run(
            *("--testset", f"wmt21-terminology={folder}", "--measure", "bleu", "--bootstrap", "0", "--json"),
            *("--hypothesis", str(folder / "en-fr.dev.txt.truecased.sgm")),
        )
    )
    assert content["systems"]["en-fr.dev.txt.truecased"]["bleu"] == pytest.approx(45.34, abs=0.01)


@pytest.mark.usefixtures("files")
def test_packed_answers_are_read_as_what_they_are(files: Path) -> None:
    (files / "own.out.jsonl.gz").write_bytes(gzip.compress((files / "own.out.jsonl").read_bytes()))
    content = json.loads(run("--testset", "own.jsonl", "--hypothesis", "own.out.jsonl.gz", "--json"))
    assert content["systems"]["own.out"]["exact_match"] == 100


@pytest.fixture
def model(files: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A model that echoes."""
    monkeypatch.setattr(Translator, "load", lambda *_, **__: fakes.translator())
    return Path(shutil.copytree(fakes.model_folder().path, files / "en-de"))


def recorded(model: Path, *arguments: str) -> dict[str, dict[str, float]]:
    """The scores of a model's folder after one more evaluation."""
    run(str(model), *BASE, *arguments, "--bootstrap", "0", "--record")

    def refuse(constant: str) -> float:
        raise AssertionError(f"{constant} is no JSON")

    scores = json.loads((model / "stencil.json").read_text(), parse_constant=refuse)["scores"]
    assert isinstance(scores, dict)
    return scores


def test_records_are_kept_apart_by_their_terms_and_merged_by_measure(model: Path) -> None:
    recorded(model, "--constraints", "terms.txt", "--measure", "exact_match", "--without-terms")
    recorded(model, "--constraints", "terms.txt", "--measure", "bleu")
    rows = recorded(model, "--glossary", "glossary.tsv", "--markup", "xml", "--measure", "bleu")
    assert {name: sorted(row) for name, row in rows.items()} == {
        "reference.txt (terms of terms.txt)": ["bleu", "exact_match"],
        "reference.txt (terms of terms.txt), without terms": ["exact_match"],
        "reference.txt (terms of glossary.tsv)": ["moses_bleu"],
    }
    assert "| reference.txt (terms of terms.txt), without terms |" in (model / "README.md").read_text()


def test_windows_are_recorded_each(model: Path) -> None:
    windows = ["--window", "1", "--window", "2"]
    (row,) = recorded(model, "--constraints", "terms.txt", *windows).values()
    assert {"window_overlap", "window_overlap_2"} <= row.keys()


def test_a_row_has_one_bleu(model: Path) -> None:
    recorded(model, "--measure", "bleu")
    (row,) = recorded(model, "--markup", "xml", "--measure", "bleu").values()
    assert list(row) == ["moses_bleu"]


def test_what_could_not_be_counted_is_not_recorded(model: Path, files: Path) -> None:
    (files / "empty.json").write_text('["zebra"]')
    rows = recorded(model, "--entities", "empty.json", "--measure", "ne_num_recall", "--measure", "bleu")
    assert [list(row) for row in rows.values()] == [["bleu"]]


FAULTS = {
    "nothing": ([], "give --source and --reference, or --testset"),
    "no system": (BASE, "give --hypothesis"),
    "both test sets": ([*BASE, "--testset", "own.jsonl"], "either --testset or"),
    "record nothing": ([*BASE, *SYSTEMS, "--record"], "are for a model"),
    "unknown test set": (["--testset", "flores=."], "expected FILE.jsonl or NAME=FOLDER with one of dinu-iate"),
    "both terms": ([*BASE, *SYSTEMS, "--constraints", "terms.txt", "--glossary", "glossary.tsv"], "not both"),
    "unequal": ([*BASE, "--hypothesis", "short.txt"], "short.txt: 1 segments, but reference.txt has 2"),
    "missing": ([*BASE, "--hypothesis", "none.txt"], "none.txt: cannot be read"),
    "no folder": ([*BASE, *SYSTEMS, "--html", "no/report.html"], "no/report.html: cannot be written"),
    "window": ([*BASE, *SYSTEMS, "--window", "0"], "invalid window"),
    "measure": ([*BASE, *SYSTEMS, "--measure", "comet"], "invalid measure"),
    "language": ([*BASE, *SYSTEMS, "--target-language", "?"], "no language code"),
    "source language": ([*BASE, *SYSTEMS, "--source-language", "English"], "no language code"),
}


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("arguments", "message"), FAULTS.values(), ids=FAULTS)
def test_faults(arguments: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        CliRunner().invoke(app, arguments, catch_exceptions=False)


def test_a_model_says_which_languages_are_measured(
    model: Path, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    signatures = json.loads(run(str(model), *BASE, "--json", "--bootstrap", "0"))["signatures"]
    assert "|tok:moses-de|" in signatures["ter"]
