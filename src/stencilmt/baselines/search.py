"""Beam search over a batch, with one place for whatever steers it.

Every sentence has `beam` hypotheses, one row each. At each step candidates are gathered and put in order; those that
end among the first `beam` are finished, the first `beam` others go on. A sentence leaves the batch when it has as many
finished hypotheses; the one with the best mean log probability wins, after those that lack less.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import torch
from torch import Tensor

from stencilmt.baselines.steering import NONE, Steering
from stencilmt.baselines.transformer import Prediction
from stencilmt.model.engine import Decoded, Request


class Stepper(Protocol):
    """A network in the midst of a batch."""

    def step(self, tokens: Tensor) -> Prediction:
        """Write tokens [rows, some] and say what may follow the last of them."""

    def select(self, rows: Tensor, sentences: Tensor | None = None) -> None:
        """Go on with some rows and, where sentences were finished, with some sentences."""


class Network(Protocol):
    """Anything that can be searched."""

    def start(self, sources: Sequence[Sequence[int]]) -> Stepper:
        """Read a batch of sentences."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a search must know of the vocabulary and the machine."""

    start: int
    """The token every decoder begins with."""
    end: int
    """The token that ends a translation."""
    longest: int = 1024
    """Tokens that the network has places for."""


class Candidates(NamedTuple):
    """Ways to go on, [sentences, number] each; worst ones may be impossible (minus infinity)."""

    scores: Tensor
    rows: Tensor
    tokens: Tensor

    def take(self, order: Tensor) -> "Candidates":
        """Some of them, in this order."""
        return Candidates(*(part.gather(1, order) for part in self))


class Finished(NamedTuple):
    """A hypothesis that came to its end."""

    missing: int
    score: float
    ids: list[int]


@torch.inference_mode()
def search(
    network: Network, requests: Sequence[Request], bounds: Bounds, beam: int = 4, steering: Steering | None = None
) -> list[Decoded]:
    """Translate a batch; the answers come in the order of the requests."""
    run = _Search(network, requests, bounds, beam, steering or Steering())
    while run.alive:
        run.advance()
    return run.answers()


