"""`stencil prepare`: a session with a toy corpus, and one line for whatever is wrong."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from corpus.toy import write_toy
from stencilmt.cli.prepare import prepare
from stencilmt.corpus.prepared import Prepared
from stencilmt.corpus.shards import Shards
from stencilmt.errors import InputError
from stencilmt.subwords import SubwordKind
from stencilmt.subwords.sentencepieces import SubwordSettings

Run = Callable[..., int]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command as `stencil` does, in a folder of its own; give the exit code."""
    monkeypatch.chdir(tmp_path)
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(prepare)

    def run_command(*arguments: str) -> int:
        try:
            app([*arguments, "--from", "en", "--to", "de", "-o", "out"], standalone_mode=False)
        except InputError as error:
            typer.echo(f"stencil: {error}", err=True)
            return 2
        return 0

    return run_command


def toy(folder: Path) -> list[str]:
    """Write a toy corpus; the arguments to prepare it quickly."""
    write_toy(folder)
    return ["toy.tsv", "--aligner", "toy.links", "--vocabulary", "480", "--workers", "1"]


def test_the_report_is_printed(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*toy(tmp_path), "--limit", "200") == 0
    printed = capsys.readouterr()
    for expected in ("read │ 200", "Lengths", "Constraints", "<sep>", "200 records in out, ready for `stencil train`"):
        assert expected in printed.out.replace("  ", "")
    assert not printed.err


def test_the_report_as_json(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*toy(tmp_path), "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report == json.loads(Path("out/report.json").read_text())
    assert report["kept"] == 300
    assert sum(report["constraints"]["shares"].values()) == pytest.approx(100, abs=1)
    assert report["constraints"]["reordered"] > 0


def test_moses_files_are_pairs(run: Run, tmp_path: Path) -> None:
    lines = [line.split("\t") for line in write_toy(tmp_path).read_text().splitlines()]
    Path("toy.en").write_text("".join(f"{source}\n" for source, _, _ in lines))
    Path("toy.de").write_text("".join(f"{target}\n" for _, target, _ in lines))
    options = toy(tmp_path)[1:]
    assert run("--source", "toy.en", "--target", "toy.de", *options) == 0


def test_details_are_settings(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [*toy(tmp_path), "--set", "sampling.unconstrained=1", "--set", "sampling.placeholders=0"]
    assert run(*arguments, "--set", "cleaning.maximum_characters=40", "--set", "limits.terms=3", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert [rule["name"] for rule in report["rules"]] == ["length"]
    assert report["constraints"]["terms"] == 0
    prepared = Prepared.load(Path("out"))
    assert (prepared.sampling.unconstrained, prepared.limits.terms) == (1, 3)
    assert run(*toy(tmp_path)) == 2


def test_dev_and_test_become_parts(run: Run, tmp_path: Path) -> None:
    lines = write_toy(tmp_path).read_text().splitlines(keepends=True)
    for name, part in (("dev.tsv", lines[:20]), ("test.tsv", lines[20:25]), ("train.tsv", lines)):
        Path(name).write_text("".join(part))
    assert run("train.tsv", "--dev", "dev.tsv", "--test", "test.tsv", "--vocabulary", "480", "--workers", "1") == 0
    assert [len(Shards(Path("out"), part=part)) for part in ("dev", "test", "")] == [20, 5, len(lines) - 25]


def test_the_papers_subwords(run: Run, tmp_path: Path) -> None:
    assert run(*toy(tmp_path), "--subwords", "moses-bpe") == 0
    chosen = Prepared.load(Path("out")).subwords
    assert chosen == SubwordSettings(480, "bpe", kind=SubwordKind.MOSES_BPE)


BOMB = """<?xml version="1.0"?>
<!DOCTYPE tmx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>
<tmx version="1.4"><header/><body><tu><tuv xml:lang="en"><seg>&c;</seg></tuv>
<tuv xml:lang="de"><seg>&c;</seg></tuv></tu></body></tmx>"""
FILES = {
    "good.tsv": b"a house\tein Haus\n",
    "empty.tsv": b"",
    "latin.tsv": "a house\tein Haus\nan egg\tein H\u00fchnerei\n".encode("latin-1"),
    "broken.tsv.gz": gzip.compress(b"a house\tein Haus\n" * 5000)[:-100],
    "columns.tsv": b"a house\tein Haus\na house\n",
    "bomb.tmx": BOMB.encode(),
    "one.txt": b"a\nb\n",
    "two.txt": b"a\n",
    "same.tsv": b"the same old text here\tthe same old text here\n",
    "unknown.xyz": b"",
}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--source", "one.txt", "--target", "two.txt"], "two.txt:2: the file ends here"),
        (["broken.tsv.gz"], ": the gzip data are damaged or cut off here"),
        (["latin.tsv"], "latin.tsv:2: not UTF-8"),
        (["columns.tsv"], "columns.tsv:2: 1 columns"),
        (["bomb.tmx"], "bomb.tmx:1: the file defines entities"),
        (["empty.tsv"], "empty.tsv: the corpus is empty"),
        (["missing.tsv"], "missing.tsv: cannot be read"),
        (["unknown.xyz"], "unknown.xyz: unknown format"),
        (["same.tsv"], "no pair is left after cleaning 1: identical 1"),
        (["good.tsv", "--exclude", "latin.tsv"], "latin.tsv:2: not UTF-8"),
        (["good.tsv", "--dev", "broken.tsv.gz"], "broken.tsv.gz:"),
        (["good.tsv", "--dev", "good.tsv", "--test", "missing.tsv"], "missing.tsv: cannot be read"),
        (["good.tsv", "--test", "empty.tsv"], "empty.tsv: the corpus is empty"),
        (["good.tsv", "--dev", "good.tsv"], "no pair is left after cleaning 1: held out 1"),
        (["good.tsv", "--dev", "one.txt"], "one.txt: a .txt file holds one language"),
        (["good.tsv", "--vocabulary", "0"], "invalid vocabulary 0"),
        (["good.tsv", "--set", "sampling.tags"], "invalid --set 'sampling.tags', expected SETTING=VALUE"),
        (["good.tsv", "--set", "sampling.tag=1"], "unknown setting 'sampling.tag': did you mean 'tags'?"),
        (["good.tsv", "--set", "sampling.tags=2"], "tags must be from 0 to 1 (not 2"),
        (
            ["good.tsv", "--kind", "lexical", "--set", "sampling.tags=0.5"],
            "sampling.tags 0.5 means nothing to kind lex",
        ),
        (["good.tsv", "--kind", "structural", "--set", "sampling.unconstrained=0"], "means nothing to kind structural"),
        (["good.tsv", "--set", "limits.terms=0"], "invalid limits.terms 0"),
        (["good.tsv", "--set", "cleaning.maximum_ratio=0.5"], "maximum_ratio is 0.5, expected at least 1"),
        (["good.tsv", "--set", "cleaning.maximum_characters=70000"], "maximum_characters 70000, expected 65535 at"),
        (["good.tsv", "--aligner", "giza"], "unknown aligner 'giza', expected 'eflomal', 'fast_align' or a file"),
        (["good.tsv", "--cluster", "mars"], "invalid cluster 'mars'"),
        (["good.tsv", "--limit", "0"], "invalid limit 0"),
        (["good.tsv", "--workers", "0"], "invalid workers 0"),
        (["--source", "one.txt"], "--source was given 1 times, --target 0 times"),
        ([], "there is no corpus"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    assert run("--workers", "1", *arguments) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert len(printed.err.splitlines()) == 1
    assert not printed.out
    assert {path.name for path in tmp_path.iterdir()} == set(FILES)
