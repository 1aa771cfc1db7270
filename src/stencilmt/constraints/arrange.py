"""Moving tags out of the terms they cut: `<b>mail</b> merge` becomes `<b>mail merge</b>`."""

from collections.abc import Sequence

from stencilmt.constraints.markup import Tag

Placed = list[tuple[int, int]]
"""Paired tags in order: before which character of the bare text each stands, and its index among the tags."""


def move_out(placed: Placed, tags: Sequence[Tag], start: int, end: int) -> Placed:
    """Move the tags inside a term to its edges.

    A pair whose text lies inside the term goes around it. A pair that ends inside it is made to end after it; one that
    begins inside it, to begin before it — or after it, where the two would cross.
    """
    place = {index: position for position, index in placed}
    inside = [index for position, index in placed if start < position < end]
    pairs = {min(index, _partner(tags, index)) for index in inside}
    around = [index for index in sorted(pairs) if start <= place[index] and place[_partner(tags, index)] <= end]
    ending = [index for index in sorted(pairs) if place[index] < start]
    beginning = [index for index in sorted(pairs) if place[_partner(tags, index)] > end]
    opened = [*([] if ending else beginning), *around]
    closed = [_partner(tags, index) for index in (*reversed(around), *reversed(ending))]
    closed += beginning if ending else []
    return _put(placed, {*opened, *closed}, opened, closed, start, end)


def _partner(tags: Sequence[Tag], index: int) -> int:
    partner = tags[index].partner
    assert partner is not None  # only paired tags are placed
    return partner


def _put(placed: Placed, moved: set[int], opened: list[int], closed: list[int], start: int, end: int) -> Placed:
    """The tags in order, with the moved ones innermost at the edges of the term."""
    before = [item for item in placed if item[1] not in moved and item[0] <= start]
    after = [item for item in placed if item[1] not in moved and item[0] >= end]
    return [*before, *((start, index) for index in opened), *((end, index) for index in closed), *after]
