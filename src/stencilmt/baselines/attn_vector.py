"""AttnVector (Wang et al. 2022): constraints as keys and values of attention, and a gate that lifts their tokens.

The words of a source term become keys, what attention finds for each of them in the target term becomes its value.
Adapters, one for each layer, make them fit the encoder's self attention and the decoder's cross attention, where they
stand before the layer's own. At the output the constraint token most like the decoder's state gains probability; as
in the original the sum is not made to add up to one again, and in search a token that was written is lifted no more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers.models.marian.modeling_marian import MarianAttention

from stencilmt.baselines.transformer import (
    FORBIDDEN,
    KeyValues,
    Memory,
    Transformer,
    Written,
    attend,
    into_heads,
    project,
)

_SMALLEST = 1e-9


@dataclass(frozen=True, slots=True)
class SymbolIds:
    """The ids that part what the network reads."""

    end: int
    """Closes the sentence; constraints follow."""
    terms: frozenset[int]
    """Each opens a constraint."""
    sep: int
    """Stands between the two sides of a constraint."""


class Parts(NamedTuple):
    """What the network reads, taken apart."""

    sentence: list[int]
    sources: list[list[int]]
    """The tokens of each constraint's source side."""
    targets: list[list[int]]


class Adapters(nn.Module):
    """Makes keys and values fit one layer."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.keys, self.values = (
            nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Linear(width, width), nn.LayerNorm(width))
            for _ in range(2)
        )


class Vectors(nn.Module):
    """All weights of the method: aggregator, adapters and gate."""

    def __init__(self, config: Any) -> None:
        super().__init__()
        width, self.num_heads = config.d_model, config.decoder_attention_heads
        self.head_dim = width // self.num_heads
        self.aggregator, self.seen = (MarianAttention(width, self.num_heads) for _ in range(2))
        self.encoder = nn.ModuleList([Adapters(width) for _ in range(config.encoder_layers)])
        self.decoder = nn.ModuleList([Adapters(width) for _ in range(config.decoder_layers)])
        self.state, self.gate = nn.Linear(width, width), nn.Linear(2 * width, 1)
        self.seen_norm, self.state_norm = nn.LayerNorm(width), nn.LayerNorm(width)

    def adapt(self, adapters: Any, keys: Tensor, values: Tensor) -> list[KeyValues]:
        """Keys and values for the layers of one side."""
        return [
            KeyValues(into_heads(self, adapter.keys(keys)), into_heads(self, adapter.values(values)))
            for adapter in adapters
        ]

    def open_gate(self, hidden: Tensor, embedded: Tensor, mask: Tensor) -> Tensor:
        """How much of a likeness counts, [rows, tokens, 1]."""
        found, _ = attend(self.seen, hidden, project(self.seen, embedded), mask[:, None, None])
        both = torch.cat([self.seen_norm(found), self.state_norm(self.state(hidden))], -1)
        opened: Tensor = self.gate(both.tanh()).sigmoid()
        return opened


class VectorTransformer(Transformer):
    """A network that attends to its constraints."""

    def __init__(self, model: Any, symbols: SymbolIds) -> None:
        super().__init__(model)
        self._symbols = symbols
        if not hasattr(model, "vectors"):
            model.vectors = Vectors(model.config)

    def read(self, source: Tensor) -> Memory:
        rows = [split(row, self._symbols, self.pad) for row in source.tolist()]
        sentences = self._grid([[row.sentence] for row in rows])[:, 0]
        sources, targets = self._grid([row.sources for row in rows]), self._grid([row.targets for row in rows])
        keys, values = self._vectors(sources, targets)
        mask = torch.cat([sources.flatten(1) != self.pad, sentences != self.pad], 1)
        vectors = self.model.vectors
        states = self.encode(sentences, mask, vectors.adapt(vectors.encoder, keys, values))
        more = vectors.adapt(vectors.decoder, keys, values)
        layers = tuple(own.behind(extra) for own, extra in zip(self.remember(states), more, strict=True))
        return Memory(sentences, mask, layers, states, targets.flatten(1))

    def log_probabilities(self, written: Written, tokens: Tensor, memory: Memory) -> Tensor:
        own = super().log_probabilities(written, tokens, memory).exp()
        assert memory.extra is not None  # `read` put the targets there
        targets = memory.extra.repeat_interleave(len(tokens) // len(memory.source), 0)
        lifted = own.scatter_add(-1, *self._lift(written, targets))
        return lifted.clamp(_SMALLEST, 1.0).log()

    def _vectors(self, sources: Tensor, targets: Tensor) -> tuple[Tensor, Tensor]:
        """Keys and values [sentences, all source tokens, width] of constraints [sentences, constraints, tokens]."""
        keys, found = self._states(sources.flatten(0, 1)), self._states(targets.flatten(0, 1))
        aggregator, mask = self.model.vectors.aggregator, targets.flatten(0, 1) != self.pad
        values, _ = attend(aggregator, keys, project(aggregator, found), mask[:, None, None])
        width = keys.shape[-1]
        return keys.view(len(sources), -1, width), values.view(len(sources), -1, width)

    def _lift(self, written: Written, targets: Tensor) -> tuple[Tensor, Tensor]:
        """The constraint token most like each state [rows, tokens, 1], and what probability it gains.

        In search none that the hypothesis has written already; never padding, whose likeness is lost in the clamp.
        """
        hidden = written.hidden
        embedded = self.decoder.embed_tokens(targets)
        likeness = functional.normalize(hidden, dim=-1) @ functional.normalize(embedded, dim=-1).transpose(1, 2)
        usable = targets != self.pad
        if written.said is not None:
            usable = usable & (targets[:, :, None] != written.said[:, None]).all(2)
        best, place = likeness.masked_fill(~usable[:, None], FORBIDDEN).max(-1, keepdim=True)
        chosen = targets[:, None].expand_as(likeness).gather(-1, place)
        return chosen, self.model.vectors.open_gate(hidden, embedded, targets != self.pad) * best.clamp(min=0)

    def _states(self, tokens: Tensor) -> Tensor:
        """Embedded tokens, their places counted anew in each constraint."""
        places = self.encoder.embed_positions.weight[: tokens.shape[1]]
        embedded: Tensor = self.encoder.embed_tokens(tokens) * self.encoder.embed_scale + places
        return embedded

    def _grid(self, rows: Sequence[Sequence[Sequence[int]]]) -> Tensor:
        """Lists of lists of tokens as [rows, lists, tokens], padded; at least one list of one token."""
        lists, length = _longest(rows), _longest([tokens for row in rows for tokens in row])
        grid = torch.full((len(rows), lists, length), self.pad)
        for number, row in enumerate(rows):
            for place, tokens in enumerate(row):
                grid[number, place, : len(tokens)] = torch.tensor(tokens)
        return grid.to(self.model.device)


def _longest(rows: Sequence[Sequence[Any]]) -> int:
    return max(1, max(map(len, rows), default=1))


def split(row: Sequence[int], symbols: SymbolIds, padding: int) -> Parts:
    """Take apart `x </s> C1 u1 <sep> v1 C2 …`; padding may follow."""
    length = row.index(symbols.end) + 1
    parts = Parts(list(row[:length]), [], [])
    side = parts.sources
    for token in row[length:]:
        if token in symbols.terms:
            side = parts.sources
            parts.sources.append([])
            parts.targets.append([])
        elif token == symbols.sep:
            side = parts.targets
        elif token != padding:
            side[-1].append(token)
    return parts
