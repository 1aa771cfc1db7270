"""Starting from a model of ours: its weights come back as they were exported, and it is trained on."""

import json
import shutil
from pathlib import Path

import pytest
import torch

from fakes import model_folder
from model.opus import write_opus
from stencilmt.cli import run
from stencilmt.config import replace_checked
from stencilmt.constraints.glossary import Glossary
from stencilmt.errors import ModelError
from stencilmt.model.checkpoints import Checkpoints, own_weights
from stencilmt.model.engine_weights import FILE, read_engine
from stencilmt.model.export import write_engine
from stencilmt.model.exported import find_exported
from stencilmt.model.folder import ModelFolder
from stencilmt.model.network import Network, VocabularyFacts, build
from stencilmt.model.presets import preset
from stencilmt.translator import Translator

SUBWORDS = model_folder().codec.subwords
QUICK = ("--no-advice", "--dev-sentences", "4", "--set", "optimization.pass_tokens=600", "--set", "precision=float32")


def fresh(norm: str, seed: int = 1, **shape: int) -> Network:
    """A network with no two weights alike, as many are at first."""
    facts = VocabularyFacts(SUBWORDS.padding + 1, SUBWORDS.padding, SUBWORDS.end)
    network = build(replace_checked(preset("tiny").architecture, {"norm": norm, **shape}), facts, seed)
    chance = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for weight in own_weights(network).values():
            weight.normal_(std=0.3, generator=chance)
        network.model.shared.weight[SUBWORDS.padding].zero_()
        network.final_logits_bias[0, SUBWORDS.padding] = 0
    return network


@pytest.mark.parametrize("norm", ["before", "after"])
def test_weights_come_back_as_they_were(norm: str, tmp_path: Path) -> None:
    network = fresh(norm)
    write_engine(network, SUBWORDS.tokens, tmp_path, "float32")
    wanted = own_weights(network)
    found = read_engine(tmp_path, own_weights(fresh(norm, seed=2)))
    assert found.keys() == wanted.keys()
    assert [name for name in wanted if not torch.equal(found[name], wanted[name])] == []


def test_rounded_weights_come_back_as_rounded(tmp_path: Path) -> None:
    network = fresh("before")
    write_engine(network, SUBWORDS.tokens, tmp_path, "int8")
    for name, weight in read_engine(tmp_path, own_weights(network)).items():
        before = own_weights(network)[name]
        step = before.abs().amax(-1, keepdim=True) / 127 if weight.ndim == 2 else torch.zeros(1)
        assert ((weight - before).abs() <= step * 0.501).all(), name


def test_a_bias_that_is_zero_is_not_in_the_file(tmp_path: Path) -> None:
    network = fresh("after")
    network.final_logits_bias.zero_()
    write_engine(network, SUBWORDS.tokens, tmp_path, "float32")
    assert not read_engine(tmp_path, own_weights(network))["final_logits_bias"].any()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "No such file"),
        (b"", "damaged"),
        (b"\x07\0\0\0", "version 7, expected 6"),
        (-100, "damaged"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | int | None, message: str) -> None:
    network = fresh("before")
    if content is not None:
        write_engine(network, SUBWORDS.tokens, tmp_path, "float32")
        whole = (tmp_path / FILE).read_bytes()
        (tmp_path / FILE).write_bytes(content if isinstance(content, bytes) else whole[:content])
    with pytest.raises(ModelError, match=message):
        read_engine(tmp_path, own_weights(network))


def test_weights_of_another_shape_are_refused(tmp_path: Path) -> None:
    write_engine(fresh("before"), SUBWORDS.tokens, tmp_path, "float32")
    with pytest.raises(ModelError, match="no model of this shape"):
        read_engine(tmp_path, own_weights(fresh("before", width=64)))


