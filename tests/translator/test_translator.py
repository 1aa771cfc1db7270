"""The whole line with engines that do as told: the guarantee does not depend on the model."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes import garbage_translator, translator
from stencilmt.constraints.glossary import Glossary
from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup import Markup, scan
from stencilmt.errors import GlossaryError
from stencilmt.translator import Options

GLOSSARY = Glossary.from_pairs({"mail merge": "Seriendruck", "show": "zeigen", "button": ["Knopf", "Schaltfläche"]})

ECHOES = [
    ("Open the file.", "Open the file."),
    (" edges stay \n", " edges stay \n"),
    ("Use mail merge, then show it.", "Use Seriendruck, then zeigen it."),
    ("mail merge", "Seriendruck"),
    ("(mail merge) mail merge", "(Seriendruck) Seriendruck"),
    ("<p>Open <b>the file</b>.</p>", "<p>Open <b>the file</b>.</p>"),
    ("One. Two <i>x</i>. Three!", "One. Two <i>x</i>. Three!"),
    ("a &lt; b &amp; c", "a &lt; b &amp; c"),
    ("😀 and é", "😀 and é"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "expected"), ECHOES)
def test_an_echo_is_exact(text: str, expected: str) -> None:
    (result,) = translator().translate([text], GLOSSARY, Options(Markup.XML))
    assert (result.text, result.status) == (expected, "ok")
    for kept in result.constraints:
        assert result.text[slice(*kept.target_span)] == kept.target
        assert result.source[slice(*kept.source_span)] == kept.source or kept.kind is Kind.TERM


def test_a_batch_gives_what_single_calls_give() -> None:
    texts = [text for text, _ in ECHOES]
    batch = translator().translate(texts, GLOSSARY, Options(Markup.XML))
    assert batch == [translator().translate([text], GLOSSARY, Options(Markup.XML))[0] for text in texts]


def test_a_glossary_for_another_language_is_refused() -> None:
    french = Glossary.from_pairs({"mail": "courrier"}, source_language="en", target_language="fr")
    with pytest.raises(GlossaryError, match="is a glossary for en to fr, the model translates en to de"):
        translator().translate(["mail"], french)


INLINE = ["<b>", "<i class='x'>", "<a href='1'>", "<a href='2'>"]


@st.composite
def markup_texts(draw: st.DrawFn, depth: int = 2) -> str:
    """Well-formed inline XML with terms, placeholders and entities in it."""
    words = st.sampled_from(["mail merge", "show", "the file", "button", "%s", "&amp;", "<br/>", "x", ". ", ", ", " "])
    pieces = []
    for _ in range(draw(st.integers(0, 5))):
        if depth and draw(st.booleans()):
            tag = draw(st.sampled_from(INLINE))
            pieces.append(f"{tag}{draw(markup_texts(depth - 1))}</{tag[1]}>")
        else:
            pieces.append(draw(words))
    return " ".join(pieces)


@settings(max_examples=500, deadline=None)
@given(markup_texts(), st.integers(0, 10**6), st.sampled_from([Markup.XML, Markup.HTML]))
def test_the_guarantee_holds_for_garbage(text: str, seed: int, markup: Markup) -> None:
    (result,) = garbage_translator(seed).translate([text], GLOSSARY, Options(markup))
    for kept in result.constraints:
        assert result.text[slice(*kept.target_span)] == kept.target
    before, after = scan(text, markup), scan(result.text, markup)
    assert not after.notes
    assert tags(text, markup) == tags(result.text, markup)
    assert len(before.tags) <= len(after.tags) + sum(kept.kind is Kind.TERM for kept in result.constraints)


def tags(text: str, markup: Markup) -> Counter[str]:
    """The bytes of every tag."""
    kinds = (Kind.OPEN, Kind.CLOSE, Kind.ALONE)
    return Counter(text[tag.start : tag.end] for tag in scan(text, markup).tags if tag.kind in kinds)


MARKDOWN = st.lists(
    st.sampled_from(["*a*", "**the file**", "[x](u)", "`c`", "show", "!", "[", "]", "*", "_", "\\*", " ", "b"])
)


@settings(max_examples=500, deadline=None)
@given(MARKDOWN.map("".join), st.integers(0, 10**6))
def test_the_guarantee_holds_for_markdown(text: str, seed: int) -> None:
    (result,) = garbage_translator(seed).translate([text], GLOSSARY, Options(Markup.MARKDOWN))
    assert tags(text, Markup.MARKDOWN) == tags(result.text, Markup.MARKDOWN)
    for kept in result.constraints:
        assert result.text[slice(*kept.target_span)] == kept.target
