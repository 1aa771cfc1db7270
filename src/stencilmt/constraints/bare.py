"""A sentence without its tags, so that terms are found across them."""

from collections.abc import Sequence
from dataclasses import dataclass

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup import Tag

STAND_IN = "\ufffc"
"""Holds the place of what is kept whole: a tag that stands alone, a code span."""


@dataclass(frozen=True, slots=True)
class Bare:
    """A sentence without its paired tags, and the way back to the sentence."""

    text: str
    """The sentence; an escaped character is the character, what is kept whole is one stand-in."""
    origin: Sequence[int]
    """For each character of the text, and its end, where it begins in the sentence."""
    kept: tuple[tuple[int, Tag], ...] = ()
    """What is kept whole, and where its stand-in stands in the text."""
    escaped: tuple[tuple[int, Tag], ...] = ()
    """The escaped characters (`&amp;`, `\\*`), and where they stand in the text."""
    paired: tuple[tuple[int, int], ...] = ()
    """The paired tags: before which character of the text each stands, and its index among the tags."""


def strip_tags(sentence: str, tags: Sequence[Tag]) -> Bare:
    """Take the paired tags out of a sentence."""
    if not tags:
        return Bare(sentence, range(len(sentence) + 1))
    pieces: list[str] = []
    origin: list[int] = []
    kept: list[tuple[int, Tag]] = []
    escaped: list[tuple[int, Tag]] = []
    paired: list[tuple[int, int]] = []
    position = 0
    for index, tag in enumerate(tags):
        pieces.append(sentence[position : tag.start])
        origin.extend(range(position, tag.start))
        position = tag.end
        if tag.kind in (Kind.OPEN, Kind.CLOSE):
            paired.append((len(origin), index))
            continue
        is_escaped = sentence[tag.start] in "&\\" and len(tag.view) == 1
        (escaped if is_escaped else kept).append((len(origin), tag))
        pieces.append(tag.view if is_escaped else STAND_IN)
        origin.append(tag.start)
    pieces.append(sentence[position:])
    origin.extend(range(position, len(sentence) + 1))
    return Bare("".join(pieces), origin, tuple(kept), tuple(escaped), tuple(paired))
