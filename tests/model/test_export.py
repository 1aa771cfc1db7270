"""An exported network decodes as the network does, and exporting leaves it as it was."""

from pathlib import Path

import pytest
import torch

from fakes import model_folder
from stencilmt.config import replace_checked
from stencilmt.errors import SettingsError
from stencilmt.model.engine import CTranslate2Engine, Request
from stencilmt.model.export import write_engine
from stencilmt.model.network import VocabularyFacts, build
from stencilmt.model.presets import preset
from stencilmt.template.encode import Format, unconstrained_prefix

SUBWORDS = model_folder().codec.subwords
SOURCE = [*SUBWORDS.encode([" Open the file now"]), SUBWORDS.end]
PREFIX = SUBWORDS.encode(unconstrained_prefix(Format()))


@pytest.fixture(params=["before", "after"])
def network(request: pytest.FixtureRequest) -> torch.nn.Module:
    """A network that normalizes before or after each part, its norms not the identity they start as."""
    facts = VocabularyFacts(SUBWORDS.padding + 1, SUBWORDS.padding, SUBWORDS.end)
    network = build(replace_checked(preset("tiny").architecture, {"norm": request.param}), facts).eval()
    chance = torch.Generator().manual_seed(1)
    for name, weight in network.named_parameters():
        if "norm" in name:
            torch.nn.init.normal_(weight, mean="weight" in name, std=0.3, generator=chance)
    return network


def greedy(network: torch.nn.Module, count: int) -> list[int]:
    """What the network itself would write."""
    ids = [SUBWORDS.padding, *PREFIX]
    for _ in range(count):
        with torch.no_grad():
            logits = network(input_ids=torch.tensor([SOURCE]), decoder_input_ids=torch.tensor([ids])).logits[0, -1]
        logits[SUBWORDS.padding] = -torch.inf
        ids.append(int(logits.argmax()))
    return ids[1:]


def test_the_engine_writes_what_the_network_writes(network: torch.nn.Module, tmp_path: Path) -> None:
    write_engine(network, SUBWORDS.tokens, tmp_path, "float32")
    (answer,) = CTranslate2Engine(tmp_path, SUBWORDS, beam=1).decode([Request(SOURCE, PREFIX)])
    assert answer.ids[:12] == greedy(network, 12 - len(PREFIX))


@pytest.mark.parametrize("quantization", ["int8", "int8_float32", "float32"])
def test_exporting_leaves_the_network_as_it_was(network: torch.nn.Module, tmp_path: Path, quantization: str) -> None:
    before = {name: weight.clone() for name, weight in network.state_dict().items()}
    write_engine(network, SUBWORDS.tokens, tmp_path, quantization)
    after = network.state_dict()
    assert all(torch.equal(weight, after[name]) for name, weight in before.items())


def test_a_batch_decodes_as_single_sentences(network: torch.nn.Module, tmp_path: Path) -> None:
    write_engine(network, SUBWORDS.tokens, tmp_path, "float32")
    engine = CTranslate2Engine(tmp_path, SUBWORDS)
    requests = [Request([*SOURCE[:length], SUBWORDS.end], PREFIX) for length in (2, 5, 3)]
    assert [answer.ids[:20] for answer in engine.decode(requests)] == [
        engine.decode([request])[0].ids[:20] for request in requests
    ]


def test_an_unknown_quantization_is_refused(network: torch.nn.Module, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="expected one of int8, int8_float32, float32"):
        write_engine(network, SUBWORDS.tokens, tmp_path, "int4")
