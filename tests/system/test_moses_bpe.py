"""The paper's pre-processing the whole way: prepare, train a little, export, translate, evaluate."""

import json
from pathlib import Path

import pytest

import toy_language
from stencilmt.cli import run
from stencilmt.constraints.glossary import Glossary
from stencilmt.corpus.prepared import Prepared
from stencilmt.subwords import SubwordKind
from stencilmt.translator import Translator

SENTENCES = [source for source, _ in toy_language.pairs(20, seed=3)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with data, run and model, made by the commands alone."""
    path = tmp_path_factory.mktemp("moses")
    (path / "train.tsv").write_text(toy_language.tsv(600, seed=1))
    data, trained, model = (str(path / name) for name in ("data", "run", "en-de"))
    chosen = ["--subwords", "moses-bpe", "--vocabulary", "460", "--workers", "1"]
    assert run(["prepare", str(path / "train.tsv"), "--from", "en", "--to", "de", *chosen, "-o", data]) == 0
    schedule = ["--steps", "8", "--set", "threads=1", "--no-advice"]
    assert run(["train", data, "-o", trained, "--preset", "tiny", *schedule]) == 0
    assert run(["export", trained, "-o", model]) == 0
    return path


@pytest.fixture(scope="module")
def model(folder: Path) -> Translator:
    return Translator.load(folder / "en-de", beam=1, threads=1)


def test_every_folder_says_how_text_is_cut(folder: Path, model: Translator) -> None:
    for place in (folder / "data", folder / "run" / "data"):
        settings = Prepared.load(place).subwords
        assert (settings.kind, settings.model, settings.size) == (SubwordKind.MOSES_BPE, "bpe", 460)
    assert model.model.info.subwords is SubwordKind.MOSES_BPE
    assert {"sacremoses", "jieba"} <= set(Prepared.load(folder / "data").versions)


def test_terms_are_kept(model: Translator) -> None:
    noun = next(noun for noun in toy_language.NOUNS if any(noun in source.split() for source in SENTENCES))
    results = model.translate(SENTENCES, Glossary.from_pairs({noun: "Zyklotron, (neu)"}))
    for source, result in zip(SENTENCES, results, strict=True):
        assert result.text.count("Zyklotron, (neu)") == source.split().count(noun)


def test_it_is_evaluated_as_any_model(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pairs = list(toy_language.pairs(10, seed=4))
    for name, side in (("source.txt", 0), ("reference.txt", 1)):
        (folder / name).write_text("".join(f"{pair[side]}\n" for pair in pairs))
    files = ["--source", str(folder / "source.txt"), "--reference", str(folder / "reference.txt")]
    capsys.readouterr()
    assert run(["evaluate", str(folder / "en-de"), *files, "--bootstrap", "0", "--json"]) == 0
    assert "bleu" in json.loads(capsys.readouterr().out)["systems"]["en-de"]