@pytest.fixture(scope="module")
def trained(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of ours, compact, of two updates."""
    folder = tmp_path_factory.mktemp("trained")
    command = ["train", str(data), "-o", str(folder / "run"), "--preset", "tiny", "--steps", "2", "--compact", *QUICK]
    assert run(command) == 0
    assert run(["export", str(folder / "run"), "-o", str(folder / "en-de")]) == 0
    return folder / "en-de"


def test_it_is_trained_on_with_subwords_and_form_of_its_own(trained: Path, data: Path, tmp_path: Path) -> None:
    other = tmp_path / "data"
    shutil.copytree(data, other)
    (other / "subwords.model").unlink()  # what this corpus would cut words with
    train = ["train", str(other), "-o", str(tmp_path / "run"), "--init", str(trained), *QUICK]
    assert run([*train, "--steps", "1"]) == 0
    assert run([*train, "--steps", "2"]) == 0
    assert Checkpoints(tmp_path / "run" / "checkpoints").all()[-1].step == 2
    assert run(["export", str(tmp_path / "run"), "-o", str(tmp_path / "more")]) == 0
    folder = ModelFolder.load(tmp_path / "more")
    assert folder.info.form.compact
    assert (folder.path / "subwords.model").read_bytes() == (trained / "subwords.model").read_bytes()
    assert "| Started from | en-de, trained for 0.0 hours, 2 updates |" in (folder.path / "README.md").read_text()
    (result,) = Translator.load(folder.path).translate(["balu fimar."], Glossary.from_pairs({"fimar": "Zyklotron"}))
    assert result.text.count("Zyklotron") == 1


def test_training_begins_with_its_weights(trained: Path, data: Path, tmp_path: Path) -> None:
    train = ["train", str(data), "-o", str(tmp_path / "run"), "--init", str(trained), *QUICK]
    assert run([*train, "--steps", "1", "--set", "optimization.peak_rate=1e-12"]) == 0
    (checkpoint,) = Checkpoints(tmp_path / "run" / "checkpoints").all()
    started = read_engine(trained, checkpoint.weights())
    assert all(torch.allclose(weight, started[name], atol=1e-7) for name, weight in checkpoint.weights().items())


def test_it_is_found_by_its_name(trained: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STENCIL_MODELS", str(trained.parent))
    found = find_exported("en-de")
    assert found is not None
    assert (found.folder, found.describe()["init"]) == (trained, "en-de")
    assert find_exported("xx-yy") is None
    monkeypatch.chdir(tmp_path)
    (tmp_path / "en-de").mkdir()  # as of data, which hides no model
    assert find_exported("en-de") == found
    assert find_exported(str(write_opus(tmp_path / "opus"))) is None


@pytest.mark.parametrize(
    ("init", "message"),
    [
        ("en-dee", "nor a model of that name (did you mean 'en-de'?)"),
        ("", "--init takes a folder of the Hugging Face Hub or of ours"),
    ],
)
def test_what_is_no_model_is_told(
    init: str, message: str, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["train", str(data), "-o", str(tmp_path / "run"), "--init", init, "--steps", "1"]) == 2
    assert message in capsys.readouterr().err


def test_a_run_goes_on_when_its_model_was_moved(trained: Path, data: Path, tmp_path: Path) -> None:
    shutil.copytree(trained, tmp_path / "first")
    train = ["train", str(data), "-o", str(tmp_path / "run"), *QUICK]
    assert run([*train, "--init", str(tmp_path / "first"), "--steps", "1"]) == 0
    (tmp_path / "first").rename(tmp_path / "second")
    assert run([*train, "--init", str(tmp_path / "second"), "--steps", "2"]) == 0
    assert Checkpoints(tmp_path / "run" / "checkpoints").all()[-1].step == 2


def test_a_model_that_started_from_the_hub_is_trained_on(data: Path, tmp_path: Path) -> None:
    opus = write_opus(tmp_path / "opus", languages=(">>aaa<<", ">>bbb<<"))
    start = ["--init", str(opus), "--init-language", ">>bbb<<"]
    assert run(["train", str(data), "-o", str(tmp_path / "1"), *start, *QUICK, "--steps", "1"]) == 0
    assert run(["export", str(tmp_path / "1"), "-o", str(tmp_path / "first")]) == 0
    start = ["--init", str(tmp_path / "first")]
    assert run(["train", str(data), "-o", str(tmp_path / "2"), *start, *QUICK, "--steps", "1"]) == 0
    assert run(["export", str(tmp_path / "2"), "-o", str(tmp_path / "second")]) == 0
    info = ModelFolder.load(tmp_path / "second").info
    assert (info.subwords, info.init_language) == ("marian", ">>bbb<<")


def test_what_does_not_fit_is_refused(
    trained: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def refusal(*options: str, data: Path = data, init: Path = trained) -> str:
        assert run(["train", str(data), "-o", str(tmp_path / "run"), "--init", str(init), *QUICK, *options]) == 2
        assert not (tmp_path / "run").exists()
        return capsys.readouterr().err

    assert "architecture.width is 128 there and 256 here" in refusal("--preset", "small")
    assert "leave these options out" in refusal("--init-language", ">>deu<<")
    assert "leave these options out" in refusal("--no-compact")
    assert "is a training run or a part of one: export it" in refusal(init=trained.parent / "run")
    assert "a part of one: export it" in refusal(init=trained.parent / "run" / "checkpoints" / "step-2")
    other = tmp_path / "data"
    shutil.copytree(data, other)
    prepared = json.loads((other / "prepared.json").read_text())
    prepared |= {"limits": {"terms": 3, "tags": 16}, "target_language": "fr"}
    (other / "prepared.json").write_text(json.dumps(prepared))
    told = refusal(data=other)
    assert 'languages is ["en", "de"] there and ["en", "fr"] here' in told
    assert "limits.terms is 16 there and 3 here" in told


def test_a_model_without_compact_templates_is_not_trained_on_them(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["train", str(data), "-o", str(tmp_path / "run"), "--preset", "tiny", "--steps", "1", *QUICK]) == 0
    assert run(["export", str(tmp_path / "run"), "-o", str(tmp_path / "full")]) == 0
    train = ["train", str(data), "-o", str(tmp_path / "more"), "--init", str(tmp_path / "full"), *QUICK]
    assert run([*train, "--compact"]) == 2
    assert "leave these options out" in capsys.readouterr().err