class _Search:
    """The state of a search: everything that is alive is in tensors, everything finished in lists."""

    def __init__(
        self, network: Network, requests: Sequence[Request], bounds: Bounds, beam: int, steering: Steering
    ) -> None:
        self._bounds, self._beam, self._steering = bounds, beam, steering
        self._prefixes = [list(request.prefix) for request in requests]
        self._lengths = torch.tensor([len(prefix) for prefix in self._prefixes])
        self._limits = torch.tensor([longest_answer(request, bounds.longest) for request in requests])
        self._finished: list[list[Finished]] = [[] for _ in requests]
        self._sentences = torch.arange(len(requests))
        self._scores = torch.full((len(requests), beam), -torch.inf)
        self._scores[:, 0] = 0
        self._open(network.start([request.source for request in requests]))

    @property
    def alive(self) -> bool:
        """Whether there is a sentence to go on with."""
        return len(self._sentences) > 0

    def advance(self) -> None:
        """One step of all sentences."""
        candidates = self._gather(self._allowed())
        ordered = candidates.take(order(candidates, self._banks(candidates)))
        self._finish(ordered)
        going = self._going()
        kept = _first(ordered, ordered.tokens != self._bounds.end, self._beam)
        self._select(Candidates(*(part[going] for part in kept)), going)
        if self.alive:
            self._prediction = self._stepper.step(self._written[:, -1:])

    def answers(self) -> list[Decoded]:
        """The best of what was finished for each request."""
        return [
            Decoded(best.ids, best.score)
            for several, prefix in zip(self._finished, self._prefixes, strict=True)
            for best in [max(several, key=_merit, default=Finished(0, -math.inf, prefix))]
        ]

    def _open(self, stepper: Stepper) -> None:
        """Write what all prefixes have in length, then make room for the beam."""
        self._steering.begin(self._beam)
        common = int(self._lengths.min())
        self._written = torch.tensor([prefix[:common] for prefix in self._prefixes], dtype=torch.long)
        starts = torch.full((len(self._prefixes), 1), self._bounds.start)
        prediction = stepper.step(torch.cat([starts, self._written], 1))
        rows = torch.arange(len(self._prefixes)).repeat_interleave(self._beam)
        stepper.select(rows)
        self._stepper, self._written = stepper, self._written[rows]
        self._prediction = Prediction(*(part[rows] for part in prediction))

    def _allowed(self) -> Tensor:
        """The scores of all next tokens [rows, vocabulary], after prefix, steering and the limit had their say."""
        length, every = self._written.shape[1], self._sentences.repeat_interleave(self._beam)
        left = self._limits[every] - length
        steered = self._steering.bend(self._prediction, left)
        scores = torch.where((left > 1)[:, None], steered, _only(self._prediction.scores, self._bounds.end))
        for row in (length < self._lengths[every]).nonzero()[:, 0].tolist():
            scores[row] = -torch.inf
            scores[row, self._prefixes[every[row]][length]] = 0
        return scores

    def _gather(self, scores: Tensor) -> Candidates:
        """The likeliest continuations of each sentence and, where the steering proposes some, those as well."""
        sentences, size = len(self._sentences), scores.shape[1]
        sums = (scores.view(sentences, self._beam, size) + self._scores[:, :, None]).flatten(1)
        keys = sums.topk(min(2 * self._beam, sums.shape[1])).indices
        proposed = self._steering.propose()
        if proposed is not None:
            keys = _unique(torch.cat([keys, self._best_each(scores), self._keys(proposed, size)], 1))
        found = sums.gather(1, keys.clamp(min=0)).masked_fill(keys < 0, -torch.inf)
        first = torch.arange(sentences)[:, None] * self._beam
        return Candidates(found, first + keys.clamp(min=0) // size, keys.clamp(min=0) % size)

    def _best_each(self, scores: Tensor) -> Tensor:
        return self._keys(scores.argmax(1, keepdim=True), scores.shape[1])

    def _keys(self, tokens: Tensor, size: int) -> Tensor:
        """Tokens [rows, some] as places in a sentence's scores."""
        hypothesis = torch.arange(self._beam).repeat(len(self._sentences))[:, None]
        keys = torch.where(tokens < 0, NONE, hypothesis * size + tokens)
        return keys.view(len(self._sentences), -1)

    def _banks(self, candidates: Candidates) -> Tensor | None:
        banks = self._steering.bank(candidates.rows.flatten(), candidates.tokens.flatten())
        return None if banks is None else banks.view_as(candidates.rows)

    def _finish(self, ordered: Candidates) -> None:
        """Note the hypotheses that end."""
        ends = (ordered.tokens == self._bounds.end) & ordered.scores.isfinite()
        ends[:, self._beam :] = False
        rows, scores = ordered.rows[ends], ordered.scores[ends].tolist()
        places = self._sentences[ends.nonzero()[:, 0]].tolist()
        missing = self._steering.missing(rows).tolist()
        for place, ids, score, lack in zip(places, self._written[rows].tolist(), scores, missing, strict=True):
            free = len(ids) + 1 - len(self._prefixes[place])
            self._finished[place].append(Finished(lack, score / max(1, free), ids))

    def _going(self) -> Tensor:
        """Which sentences are not done."""
        length = self._written.shape[1] + 1
        full = torch.tensor([len(self._finished[place]) >= self._beam for place in self._sentences.tolist()])
        return (~full & (length < self._limits[self._sentences])).nonzero()[:, 0]

    def _select(self, kept: Candidates, going: Tensor) -> None:
        """Go on with the chosen candidates of the sentences that go on."""
        rows, tokens = kept.rows.flatten(), kept.tokens.flatten()
        forced = self._written.shape[1] < self._lengths[self._sentences[going]].repeat_interleave(self._beam)
        self._steering.advance(rows, torch.where(forced, NONE, tokens))
        self._stepper.select(rows, going if len(going) < len(self._sentences) else None)
        self._written = torch.cat([self._written[rows], tokens[:, None]], 1)
        self._sentences, self._scores = self._sentences[going], kept.scores


def order(candidates: Candidates, banks: Tensor | None) -> Tensor:
    """The places of candidates, best first: by score or, with banks, in turn the best of each, the fullest bank first.

    The banks share the beam: so hypotheses that have met little but are likely, and those that have met much at a
    price, are never weighed against each other before both could come to their end.
    """
    by_score = candidates.scores.argsort(dim=1, descending=True, stable=True)
    if banks is None:
        return by_score
    by_bank = by_score.gather(1, banks.gather(1, by_score).argsort(dim=1, descending=True, stable=True))
    turns = _turns(banks.gather(1, by_bank))
    turns = turns.masked_fill(~candidates.scores.gather(1, by_bank).isfinite(), banks.shape[1])
    return by_bank.gather(1, turns.argsort(dim=1, stable=True))


def _turns(sorted_banks: Tensor) -> Tensor:
    """The place of each candidate within its bank, where equal banks stand together."""
    places = torch.arange(sorted_banks.shape[1]).expand_as(sorted_banks)
    begins = torch.ones_like(sorted_banks, dtype=torch.bool)
    begins[:, 1:] = sorted_banks[:, 1:] != sorted_banks[:, :-1]
    return places - torch.where(begins, places, 0).cummax(1).values


def _first(ordered: Candidates, wanted: Tensor, count: int) -> Candidates:
    """The first `count` wanted candidates of each sentence; where there are fewer, impossible ones fill up."""
    ranks = (~wanted).to(torch.uint8).argsort(dim=1, stable=True)[:, :count]
    ranks = ranks[:, torch.arange(count).clamp(max=ranks.shape[1] - 1)]
    taken = ordered.take(ranks)
    fits = wanted.gather(1, ranks) & (torch.arange(count) < wanted.shape[1])
    return taken._replace(scores=taken.scores.masked_fill(~fits, -torch.inf))


def _unique(keys: Tensor) -> Tensor:
    """The keys with -1 in the place of every repetition."""
    ordered, places = keys.sort(dim=1, stable=True)
    again = torch.zeros_like(ordered, dtype=torch.bool)
    again[:, 1:] = ordered[:, 1:] == ordered[:, :-1]
    return keys.scatter(1, places, ordered.masked_fill(again, NONE))


def _merit(one: Finished) -> tuple[int, float]:
    return -one.missing, one.score


def _only(scores: Tensor, token: int) -> Tensor:
    alone = torch.full_like(scores, -torch.inf)
    alone[:, token] = scores[:, token]
    return alone


def longest_answer(request: Request, most: int) -> int:
    """Tokens a translation may have, prefix and end included: more than any sensible one has."""
    return min(2 * len(request.source) + len(request.prefix) + 20, most)
