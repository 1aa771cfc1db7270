"""What may be added to beam search: one small class for everything a constrained search does differently.

Methods act on all hypotheses of a batch at once, one row each; rows are numbered as the search numbers them. While a
forced prefix is written the search asks nothing of the steering and shows it -1 for a token.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

import torch
from torch import Tensor

from stencilmt.baselines.transformer import Prediction

State = TypeVar("State")

NONE = -1
"""In the place of a token: no token."""


class Steering:
    """Beam search as it is; subclasses change what they must."""

    def begin(self, beam: int) -> None:
        """Set up as many hypotheses for every sentence."""

    def bend(self, prediction: Prediction, left: Tensor) -> Tensor:
        """The scores [rows, vocabulary] with forbidden tokens at minus infinity; `left` [rows] tokens are to come."""
        return prediction.scores

    def propose(self) -> Tensor | None:
        """Tokens [rows, some] that become candidates however unlikely they are, filled up with -1."""
        return None

    def bank(self, rows: Tensor, tokens: Tensor) -> Tensor | None:
        """How far each candidate is in meeting its constraints; the beam is shared out among the banks."""
        return None

    def missing(self, rows: Tensor) -> Tensor:
        """What hypotheses would lack if they ended now: those that lack less are preferred."""
        return torch.zeros_like(rows)

    def advance(self, rows: Tensor, tokens: Tensor) -> None:
        """Go on with these rows, each longer by its token."""


class Rule(NamedTuple):
    """Which tokens may come next."""

    tokens: Collection[int]
    only: bool = False
    """Whether nothing else may come; otherwise these may not."""

    def apply(self, scores: Tensor) -> None:
        """Put what may not come to minus infinity."""
        chosen = list(self.tokens)
        if self.only:
            kept = scores[chosen]
            scores.fill_(-torch.inf)
            scores[chosen] = kept
        else:
            scores[chosen] = -torch.inf


class Automaton(Protocol[State]):
    """The language of what may be written for one sentence, token by token."""

    @property
    def start(self) -> State:
        """Where a hypothesis begins."""

    def follow(self, state: State, token: int) -> State:
        """Where a token that is allowed leads."""

    def rule(self, state: State) -> "Rule":
        """What may come next."""

    def shortest(self, state: State) -> Sequence[int]:
        """A shortest way to the end, the end itself not counted."""


@dataclass(frozen=True, slots=True)
class Place(Generic[State]):
    """A hypothesis in the language of its sentence, and what that means for it."""

    automaton: Automaton[State]
    state: State
    way: Sequence[int]
    """A shortest way to the end."""
    rule: Rule

    @classmethod
    def at(cls, automaton: Automaton[State], state: State) -> "Place[State]":
        """The place of a state."""
        return cls(automaton, state, automaton.shortest(state), automaton.rule(state))

    def after(self, token: int) -> "Place[State]":
        """Where a token leads; in running text mostly nowhere, and nothing is computed anew."""
        state = self.state if token == NONE else self.automaton.follow(self.state, token)
        return self if state == self.state else Place.at(self.automaton, state)

    def bend(self, scores: Tensor, left: int) -> None:
        """Forbid what may not come, with so many tokens to come at the most."""
        hurry = self.way and len(self.way) >= left - 1  # just time enough to come to an end
        rule = Rule(self.way[:1], only=True) if hurry else self.rule
        rule.apply(scores)


class Filter(Steering, Generic[State]):
    """Keeps every hypothesis inside the language of its sentence's automaton."""

    def __init__(self, automata: Sequence[Automaton[State]]) -> None:
        self._automata = automata

    def begin(self, beam: int) -> None:
        starts = [Place.at(automaton, automaton.start) for automaton in self._automata]
        self._places = [place for place in starts for _ in range(beam)]

    def bend(self, prediction: Prediction, left: Tensor) -> Tensor:
        scores = prediction.scores.clone()
        for row, (place, remaining) in enumerate(zip(self._places, left.tolist(), strict=True)):
            place.bend(scores[row], remaining)
        return scores

    def missing(self, rows: Tensor) -> Tensor:
        return torch.tensor([len(self._places[row].way) for row in rows.tolist()])

    def advance(self, rows: Tensor, tokens: Tensor) -> None:
        moves = zip(rows.tolist(), tokens.tolist(), strict=True)
        self._places = [self._places[row].after(token) for row, token in moves]
