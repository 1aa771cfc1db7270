"""Terms and tags of a text, coloured."""

import re
from collections.abc import Mapping, Sequence
from html import escape

from stencilmt.evaluation.testset import Term
from stencilmt.evaluation.tokens import UNSPACED

COLOURS = 6
_TAG = r"</?[A-Za-z_][^<>]*>"
_WORD = re.compile(rf"[^\W{UNSPACED}]")


def colour_source(text: str, terms: Sequence[Term]) -> str:
    """A source as HTML, its terms coloured by their number."""
    return _colour(text, {term.source: number for number, term in reversed(list(enumerate(terms)))})


def colour_target(text: str, terms: Sequence[Term]) -> str:
    """A translation as HTML, every accepted translation of a term in the term's colour."""
    forms = {target: number for number, term in reversed(list(enumerate(terms))) for target in term.targets}
    return _colour(text, forms)


def _colour(text: str, numbers: Mapping[str, int]) -> str:
    """Mark the forms, the longest first, and dim the tags."""
    forms = sorted((form for form in numbers if form), key=len, reverse=True)
    pattern = re.compile("|".join([_TAG, *map(_bounded, forms)]))
    parts, position = [], 0
    for match in pattern.finditer(text):
        parts.append(escape(text[position : match.start()]))
        parts.append(_mark(match[0], numbers))
        position = match.end()
    return "".join((*parts, escape(text[position:])))


def _bounded(form: str) -> str:
    before = r"(?<!\w)" if _WORD.match(form[0]) else ""
    after = r"(?!\w)" if _WORD.match(form[-1]) else ""
    return before + re.escape(form) + after


def _mark(text: str, numbers: Mapping[str, int]) -> str:
    if text not in numbers:
        return f'<span class="tag">{escape(text)}</span>'
    return f'<mark class="t{numbers[text] % COLOURS}">{escape(text)}</mark>'
