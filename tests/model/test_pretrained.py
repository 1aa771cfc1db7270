"""Starting from a pretrained Marian model: taken over as it is, trained on, exported, translated with."""

from pathlib import Path

import pytest
import torch
from transformers import MarianMTModel, MarianTokenizer

from corpus.toy import toy_pairs
from model.opus import write_opus
from stencilmt.cli import run
from stencilmt.constraints.glossary import Glossary
from stencilmt.errors import DataError, SettingsError
from stencilmt.model.checkpoints import Checkpoints
from stencilmt.model.engine import CTranslate2Engine, Request
from stencilmt.model.export import write_engine
from stencilmt.model.folder import ModelFolder
from stencilmt.model.network import LossNetwork
from stencilmt.model.pretrained import Pretrained
from stencilmt.model.task import Task
from stencilmt.translator import Translator

QUICK = ("--no-advice", "--dev-sentences", "4", "--set", "optimization.pass_tokens=600")


@pytest.fixture(scope="module")
def opus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_opus(tmp_path_factory.mktemp("opus") / "opus-mt-xx-yy")


def taken_over(opus: Path, data: Path) -> tuple[MarianMTModel, Task]:
    task = Task(data, tokenizer=opus)
    pretrained = Pretrained(opus)
    return pretrained.network(pretrained.architecture, task.vocabulary, seed=1), task


@pytest.mark.parametrize("weights", ["pytorch_model.bin", "model.safetensors"])
def test_it_is_taken_over_as_it_is(tmp_path: Path, data: Path, weights: str) -> None:
    opus = write_opus(tmp_path / "opus", weights)
    network, task = taken_over(opus, data)
    before, after = MarianMTModel.from_pretrained(opus).state_dict(), network.state_dict()
    own = before["model.shared.weight"].shape[0] - 1
    for name, weight in before.items():
        kept = after[name]
        if name == "final_logits_bias":
            weight, kept = weight[:, :own], kept[:, :own]
        elif len(weight) == own + 1:
            weight, kept = weight[:own], kept[:own]
        assert torch.equal(weight, kept), name
    assert len(after["lm_head.weight"]) == own + len(task.prepared.symbols) + 1
    assert network.config.pad_token_id == network.config.decoder_start_token_id == own + len(task.prepared.symbols)


def test_new_symbols_look_like_words_and_padding_is_nothing(opus: Path, data: Path) -> None:
    network, task = taken_over(opus, data)
    own, symbols = len(task.codec.subwords.tokens) - len(task.prepared.symbols), len(task.prepared.symbols)
    embedding, bias = network.model.shared.weight, network.final_logits_bias[0]
    old, new = embedding[:own], embedding[own : own + symbols]
    assert new.std().item() == pytest.approx(old.std().item(), rel=0.2)
    assert len({tuple(row) for row in new.tolist()}) == symbols
    assert torch.allclose(bias[own : own + symbols], bias[:own].mean())
    assert not embedding[-1].any()
    assert torch.equal(taken_over(opus, data)[0].model.shared.weight, embedding)


def test_positions_are_the_sinusoids_and_stay_so(opus: Path, data: Path) -> None:
    network, _ = taken_over(opus, data)
    LossNetwork(network, 0.1)
    for side in (network.model.encoder, network.model.decoder):
        assert torch.equal(side.embed_positions.weight, side.embed_positions.create_weight())
        assert not side.embed_positions.weight.requires_grad


@pytest.mark.parametrize("text", [source for source, _, _ in toy_pairs(40)[1:40:9]])
def test_plain_text_is_translated_as_before(opus: Path, data: Path, tmp_path: Path, text: str) -> None:
    """Before the first update, without any of our symbols, the exported engine writes what `transformers` writes."""
    network, task = taken_over(opus, data)
    write_engine(network, task.codec.subwords.tokens, tmp_path, "float32")
    source = [*task.codec.source_subwords.encode([f" {text}"]), task.codec.subwords.end]
    (answer,) = CTranslate2Engine(tmp_path, task.codec.subwords, beam=1).decode([Request(source, [])])
    tokenized = MarianTokenizer.from_pretrained(opus)([text], return_tensors="pt")
    before = MarianMTModel.from_pretrained(opus)
    before.generation_config.bad_words_ids = [[before.config.pad_token_id]]
    (written,) = before.generate(**tokenized, num_beams=1, max_length=16)
    assert tokenized["input_ids"].tolist() == [source]
    assert len(answer.ids) > 8
    assert written.tolist()[1:15] == [*answer.ids, task.codec.subwords.end][:14]


