"""Replace with a pointer (Song et al. 2019): the network may copy what it looks at in the source."""

from typing import Any

import torch
from torch import Tensor, nn

from stencilmt.baselines.transformer import Memory, Transformer, Written

_SMALLEST = 1e-9


class PointerTransformer(Transformer):
    """A gate at each step shares out the probability between writing and copying."""

    def __init__(self, model: Any) -> None:
        super().__init__(model)
        if not hasattr(model, "pointer"):
            model.pointer = nn.Linear(2 * model.config.d_model, 1)

    def log_probabilities(self, written: Written, tokens: Tensor, memory: Memory) -> Tensor:
        previous = self.decoder.embed_tokens(tokens) * self.decoder.embed_scale
        write = self.model.pointer(torch.cat([previous, written.hidden], -1)).sigmoid()
        own = super().log_probabilities(written, tokens, memory).exp()
        places = memory.source.repeat_interleave(len(tokens) // len(memory.source), 0)
        places = places[:, None].expand_as(written.attention)
        mixed: Tensor = (write * own).scatter_add(-1, places, (1 - write) * written.attention)
        return mixed.clamp(min=_SMALLEST).log()
