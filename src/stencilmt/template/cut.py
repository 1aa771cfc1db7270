"""Cutting a sentence at its constraints."""

from collections.abc import Sequence
from dataclasses import dataclass

from stencilmt.constraints.mark import Mark, Span
from stencilmt.errors import ConstraintError


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence cut at its constraints: free[0] mark free[1] mark … free[n]."""

    marks: tuple[Mark, ...]
    """What stands at each cut, left to right."""
    free: tuple[str, ...]
    """The text between the cuts: one piece more than there are cuts."""
    joined: frozenset[int] = frozenset()
    """Of a packed template: the pieces with no space before the mark that follows (see `spacing`)."""


def cut(sentence: str, spans: Sequence[Span]) -> Template:
    """Cut a sentence at its constraints.

    >>> from stencilmt.constraints.mark import term
    >>> cut("adopted by italy too", [Span(11, 16, term(1))]).free
    ('adopted by ', ' too')
    """
    ordered = sorted(spans, key=lambda span: (span.start, span.end))
    free, position = [], 0
    for span in ordered:
        if span.start < position or span.end < span.start or span.end > len(sentence):
            raise ConstraintError(_misplaced(span, position, len(sentence)))
        free.append(sentence[position : span.start])
        position = span.end
    free.append(sentence[position:])
    return Template(tuple(span.mark for span in ordered), tuple(free))


def _misplaced(span: Span, position: int, length: int) -> str:
    place = f"the span {span.start}-{span.end} of {span.mark}"
    if span.end < span.start or span.end > length:
        return f"{place} is not inside the sentence of {length} characters"
    return f"{place} overlaps the one before it, which ends at {position}: give spans that do not overlap"
