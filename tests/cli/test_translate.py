"""`stencil translate` with a model that echoes: what goes in comes out, terms replaced, nothing else touched."""

import io
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from fakes import translator
from stencilmt.cli import run
from stencilmt.model.folder import ModelFolder, save_info
from stencilmt.translator import Translator

PAGE = b"<!DOCTYPE html>\n<p class=x>Open the <b>file</b> &amp; use mail merge.</p>\n<!-- kept -->\n"
PO = b'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open %s"\nmsgstr ""\n'


@pytest.fixture(autouse=True)
def echo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Translator, "load", lambda *_, **__: translator())


@pytest.fixture
def glossary(tmp_path: Path) -> str:
    path = tmp_path / "terms.tsv"
    path.write_text("mail merge\tSeriendruck\nunused\tungenutzt\n")
    return str(path)


def typed(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))


@pytest.mark.parametrize("arguments", [[], ["-"], ["-o", "-"]])
def test_stdin_to_stdout(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], glossary: str, arguments: list[str]
) -> None:
    typed(monkeypatch, "Use mail merge.\n\n  And so on …\n".encode())
    assert run(["translate", "--glossary", glossary, *arguments]) == 0
    said = capfdbinary.readouterr()
    assert said.out.decode() == "Use Seriendruck.\n\n  And so on …\n"
    assert b"1 terms placed" in said.err
    assert b"1 of 2 glossary entries did not occur" in said.err


def test_a_file_to_a_file(tmp_path: Path, glossary: str) -> None:
    source, target = tmp_path / "page.html", tmp_path / "seite.html"
    source.write_bytes(PAGE)
    assert run(["translate", str(source), "-o", str(target), "--glossary", glossary, "-q"]) == 0
    assert target.read_bytes() == PAGE.replace(b"mail merge", b"Seriendruck")


def test_several_files_to_a_folder(tmp_path: Path) -> None:
    for name, content in (("a.html", PAGE), ("b.po", PO)):
        (tmp_path / name).write_bytes(content)
    assert run(["translate", str(tmp_path / "a.html"), str(tmp_path / "b.po"), "-o", str(tmp_path / "out"), "-q"]) == 0
    assert b'msgstr "Open %s"' in (tmp_path / "out" / "b.po").read_bytes()
    assert (tmp_path / "out" / "a.html").read_bytes() == PAGE


def test_json_is_as_promised(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    typed(monkeypatch, b"Press <b>%s</b> now\n")
    assert run(["translate", "--json", "--markup", "xml", "-q"]) == 0
    answer = json.loads(capfdbinary.readouterr().out)
    assert answer["translation"] == "Press <b>%s</b> now"
    assert [row["symbol"] for row in answer["constraints"]] == ["<1>", "C1", "</1>"]
    assert answer["constraints"][1] == {
        "symbol": "C1",
        "kind": "placeholder",
        "source": "%s",
        "target": "%s",
        "source_span": [9, 11],
        "target_span": [9, 11],
        "entry": "",
    }
    assert answer["template"] == ["Y0", "<1>", "Y1", "C1", "Y2", "</1>", "Y3"]
    assert (answer["status"], answer["repairs"], answer["rearranged"]) == ("ok", [], False)


@pytest.mark.parametrize(
    ("name", "text", "detail", "expected"),
    [
        ("a.json", '{"a": "unused", "b": "unused"}', "keys=a", '{"a": "ungenutzt", "b": "unused"}'),
        ("a.po", 'msgid "unused"\nmsgstr "Akte"\n', "overwrite=true", 'msgid "unused"\nmsgstr "ungenutzt"\n'),
        ("a.html", "<p>a <u>unused</u>", "untranslatable=u", "<p>a <u>unused</u>"),
        ("a.xml", "<x>a mail <u>merge</u></x>", "block=u", "<x>a mail <u>merge</u></x>"),
        ("a.html", '<p data-x="unused">', "attributes=data-x", '<p data-x="ungenutzt">'),
        ("a.txt", "é unused", "encoding=latin-1", "é ungenutzt"),
    ],
)
def test_details_of_a_format(name: str, text: str, detail: str, expected: str, tmp_path: Path, glossary: str) -> None:
    encoding = "latin-1" if "encoding" in detail else "utf-8"
    (tmp_path / name).write_text(text, encoding)
    arguments = [str(tmp_path / name), "-o", str(tmp_path / "out"), "--glossary", glossary, "--set", detail, "-q"]
    assert run(["translate", *arguments]) == 0
    assert (tmp_path / "out").read_text(encoding) == expected


def test_a_glossary_that_matched_nothing_is_said_loudly(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], glossary: str
) -> None:
    typed(monkeypatch, b"Nothing of it here.\n")
    assert run(["translate", "--glossary", glossary]) == 0
    assert b"warning: no entry of the glossary occurs in the text" in capfdbinary.readouterr().err


