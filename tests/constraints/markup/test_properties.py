"""What holds for any text."""

import re
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from markdown_it import MarkdownIt

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup import Markup, escape, scan
from stencilmt.constraints.markup.markdown import escape_block
from stencilmt.errors import MarkupError

LANGUAGES = [Markup.XML, Markup.HTML, Markup.MARKDOWN]
PIECES = """<b> </b> <i> </i> <br/> <p> </p> <code> </code> <a_b=" <a_b=' "> '> < > / = " ' <!-- -->
<![CDATA[ ]]> <? ?> <% %> <#x> <!A & &amp; &lt &copy &#160; &x; * ** _ __ ~ ~~ ` `` [ ] ( ) ![ ! ](u)
](<u>) [^1] [a] <http://x> \\ a b é 。 “ 4"""
PIECES = [piece.replace("a_b", "a b") for piece in PIECES.split()] + [" ", " ", "\n", "  \n", "\t"]

hostile = st.lists(st.sampled_from(PIECES), max_size=10).map("".join)
texts = st.lists(st.sampled_from(PIECES) | st.characters(), max_size=10).map("".join)
languages = st.sampled_from(LANGUAGES)


thorough = settings(max_examples=2000, deadline=None)
brief = settings(max_examples=500, deadline=None)


@thorough
@given(texts, languages)
def test_tags_are_ordered_and_pairs_well_nested(text, markup):
    tags = scan(text, markup).tags
    assert all(0 <= tag.start < tag.end <= len(text) for tag in tags)
    assert all(before.end <= after.start for before, after in pairwise(tags))
    opened = []
    for index, tag in enumerate(tags):
        assert (tag.partner is not None) == (tag.kind in (Kind.OPEN, Kind.CLOSE))
        if tag.kind is Kind.OPEN:
            opened.append(index)
        elif tag.kind is Kind.CLOSE:
            assert tag.partner == opened.pop()
            assert tags[tag.partner].partner == index
    assert not opened


@thorough
@given(texts, languages)
def test_strict_refuses_exactly_what_lenient_notes(text, markup):
    lenient = scan(text, markup)
    if not lenient.notes:
        assert scan(text, markup, strict=True) == lenient
        return
    with pytest.raises(MarkupError):
        scan(text, markup, strict=True)


STARTS = {
    "<b>": "b",
    "<i>": "i",
    "<a:link id='1'>": "a:link",
    '<b-2 title="a > b">': "b-2",
    "<é x='<b>'>": "é",
    "<_x y='\"' z=\"'\">": "_x",
    "<i id=%1$@>": "i",
    "<b n='&amp;'\n>": "b",
}
ALONE = ["<br/>", "<x id='/'/>", "<!-- <b> -->", "<?php a > b?>"]
KEPT = ["&amp;", "&#160;", "&kde;", "<![CDATA[<b>]]>"]
TEXT = ["a", " ", "é >", "'\"", "=/>\n", "< ", "&", "<3"]


def grow(steps: list[str]) -> list[tuple[Kind | None, str]]:
    """A tree as (kind, bytes), text as (None, bytes): an empty step closes the element that is open."""
    tree: list[tuple[Kind | None, str]] = []
    opened: list[str] = []
    kinds = dict.fromkeys(ALONE, Kind.ALONE) | dict.fromkeys(KEPT, Kind.PLACEHOLDER)
    for step in [*steps, *[""] * len(steps)]:
        if step in STARTS:
            opened.append(STARTS[step])
            tree.append((Kind.OPEN, step))
        elif step:
            tree.append((kinds.get(step), step))
        elif opened:
            tree.append((Kind.CLOSE, f"</{opened.pop()}>"))
    return tree


@thorough
@given(st.lists(st.sampled_from([*STARTS, *ALONE, *KEPT, *TEXT, "", "", ""]), max_size=14).map(grow))
def test_xml_trees_scan_back_to_their_tags(tree):
    text = "".join(part for _, part in tree)
    tags = scan(text, Markup.XML, strict=True).tags
    assert [(tag.kind, text[tag.start : tag.end]) for tag in tags] == [part for part in tree if part[0]]


@thorough
@given(texts, languages, st.booleans())
def test_escaped_text_has_no_tags_and_harmless_text_stays(text, markup, wary):
    escaped = escape(text, markup, wary=wary)
    tags = scan(escaped, markup).tags
    assert all(tag.kind is Kind.PLACEHOLDER and len(tag.view) == 1 for tag in tags)
    found = scan(text, markup)
    if markup is not Markup.XML and not wary and not found.tags and not found.notes:
        assert escaped == text


