"""`stencil evaluate`, from the outside."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from stencilmt.cli.evaluate import evaluate
from stencilmt.errors import InputError

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
}


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("arguments", "message"), FAULTS.values(), ids=FAULTS)
def test_faults(arguments: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        CliRunner().invoke(app, arguments, catch_exceptions=False)
