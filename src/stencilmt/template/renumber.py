"""Numbering the marks of a part as if it were a sentence of its own."""

from collections.abc import Sequence

from stencilmt.constraints.mark import Mark, Span, alone, opening, term


def renumber(spans: Sequence[Span]) -> tuple[list[Span], dict[Mark, Mark]]:
    """Number marks from 1 in the order of their spans, and say which mark each one was.

    >>> renumber([Span(0, 4, term(7))])
    ([Span(start=0, end=4, mark=Symbol('C1'))], {Symbol('C1'): Symbol('C7')})
    """
    names: dict[Mark, Mark] = {}
    new: dict[Mark, Mark] = {}
    terms = tags = 0
    for _, _, mark in spans:
        if mark.closes:
            new[mark] = new[mark.partner].partner
        elif mark.is_term:
            terms += 1
            new[mark] = term(terms)
        else:
            tags += 1
            new[mark] = opening(tags) if mark.opens else alone(tags)
        names[new[mark]] = mark
    return [Span(start, end, new[mark]) for start, end, mark in spans], names
