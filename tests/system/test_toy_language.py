"""The whole way on a toy language: prepare, train, export, translate.

The language is made by rule and changes the order of words, so the model must learn to order constraints. This is the
one test that trains for real; it takes a minute or two on two cores.
"""

import json
from pathlib import Path

import pytest

import toy_language
from stencilmt.cli import run
from stencilmt.constraints.glossary import Glossary
from stencilmt.evaluation.bleu import Bleu
from stencilmt.evaluation.held_out import HeldOut
from stencilmt.translator import Translator

STEPS = 500


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the data and the model, made by the commands alone."""
    path = tmp_path_factory.mktemp("toy")
    (path / "train.tsv").write_text(toy_language.tsv(6000, seed=1))
    (path / "dev.tsv").write_text(toy_language.tsv(200, seed=2))
    (path / "test.tsv").write_text(toy_language.tsv(200, seed=5))
    data, trained, model = (str(path / name) for name in ("data", "run", "en-de"))
    languages = "--from", "en", "--to", "de"
    held_out = "--dev", str(path / "dev.tsv"), "--test", str(path / "test.tsv")
    prepared = [str(path / "train.tsv"), *held_out, *languages, "--vocabulary", "520", "--set", "sampling.decay=0.65"]
    assert run(["prepare", *prepared, "-o", data]) == 0
    schedule = ["--steps", str(STEPS), "--set", f"optimization.period={STEPS - 100}", "--no-advice"]
    assert run(["train", data, "-o", trained, "--preset", "tiny", *schedule]) == 0
    assert run(["export", trained, "-o", model]) == 0
    return path


@pytest.fixture(scope="module")
def model(folder: Path) -> Translator:
    return Translator.load(folder / "en-de")


def test_it_learned_to_translate(model: Translator) -> None:
    pairs = list(toy_language.pairs(200, seed=3))
    results = model.translate([source for source, _ in pairs])
    assert Bleu().corpus([result.text for result in results], [target for _, target in pairs]).value > 80


def test_terms_are_kept_and_put_where_they_belong(folder: Path, model: Translator) -> None:
    held_out = HeldOut.load(folder / "data", "dev", "de")
    scores = held_out.measure(model.decoder, terms=3)
    assert scores["exact_match"] == 100
    assert scores["template_accuracy"] >= 99
    assert scores["bleu"] > 80


def test_a_term_the_model_has_never_seen(model: Translator) -> None:
    noun = next(iter(toy_language.NOUNS))
    glossary = Glossary.from_pairs({noun: "Zyklotron"})
    sources = [source for source, _ in toy_language.pairs(400, seed=4) if noun in source.split()]
    results = model.translate(sources, glossary)
    assert sources
    assert all(result.text.count("Zyklotron") == result.source.split().count(noun) for result in results)


def test_the_model_explains_itself(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["models", "info", str(folder / "en-de")]) == 0
    card = capsys.readouterr().out
    assert "en → de" in card
    assert f"{STEPS} updates" in card
    assert "exact match %" in card


def test_the_scores_go_into_the_card(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, testset = str(folder / "en-de"), f"prepared={folder / 'data'}"
    assert run(["evaluate", model, "--testset", testset, "--without-terms", "--record", "--json"]) == 0
    systems = json.loads(capsys.readouterr().out)["systems"]
    assert systems["en-de"]["exact_match"] == systems["en-de"]["structure_correct"] == 100
    assert systems["en-de"]["repair_rate"] < 1
    assert systems["en-de without terms"]["bleu"] > 80
    card = (folder / "en-de" / "README.md").read_text()
    assert "| prepared, without terms | " in card
    assert "| last validation in training | " in card
