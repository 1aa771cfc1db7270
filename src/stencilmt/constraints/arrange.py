"""Moving tags out of the terms they cut: `<b>mail</b> merge` becomes `<b>mail merge</b>`."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import itemgetter

from stencilmt.constraints.markup import Tag

Placed = list[tuple[int, int]]
"""Paired tags in order: before which character of the bare text each stands, and its index among the tags."""


def move_out(placed: Placed, place: dict[int, int], tags: Sequence[Tag], start: int, end: int) -> None:
    """Move the tags inside a term to its edges; `place` says where each tag stands, and both are brought up to date.

    A pair whose text lies inside the term goes around it. A pair that ends inside it is made to end after it; one that
    begins inside it, to begin before it — or after it, where the two would cross.
    """
    near = slice(bisect_left(placed, start, key=itemgetter(0)), bisect_right(placed, end, key=itemgetter(0)))
    inside = [index for position, index in placed[near] if start < position < end]
    pairs = {min(index, _partner(tags, index)) for index in inside}
    around = [index for index in sorted(pairs) if start <= place[index] and place[_partner(tags, index)] <= end]
    ending = [index for index in sorted(pairs) if place[index] < start]
    beginning = [index for index in sorted(pairs) if place[_partner(tags, index)] > end]
    opened = [*([] if ending else beginning), *around]
    closed = [_partner(tags, index) for index in (*reversed(around), *reversed(ending))]
    closed += beginning if ending else []
    moved = [*((start, index) for index in opened), *((end, index) for index in closed)]
    placed[near] = _put(placed[near], moved, start)
    place |= {index: position for position, index in moved}


def _partner(tags: Sequence[Tag], index: int) -> int:
    partner = tags[index].partner
    assert partner is not None  # only paired tags are placed
    return partner


def _put(near: Placed, moved: Placed, start: int) -> Placed:
    """The tags at a term in order, with the moved ones innermost at its edges."""
    names = {index for _, index in moved}
    stay = [item for item in near if item[1] not in names]
    return [*(item for item in stay if item[0] <= start), *moved, *(item for item in stay if item[0] > start)]
