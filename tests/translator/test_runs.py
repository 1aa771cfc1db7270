"""A training run, or a checkpoint of it, translates without an export."""

import sys
from functools import cache
from pathlib import Path
from shutil import rmtree

import pytest

import untrained
from stencilmt.cli import run
from stencilmt.constraints.glossary import Glossary
from stencilmt.constraints.markup import Markup
from stencilmt.errors import SettingsError
from stencilmt.model.package import export
from stencilmt.model.run import Run
from stencilmt.translator import Options, Translator

TEXTS = ["Open <b>it</b>", "Press the button"]
TERMS = Glossary.from_pairs({"button": "Knopf"})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return untrained.make_run(tmp_path_factory.mktemp("trained") / "run")


@cache
def translate(model: Path) -> list[str]:
    """What a model makes of the texts."""
    results = Translator.load(model, beam=2, threads=1).translate(TEXTS, TERMS, Options(Markup.XML))
    return [result.text for result in results]


def test_a_run_translates_as_its_export_does(folder: Path, tmp_path: Path) -> None:
    export(Run(folder), tmp_path / "model", quantization="float32")
    assert translate(folder) == translate(tmp_path / "model")


def test_a_run_is_its_last_checkpoint(folder: Path) -> None:
    checkpoints = [Translator.load(folder / "checkpoints" / f"step-{step}") for step in (2, 3)]
    first, last, whole = (model.translate(["Press it"])[0].score for model in (*checkpoints, Translator.load(folder)))
    assert first != last == whole


def test_its_terms_and_tags_are_kept(folder: Path) -> None:
    first, second = translate(folder)
    assert first.count("<b>") == first.count("</b>") == second.count("Knopf") == 1


def test_it_says_what_it_is(folder: Path) -> None:
    model = Translator.load(folder).model
    assert (model.info.source_language, model.info.target_language, model.path) == ("en", "de", folder)


def test_the_command_takes_it(folder: Path, tmp_path: Path) -> None:
    source, target = tmp_path / "a.txt", tmp_path / "b.txt"
    source.write_text("Open the file %s.\n")
    assert run(["translate", str(source), "-o", str(target), "--model", str(folder), "-q", "--threads", "1"]) == 0
    assert target.read_text().count("%s") == 1


def test_without_torch_it_says_what_to_install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "stencilmt.model.trained", None)
    with pytest.raises(SettingsError, match=r"is a training run, which needs .*pip install 'stencil-mt\[train\]'"):
        Translator.load(folder)


def test_terms_longer_than_the_model_has_places_for(folder: Path, tmp_path: Path) -> None:
    export(Run(folder), tmp_path / "model")
    words = [first + second for first in "abcd" for second in "klmn"]
    rare = Glossary.from_pairs(dict.fromkeys(words, "𠀀" * 100))
    (result,) = Translator.load(tmp_path / "model", beam=1, threads=1).translate([" x ".join(words)], rare)
    assert result.text.count("\U00020000" * 100) == len(words)


def stray(folder: Path, place: Path) -> Path:
    """A checkpoint that was moved away from its run."""
    (folder / "checkpoints" / "step-2").rename(place / "step-2")
    return place / "step-2"


def empty(folder: Path, place: Path) -> Path:
    """A run without a checkpoint."""
    rmtree(folder / "checkpoints")
    return folder


def rival(folder: Path, place: Path) -> Path:
    """A run of another method."""
    settings = folder / "settings.json"
    settings.write_text(settings.read_text().replace('"data": {', '"data": {"method": "replace",', 1))
    return folder


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (stray, "is a checkpoint outside of its run"),
        (empty, "holds 0 checkpoints"),
        (rival, "a run of the method 'replace'"),
    ],
)
def test_what_cannot_be_translated_with_is_refused(spoil, message: str, tmp_path: Path) -> None:
    folder = untrained.make_run(tmp_path / "run", steps=(2,))
    with pytest.raises(SettingsError, match=message):
        Translator.load(spoil(folder, tmp_path))
