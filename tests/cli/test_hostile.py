"""Files made to hurt, through the command: a correct result or one line and exit code 2, never a traceback.

Each is as small as still tells a cost that grows with the square of the size from one that does not.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from fakes import translator
from stencilmt.cli import run
from stencilmt.translator import Translator

LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 30))
DOCTYPE = f'<!DOCTYPE r [<!ENTITY a0 "lol">{LAUGHS}]>'
UNIT = '<trans-unit id="1"><source>Say &a29; now</source><target>Say &a29; now</target></trans-unit>'
LEVELS = 2000


def nested(opening: str, closing: str) -> str:
    """Elements in elements, each with a word of its own."""
    return f"{opening}x " * LEVELS + "y" + closing * LEVELS


KEPT: dict[str, tuple[str, str]] = {
    "nested inline": ("a.html", nested("<b>", "</b>")),
    "nested blocks": ("a.html", nested("<div>", "</div>")),
    "nested with sentences": ("a.html", nested("<i>One. Two.", "</i>")),
    "nested in XML": ("a.xml", f"<r>{nested('<b>', '</b>')}</r>"),
    "nested in text": ("a.txt", nested("<b>", "</b>")),
    "nested in JSON": ("a.json", f'{{"a": "{nested("<b>", "</b>")}"}}'),
    "nested links": ("a.md", "[" * LEVELS + "x" + "](u)" * LEVELS),
    "nested emphasis": ("a.md", "*x " * LEVELS + "y" + "*" * LEVELS),
    "never closed": ("a.html", "<b>x " * LEVELS),
    "never opened": ("a.html", "x </b>" * LEVELS),
    "crossed": ("a.html", "<b>x <i>y </b>z </i>" * LEVELS),
    "many siblings": ("a.html", "a <b>x</b> " * LEVELS),
    "many lone tags": ("a.html", "a <br> " * LEVELS),
    "many entities": ("a.html", "a &amp; &#228; " * LEVELS),
    "many placeholders": ("a.txt", "a %s " * LEVELS),
    "glued placeholders": ("a.txt", "x" + "%s" * LEVELS),
    "half placeholders": ("a.txt", "{{a {b,plural, http://(a( " * LEVELS),
    "many code spans": ("a.md", "a `x` " * LEVELS),
    "laughs in XML": ("a.xml", f"{DOCTYPE}<r><line>Say &a29; now</line></r>"),
    "laughs in HTML": ("a.html", f"{DOCTYPE}<p>Say &a29; now</p>"),
    "laughs in XLIFF": ("a.xlf", f'{DOCTYPE}<xliff version="1.2"><file><body>{UNIT}</body></file></xliff>'),
    "no space": ("a.txt", "a" * 1_000_000),
    "no space in HTML": ("a.html", "<p>" + "a" * 1_000_000),
    "no space in Chinese": ("a.txt", "中" * 100_000),
    "no letter": ("a.txt", ". " * 100_000),
    "one letter, many accents": ("a.txt", "a" + "\u0301" * 100_000),
    "one sentence": ("a.txt", "word, " * 30_000),
    "empty": ("a.html", ""),
}


@pytest.fixture(autouse=True)
def echo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Translator, "load", lambda *_, **__: translator())


@pytest.mark.parametrize(("name", "text"), KEPT.values(), ids=KEPT)
def test_a_translator_that_echoes_gives_the_file_back(name: str, text: str, tmp_path: Path) -> None:
    source, target = tmp_path / name, tmp_path / f"out-{name}"
    source.write_text(text, encoding="utf-8")
    assert run(["translate", str(source), "-o", str(target), "-q"]) == 0
    assert target.read_text(encoding="utf-8") == text


def tags(count: int) -> str:
    return "<b>" * count


REFUSED: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "binary": ("a.txt", lambda: bytes(range(256)) * 8, "a NUL at offset 0, so this is a binary file"),
    "a picture": ("a.html", lambda: b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "so this is a binary file"),
    "an archive": ("a.zip", lambda: b"PK\x03\x04", "unknown format, expected a name that ends in .txt"),
    "half an archive": ("a.docx", lambda: b"PK\x03\x04", "a.docx: cannot be unpacked (File is not a zip file)"),
    "wrong encoding": ("a.html", lambda: "Grüße".encode("latin-1"), "byte 0xfc at offset 2 is not utf-8"),
    "unknown encoding": ("a.html", lambda: b'<meta charset="klingon"><p>x', "unknown encoding 'klingon'"),
    "an encoding of names": ("a.html", lambda: b'<meta charset="idna"><p>x', "unknown encoding 'idna'"),
    "tags beyond number": ("a.txt", lambda: tags(100_001).encode(), "holds more than 100,000 tags: divide it"),
    "placeholders beyond number": ("a.txt", lambda: b"%s" * 100_001, "has 100,001 constraints, more than 100,000"),
    "a line without end": ("a.txt", lambda: b"word " * 500_000, "a.txt:1: a segment of more than 2,000,000 characters"),
    "nested JSON": ("a.json", lambda: b"[" * 100_000, "nested deeper than 1000 levels"),
    "half JSON": ("a.json", lambda: b'{"a": "x', "a.json:1"),
    "half YAML": ("a.yaml", lambda: b"a: [x\nb: }", "a.yaml:2"),
    "half PO": ("a.po", lambda: b'msgid "x', "a.po:1"),
}


@pytest.mark.parametrize(("name", "content", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_translated_is_refused_in_one_line(
    name: str, content: Callable[[], bytes], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / name, tmp_path / f"out-{name}"
    source.write_bytes(content())
    assert run(["translate", str(source), "-o", str(target), "-q"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert message in said
    assert not target.exists()


OPTIONS = {
    "unknown model": (["--model", "nowhere"], "there is no model 'nowhere'"),
    "unknown language": (["--to", "tlh"], "no model for en-tlh is installed"),
    "no language": (["--to", "???"], "no model for en-??? is installed"),
    "empty model folder": (["--model", "{folder}"], "there is no model"),
}


@pytest.mark.parametrize(("options", "message"), OPTIONS.values(), ids=OPTIONS)
def test_an_unknown_model_or_language(
    options: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("STENCIL_MODELS", str(tmp_path))
    (tmp_path / "a.txt").write_text("x")
    chosen = [option.format(folder=tmp_path) for option in options]
    assert run(["translate", str(tmp_path / "a.txt"), *chosen]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert message in said


GLOSSARIES = {
    "another target": ("g.tsv", "en\tfr\nmail\tcourrier\n", "en→de"),
    "another source": ("g.csv", "es,de\ncorreo,Post\n", "en→de"),
    "another pair in JSON": ("g.json", '{"sourceLanguage": "fr", "terms": {"mail": {"it": "posta"}}}', "en→de"),
    "binary": ("g.tsv", "a\0b\tc\n", "g.tsv"),
    "empty": ("g.tsv", "", "no entries in it"),
    "unknown kind": ("g.docx", "x", "g.docx"),
}


@pytest.mark.parametrize(("name", "text", "message"), GLOSSARIES.values(), ids=GLOSSARIES)
def test_a_glossary_that_is_of_no_use(
    name: str, text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_text(text)
    (tmp_path / "a.txt").write_text("x")
    assert run(["translate", str(tmp_path / "a.txt"), "--glossary", str(tmp_path / name)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert message in said


@pytest.mark.parametrize(("option", "language"), [("--to", "fr"), ("--from", "de")])
def test_a_language_that_is_not_the_models(
    option: str, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("x")
    assert run(["translate", str(tmp_path / "a.txt"), "--model", "mine", option, language]) == 2
    assert f"{option} is {language!r}, but the model mine translates en to de" in capsys.readouterr().err


def test_a_folder_is_no_file_and_a_file_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("x")
    files = [str(tmp_path / "a.txt"), str(tmp_path / "b.txt")]
    assert run(["translate", str(tmp_path)]) == 2
    assert run(["translate", *files, "-o", files[0]]) == 2
    said = capsys.readouterr().err
    assert "Is a directory" in said
    assert "cannot make the folder" in said


def test_a_lone_surrogate_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"a": "x \\ud800 y"}')
    assert run(["translate", str(tmp_path / "a.json"), "--json", "-o", str(tmp_path / "b.jsonl"), "-q"]) == 0
    assert '"source": "x \\ud800 y"' in (tmp_path / "b.jsonl").read_text()
