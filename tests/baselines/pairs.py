"""Random pairs with constraints, for property tests."""

from functools import cache

from hypothesis import strategies as st

from fakes import model_folder
from stencilmt.baselines.item import Constrained, Pair
from stencilmt.constraints.mark import Mark, Symbol
from stencilmt.restore.weave import Woven, weave
from stencilmt.subwords.codec import Codec
from stencilmt.template.cut import Template
from stencilmt.template.symbols import Limits, alphabet
from strategies import SPACY_TEXT, mark_orders

TEXT = st.one_of(SPACY_TEXT, st.text(st.characters(exclude_categories=("Cs",)), max_size=8))
WORD = st.text(alphabet="abé中.", min_size=1, max_size=4)


def codec() -> Codec:
    """A real codec with a small vocabulary."""
    return model_folder().codec


@cache
def symbol_ids() -> dict[Symbol, int]:
    """The id of every symbol in it."""
    return {symbol: codec().subwords.encode([symbol])[0] for symbol in alphabet(Limits())}


@st.composite
def pairs(draw: st.DrawFn, terms: bool = True, tags: bool = False) -> Pair:
    """A pair with terms in any order, or with tags that keep theirs."""
    kept = [mark for mark in draw(mark_orders(8)) if (terms and mark.is_term) or (tags and not mark.is_term)]
    marks = tuple(kept[:16])
    order = tuple(marks) if tags else tuple(draw(st.permutations(marks)))
    targets = {mark: draw(WORD) for mark in marks}
    source = _sentence(draw, marks, {mark: draw(WORD) for mark in marks})
    target = _sentence(draw, order, targets)
    item = Constrained(source.text, source.spans, targets, tuple(reversed(marks)), order)
    return Pair(item, target.text, target.spans)


def _sentence(draw: st.DrawFn, marks: tuple[Mark, ...], texts: dict[Mark, str]) -> Woven:
    return weave(Template(marks, tuple(draw(TEXT) for _ in range(len(marks) + 1))), texts)
