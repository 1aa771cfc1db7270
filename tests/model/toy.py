"""A toy task for training: reverse a sequence. As a script it trains a run folder, to be killed or launched twice."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch

from stencilmt.config import replace_checked
from stencilmt.model.batch import Batch
from stencilmt.model.network import VocabularyFacts, build
from stencilmt.model.pools import NO_LOSS
from stencilmt.model.settings import Training, training
from stencilmt.model.train import Outcome, train

VOCABULARY = VocabularyFacts(size=16, pad=15, end=0)


@dataclass(frozen=True)
class ReverseBatches:
    """Batches made by rule; the first word of each target counts as forced."""

    count: int = 7
    sentences: int = 6
    merged: int = 1
    """How many such batches are glued into one."""

    def size(self, epoch: int) -> int:
        return (self.count + epoch) // self.merged

    def epoch(self, number: int, start: int = 0, stride: int = 1) -> Iterator[Batch]:
        for place in range(start, self.size(number), stride):
            parts = [self.rows(number, place * self.merged + part) for part in range(self.merged)]
            yield make_batch([row for rows in parts for row in rows])

    def rows(self, epoch: int, place: int) -> list[list[int]]:
        chance = torch.Generator().manual_seed(epoch * 1000 + place)
        lengths = torch.randint(2, 7, (self.sentences,), generator=chance).tolist()
        return [torch.randint(1, 15, (length,), generator=chance).tolist() for length in lengths]


def make_batch(rows: list[list[int]]) -> Batch:
    width = max(map(len, rows)) + 1
    source, decoder = (torch.full((len(rows), width), VOCABULARY.pad) for _ in range(2))
    labels = torch.full((len(rows), width), NO_LOSS)
    for line, row in enumerate(rows):
        target = [*reversed(row), VOCABULARY.end]
        source[line, : len(target)] = torch.tensor([*row, VOCABULARY.end])
        decoder[line, 1 : len(target)] = torch.tensor(target[:-1])
        labels[line, 1 : len(target)] = torch.tensor(target[1:])
    return Batch(source, decoder, labels, int((labels != NO_LOSS).sum()))


TOY = {
    "architecture.width": 16,
    "architecture.encoder_layers": 1,
    "architecture.decoder_layers": 1,
    "architecture.heads": 2,
    "architecture.feed_forward": 32,
    "architecture.dropout": 0.1,
    "architecture.positions": 16,
    "optimization.schedule": "inverse-sqrt",
    "optimization.warm_up": 10,
    "optimization.period": None,
    "optimization.steps": 12,
    "optimization.batch_tokens": 100,
    "optimization.pass_tokens": 100,
    "upkeep.log_every": 1,
    "upkeep.save_every": "4 steps",
    "upkeep.validate_every": "1000 steps",
    "threads": 1,
}


def toy_settings(**changes: object) -> Training:
    """Small settings, changed; `__` stands for the dot of a path."""
    return replace_checked(training("tiny"), TOY | {name.replace("__", "."): value for name, value in changes.items()})


def toy_train(folder: Path, settings: Training, batches: ReverseBatches | None = None, **options: object) -> Outcome:
    model = build(settings.architecture, VOCABULARY, settings.seed)
    return train(settings, model, batches or ReverseBatches(), folder, **options)  # type: ignore[arg-type]


if __name__ == "__main__":
    toy_train(Path(sys.argv[1]), toy_settings(**json.loads(sys.argv[2])))
