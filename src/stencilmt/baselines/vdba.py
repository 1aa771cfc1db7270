"""Vectorized dynamic beam allocation (Post and Vilar 2018, Hu et al. 2019): any model, any constraint, no training.

Each hypothesis walks through the trie of its sentence's constraints. The tokens it has to its credit are its bank, and
the beam is shared out among the banks. All of it is tensor work over the whole batch: nothing loops over hypotheses.

How a token moves a hypothesis at a node:

1. to the child of that token, if a constraint that goes through it is still wanted;
2. else the hypothesis leaves: the longest constraint it has just finished is met or, where it has finished none, the
   first token on its way is given up; what it had read beyond that is read again from the root.

A constraint that the next token would continue to a longer word ("Haus" before "halt") is not met: the word is another.
So such tokens are forbidden after a constraint, unless they lead to a longer one: a narrow beam might never close it.
A constraint may be spelled without the space before it where no word goes on with it: after a bracket or a hyphen. That
is never proposed and counts when it is whole: spelled in letters, its false starts would fill the banks.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from stencilmt.baselines.steering import NONE, Steering
from stencilmt.baselines.transformer import Prediction
from stencilmt.baselines.trie import Spellings, Trie
from stencilmt.baselines.words import Words


class Progress(NamedTuple):
    """How far hypotheses are, one row each."""

    sentences: Tensor
    """[rows] whose constraints they have to meet."""
    nodes: Tensor
    """[rows] where they stand in its trie."""
    met: Tensor
    """[rows, constraints] how often each constraint was met."""
    last: Tensor
    """[rows] the token before, -1 for none."""

    def select(self, rows: Tensor) -> "Progress":
        """That of some rows."""
        return Progress(*(part[rows] for part in self))


class Tables:
    """The tries of a batch as tensors [sentences, nodes …], padded."""

    def __init__(self, tries: Sequence[Trie], words: Words | None) -> None:
        self.parents = _pad([trie.parents for trie in tries])
        self.tokens = _pad([trie.tokens for trie in tries], NONE)
        self.depths = _pad([trie.depths for trie in tries])
        self.wanted = _pad([trie.wanted for trie in tries])
        self.worths = _pad([trie.worths for trie in tries])
        self.sizes = _pad([[trie.depths[ends[0]] for ends in trie.ends] for trie in tries])
        self.paths = _pad_paths(tries)
        """[sentences, nodes, depth] the tokens that lead to a node."""
        self.ending = torch.zeros(*self.parents.shape, self.sizes.shape[1], dtype=torch.bool)
        """[sentences, nodes, constraints] whether a constraint ends at a node."""
        self.below = torch.zeros_like(self.ending)
        """[sentences, nodes, constraints] whether a constraint goes through a node or ends there."""
        self.glued = torch.zeros_like(self.parents, dtype=torch.bool)
        """[sentences, nodes] whether a node is of a spelling without a space."""
        for number, trie in enumerate(tries):
            self.glued[number, list(trie.glued)] = True
            for node in range(len(trie.parents)):
                self.below[number, node, trie.below(node)] = True
            for constraint, ends in enumerate(trie.ends):
                self.ending[number, ends, constraint] = True
        self._words = words

    def advance(self, state: Progress, tokens: Tensor) -> Progress:
        """Where tokens lead; -1 leads nowhere."""
        if not (tokens != NONE).any():
            return state
        child = self._child(state, tokens)
        moved = state._replace(
            nodes=torch.where(tokens == NONE, state.nodes, child), last=torch.where(tokens == NONE, state.last, tokens)
        )
        leaving = ((tokens != NONE) & (child == 0) & (state.nodes > 0)).nonzero()[:, 0]
        if not len(leaving):
            return moved
        left = self._leave(state.select(leaving), tokens[leaving])
        return Progress(
            state.sentences,
            moved.nodes.index_copy(0, leaving, left.nodes),
            moved.met.index_copy(0, leaving, left.met),
            moved.last,
        )

    def end(self, state: Progress) -> Progress:
        """Where hypotheses stand when nothing follows."""
        nowhere = torch.full_like(state.nodes, NONE)
        while state.nodes.any():
            state = self._leave(state, nowhere)
        return state

    def credit(self, state: Progress) -> Tensor:
        """The tokens hypotheses have to their credit, those of the constraint they are in included."""
        whole = (state.met * self.sizes[state.sentences]).sum(1)
        return whole + self.worths[state.sentences, state.nodes]

    def next_tokens(self, state: Progress) -> Tensor:
        """The tokens [rows, nodes] that begin a constraint or go on with one, where any is still wanted."""
        parents, tokens = self.parents[state.sentences], self.tokens[state.sentences]
        near = (parents == 0) | (parents == state.nodes[:, None])
        usual = (tokens >= 0) & ~self.glued[state.sentences]
        return torch.where(near & self._open(state) & usual, tokens, NONE)

    def blocked(self, state: Progress, size: int) -> Tensor | None:
        """[rows, vocabulary] tokens that would make another word of a constraint just written."""
        if self._words is None:
            return None
        still = self.wanted[state.sentences] > state.met
        ends = (self.ending[state.sentences, state.nodes] & still).any(1)
        inside = self.parents[state.sentences] == state.nodes[:, None]
        longer = torch.where(inside & self._open(state), self.tokens[state.sentences], NONE) % (size + 1)
        allowed = torch.zeros(len(ends), size + 1, dtype=torch.bool).scatter_(1, longer, True)[:, :size]
        return ends[:, None] & self._words.continuing & ~allowed

    def _open(self, state: Progress) -> Tensor:
        """[rows, nodes] whether a constraint through a node is still wanted, and may be spelled so here."""
        still = self.wanted[state.sentences] > state.met
        wanted = (self.below[state.sentences] & still[:, None]).any(2)
        if self._words is None:
            return wanted
        bounded = self._words.bounding[state.last.clamp(min=0)] & (state.last >= 0)
        begins = (self.glued & (self.parents == 0))[state.sentences]
        return wanted & (bounded[:, None] | ~begins)

    def _child(self, state: Progress, tokens: Tensor) -> Tensor:
        """The open child of each row's node by its token, the root where there is none."""
        parents, edges = self.parents[state.sentences], self.tokens[state.sentences]
        here = (parents == state.nodes[:, None]) & (edges == tokens[:, None])
        return (here & self._open(state)).to(torch.uint8).argmax(1)

    def _leave(self, state: Progress, tokens: Tensor) -> Progress:
        """Where hypotheses stand that cannot go on by a token: what was read in vain is read again."""
        gain, used = self._finished(state, tokens)
        path = self.paths[state.sentences, state.nodes]
        last = path.gather(1, used[:, None] - 1)[:, 0]
        path = path.masked_fill(torch.arange(path.shape[1]) < used[:, None], NONE)
        again = Progress(state.sentences, torch.zeros_like(state.nodes), state.met + gain, last)
        for column in torch.cat([path, tokens[:, None]], 1).T:
            again = self.advance(again, column)
        return again

    def _finished(self, state: Progress, tokens: Tensor) -> tuple[Tensor, Tensor]:
        """What leaving by a token meets, the longest on the way back: one in [rows, constraints], and its tokens."""
        gain, used = torch.zeros_like(state.met), torch.ones_like(state.nodes)
        node, following = state.nodes, tokens
        still = self.wanted[state.sentences] > state.met
        for _ in range(int(self.depths.max())):
            ends = self.ending[state.sentences, node] & still & ~self._continues(following)[:, None]
            ends &= gain.sum(1, keepdim=True) == 0
            gain += ends
            used = torch.where(ends.any(1), self.depths[state.sentences, node], used)
            following = self.tokens[state.sentences, node]
            node = self.parents[state.sentences, node]
        return gain, used

    def _continues(self, tokens: Tensor) -> Tensor:
        if self._words is None:
            return torch.zeros_like(tokens, dtype=torch.bool)
        return self._words.continuing[tokens.clamp(min=0)] & (tokens >= 0)


