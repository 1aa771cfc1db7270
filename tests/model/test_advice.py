"""Advice is measured, and given only where it helps."""

import pytest
import torch

from model.toy import VOCABULARY, ReverseBatches, toy_settings
from stencilmt.model.advice import Measured, advise, dropout_off, first_sentences, lines, measure, using_threads
from stencilmt.model.network import LossNetwork, build
from stencilmt.model.pools import NO_LOSS
from stencilmt.model.settings import training

FINE = {"speed": 1000.0, "without_dropout": 1000.0, "one_thread": 600.0, "threads": 2, "system": 0.0}


@pytest.mark.parametrize(
    ("found", "preset", "allocator", "heads"),
    [
        ({}, "small", None, []),
        ({"system": 0.2}, "small", None, ["memory: 20% of the time"]),
        ({"system": 0.2}, "small", "tcmalloc", []),
        ({"without_dropout": 1300.0}, "small", None, []),
        ({"without_dropout": 1300.0, "speed": 1e9, "one_thread": 0}, "paper-base", None, []),
        ({"one_thread": 990.0}, "small", None, ["threads: 2 are no faster than 1"]),
        ({"one_thread": 1000.0, "threads": 1}, "small", None, []),
        ({}, "paper-structural", None, ["time: at 1,000 tokens/s the 40,000 steps take 15d"]),
        (
            {"without_dropout": 1300.0},
            "paper-structural",
            None,
            ["dropout: without it training is 30% faster", "time:"],
        ),
    ],
)
def test_only_what_helps_is_said(found: dict[str, float], preset: str, allocator: str | None, heads: list[str]) -> None:
    said = lines(Measured(**(FINE | found)), training(preset), allocator)
    assert len(said) == len(heads)
    assert all(line.startswith(head) for line, head in zip(said, heads, strict=True))


def test_measuring_leaves_everything_as_it_was() -> None:
    model = build(toy_settings().architecture, VOCABULARY)
    network, batch = LossNetwork(model, 0.1), next(ReverseBatches().epoch(0))
    weights = {name: weight.clone() for name, weight in model.state_dict().items()}
    threads = torch.get_num_threads()
    measured = measure(network, batch)
    assert min(measured.speed, measured.without_dropout, measured.one_thread) > 0
    assert torch.get_num_threads() == threads
    assert all(weight.grad is None for weight in network.parameters())
    assert all(weights[name].equal(weight) for name, weight in model.state_dict().items())
    assert model.model.encoder.dropout == 0.1
    assert isinstance(advise(toy_settings(), network, batch), list)


def test_dropout_and_threads_are_switched_for_a_while() -> None:
    network = LossNetwork(build(toy_settings().architecture, VOCABULARY), 0.1).train()
    batch = next(ReverseBatches().epoch(0))[:3]
    with dropout_off(network):
        assert network(*batch).plain == network(*batch).plain
    assert network(*batch).plain != network(*batch).plain
    with using_threads(1):
        assert torch.get_num_threads() == 1


def test_the_probe_is_a_small_part_of_a_batch() -> None:
    batch = next(ReverseBatches(sentences=900).epoch(0))
    part = first_sentences(batch)
    assert part.labels.numel() <= 800
    assert part.tokens == (part.labels != NO_LOSS).sum()
    assert len(part.source) == len(part.decoder) == len(part.labels)
