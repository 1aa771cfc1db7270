"""Whole documents through models that fail: the guarantee does not depend on what a model writes."""

import re
from collections import Counter
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from markdown_it import MarkdownIt

from documents.pages import HTML, MARKDOWN, TERMS, XML
from documents.test_properties import outside
from fakes import garbage_translator
from stencilmt.constraints.glossary import Glossary
from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup import Markup, scan
from stencilmt.constraints.markup.elements import Dialect
from stencilmt.constraints.markup.html import HTML as HTML_DIALECT
from stencilmt.constraints.markup.xml import XML as XML_DIALECT
from stencilmt.documents import open_document
from stencilmt.documents.document import SplicedDocument
from stencilmt.documents.tags import read_tags
from stencilmt.documents.translate import translate_segments
from stencilmt.translator import Translation

GLOSSARY = Glossary.from_pairs(TERMS)
TAGS = (Kind.OPEN, Kind.CLOSE, Kind.ALONE)
_TRANSLATED = re.compile(r'(?<=alt=)"[^"]*"|(?<=title=)"[^"]*"')
each_failing = pytest.mark.parametrize("failing", ["garbage", "truncated", "repeated"])


def translated(text: str, name: str, seed: int, failing: str) -> tuple[SplicedDocument, list[Translation], str]:
    """A document, its translations and the translated file."""
    document = open_document(text.encode(), name)
    assert isinstance(document, SplicedDocument)
    translations = translate_segments(document.segments, garbage_translator(seed, failing), GLOSSARY)
    return document, translations, document.splice([each.text for each in translations]).decode()


def check_terms(translations: list[Translation], written: str) -> None:
    """Every term that was found stands where it is said to be, and as often in the file."""
    terms = [kept for each in translations for kept in each.constraints if kept.kind is Kind.TERM]
    for each in translations:
        assert all(each.text[slice(*kept.target_span)] == kept.target for kept in each.constraints)
    for target, count in Counter(unescape(kept.target) for kept in terms).items():
        assert unescape(written).count(target) >= count


def check_outside(document: SplicedDocument, text: str, written: str) -> None:
    """All that stands between the slots is there, in order and byte for byte."""
    pieces = [text[start:end] for start, end in outside(document)]
    assert written.startswith(pieces[0])
    assert written.endswith(pieces[-1])
    cursor = 0
    for piece in pieces:
        cursor = written.find(piece, cursor) + len(piece)
        assert cursor >= len(piece)


def tree(text: str, name: str) -> list[str]:
    """The path to every element, as browsers or the strictest of parsers read the page."""
    parser = etree.HTMLParser() if name == "a.html" else etree.XMLParser(resolve_entities=False)
    root = etree.fromstring(text.encode(), parser)
    return sorted("/".join(str(each.tag) for each in (node, *node.iterancestors())) for node in root.iter("*"))


@each_failing
@pytest.mark.parametrize(
    ("name", "pages", "dialect"),
    [("a.html", HTML, HTML_DIALECT), ("a.xhtml", HTML, HTML_DIALECT), ("a.xml", XML, XML_DIALECT)],
    ids=["html", "xhtml", "xml"],
)
@given(data=st.data(), seed=st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_tagged_documents(name: str, pages, dialect, failing: str, data: st.DataObject, seed: int) -> None:
    text = data.draw(pages)
    document, translations, written = translated(text, name, seed, failing)
    assert tree(written, name) == tree(text, name)
    assert tags(written, dialect) == tags(text, dialect)
    check_terms(translations, written)
    check_outside(document, text, written)


def tags(text: str, dialect: Dialect) -> Counter[str]:
    """The bytes of all tags, less the values of attributes that are translated."""
    return Counter(_TRANSLATED.sub("", text[tag.start : tag.end]) for tag in read_tags(text, dialect))


def blocks(text: str) -> list[tuple[str, int]]:
    """What a Markdown parser takes a page for, down to its blocks."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    return [(token.type, token.level) for token in tokens]


@each_failing
@given(text=MARKDOWN, seed=st.integers(0, 10**6))
@settings(max_examples=100, deadline=None)
def test_markdown_documents(failing: str, text: str, seed: int) -> None:
    document, translations, written = translated(text, "a.md", seed, failing)
    assert blocks(written) == blocks(text)
    for each, segment in zip(translations, document.segments, strict=True):
        before, after = (
            Counter(shown[tag.start : tag.end] for tag in scan(shown, Markup(segment.markup)).tags if tag.kind in TAGS)
            for shown in (segment.text, each.text)
        )
        assert after == before
    check_terms(translations, written)
    check_outside(document, text, written)