class Allocation(Steering):
    """Beam search whose hypotheses may end only with all constraints met."""

    def __init__(
        self,
        constraints: Sequence[Sequence[Sequence[int]]],
        end: int,
        words: Words | None = None,
        spellings: Spellings | None = None,
    ) -> None:
        """The constraints of each sentence as tokens; where words are spaced, what bounds them and other spellings."""
        self._end = end
        self._tables = Tables([Trie.of(several, spellings) for several in constraints], words)

    def begin(self, beam: int) -> None:
        sentences = torch.arange(len(self._tables.parents)).repeat_interleave(beam)
        start, nothing = torch.zeros_like(sentences), torch.zeros_like(self._tables.wanted[sentences])
        self._state = Progress(sentences, start, nothing, torch.full_like(sentences, NONE))

    def bend(self, prediction: Prediction, left: Tensor) -> Tensor:
        every = torch.arange(len(self._state.nodes))
        scores = prediction.scores.clone()
        scores[self.missing(every) > 0, self._end] = -torch.inf
        blocked = self._tables.blocked(self._state, scores.shape[1])
        return scores if blocked is None else scores.masked_fill(blocked, -torch.inf)

    def propose(self) -> Tensor:
        return self._tables.next_tokens(self._state)

    def bank(self, rows: Tensor, tokens: Tensor) -> Tensor:
        return self._tables.credit(self._tables.advance(self._state.select(rows), tokens))

    def missing(self, rows: Tensor) -> Tensor:
        state = self._tables.end(self._state.select(rows))
        total = (self._tables.wanted * self._tables.sizes).sum(1)
        return total[state.sentences] - self._tables.credit(state)

    def advance(self, rows: Tensor, tokens: Tensor) -> None:
        self._state = self._tables.advance(self._state.select(rows), tokens)


def _pad(rows: Sequence[Sequence[int]], filling: int = 0) -> Tensor:
    return pad_sequence([torch.tensor(row, dtype=torch.long) for row in rows], True, filling)


def _pad_paths(tries: Sequence[Trie]) -> Tensor:
    nodes, depth = max(len(trie.parents) for trie in tries), max(max(trie.depths) for trie in tries)
    paths = torch.full((len(tries), nodes, depth), NONE)
    for number, trie in enumerate(tries):
        for node in range(len(trie.parents)):
            tokens = [trie.tokens[one] for one in reversed(trie.path(node)[:-1])]
            paths[number, node, : len(tokens)] = torch.tensor(tokens, dtype=torch.long)
    return paths
