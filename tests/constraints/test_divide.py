"""Dividing texts: nothing is lost, no constraint is cut, what is too long is cut further."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stencilmt.constraints.divide import Divider
from stencilmt.constraints.find import Finder
from stencilmt.constraints.mark import Span
from stencilmt.constraints.markup import Markup

LIMIT = 60


def fits(text: str, spans: Sequence[Span]) -> bool:
    return len(text) <= LIMIT and len(spans) <= 6


def divided(text: str, markup: Markup = Markup.XML, *, sentences: bool = True, lines: bool = True) -> list[str]:
    """The parts of a text; what is copied stands in brackets."""
    found = Finder(markup=markup).find(text)
    parts = Divider("en", fits, sentences, lines).divide(found)
    return [f"[{text[part.start : part.end]}]" if part.copied else text[part.start : part.end] for part in parts]


CASES = [
    ("One sentence.", ["One sentence."]),
    ("One sentence. And two.", ["One sentence.", "[ ]", "And two."]),
    ("  padded \n", ["[  ]", "padded", "[ \n]"]),
    ("<p>One. Two.</p>", ["[<p>]", "One.", "[ ]", "Two.", "[</p>]"]),
    ('<g id="1">The whole segment.</g>', ['[<g id="1">]', "The whole segment.", "[</g>]"]),
    ("See <b>this. And that.</b> Now go.", ["See <b>this. And that.</b>", "[ ]", "Now go."]),
    ("First line<br />second line", ["First line<br />second line"]),
    ("<br/>Text<br/>", ["[<br/>]", "Text", "[<br/>]"]),
    (
        "List:\n* <c>Camera</c>\n* <c>Battery</c>\n",
        ["List:", "[\n]", "[* <c>]", "Camera", "[</c>\n]", "[* <c>]", "Battery", "[</c>]", "[\n]"],
    ),
    ("&Open\tCtrl+O", ["&Open", "[\t]", "Ctrl+O"]),
    ("Name \t Value\t\tNote", ["Name", "[ \t ]", "Value", "[\t\t]", "Note"]),
    ("-v   be verbose,  or not", ["-v", "[   ]", "be verbose,  or not"]),
    ("<b>Name\tValue</b>", ["[<b>]", "Name", "[\t]", "Value", "[</b>]"]),
    ("A <b>name\tor</b>\tvalue", ["A <b>name\tor</b>", "[\t]", "value"]),
    ("%s car |||| %s cars", ["%s car", "[ ]", "[||||]", "[ ]", "%s cars"]),
    ("a || b, a||||b", ["a || b, a||||b"]),
    ("\u200eOpen \u2066it\u2069 now\u200f.\u200e", ["[\u200e]", "Open \u2066it\u2069 now\u200f.", "[\u200e]"]),
    ("%s", ["[%s]"]),
    ("%s: 42", ["[%s: 42]"]),
    ("", []),
    ("<b></b>", ["[<b>]", "[</b>]"]),
]


@pytest.mark.parametrize(("text", "parts"), CASES)
def test_divide(text: str, parts: list[str]) -> None:
    assert divided(text) == parts


def test_line_breaks_of_html_are_spaces() -> None:
    text = "If a line has no verb\n\t\tthe rest\n\t\tis   wrong."
    assert divided(text, Markup.HTML, lines=False) == [text]


def test_what_is_too_long_is_cut_at_clauses() -> None:
    text = "a first clause that goes on for long, a second one that does as well, and a third"
    parts = divided(text)
    assert "".join(part.strip("[]") for part in parts) == text
    assert all(len(part) <= LIMIT for part in parts)
    assert len(parts) > 1


def test_a_long_pair_is_taken_apart() -> None:
    text = "before <b>" + "a long sentence in bold type that cannot fit. " * 3 + "end</b> after"
    parts = divided(text)
    assert "[<b>]" in parts
    assert "[</b>]" in parts


def test_a_million_characters_without_a_space() -> None:
    parts = divided("x" * 1_000_000, Markup.NONE)
    assert sum(map(len, parts)) == 1_000_000
    assert max(map(len, parts)) <= LIMIT


PIECES = st.sampled_from(
    [
        "One word",
        ". ",
        "Two",
        "!",
        "\n",
        "\t",
        "\u200e",
        "1\u00a0",
        "   ",
        " |||| ",
        "<b>",
        "</b>",
        "<i>",
        "</i>",
        "<br/>",
        "%s",
        " ",
        ", and more",
        "&amp;",
        "。",
        "中文",
        "é\u0301",
    ]
)


@settings(max_examples=2000, deadline=None)
@given(st.lists(PIECES, max_size=30).map("".join), st.booleans(), st.booleans())
def test_parts_are_the_text_and_cut_no_constraint(text: str, sentences: bool, lines: bool) -> None:
    found = Finder(markup=Markup.XML).find(text)
    parts = Divider("en", fits, sentences, lines).divide(found)
    assert "".join(found.text[part.start : part.end] for part in parts) == found.text
    assert [span for part in parts for span in part.spans] == list(found.spans)
    for part in parts:
        assert all(part.start <= span.start and span.end <= part.end for span in part.spans)
        if not part.copied:
            assert fits(found.text[part.start : part.end], part.spans)
            assert {span.mark.partner for span in part.spans if span.mark.opens} <= {span.mark for span in part.spans}
