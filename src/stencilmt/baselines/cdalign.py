"""CDAlign (Chen et al. 2021): when the network looks at a constraint's source, the constraint's tokens are put in.

The alignment is read off an attention while decoding, that of the network or of its alignment module. A forced token
costs nothing: it gets the score of the likeliest one. Behind a bracket or a hyphen a constraint may be put in without
its space, whichever the network finds likelier. Nothing keeps a hypothesis from ending before it ever looked at
a constraint, so there is no guarantee.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from stencilmt.baselines.steering import NONE, Steering
from stencilmt.baselines.transformer import Prediction
from stencilmt.baselines.words import Words


class Aim(NamedTuple):
    """A constraint as CDAlign sees it."""

    places: range
    """The source tokens it stands for."""
    tokens: Sequence[int]
    """What is put in, at least one."""
    glued: Sequence[int] = ()
    """What is put in without a space."""


class Aims(NamedTuple):
    """The constraints of a sentence."""

    length: int
    """Tokens of the source, its end not counted."""
    constraints: Sequence[Aim]


class Insertion(Steering):
    """Puts constraints in where the attention says that their turn has come."""

    def __init__(self, sentences: Sequence[Aims], words: Words | None = None) -> None:
        constraints = [aim for aims in sentences for aim in aims.constraints]
        most = max([1, *(len(aims.constraints) for aims in sentences)])
        longest = max([1, *(len(tokens) for aim in constraints for tokens in (aim.tokens, aim.glued))])
        self._words = words
        self._tokens = torch.full((len(sentences), most, 2, longest), NONE)
        self._lengths = torch.tensor([aims.length for aims in sentences])
        self._covering = torch.full((len(sentences), int(self._lengths.max()) + 1), NONE)
        for row, aims in enumerate(sentences):
            for place, aim in enumerate(aims.constraints):
                for spelling, tokens in enumerate((aim.tokens, aim.glued or aim.tokens)):
                    self._tokens[row, place, spelling, : len(tokens)] = torch.tensor(tokens)
                self._covering[row, list(aim.places)] = place
        self._sizes = (self._tokens != NONE).sum(3)

    def begin(self, beam: int) -> None:
        self._sentences = torch.arange(len(self._tokens)).repeat_interleave(beam)
        self._done = torch.zeros(len(self._sentences), self._tokens.shape[1], dtype=torch.bool)
        self._current = torch.full_like(self._sentences, NONE)
        self._spelling = torch.zeros_like(self._sentences)
        self._written = torch.zeros_like(self._sentences)
        self._last = torch.full_like(self._sentences, NONE)

    def bend(self, prediction: Prediction, left: Tensor) -> Tensor:
        self._current = torch.where(self._current == NONE, self._found(prediction.attention), self._current)
        busy = (self._current != NONE).nonzero()[:, 0]
        self._spelling[busy] = self._chosen(prediction.scores, busy)
        forced = self._tokens[self._sentences[busy], self._current[busy], self._spelling[busy], self._written[busy]]
        scores = prediction.scores.clone()
        scores[busy] = -torch.inf
        scores[busy, forced] = prediction.scores[busy].max(1).values
        return scores

    def advance(self, rows: Tensor, tokens: Tensor) -> None:
        self._sentences, self._done, self._spelling = self._sentences[rows], self._done[rows], self._spelling[rows]
        self._last = torch.where(tokens == NONE, self._last[rows], tokens)
        current = self._current[rows]
        busy = (current != NONE).nonzero()[:, 0]
        self._done[busy, current[busy]] = True
        self._written = torch.where(current == NONE, 0, self._written[rows] + 1)
        over = self._written[busy] == self._sizes[self._sentences[busy], current[busy], self._spelling[busy]]
        current[busy[over]] = NONE
        self._written[busy[over]] = 0
        self._current = current

    def _chosen(self, scores: Tensor, busy: Tensor) -> Tensor:
        """Which spelling rows put in: at its first token the likelier one that may stand there, then the same."""
        if self._words is None:
            return self._spelling[busy]
        last, first = self._last[busy], self._tokens[self._sentences[busy], self._current[busy], :, 0]
        spaced, glued = scores[busy].gather(1, first).T
        fits = self._words.bounding[last.clamp(min=0)] & (last >= 0)
        return torch.where(self._written[busy] == 0, (fits & (glued > spaced)).long(), self._spelling[busy])

    def _found(self, attention: Tensor) -> Tensor:
        """The constraint each hypothesis looks at, unless it has it already."""
        own = torch.arange(attention.shape[1]) < self._lengths[self._sentences][:, None]
        look = attention.masked_fill(~own, 0).argmax(1)
        seen = self._covering[self._sentences, look.clamp(max=self._covering.shape[1] - 1)]
        again = self._done.gather(1, seen.clamp(min=0)[:, None])[:, 0]
        return torch.where(again, NONE, seen)
