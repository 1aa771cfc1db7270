"""Random sentences, spans and templates for property tests."""

from hypothesis import strategies as st

from stencilmt.constraints.mark import Mark, Span, Symbol, alone, closing, opening, term
from stencilmt.template.symbols import Limits, alphabet

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=30)
"""Any code points at all, lone surrogates, control and private-use characters among them."""
SPACY_TEXT = st.text(alphabet=" ab(▁é中", max_size=8)
"""Short texts with spaces in every place."""
FORGERIES = st.sampled_from(["<sep>", "C1", "X0", "Y0", "Y1", "</1>", "<1>", "<2/>", "<join>", "▁", "</s>", "<0x41>"])
"""Text that looks like a symbol."""
SYMBOLS = st.sampled_from(list(alphabet(Limits(terms=4, tags=4))))


@st.composite
def mark_orders(draw: st.DrawFn, most: int = 6) -> tuple[Mark, ...]:
    """The marks of a source sentence: terms and tags numbered in order, tags well nested."""
    marks: list[Mark] = []
    stack: list[Mark] = []
    terms = tags = 0
    for step in draw(st.lists(st.sampled_from(["term", "open", "close", "alone"]), max_size=most)):
        if step == "term":
            terms += 1
            marks.append(term(terms))
        elif step == "close":
            if stack:
                marks.append(stack.pop())
        else:
            tags += 1
            marks.append(opening(tags) if step == "open" else alone(tags))
            if step == "open":
                stack.append(closing(tags))
    return (*marks, *reversed(stack))


@st.composite
def cut_sentences(draw: st.DrawFn) -> tuple[str, list[Span]]:
    """A sentence of any text and legal spans in it."""
    marks = draw(mark_orders())
    text = draw(st.one_of(ANY_TEXT, SPACY_TEXT, FORGERIES))
    edges = sorted(draw(st.lists(st.integers(0, len(text)), min_size=2 * len(marks), max_size=2 * len(marks))))
    return text, [Span(edges[2 * i], edges[2 * i + 1], mark) for i, mark in enumerate(marks)]


def decoder_sequences() -> st.SearchStrategy[list[str]]:
    """What a decoder might write: symbols and text in any order."""
    return st.lists(st.one_of(SYMBOLS, SYMBOLS, SPACY_TEXT, FORGERIES, ANY_TEXT), max_size=40)


def is_symbol(item: str) -> bool:
    """Whether an item of a sequence is a symbol."""
    return isinstance(item, Symbol)
