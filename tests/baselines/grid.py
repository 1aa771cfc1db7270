"""Grid beam search (Hokamp and Liu 2017), plainly: an oracle for everything faster."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from baselines.tiny import END, TableNetwork

Constraints = Sequence[Sequence[int]]


class Hypothesis(NamedTuple):
    ids: tuple[int, ...]
    score: float
    open: tuple[int, ...]
    """The constraints not begun, by number."""
    rest: tuple[int, ...] = ()
    """What is left of the one begun."""


def grid_search(
    network: TableNetwork, source: Sequence[int], constraints: Constraints, longest: int, beam: int
) -> list[int]:
    """The best ids that hold all constraints: cell (t, c) has hypotheses of t tokens, c of them from constraints."""
    total = sum(map(len, constraints))
    column = {0: [Hypothesis((), 0.0, tuple(range(len(constraints))))]}
    ended: list[tuple[float, tuple[int, ...]]] = []
    for length in range(longest):
        for one in column.get(total, ()):
            score = network.score(source, [*one.ids, END])
            ended.append((score / (length + 1), one.ids))
        following: dict[int, list[Hypothesis]] = {}
        for covered, cell in column.items():
            for one in cell:
                for gained, new in _extensions(one, constraints, network.words):
                    following.setdefault(covered + gained, []).append(
                        new._replace(score=network.score(source, new.ids))
                    )
        column = {covered: _best(cell, beam) for covered, cell in following.items()}
    return list(max(ended)[1])


def _extensions(one: Hypothesis, constraints: Constraints, words: int) -> Iterator[tuple[int, Hypothesis]]:
    if one.rest:
        yield 1, one._replace(ids=(*one.ids, one.rest[0]), rest=one.rest[1:])
        return
    yield from ((0, one._replace(ids=(*one.ids, token))) for token in range(1, words))
    for number in one.open:
        first, *rest = constraints[number]
        left = tuple(other for other in one.open if other != number)
        yield 1, Hypothesis((*one.ids, first), 0.0, left, tuple(rest))


def _best(cell: list[Hypothesis], beam: int) -> list[Hypothesis]:
    return sorted(set(cell), key=lambda one: -one.score)[:beam]
