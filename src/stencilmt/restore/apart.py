"""Keeping words apart at terms and tags: what nothing touched in the source is not glued to a word of the target."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal

from stencilmt.constraints.boundaries import are_joined
from stencilmt.constraints.mark import Mark
from stencilmt.template.cut import Template

Side = Literal[0, 1]
"""Before a mark, or after it: so much further its fragment stands."""
Texts = Mapping[Mark, str]


def keep_apart(template: Template, targets: Texts, source: Template, texts: Texts) -> Template:
    """A template with a space wherever a term would become part of a word, unless it was part of one in the source.

    The same where two words meet at a tag: there a model slips more often than a writer means a compound.

    >>> from stencilmt.constraints.mark import term
    >>> glued, source = Template((term(1),), ("den ", "leiste")), Template((term(1),), ("the ", ""))
    >>> keep_apart(glued, {term(1): "Standard"}, source, {term(1): "standard"}).free
    ('den ', ' leiste')
    """
    free, own = list(template.free), set(_glued(source, texts))
    for mark, side in _glued(template, targets):
        index = template.marks.index(mark) + side
        if (mark, side) not in own and free[index] != " ":
            free[index] = " " + free[index] if side else free[index] + " "
    return replace(template, free=tuple(free))


def _glued(template: Template, texts: Texts) -> Iterator[tuple[Mark, Side]]:
    """Which sides of which terms go on with a word, and at which tags two words meet; a tag ends a word by itself."""
    pieces = [template.free[0]]
    for mark, free in zip(template.marks, template.free[1:], strict=True):
        pieces += (texts[mark] if mark.is_term else " ", free)
    for index, mark in enumerate(template.marks):
        before = pieces[2 * index] or "".join(pieces[2 * index - 1 : 2 * index])
        after = pieces[2 * index + 2] or "".join(pieces[2 * index + 3 : 2 * index + 4])
        if not mark.is_term:
            if before and after and are_joined(before[-1], after[0]):
                yield mark, 1 if mark.closes else 0
        elif text := texts[mark]:
            if before and are_joined(before[-1], text[0]):
                yield mark, 0
            if after and are_joined(text[-1], after[0]):
                yield mark, 1