class Shown(HTMLParser):
    """The text a browser shows."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.feed(text)
        self.close()

    def handle_data(self, data: str) -> None:
        self.text += data


printable = texts.map(lambda text: re.sub(r"[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]", "", text))


@brief
@given(printable)
def test_other_parsers_read_escaped_text_as_that_text(text):
    assert (etree.fromstring(f"<r>{escape(text, Markup.XML)}</r>").text or "") == text
    assert Shown(escape(text, Markup.HTML)).text == text
    assert unescape(escape(text, Markup.HTML)).replace("\r", "") == text.replace("\r", "")


MARKDOWN_IT = MarkdownIt("commonmark", {"maxNesting": 1000}).enable("strikethrough").disable("text_join")


@brief
@given(printable.map(lambda text: re.sub(r"\s+", " ", text)), st.booleans())
def test_markdown_it_reads_escaped_text_as_that_text(text, wary):
    tokens = MARKDOWN_IT.parseInline(escape(text, Markup.MARKDOWN, wary=wary))[0].children
    assert {token.type for token in tokens} <= {"text", "text_special"}
    assert "".join(token.content for token in tokens) == text


@thorough
@given(st.lists(hostile, min_size=2, max_size=3), languages)
def test_wary_text_makes_no_tags_with_its_neighbours(pieces, markup):
    """XML and HTML are always wary."""
    between = {Markup.MARKDOWN: "<b>"}.get(markup, "<b/>")
    escaped = [escape(piece, markup, wary=True) for piece in pieces]
    text = between.join(escaped)
    tags = [tag for tag in scan(text, markup).tags if tag.kind is not Kind.PLACEHOLDER]
    assert [text[tag.start : tag.end] for tag in tags] == [between] * (len(pieces) - 1)


def outline(tokens) -> list[str]:
    """The tokens of markdown-it that are tags of ours, images opened up."""
    kinds: list[str] = []
    for token in tokens:
        if token.type == "image":
            kinds += ["image_open", *outline(token.children or []), "image_close"]
        elif token.info == "auto":
            kinds += ["autolink"] * (token.nesting == 1)
        elif token.type not in ("text", "text_special", "softbreak", "hardbreak"):
            kinds.append(token.type)
    return kinds


PAIRS = {"*": "em", "_": "em", "**": "strong", "__": "strong", "~~": "s", "[": "link", "![": "image"}


def own_outline(text: str) -> list[str]:
    tags = scan(text, Markup.MARKDOWN, references=frozenset()).tags
    kinds: list[str] = []
    for tag in tags:
        written = text[tag.start : tag.end]
        if written[0] == "<":
            kinds.append("autolink" if written.startswith("<http") else "html_inline")
        elif tag.kind is Kind.OPEN:
            kinds.append(f"{PAIRS[written]}_open")
        elif tag.kind is Kind.CLOSE:
            opening = tags[tag.partner]
            kinds.append(f"{PAIRS[text[opening.start : opening.end]]}_close")
        elif written[0] == "`":
            kinds.append("code_inline")
    return kinds


# Where we follow the specification and markdown-it does not, the pieces avoid it: it takes the end of a link's text
# for white space, and an image's text for a text of its own. It does not pair HTML, so there is no `</b>` either.
INLINE = """* * ** _ _ __ ~ ~~ ` `` [ b] ( ) !b b](u) b](u_"t") b](<u>) ![a](u) <br> <http://x>
< & &amp; \\ a b é 。 “ ' \""""
INLINE = [piece.replace("u_", "u ") for piece in INLINE.split()] + [" ", " ", "\n"]
inline = st.lists(st.sampled_from(INLINE), max_size=12).map("".join)


@thorough
@given(inline)
def test_markdown_is_read_as_markdown_it_reads_it(text):
    assert own_outline(text) == outline(MARKDOWN_IT.parseInline(text)[0].children)


@brief
@given(printable, st.booleans())
def test_escaped_blocks_are_paragraphs(text, wary):
    paragraph = "\n".join(filter(None, map(str.strip, text.splitlines())))
    tokens = MARKDOWN_IT.parse(escape_block(escape(paragraph, Markup.MARKDOWN, wary=wary)))
    assert [token.type for token in tokens] in ([], ["paragraph_open", "inline", "paragraph_close"])


HOSTILE = [
    ("<b>", Markup.XML, 20_000),
    ("</b>", Markup.HTML, 15_000),
    ("<!--", Markup.XML, 15_000),
    ("<a b=\"<a b='\" c='", Markup.HTML, 7_058),
    ("<a <%", Markup.HTML, 24_000),
    ("<a <?<a <%", Markup.XML, 18_000),
    ("<a <#b>", Markup.HTML, 8_571),
    ("<script>", Markup.HTML, 7_500),
    ("&", Markup.XML, 0),
    ("<", Markup.HTML, 0),
    ("[", Markup.MARKDOWN, 0),
    ("![a](", Markup.MARKDOWN, 0),
    ("*a", Markup.MARKDOWN, 30_000),
    ("*a_ ", Markup.MARKDOWN, 0),
    ("[a](b)", Markup.MARKDOWN, 20_000),
]


@pytest.mark.parametrize(("unit", "markup", "count"), HOSTILE)
def test_hostile_text_is_read_in_one_pass(unit, markup, count):
    text = unit * (60_000 // len(unit))
    assert len(scan(text, markup).tags) == count