def test_it_is_trained_exported_and_translates(opus: Path, data: Path, tmp_path: Path) -> None:
    train = ["train", str(data), "-o", str(tmp_path / "run"), "--init", str(opus), *QUICK]
    assert run([*train, "--steps", "2"]) == 0
    assert run([*train, "--steps", "3"]) == 0
    assert Checkpoints(tmp_path / "run" / "checkpoints").all()[-1].step == 3
    assert run(["export", str(tmp_path / "run"), "-o", str(tmp_path / "en-de")]) == 0
    folder = ModelFolder.load(tmp_path / "en-de")
    assert {"vocab.json", "source.spm", "target.spm"} <= {path.name for path in folder.path.iterdir()}
    assert folder.info.subwords == "marian"
    assert "| Started from | opus-mt-xx-yy |" in (folder.path / "README.md").read_text()
    for place in (folder.path, tmp_path / "run"):
        (result,) = Translator.load(place).translate(["balu fimar delu."], Glossary.from_pairs({"fimar": "Zyklotron"}))
        assert result.text.count("Zyklotron") == 1


def test_a_language_token_stays_with_the_model(data: Path, tmp_path: Path) -> None:
    opus = write_opus(tmp_path / "many", languages=(">>aaa<<", ">>bbb<<"))
    train = ["train", str(data), "-o", str(tmp_path / "run"), "--init", str(opus), *QUICK, "--steps", "1"]
    assert run(train) == 2
    assert run([*train, "--init-language", ">>bbb<<"]) == 0
    opus.rename(tmp_path / "elsewhere")  # an export needs the run alone
    assert run(["export", str(tmp_path / "run"), "-o", str(tmp_path / "en-de")]) == 0
    codec = ModelFolder.load(tmp_path / "en-de").codec
    assert codec.subwords.tokens[codec.source_subwords.encode([])[0]] == ">>bbb<<"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--preset", "tiny"], "architecture.width is 32 there and 128 here"),
        (["--preset", "tinny"], "unknown preset 'tinny'"),
        (["--set", "architecture.encoder_layers=6"], "architecture.encoder_layers is 2 there and 6 here"),
        (["--method", "vanilla"], "--init is for our own model only"),
        (["--init-language", ">>deu<<"], "it translates into one only"),
    ],
)
def test_what_contradicts_it_is_refused(
    opus: Path, data: Path, tmp_path: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["train", str(data), "-o", str(tmp_path / "run"), "--init", str(opus), "--steps", "1", *options]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_a_run_goes_on_only_with_what_it_started_from(
    opus: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    train = ["train", str(data), "-o", str(tmp_path / "run"), *QUICK, "--steps", "1"]
    assert run([*train, "--init", str(opus), "--set", "architecture.dropout=0"]) == 0
    assert run([*train, "--init", str(opus)]) == 2
    assert "architecture.dropout is 0.0 there and 0.1 here" in capsys.readouterr().err
    assert run(train) == 2
    assert "data.fingerprint is" in capsys.readouterr().err


def test_a_language_without_a_pretrained_model_is_refused(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["train", str(data), "-o", str(tmp_path / "run"), "--init-language", ">>deu<<"]) == 2
    assert "--init-language >>deu<< is for --init only" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"model_type": "m2m_100"}, "type 'm2m_100': --init takes Marian models, such as those of OPUS-MT"),
        ({"share_encoder_decoder_embeddings": False}, "share_encoder_decoder_embeddings is off"),
        ({"decoder_ffn_dim": 64}, "encoder_ffn_dim 48 is not decoder_ffn_dim 64"),
        ({"scale_embedding": False, "decoder_start_token_id": 0}, "is not decoder_start_token_id 0; scale_embedding"),
        ({"vocab_size": 7}, "vocab_size 7 is not the"),
        ({"pad_token_id": 3, "decoder_start_token_id": 3}, "pad_token_id 3 is not that of vocab.json"),
    ],
)
def test_a_model_we_cannot_take_over_is_refused(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    folder = write_opus(tmp_path / "other", **changes)
    with pytest.raises(DataError, match=message):
        _ = Pretrained(folder).config


def test_an_activation_we_do_not_have_is_refused(tmp_path: Path) -> None:
    folder = write_opus(tmp_path / "other", activation_function="gelu_new")
    with pytest.raises(SettingsError, match=r"invalid value for activation, .*gelu_new"):
        _ = Pretrained(folder).architecture


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "there is no folder .* others can be downloaded"),
        ("config.json", "config.json cannot be read"),
        ("source.spm", "lacks source.spm: download it again with its tokenizer"),
        ("pytorch_model.bin", "the weights of .* cannot be read"),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, data: Path, name: str, message: str) -> None:
    folder = write_opus(tmp_path / "opus")
    folder.joinpath(name).unlink() if name else folder.rename(tmp_path / "elsewhere")
    with pytest.raises(DataError, match=message):
        taken_over(folder, data) if name == "pytorch_model.bin" else Pretrained(folder).config


def test_weights_of_half_precision_are_widened(tmp_path: Path, data: Path) -> None:
    opus = write_opus(tmp_path / "opus", dtype="float16")
    path = opus / "pytorch_model.bin"
    torch.save({name: weight.half() for name, weight in torch.load(path).items()}, path)
    network, _ = taken_over(opus, data)
    assert {weight.dtype for weight in network.parameters()} == {torch.float32}
