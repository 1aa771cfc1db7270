"""The engine of checkpoints decodes as that of exported models does, one sentence as in a batch."""

from pathlib import Path
from random import Random

import pytest
import torch

from stencilmt.model.engine import CTranslate2Engine, Request, longest_answer
from stencilmt.model.export import write_engine
from stencilmt.model.torch_engine import TorchEngine
from untrained import CODEC, network

SUBWORDS = CODEC.subwords


def requests(count: int, seed: int) -> list[Request]:
    """Sources of any words, with prefixes of several lengths."""
    random = Random(seed)
    words = range(SUBWORDS.end + 1, len(SUBWORDS.tokens))
    return [
        Request([*random.choices(words, k=random.randint(1, 6)), SUBWORDS.end], random.choices(words, k=length))
        for length in random.choices((1, 4, 9), k=count)
    ]


def may_end_at_once(model: torch.nn.Module, request: Request) -> bool:
    """Whether the end is among the first choices behind the prefix, where CTranslate2 allows it as the first only."""
    decoder = torch.tensor([[SUBWORDS.padding, *request.prefix]])
    with torch.no_grad():
        logits = model(input_ids=torch.tensor([request.source]), decoder_input_ids=decoder).logits[0, -1]
    return SUBWORDS.end in logits.topk(9).indices.tolist()


@pytest.mark.parametrize(("seed", "beam"), [(2, 1), (3, 2), (2, 4), (4, 4)])
def test_it_writes_what_ctranslate2_writes(seed: int, beam: int, tmp_path: Path) -> None:
    model = network(seed)
    asked = [request for request in requests(40, seed) if not may_end_at_once(model, request)]
    write_engine(model, SUBWORDS.tokens, tmp_path, "float32")
    wanted = CTranslate2Engine(tmp_path, SUBWORDS, beam=beam).decode(asked)
    found = TorchEngine(model, beam=beam).decode(asked)
    assert [answer.ids for answer in found] == [answer.ids for answer in wanted]
    assert [answer.score for answer in found] == pytest.approx([answer.score for answer in wanted], rel=0.01)
    assert min(len(answer.ids) for answer in found) < longest_answer(asked) // 2  # one came to an end by itself


def test_a_batch_decodes_as_single_sentences() -> None:
    engine, asked = TorchEngine(network(), beam=2, batch=40), requests(8, 7)
    alone = [answer.ids[:20] for request in asked for answer in engine.decode([request])]
    assert [answer.ids[:20] for answer in engine.decode(asked)] == alone


def test_nothing_to_decode() -> None:
    assert TorchEngine(network()).decode([]) == []
