"""The blocks of Markdown, against another parser and where it knows no answer."""

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from documents.shouting import texts
from stencilmt.documents import open_document
from stencilmt.documents.markdown_blocks import BlockReader, Kind

# Definitions and tables are left out, on which parsers differ; so are tabs and code in quotes, where this one errs.
TOKENS = [
    "a",
    "b",
    "\n",
    "\n",
    "\n",
    " ",
    "  ",
    ">",
    "> ",
    "- ",
    "* ",
    "+ ",
    "1. ",
    "2) ",
    "-",
    "#",
    "# ",
    "```",
    "~~~",
]
TOKENS += ["---", "===", "***", "<div>", "</div>", "-->", "<b>", "x", ' "t"', "\\"]


DISPUTED = re.compile(r"\S\n *(?: {4}|\t)\s*[>#`~<]")
"""A line indented as code goes on with the paragraph before it; markdown-it ends a list there (`  1. a\\n    >`)."""


def parsed(text: str) -> list[str]:
    """The text of every paragraph and heading, by markdown-it."""
    parser = MarkdownIt("commonmark", {"maxNesting": 1000})
    parser.core.ruler.enableOnly(["normalize", "block"])
    contents = (token.content for token in parser.parse(text) if token.type == "inline")
    return ["\n".join(line.strip() for line in content.split("\n")) for content in contents if content.strip()]


def found(text: str) -> list[str]:
    """The same by our own reader."""
    return [
        "\n".join(text[start:end].strip() for start, end in block.spans)
        for block in BlockReader(text).read()
        if block.kind in (Kind.PARAGRAPH, Kind.HEADING)
    ]


@given(text=st.lists(st.sampled_from(TOKENS), max_size=15).map("".join))
@settings(max_examples=1000, deadline=None)
def test_blocks_are_those_of_another_parser(text: str) -> None:
    assume(not DISPUTED.search(text))
    assert found(text) == parsed(text)


BLOCKS = {
    "tab after quote": (">\t\tcode\n> text", ["text"]),
    "tab in list": ("-\ta\n\n\tb", ["a", "b"]),
    "code cannot interrupt": ("a\n    b", ["a\nb"]),
    "lazy": ("> a\nb\n\nc", ["a\nb", "c"]),
    "fence in quote ends with it": ("> ```\ncode\n```\nnot text", ["code"]),
    "unclosed fence": ("```\na\n\nb", []),
    "item without text": ("-\n\n  a", ["a"]),
    "number that cannot interrupt": ("a\n2. b", ["a\n2. b"]),
    "setext over lines": ("a\nb\n===\nc", ["a\nb", "c"]),
    "definition with title below": ('[a]: b\n"title"\ntext', ["text"]),
    "no definition": ("[a]: b c\ntext", ["[a]: b c\ntext"]),
    "underlined definition": ("[a]: b\n===\ntext", ["===\ntext"]),
    "footnote": ("[^1]: a\n    b\n\n    c\n\nd", ["a\nb", "c", "d"]),
    "instruction": ("<?php\n\na\n?>\nb", ["b"]),
    "script": ("<script>\n\na\n</script>\nb", ["b"]),
    "deep": (">" * 10_000 + "a", [">" * 9_900 + "a"]),
    "no end of line": ("a", ["a"]),
    "only ends": ("\r\n\r\n\n\r", []),
}


@pytest.mark.parametrize(("text", "expected"), BLOCKS.values(), ids=BLOCKS)
def test_blocks(text: str, expected: list[str]) -> None:
    assert found(text) == expected


def test_labels_and_cells_are_found() -> None:
    text = "[a b]: c\n[d]: <e f> 'g'\n\n|h|i \\| j|\n|-|:-:|\nk"
    blocks = list(BlockReader(text).read())
    assert [block.label for block in blocks if block.kind is Kind.DEFINITION] == ["a b", "d"]
    assert [text[start:end] for block in blocks if block.kind is Kind.ROW for start, end in block.spans] == [
        *("h", "i \\| j", "k"),
    ]


@pytest.mark.parametrize("text", ["a|b\n\\\n-|-\n", "a|b  \n\\\n:-|-:\n"])
def test_a_line_break_makes_no_table(text: str) -> None:
    document = open_document(text.encode(), "a.md")
    again = open_document(document.splice([texts(document)[0].replace("a", "z")]), "a.md")
    assert len(texts(again)) == 1
    assert "-" in texts(again)[0]