def bad_inputs(folder: Path) -> dict[str, tuple[list[str], str]]:
    """What may go wrong: the arguments, and what is said."""
    (folder / "a.bin").write_bytes(b"\x00\x01\x02")
    (folder / "binary.txt").write_bytes(b"abc\x00\x01\xff")
    (folder / "there.txt").write_bytes(b"x")
    (folder / "latin.txt").write_bytes("é".encode("latin-1"))
    here = str(folder / "there.txt")
    return {
        "no such file": ([str(folder / "absent.txt")], "No such file"),
        "unknown format": ([str(folder / "a.bin")], "unknown format"),
        "binary": ([str(folder / "binary.txt")], "binary.txt"),
        "encoding": ([str(folder / "latin.txt")], "latin.txt"),
        "two to stdout": ([here, here], "need --output"),
        "exists": ([here, "-o", here], "exists already: give --force"),
        "no folder": ([here, "-o", str(folder / "no" / "x.txt")], "there is no folder"),
        "detail": ([here, "--set", "colour=red"], "invalid --set 'colour=red', expected one of encoding, attributes"),
        "no value": ([here, "--set", "keys="], "invalid --set 'keys=', expected"),
        "switch": ([here, "--set", "overwrite=maybe"], "expected true or false, not 'maybe'"),
        "other format": ([here, "--set", "keys=a"], "'keys' means nothing for plain text"),
        "both print": ([here, "--json", "--show-template"], "--json and --show-template both print"),
    }


@pytest.mark.parametrize(
    "case",
    [
        *("no such file", "unknown format", "binary", "encoding", "two to stdout", "exists", "no folder"),
        *("detail", "no value", "switch", "other format", "both print"),
    ],
)
def test_bad_input_is_one_line(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, message = bad_inputs(tmp_path)[case]
    before = sorted(tmp_path.rglob("*"))
    assert run(["translate", *arguments]) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert message in said.err
    assert sorted(tmp_path.rglob("*")) == before


def test_a_model_that_cannot_be_read_does_not_stand_in_the_way_of_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "newer").mkdir()
    (tmp_path / "newer" / "stencil.json").write_text('{"format": 9}')
    monkeypatch.setenv("STENCIL_MODELS", str(tmp_path))
    assert ModelFolder.find("en-de").info.target_language == "de"
    assert run(["models", "--json"]) == 0
    assert "newer" not in json.loads(capsys.readouterr().out)


def test_a_folder_is_made_where_a_slash_asks_for_it(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Text.\n")
    assert run(["translate", str(tmp_path / "a.txt"), "-o", f"{tmp_path}/new/", "-q"]) == 0
    assert (tmp_path / "new" / "a.txt").is_file()


@pytest.mark.parametrize(
    ("installed", "options", "found"),
    [
        ({"mine": ("en", "fr")}, ["--to", "fr"], "mine"),
        ({"mine": ("en", "fr")}, ["--to", "FR-ca", "--from", "en-US"], "mine"),
        ({"mine": ("en", "fr")}, [], "en-de"),
        ({"mine": ("en", "de")}, ["--to", "de"], "en-de"),
        ({"a": ("en", "fr"), "b": ("de", "fr")}, ["--to", "fr", "--from", "de"], "b"),
        ({"a": ("en", "fr"), "b": ("de", "fr")}, ["--to", "fr"], "several models could be meant, name one: a, b"),
    ],
)
def test_the_model_for_the_languages_is_found(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    installed: dict[str, tuple[str, str]],
    options: list[str],
    found: str,
) -> None:
    info = ModelFolder.find("en-de").info
    for name, (source, target) in installed.items():
        (tmp_path / name).mkdir()
        save_info(replace(info, source_language=source, target_language=target), tmp_path / name)
    monkeypatch.setenv("STENCIL_MODELS", str(tmp_path))
    loaded: list[str] = []
    monkeypatch.setattr(Translator, "load", lambda folder, **_: loaded.append(folder.name) or sys.exit(0))
    typed(monkeypatch, b"x")
    with suppress(SystemExit):
        run(["translate", *options])
    assert loaded == [found] or found in capsys.readouterr().err


def test_nothing_is_printed_while_the_bar_is_shown(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    @contextmanager
    def bar(*_: object) -> Iterator[Callable[[int], None]]:
        yield lambda count: None
        assert capfd.readouterr().out == ""

    monkeypatch.setattr(sys.modules["stencilmt.cli.translate"], "_progress", bar)
    typed(monkeypatch, b"A text.")
    assert run(["translate", "--show-template"]) == 0
    assert "A text." in capfd.readouterr().out


def test_an_unknown_model_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("STENCIL_MODELS", str(tmp_path))
    typed(monkeypatch, b"x")
    assert run(["translate", "--model", "xx-yy"]) == 2
    assert "there is no model 'xx-yy'" in capsys.readouterr().err


def test_evaluate_translates_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        {"src": "Use mail merge now", "ref": "Use Seriendruck now", "terms": [["mail merge", "Seriendruck"]]},
        {"src": "Nothing of note here", "ref": "Nothing of note here", "terms": []},
    ]
    path = tmp_path / "set.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run(["evaluate", "en-de", "--testset", str(path), "--json", "--bootstrap", "0"]) == 0
    scores = json.loads(capsys.readouterr().out)["systems"]["en-de"]
    assert scores["exact_match"] == 100
    assert scores["bleu"] == pytest.approx(100)
