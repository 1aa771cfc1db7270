"""The model in the box: small, explained, and true to its promise on its own examples."""

from pathlib import Path

import pytest

from stencilmt.cli import run
from stencilmt.constraints.glossary import Glossary
from stencilmt.constraints.markup import Markup
from stencilmt.model.folder import ModelFolder
from stencilmt.translator import Options, Translator

MEGABYTE = 1_000_000


@pytest.fixture(scope="module")
def translator() -> Translator:
    return Translator.load("en-de", threads=1)


def test_it_is_small_and_explains_itself() -> None:
    folder = ModelFolder.find("en-de")
    assert sum(path.stat().st_size for path in folder.path.iterdir()) <= 15 * MEGABYTE
    card = (folder.path / "README.md").read_text("utf-8")
    assert "Licences" in card
    assert "Weaknesses" in card


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Click the <b>mail merge</b> button in the toolbar.", ("<b>", "</b>", "Serienbrief-Assistent")),
        ("The toolbar has %d icons, and the mail merge opens {file}.", ("%d", "{file}", "Serienbrief-Assistent")),
        ('Press <kbd>F5</kbd> to open the <a href="x.html">toolbar</a>.', ("<kbd>", '<a href="x.html">', "</a>")),
    ],
)
def test_it_keeps_terms_tags_and_placeholders(translator: Translator, text: str, kept: tuple[str, ...]) -> None:
    glossary = Glossary.from_pairs({"mail merge": "Serienbrief-Assistent", "toolbar": "Werkzeugkasten"})
    (result,) = translator.translate([text], glossary, Options(Markup.XML))
    assert [result.text.count(one) for one in (*kept, "Werkzeugkasten")] == [1, 1, 1, 1]


def test_it_knows_german(translator: Translator) -> None:
    (result,) = translator.translate(["Open the file."])
    assert "Datei" in result.text


def test_the_demo_shows_both_sides(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["demo", "--output", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert "English" in shown
    assert sorted(path.name for path in tmp_path.iterdir()) == ["app.po", "guide.md", "page.html"]
