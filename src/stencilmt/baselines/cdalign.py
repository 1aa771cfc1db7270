"""CDAlign (Chen et al. 2021): when the network looks at a constraint's source, the constraint's tokens are put in.

The alignment is read off an attention while decoding, that of the network or of its alignment module. A forced token
costs nothing: it gets the score of the likeliest one. Nothing keeps a hypothesis from ending before it ever looked at
a constraint, so there is no guarantee.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from stencilmt.baselines.steering import NONE, Steering
from stencilmt.baselines.transformer import Prediction


class Aim(NamedTuple):
    """A constraint as CDAlign sees it."""

    places: range
    """The source tokens it stands for."""
    tokens: Sequence[int]
    """What is put in, at least one."""


class Aims(NamedTuple):
    """The constraints of a sentence."""

    length: int
    """Tokens of the source, its end not counted."""
    constraints: Sequence[Aim]


class Insertion(Steering):
    """Puts constraints in where the attention says that their turn has come."""

    def __init__(self, sentences: Sequence[Aims]) -> None:
        constraints = [aim for aims in sentences for aim in aims.constraints]
        most = max([1, *(len(aims.constraints) for aims in sentences)])
        longest = max([1, *(len(aim.tokens) for aim in constraints)])
        self._tokens = torch.full((len(sentences), most, longest), NONE)
        self._lengths = torch.tensor([aims.length for aims in sentences])
        self._covering = torch.full((len(sentences), int(self._lengths.max()) + 1), NONE)
        for row, aims in enumerate(sentences):
            for place, aim in enumerate(aims.constraints):
                self._tokens[row, place, : len(aim.tokens)] = torch.tensor(aim.tokens)
                self._covering[row, list(aim.places)] = place
        self._sizes = (self._tokens != NONE).sum(2)

    def begin(self, beam: int) -> None:
        self._sentences = torch.arange(len(self._tokens)).repeat_interleave(beam)
        self._done = torch.zeros(len(self._sentences), self._tokens.shape[1], dtype=torch.bool)
        self._current = torch.full_like(self._sentences, NONE)
        self._written = torch.zeros_like(self._sentences)

    def bend(self, prediction: Prediction, left: Tensor) -> Tensor:
        self._current = torch.where(self._current == NONE, self._found(prediction.attention), self._current)
        busy = (self._current != NONE).nonzero()[:, 0]
        forced = self._tokens[self._sentences[busy], self._current[busy], self._written[busy]]
        scores = prediction.scores.clone()
        scores[busy] = -torch.inf
        scores[busy, forced] = prediction.scores[busy].max(1).values
        return scores

    def advance(self, rows: Tensor, tokens: Tensor) -> None:
        self._sentences, self._done = self._sentences[rows], self._done[rows]
        current = self._current[rows]
        busy = (current != NONE).nonzero()[:, 0]
        self._done[busy, current[busy]] = True
        self._written = torch.where(current == NONE, 0, self._written[rows] + 1)
        over = self._written[busy] == self._sizes[self._sentences[busy], current[busy]]
        current[busy[over]] = NONE
        self._written[busy[over]] = 0
        self._current = current

    def _found(self, attention: Tensor) -> Tensor:
        """The constraint each hypothesis looks at, unless it has it already."""
        own = torch.arange(attention.shape[1]) < self._lengths[self._sentences][:, None]
        look = attention.masked_fill(~own, 0).argmax(1)
        seen = self._covering[self._sentences, look.clamp(max=self._covering.shape[1] - 1)]
        again = self._done.gather(1, seen.clamp(min=0)[:, None])[:, 0]
        return torch.where(again, NONE, seen)
