"""The alignment module of CDAlign (Chen et al. 2021): one more attention, whose weights say what belongs together."""

from dataclasses import replace
from typing import Any

import torch
from torch import Tensor, nn

from stencilmt.baselines.transformer import FORBIDDEN, Memory, Transformer, into_heads


def middle(model: Any) -> int:
    """The decoder layer whose attention says most of alignment: the last but one, if there are two."""
    return max(0, int(model.config.decoder_layers) - 2)


class Aligner(nn.Module):
    """Queries and keys of an attention that nothing is taken from."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        width, self.num_heads = model.config.d_model, model.config.decoder_attention_heads
        self.head_dim = width // self.num_heads
        self.queries, self.keys = nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, states: Tensor, keys: Tensor, mask: Tensor) -> Tensor:
        """The weights [sentences, tokens, keys], the mean over the heads."""
        queries = into_heads(self, self.queries(states)) * self.head_dim**-0.5
        scores: Tensor = (queries @ keys.transpose(2, 3)).masked_fill(~mask[:, None, None], FORBIDDEN)
        return scores.softmax(-1).mean(1)


class AlignedTransformer(Transformer):
    """A network that reports the weights of its alignment module in the place of its attention."""

    def __init__(self, model: Any) -> None:
        super().__init__(model, watched=middle(model))
        if not hasattr(model, "aligner"):
            model.aligner = Aligner(model)

    def read(self, source: Tensor) -> Memory:
        memory = super().read(source)
        keys = into_heads(self.model.aligner, self.model.aligner.keys(memory.states))
        return replace(memory, extra=keys)

    def watch(self, layer: Any, states: Tensor, weights: Tensor, memory: Memory) -> Tensor:
        shared = states.reshape(len(memory.mask), -1, states.shape[-1])
        found: Tensor = self.model.aligner(shared, memory.extra, memory.mask)
        return found.view(*states.shape[:2], -1)


class WatchedTransformer(Transformer):
    """A network whose own attention is taken for an alignment."""

    def __init__(self, model: Any) -> None:
        super().__init__(model, watched=middle(model))


def align(network: Transformer, source: list[int], target: list[int]) -> list[int]:
    """For each token of a translation the token of the sentence that it comes from, its end left out of account."""
    with torch.inference_mode():
        memory = network.read(torch.tensor([source]))
        decoder = torch.tensor([[network.pad, *target]])
        attention = network.write(decoder, memory).attention[0, :-1]
    return attention[:, : len(source) - 1].argmax(-1).tolist() if len(source) > 1 else [0] * len(target)
