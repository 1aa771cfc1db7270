"""Phrase pairs that agree with a word alignment."""

from collections.abc import Iterable, Set
from typing import NamedTuple

from stencilmt.alignment.links import Link

NOWHERE: frozenset[int] = frozenset()
ENDLESS = 1 << 30
_make = tuple.__new__  # what a named tuple calls in the end; on the way there it loses half of the time


class PhrasePair(NamedTuple):
    """Words `source_start` to before `source_end` and their translation (a tuple, since millions are made)."""

    source_start: int
    source_end: int
    target_start: int
    target_end: int


def phrase_pairs(
    links: Iterable[Link],
    source_length: int,
    target_length: int,
    *,
    max_source: int = 3,
    max_target: int = 6,
    source_walls: Set[int] = NOWHERE,
    target_walls: Set[int] = NOWHERE,
) -> list[PhrasePair]:
    """All tight phrase pairs: they hold a link, no link leaves them, and all four end words are linked.

    A wall before word 3 keeps phrases from holding both word 2 and word 3; see `words.walls`.

    >>> [tuple(pair) for pair in phrase_pairs([(0, 1), (1, 0)], 2, 2)]
    [(0, 1, 1, 2), (0, 2, 0, 2), (1, 2, 0, 1)]
    """
    pairs = []
    low, high, left, right = _extents(links, source_length, target_length)
    for start in range(source_length):
        if high[start] < 0:
            continue
        first, last = low[start], high[start]  # the target words that source words start…end reach
        for end in range(start, min(start + max_source, source_length)):
            if end in source_walls and end > start:
                break
            if high[end] < 0:
                continue
            if low[end] < first:
                first = low[end]
            if high[end] > last:
                last = high[end]
            if last - first >= max_target or min(left[first : last + 1]) < start:
                break  # and so does every longer phrase
            if target_walls and any(first < wall <= last for wall in target_walls):
                break
            if max(right[first : last + 1]) <= end:
                pairs.append(_make(PhrasePair, (start, end + 1, first, last + 1)))
    return pairs


def _extents(
    links: Iterable[Link], source_length: int, target_length: int
) -> tuple[list[int], list[int], list[int], list[int]]:
    """First and last target word of each source word, first and last source word of each target word."""
    low, high = [ENDLESS] * source_length, [-1] * source_length
    left, right = [ENDLESS] * target_length, [-1] * target_length
    for source, target in links:
        if target < low[source]:
            low[source] = target
        if target > high[source]:
            high[source] = target
        if source < left[target]:
            left[target] = source
        if source > right[target]:
            right[target] = source
    return low, high, left, right
