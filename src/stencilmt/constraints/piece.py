"""Constraints on their way from hits and tags to numbered marks."""

from collections.abc import Sequence
from typing import NamedTuple

from stencilmt.constraints.mark import Kind, Mark, alone, opening, term


class Piece(NamedTuple):
    """A constraint in its place, not numbered yet."""

    kind: Kind
    source: str
    """Its bytes in the text to be cut."""
    target: str
    origin: tuple[int, int]
    """Where it stood in the sentence the user gave."""
    start: int = 0
    """Where it begins in the text to be cut."""
    partner: int | None = None
    """The index of a tag's other half among the pieces."""
    alternatives: tuple[str, ...] = ()
    source_view: str = ""
    target_view: str = ""
    alternative_views: tuple[str, ...] = ()
    entry: str = ""

    @property
    def end(self) -> int:
        """Where it ends in the text to be cut."""
        return self.start + len(self.source)


def merge_adjacent(pieces: Sequence[Piece]) -> list[Piece]:
    """Let tags with nothing between them share one symbol: `<b><i>x</i></b>` needs one pair, not two."""
    groups: list[list[int]] = []
    for index in range(len(pieces)):
        if index and _share(pieces, index - 1):
            groups[-1].append(index)
        else:
            groups.append([index])
    if len(groups) == len(pieces):
        return list(pieces)
    home = {index: number for number, group in enumerate(groups) for index in group}
    return [_merged([pieces[index] for index in group], home) for group in groups]


def _share(pieces: Sequence[Piece], index: int) -> bool:
    left, right = pieces[index], pieces[index + 1]
    if left.kind is not right.kind or left.end != right.start:
        return False
    if left.partner is None or right.partner is None:
        return left.kind is Kind.ALONE
    return left.partner == right.partner + 1 and pieces[right.partner].end == pieces[left.partner].start


def _merged(group: Sequence[Piece], home: dict[int, int]) -> Piece:
    first, last = group[0], group[-1]
    text = "".join(piece.source for piece in group)
    target = text if len(group) > 1 else first.target
    origin = (min(piece.origin[0] for piece in group), max(piece.origin[1] for piece in group))
    partner = None if last.partner is None else home[last.partner]
    return first._replace(source=text, target=target, origin=origin, partner=partner)


def number(pieces: Sequence[Piece]) -> list[Mark]:
    """The mark of each piece: terms and tags are counted apart, each in source order, a pair once."""
    marks: list[Mark] = []
    terms = tags = 0
    for piece in pieces:
        if piece.kind in (Kind.TERM, Kind.PLACEHOLDER):
            terms += 1
            marks.append(term(terms))
        elif piece.kind is Kind.CLOSE and piece.partner is not None:
            marks.append(marks[piece.partner].partner)
        else:
            tags += 1
            marks.append(opening(tags) if piece.kind is Kind.OPEN else alone(tags))
    return marks
