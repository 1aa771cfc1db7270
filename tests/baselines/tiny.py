"""Networks small enough to try every sentence they could write."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

import torch
from torch import Tensor

from stencilmt.baselines.search import Bounds
from stencilmt.baselines.transformer import Prediction, Transformer
from stencilmt.model.network import VocabularyFacts, build
from stencilmt.model.presets import Architecture

END = 0


@dataclass
class TableNetwork:
    """Log probabilities drawn by lot, for every source and the last two tokens."""

    words: int
    seed: int = 1

    def __post_init__(self) -> None:
        chance = torch.Generator().manual_seed(self.seed)
        self.table = torch.randn(7, self.words + 1, self.words + 1, self.words, generator=chance).mul(2).log_softmax(-1)

    @property
    def bounds(self) -> Bounds:
        return Bounds(start=self.words, end=END)

    def start(self, sources: Sequence[Sequence[int]]) -> "TableStepper":
        return TableStepper(self, torch.tensor([sum(source) % 7 for source in sources]))

    def score(self, source: Sequence[int], ids: Sequence[int]) -> float:
        """The log probability of ids, one token after the other."""
        written = [self.words, self.words, *ids]
        rows = self.table[sum(source) % 7]
        return sum(rows[a, b, c].item() for a, b, c in zip(written, written[1:], written[2:], strict=False))


@dataclass
class TableStepper:
    network: TableNetwork
    keys: Tensor
    written: Tensor = field(init=False)

    def __post_init__(self) -> None:
        self.written = torch.full((len(self.keys), 1), self.network.words)

    def step(self, tokens: Tensor) -> Prediction:
        self.written = torch.cat([self.written, tokens], 1)
        scores = self.network.table[self.keys, self.written[:, -2], self.written[:, -1]]
        return Prediction(scores, torch.zeros(len(scores), 1))

    def select(self, rows: Tensor, sentences: Tensor | None = None) -> None:
        self.keys, self.written = self.keys[rows], self.written[rows]


def sentences(words: int, longest: int) -> Iterator[tuple[int, ...]]:
    """Everything that can be written before the end with so many tokens, the end included."""
    for length in range(longest):
        yield from product(range(1, words), repeat=length)


def holds(ids: Sequence[int], constraints: Sequence[Sequence[int]]) -> bool:
    """Whether all constraints stand in ids without sharing a token: by trying all ways to place them."""
    if not constraints:
        return True
    first, *others = constraints
    return any(
        list(ids[start : start + len(first)]) == list(first)
        and holds([*ids[:start], *[-1] * len(first), *ids[start + len(first) :]], others)
        for start in range(len(ids) - len(first) + 1)
    )


def tiny_network(words: int = 11, seed: int = 1, **changes: object) -> Transformer:
    """A network with fresh weights, sharpened so that it has preferences."""
    shape = {"width": 16, "encoder_layers": 2, "decoder_layers": 2, "heads": 2, "feed_forward": 32, "positions": 64}
    architecture = Architecture(**shape | {"dropout": 0.0, "norm": "before"} | changes)  # type: ignore[arg-type]
    model = build(architecture, VocabularyFacts(words + 1, pad=words, end=END), seed)
    with torch.no_grad():
        model.model.shared.weight.mul_(4)
    return Transformer(model.eval())
