"""The test part of a prepared corpus as a test set."""

import shutil
from pathlib import Path

import pytest

import fakes
import toy_language
from stencilmt.cli import run
from stencilmt.errors import SettingsError
from stencilmt.evaluation.markup import parse, strip_tags
from stencilmt.evaluation.prepared import prepared_testset
from stencilmt.model.folder import ModelFolder
from stencilmt.translator import Translator

TEST = [
    ("Close the <b>file</b> & run", "Schließen Sie die <b>Datei</b> & laufen"),
    ("Close the file", "Schließen Sie die Datei"),
    ("sulo kami tensu sumi loten .", "asheymm ildoth ughoth ildashe ymmild ."),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("prepared")
    (place / "train.tsv").write_text(toy_language.tsv(300, seed=1))
    (place / "test.tsv").write_text("".join(f"{source}\t{target}\n" for source, target in TEST), encoding="utf-8")
    command = ["prepare", str(place / "train.tsv"), "--from", "en", "--to", "de", "-o", str(place / "data")]
    (place / "dev.tsv").write_text("".join(f"{source}\t{target}\n" for source, target in TEST[:2]), encoding="utf-8")
    held_out = ["--test", str(place / "test.tsv"), "--dev", str(place / "dev.tsv")]
    assert run([*command, *held_out, "--vocabulary", "520"]) == 0
    return place / "data"


@pytest.mark.parametrize(
    ("name", "sentences"), [("prepared", 3), ("prepared-tagged", 1), ("prepared-plain", 2), ("prepared-dev", 2)]
)
def test_the_parts(folder: Path, name: str, sentences: int) -> None:
    testset = prepared_testset(name, folder, terms=1)
    assert len(testset.segments) == sentences
    assert testset.markup
    for segment in testset.segments:
        assert parse(segment.reference) is not None
        assert all(term.source in strip_tags(segment.source) for term in segment.terms)
        assert all(term.target in strip_tags(segment.reference) for term in segment.terms)


def test_what_only_looks_like_markup_is_escaped(folder: Path) -> None:
    assert "<b>Datei</b> &amp; laufen" in prepared_testset("prepared-tagged", folder).segments[0].reference


def test_terms_are_drawn_as_many_as_wanted_and_each_has_one_place(folder: Path) -> None:
    counts = []
    for segment in prepared_testset("prepared", folder, terms=3).segments:
        source = strip_tags(segment.source).casefold()
        assert all(source.count(term.source.casefold()) == 1 for term in segment.terms)
        counts.append(len(segment.terms))
    assert max(counts) > 1


def test_without_terms(folder: Path) -> None:
    assert not any(prepared_testset("prepared", folder, terms=0).terms)


def test_records_tell_how_many_terms_were_drawn(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Translator, "load", lambda *_, **__: fakes.translator())
    model = Path(shutil.copytree(fakes.model_folder().path, tmp_path / "en-de"))
    for terms in ([], ["--terms", "1"], ["--terms", "2"]):
        command = ["evaluate", str(model), "--testset", f"prepared={folder}", *terms, "--measure", "bleu", "--record"]
        assert run(command) == 0
    assert list(ModelFolder.load(model).info.scores) == ["prepared", "prepared (up to 2 terms)"]


def test_another_language_than_its_own_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    testset = ["--testset", f"prepared={folder}", "--hypothesis", "x"]
    assert run(["evaluate", *testset, "--target-language", "fr"]) == 2
    assert "the references of prepared are in 'de'" in capsys.readouterr().err
    assert run(["evaluate", *testset, "--source-language", "fr"]) == 2
    assert "the sources of prepared are in 'en'" in capsys.readouterr().err


def test_a_corpus_without_a_test_part(folder: Path, tmp_path: Path) -> None:
    source = folder.parent / "train.tsv"
    options = ["--from", "en", "--to", "de", "-o", str(tmp_path / "data"), "--vocabulary", "520"]
    assert run(["prepare", str(source), *options]) == 0
    with pytest.raises(SettingsError, match="no test part"):
        prepared_testset("prepared", tmp_path / "data")
    with pytest.raises(SettingsError, match="no dev part: prepare it with --dev"):
        prepared_testset("prepared-dev", tmp_path / "data")


def test_a_model_of_other_languages_is_refused(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Translator, "load", lambda *_, **__: fakes.translator())
    shutil.copytree(folder, tmp_path / "data")
    described = (tmp_path / "data" / "prepared.json").read_text()
    turned = described.replace('"target_language": "de"', '"target_language": "fr"')
    (tmp_path / "data" / "prepared.json").write_text(turned)
    assert turned != described
    assert run(["evaluate", "en-de", "--testset", f"prepared={tmp_path / 'data'}"]) == 2
    assert "the references of prepared are in 'fr'" in capsys.readouterr().err
