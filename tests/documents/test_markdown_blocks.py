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


DISPUTED = re.compile(r"""\S\n *(?: {4}|\t)\s*[>#`~<]|=== +"t\"""")
"""A line indented as code goes on with the paragraph before it; markdown-it ends a list there (`  1. a\\n    >`).

Tabs (`=== "t"`) it does not know.
"""


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
    "admonition": ("!!! note\n    a\n    b\n\n    c\n\nd\n\n    code", ["a\nb", "c", "d"]),
    "admonition with a title": ('a\n!!! note inline end "b"\n    c', ["a", "b", "c"]),
    "admonition with quotes in its title": ('!!! note "a "b" c"', ['a "b" c']),
    "admonition without its title": ('!!! note ""\n    a', ["a"]),
    "admonition without its kind": ('??? "a"\n    b', ["a", "b"]),
    "admonition in an admonition": ("???+ a\n    !!! b\n        c\n\n            code\n\n    d", ["c", "d"]),
    "admonition with a list": ("!!! note\n\n    - a\n\n        b\n\n    c", ["a", "b", "c"]),
    "admonition in a list": ("- a\n\n    !!! note\n        b\n\n    c", ["a", "b", "c"]),
    "admonition is not lazy": ("!!! note\n    a\nb", ["a", "b"]),
    "tabs": ('=== "a"\n\n    b\n\n===+ "c"\n\n    d\n\n        code', ["a", "b", "c", "d"]),
    "no admonition": ("!!!\n\n    code\n\n!!! a, b\n\n    code", ["!!!", "!!! a, b"]),
    "no tab": ("=== a\n\n    code\n\n===\n\n    code", ["=== a", "==="]),
    "component": ('a\n<Tabs values={[{label: "x"}]}>\n  b **c**\n</Tabs>\nd', ["a", "b **c**", "d"]),
    "component with code": ("<Card icon={<Icon />} onClick={() => open()}>\n  a\n</Card>\n", ["a"]),
    "component over lines": ("<Tabs\n  a\n  values={[\n    {b: 1},\n  ]}>\n\nc\n\n</Tabs>", ["c"]),
    "component in a component": ("<A1b>\n  <Tab x={1}>\n    a\n\n    b\n  </Tab>\n</A1b>\n\n    code", ["a", "b"]),
    "component with its name in a fence": ("<Tab>\n\n    ```\n    </Tab>\n    ```\n    a\n</Tab>", ["a"]),
    "component in a list": ("- a\n\n  <Tab>\n\n      b\n  </Tab>\n\n      code", ["a", "b"]),
    "component with other line ends": ("<Tab\r\n  a={1}\r\n>\r\n    b\r\n</Tab>\r\n\r\n    code", ["b"]),
    "component with what is no text": ("<Tab>\n\n<style>\na {}\n</style>\n\nb\n\n<pre>\nc\n</pre>\n</Tab>", ["b"]),
    "component without content": ("<Foo {...a} />\nb\n\n    code", ["b"]),
    "component without end": ("<Foo a={b}>\nc\n\n    code", ["c"]),
    "element with an expression": ("<div onClick={() => open()}>\n  <div>\n    a\n  </div>\n</div>\n\n    code", ["a"]),
    "no component": ('<Name>\n\n    code\n\n<BR>\na\n\n<div b="{c}">\nd', []),
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


@pytest.mark.parametrize("text", ["!!! note", '??? "a"', '=== "a"'])
def test_a_translation_opens_no_admonition(text: str) -> None:
    document = open_document(b"a\n\n    code\n", "a.md")
    assert document.splice([text]).decode() == f"\\{text}\n\n    code\n"


MODULES = [
    'import Tabs from "@theme/Tabs";',
    "import Tabs, {Tab} from '@theme/Tabs' // tabs",
    'import type {Tab} from "a";\nimport * as b from "b";',
    'import {\n  Tab,\n} from "a";',
    'import "./style.css";',
    "export const a = 1;",
    "export default Layout;",
    "export default ({children}) => <Layout>{children}</Layout>;",
    "export default function Page() {\n  const a = '}';\n\n  return <p>b</p>;\n}",
    "export async function load(a) {\r\n\r\n}",
    "export class Page extends Base {\n\n}",
    "export {a, b};",
    'export * from "a";',
]


@pytest.mark.parametrize("code", MODULES)
def test_code_of_modules_stays(code: str) -> None:
    assert found(f"{code}\n\na\n") == ["a"]
    assert found(f"- b\n\n{code}\n\n  a\n") == ["b", "a"]


PROSE = [
    "Import the file.",
    'Import "a"',
    "Export const values.",
    'import data from "Settings" first.',
    "import data",
    "export default settings to a file.",
    "export constants.",
    "export {name} to a file.",
    "exports default = 1",
    'a\nimport "b"',
]


@pytest.mark.parametrize("text", PROSE)
def test_prose_is_no_code(text: str) -> None:
    assert found(text) == [text]


def test_brackets_that_are_never_closed_keep_no_more_than_a_part() -> None:
    assert found("export const a = {\n\n" + "b\n\n" * 10_000)[-1] == "b"
