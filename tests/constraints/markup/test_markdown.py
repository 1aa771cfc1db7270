"""Markdown: which bytes are tags, and what free text needs a backslash."""

import pytest

from stencilmt.constraints.markup import Markup, escape, scan
from stencilmt.constraints.markup.markdown import escape_block

MARKDOWN = Markup.MARKDOWN


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("*a* _b_ **c** __d__ ~~e~~", "⟨1⟩a⟨/1⟩ ⟨2⟩b⟨/2⟩ ⟨3⟩c⟨/3⟩ ⟨4⟩d⟨/4⟩ ⟨5⟩e⟨/5⟩"),
        ("***a** b*", "⟨1⟩⟨2⟩a⟨/2⟩ b⟨/1⟩"),
        ("2 * 3 * 4, 5*3, *.txt and *.md", "2 * 3 * 4, 5*3, *.txt and *.md"),
        ("snake_case_name ~one~ ~~~", "snake_case_name ~one~ ~~~"),
        ("**a", "**a"),
        ("a `x*y*` ``a`b`` `` ` ``", "a {x*y*} {a`b} {`}"),
        ("the ` key", "the ` key"),
        (r"\*a\* \a", r"{*}a{*} \a"),
        ("AT&T &amp; &nope; &copy", "AT&T {&} &nope; &copy"),
        ('[a](b) [c](<d e> "f") [g]()', "⟨1⟩a⟨/1⟩ ⟨2⟩c⟨/2⟩ ⟨3⟩g⟨/3⟩"),
        ("[a](b(c)d) [a](b c) [a] (b)", "⟨1⟩a⟨/1⟩ [a](b c) [a] (b)"),
        (r"[a](b\)c 'd\'e')", "⟨1⟩a⟨/1⟩"),
        ("[a [b](c) d](e)", "[a ⟨1⟩b⟨/1⟩ d](e)"),
        ("![a *b*](c) [![d](e)](f)", "⟨1⟩a ⟨2⟩b⟨/2⟩⟨/1⟩ ⟨3⟩⟨4⟩d⟨/4⟩⟨/3⟩"),
        ("[*a*](b) [__c*_](d)", "⟨1⟩⟨2⟩a⟨/2⟩⟨/1⟩ ⟨3⟩__c*_⟨/3⟩"),
        ("*a [b*](c)", "*a ⟨1⟩b*⟨/1⟩"),
        ("[a `](b)`](c)", "⟨1⟩a {](b)}⟨/1⟩"),
        ("a[^1][^note], Oh![^2]", "a⟨1/⟩⟨2/⟩, Oh!⟨3/⟩"),
        ("<https://x.org/a_b_> <a@b.c>", "{https://x.org/a_b_} {a@b.c}"),
        ("a  \nb\\\nc\nd", "a⟨1/⟩b⟨2/⟩c\nd"),
        ("a  \r\n  b", "a⟨1/⟩b"),
        ("<b>a</b><br><!-- c --> a < b <c", "⟨1⟩a⟨/1⟩⟨2/⟩⟨3/⟩ a < b <c"),
        ("<code>*a*</code> <kbd>b</kbd>", "{a} {b}"),
        ('<a b"c>', '<a b"c>'),
        ("**重要**です", "⟨1⟩重要⟨/1⟩です"),
    ],
)
def test_tags(marked, text, written):
    assert marked(text, MARKDOWN, strict=True) == written


@pytest.mark.parametrize(
    ("text", "unknown", "known"),
    [
        ("[a][b]", "⟨1⟩a⟨/1⟩", "[a][b]"),
        ("[a][ REF  one ]", "⟨1⟩a⟨/1⟩", "⟨1⟩a⟨/1⟩"),
        ("![a][Ref One]", "⟨1⟩a⟨/1⟩", "⟨1⟩a⟨/1⟩"),
        ("[*Ref* one][]", "{*Ref* one}", "[⟨1⟩Ref⟨/1⟩ one][]"),
        ("[Ref one][] [Ref one]", "{Ref one} [Ref one]", "{Ref one} {Ref one}"),
        ("[Ref one](a b)", "[Ref one](a b)", "{Ref one}(a b)"),
        ("x[0][a](b)", "x[0]⟨1⟩a⟨/1⟩", "x[0]⟨1⟩a⟨/1⟩"),
        ("[see][^1]", "[see]⟨1/⟩", "[see]⟨1/⟩"),
        ("[a [ref one] b](c)", "⟨1⟩a [ref one] b⟨/1⟩", "[a {ref one} b](c)"),
    ],
)
def test_references(marked, text, unknown, known):
    assert marked(text, MARKDOWN) == unknown
    assert marked(text, MARKDOWN, references=frozenset({"ref ONE"})) == known


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("**a <b>c** d</b>", "⟨1⟩a ⟨2/⟩c⟨/1⟩ d⟨3/⟩"),
        ("<b>a **c</b> d**", "⟨1⟩a ⟨2/⟩c⟨/1⟩ d⟨3/⟩"),
        ("<code>*a</code> b*", "{a} b⟨1/⟩"),
    ],
)
def test_markdown_that_crosses_html_is_kept_and_noted(marked, text, written):
    assert marked(text, MARKDOWN) == written
    assert scan(text, MARKDOWN).notes


@pytest.mark.parametrize(
    ("text", "escaped", "wary"),
    [
        ("2 * 3", "2 * 3", "2 * 3"),
        ("5*3 a_b", "5*3 a_b", r"5\*3 a_b"),
        ("*a*", r"\*a\*", r"\*a\*"),
        ("[a](b)", r"\[a\](b)", r"\[a\](b)"),
        ("array[0]", "array[0]", r"array\[0\]"),
        ("`a`", r"\`a\`", r"\`a\`"),
        ("Oh!", "Oh!", r"Oh\!"),
        ("(a)", "(a)", r"\(a)"),
        (r"C:\a\*", r"C:\a\\\*", r"C:\a\\\*"),
        ("a\\", "a\\", "a\\\\"),
        ("&amp; AT&T &copy", r"\&amp; AT&T &copy", r"\&amp; AT&T &copy"),
        ("<b> a < b", r"\<b> a < b", r"\<b> a < b"),
        ("a  \nb", "a\nb", "a\nb"),
        ("~~a~~ ~b", r"\~\~a\~\~ ~b", r"\~\~a\~\~ ~b"),
    ],
)
def test_escape(text, escaped, wary):
    assert (escape(text, MARKDOWN), escape(text, MARKDOWN, wary=True)) == (escaped, wary)


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("# a", r"\# a"),
        ("#a", "#a"),
        ("- a\n+ b\n* c", "\\- a\n\\+ b\n\\* c"),
        ("-a", "-a"),
        ("1. a", r"1\. a"),
        ("1984.", r"1984\."),
        ("1.5 a", "1.5 a"),
        ("> a", r"\> a"),
        ("a\n===", "a\n\\==="),
        ("* * *", r"\* * *"),
        ("| a", r"\| a"),
        ("[a]: b", r"\[a]: b"),
        ("a - b # c", "a - b # c"),
    ],
)
def test_escape_block(text, escaped):
    assert escape_block(text) == escaped
