"""Bookmarks and comments of Word: two single elements that are a pair around some text."""

import re

import pytest

from documents.office import body, office
from documents.shouting import shouted, texts
from stencilmt.documents import open_document


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def mark(name: str, number: int) -> str:
    return f'<w:{name} w:id="{number}"/>'


BEGIN, END = (f'<w:bookmark{edge} w:id="1" w:name="x"/>' for edge in ("Start", "End"))
RANGES = {
    "a bookmark": ([run("see "), BEGIN, run("the file"), END, run(" now")], "see <stencil1>the file</stencil1> now"),
    "a comment": (
        [run("a "), mark("commentRangeStart", 0), run("b"), mark("commentRangeEnd", 0), run(" c")],
        "a <stencil1>b</stencil1> c",
    ),
    "around all": ([BEGIN, run("the file"), END], "the file"),
    "empty": ([run("a "), BEGIN, END, run("b")], "a <stencil1/>b"),
    "one in the other": (
        [
            run("a "),
            BEGIN,
            run("b "),
            mark("commentRangeStart", 1),
            run("c"),
            mark("commentRangeEnd", 1),
            END,
            run(" d"),
        ],
        "a <stencil1>b <stencil2>c</stencil2></stencil1> d",
    ),
    "one over the end of the other": (
        [
            run("a "),
            BEGIN,
            run("b "),
            mark("bookmarkStart", 2),
            run("c "),
            END,
            run("d "),
            mark("bookmarkEnd", 2),
            run("e"),
        ],
        "a <stencil1>b <stencil2/>c </stencil1>d <stencil3/>e",
    ),
    "over the end of a link": (
        [run("a "), BEGIN, run("b "), "<w:hyperlink>", run("c "), END, run("d"), "</w:hyperlink>"],
        "a <stencil1/>b <stencil2>c <stencil3/>d</stencil2>",
    ),
    "in another paragraph": ([run("a "), END, run("b "), BEGIN, run("c")], "a <stencil1/>b <stencil2/>c"),
}


@pytest.mark.parametrize(("parts", "shown"), RANGES.values(), ids=RANGES)
def test_a_range_is_a_pair(parts: list[str], shown: str) -> None:
    document = open_document(office("a.docx", f"<w:p>{''.join(parts)}</w:p>"), "a.docx")
    assert texts(document) == [shown]
    shouting = re.sub("(?<=>)[^<]+", lambda text: text[0].upper(), "".join(parts))
    assert body("a.docx", shouted(document)) == f"<w:p>{shouting}</w:p>"


def test_ranges_in_ranges_without_end_are_read() -> None:
    begin = "".join(mark("bookmarkStart", number) + run("a") for number in range(1500))
    end = "".join(mark("bookmarkEnd", number) + run("a") for number in reversed(range(1500)))
    data = office("a.docx", f"<w:p>{run('b')}{begin}{end}</w:p>")
    assert len(texts(open_document(data, "a.docx"))) == 1
