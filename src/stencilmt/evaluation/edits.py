"""The edits that turn a hypothesis into its reference: words put in, left out, replaced, and phrases moved.

Moving phrases in the best way is intractable, so the move that saves most is made again and again, by the rules
of the `tercom` program that defined the translation edit rate. Unlike it we never prune the table of edit distances:
all moves of one round take their steps through it together, as one array.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

LONGEST_MOVE = 10
FARTHEST_MOVE = 50
MOST_MOVES = 1000
MOST_CELLS = 50_000_000
"""Of all tables of one round: texts that are no sentences get fewer moves instead of hours."""

Order = NDArray[np.intp]
Costs = NDArray[np.int32]


class Move(NamedTuple):
    """A phrase of the hypothesis that might stand elsewhere."""

    length: int
    start: int
    goal: int


class Alignment(NamedTuple):
    """The cheapest way from a hypothesis to its reference without moves."""

    cost: int
    places: list[int]
    """For each word of the reference the word of the hypothesis it faces, or the one before."""
    wrong: list[bool]
    """Which words of the hypothesis are no match."""
    missed: list[bool]
    """Which words of the reference are no match."""


@lru_cache(maxsize=1 << 16)
def count_edits(hypothesis: tuple[str, ...], reference: tuple[str, ...], weights: tuple[int, ...] | None = None) -> int:
    """The cost of all edits, a move costing one.

    A weight is the cost of missing or replacing that word of the reference, and of a word too many right before it.

    >>> count_edits(("today", "we", "sing"), ("we", "sing", "today"))
    1
    """
    if not reference:
        return len(hypothesis)
    pair = Pair(hypothesis, reference, weights or (1,) * len(reference))
    order, moved = np.arange(len(hypothesis)), 0
    while True:
        alignment = pair.align(order)
        better = _best_move(pair, order, alignment)
        if better is None:
            return alignment.cost + moved
        order, moved = better, moved + 1


class Pair:
    """A hypothesis, whose words may be put in any order, and its reference."""

    def __init__(self, hypothesis: Sequence[str], reference: Sequence[str], weights: Sequence[int]) -> None:
        self.hypothesis = hypothesis
        self.reference = reference
        self.missing = np.array(weights, dtype=np.int32)
        self.extra = np.append(self.missing, np.int32(1))
        self.matches = _equal(hypothesis, reference)
        self.savings = np.where(self.matches, -self.missing, np.int32(0))

    def distances(self, orders: Order) -> Costs:
        """The edit distance of each row of word orders."""
        rows = deque(self._steps(orders), maxlen=1).pop()
        last: Costs = rows[:, -1] + self.missing.sum(dtype=np.int32)
        return last

    def align(self, order: Order) -> Alignment:
        """Trace the cheapest edits of one word order back, preferring matches, then words too many."""
        table = self._table(order)
        extra, missing = self.extra.tolist(), self.missing.tolist()
        matches = self.matches[order].tolist()
        word, place = len(order), len(missing)
        result = Alignment(table[-1][-1], [-1] * place, [True] * word, [True] * place)
        while word or place:
            cost = table[word][place]
            if word and place:
                match = matches[word - 1][place - 1]
                if table[word - 1][place - 1] + (0 if match else missing[place - 1]) == cost:
                    word, place = word - 1, place - 1
                    result.places[place] = word
                    result.wrong[word] = result.missed[place] = not match
                    continue
            if word and table[word - 1][place] + extra[place] == cost:
                word -= 1
            else:
                place -= 1
                result.places[place] = word - 1
        return result

    def _table(self, order: Order) -> list[list[int]]:
        rows = np.concatenate(list(self._steps(order[np.newaxis])))
        levels = np.append(np.int32(0), self.missing.cumsum(dtype=np.int32))
        table: list[list[int]] = (rows + levels).tolist()
        return table

    def _steps(self, orders: Order) -> Iterator[Costs]:
        """The rows of the edit distance tables, less the cost of missing every word of the reference so far.

        In these units leaving a word of the reference out is free, so a running minimum ends each row.
        """
        rows = np.zeros((len(orders), len(self.reference) + 1), dtype=np.int32)
        yield rows
        for words in orders.T:
            longer = rows + self.extra
            np.minimum(longer[:, 1:], rows[:, :-1] + self.savings[words], out=longer[:, 1:])
            rows = np.minimum.accumulate(longer, axis=1)
            yield rows


def _equal(hypothesis: Sequence[str], reference: Sequence[str]) -> NDArray[np.bool_]:
    numbers: dict[str, int] = {}
    left, right = (
        np.array([numbers.setdefault(word, len(numbers)) for word in words], dtype=np.int32)
        for words in (hypothesis, reference)
    )
    equal: NDArray[np.bool_] = left[:, np.newaxis] == right[np.newaxis, :]
    return equal


def _best_move(pair: Pair, order: Order, alignment: Alignment) -> Order | None:
    """The order after the move that saves most; of equals the longest, the first, the one that goes least far right."""
    found = _moves(pair.matches[order], alignment)
    most = min(MOST_MOVES, MOST_CELLS // max(pair.matches.size, 1) + 1)
    moves = sorted(set(islice(found, most)), key=_preference)
    if not moves:
        return None
    orders = order[np.array([_move(len(order), move) for move in moves])]
    costs = pair.distances(orders)
    best = int(costs.argmin())
    return orders[best] if costs[best] < alignment.cost else None


def _preference(move: Move) -> tuple[int, int, int]:
    return -move.length, move.start, move.goal


def _move(length: int, move: Move) -> list[int]:
    order = list(range(length))
    phrase = order[move.start : move.start + move.length]
    del order[move.start : move.start + move.length]
    goal = move.goal - move.length if move.goal > move.start + move.length else move.goal
    order[goal:goal] = phrase
    return order


def _moves(matches: NDArray[np.bool_], alignment: Alignment) -> Iterator[Move]:
    """Phrases that stand wrong and are missing elsewhere, with every gap beside the place where they are missing."""
    for start, place, length in _common_phrases(matches):
        if not any(alignment.wrong[start : start + length]) or not any(alignment.missed[place : place + length]):
            continue
        if start <= alignment.places[place] < start + length:
            continue
        before = [alignment.places[place - 1]] if place else [-1]
        for neighbour in dict.fromkeys(before + alignment.places[place : place + length]):
            yield Move(length, start, neighbour + 1)


def _common_phrases(matches: NDArray[np.bool_]) -> Iterator[tuple[int, int, int]]:
    rows: list[list[bool]] = matches.tolist()
    for start, place in np.argwhere(matches).tolist():
        if abs(start - place) > FARTHEST_MOVE:
            continue
        yield start, place, 1
        for length in range(2, min(LONGEST_MOVE, len(rows) - start, len(rows[0]) - place) + 1):
            if not rows[start + length - 1][place + length - 1]:
                break
            yield start, place, length
