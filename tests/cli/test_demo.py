"""`stencil demo` with a model that echoes."""

from pathlib import Path

import pytest

from fakes import translator
from stencilmt.cli import run
from stencilmt.cli.demo import DOCUMENTS
from stencilmt.translator import Translator


@pytest.fixture(autouse=True)
def echo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Translator, "load", lambda *_, **__: translator())


def test_both_sides_are_shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    assert run(["demo"]) == 0
    said = capsys.readouterr().out
    assert all(name in said for name in DOCUMENTS)
    assert "Start the <b>mail merge</b>?" in said
    assert "Start the <b>Seriendruck</b>?" in said
    assert "0 repaired in" in said


def test_the_files_are_written_where_wanted(tmp_path: Path) -> None:
    assert run(["demo", "-o", str(tmp_path / "out")]) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted(DOCUMENTS)
    assert b"<strong>Datenquelle</strong>" in (tmp_path / "out" / "page.html").read_bytes()


def test_files_that_exist_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "guide.md").write_text("mine")
    assert run(["demo", "-o", str(tmp_path)]) == 2
    assert "guide.md exists already: give --force" in capsys.readouterr().err
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]
    assert run(["demo", "-o", str(tmp_path), "--force"]) == 0
