"""Putting the constraints' own text back between the fragments."""

from collections.abc import Mapping
from typing import NamedTuple

from stencilmt.constraints.mark import Mark, Span
from stencilmt.template.cut import Template


class Woven(NamedTuple):
    """A sentence and where each constraint stands in it."""

    text: str
    spans: tuple[Span, ...]


def weave(template: Template, texts: Mapping[Mark, str]) -> Woven:
    """Undo `cut`: the fragments with the constraints' text between them.

    >>> from stencilmt.constraints.mark import term
    >>> weave(Template((term(1),), ("adopted by ", " too")), {term(1): "italy"}).text
    'adopted by italy too'
    """
    pieces, spans, position = [template.free[0]], [], len(template.free[0])
    for mark, free in zip(template.marks, template.free[1:], strict=True):
        text = texts[mark]
        spans.append(Span(position, position + len(text), mark))
        pieces += (text, free)
        position += len(text) + len(free)
    return Woven("".join(pieces), tuple(spans))
