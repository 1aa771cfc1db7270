"""Placeholders: what is one, what only looks like one, and where it ends."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stencilmt.constraints.placeholders import find_placeholders

# The placeholders of a text are written in ⟦brackets⟧.
TEXTS = [
    # what users of other systems reported (P1, P3, P5, P6, P10, D3, M1)
    "This person name is ⟦{{person.name}}⟧ and is living in ⟦{{person.city}}⟧",
    "⟦{count, plural, one {# file} other {# files}}⟧ for ⟦{subject}⟧",
    "Delete selected ⟦%(name)s⟧!",
    "I accept the WP EasyCart ⟦%s⟧terms and privacy policy⟦%s⟧",
    "This do not ⟦%s⟧show and this show.",
    "[Link Text](file.png) and ⟦https://example.org/4.x/a⟧",
    "style color:⟦%2$s⟧; and ⟦%1$s⟧",
    # printf and its kin
    "⟦%d⟧ of ⟦%1$s⟧, ⟦%-5.2f⟧ ⟦%lu⟧ ⟦%lld⟧ ⟦%zu⟧ ⟦%I64u⟧ ⟦%*d⟧ ⟦%.*s⟧ ⟦%@⟧ ⟦%1$@⟧ ⟦%'d⟧ ⟦%c⟧⟦%c⟧",
    "⟦%d⟧⟦%%⟧ done, 100⟦%%⟧ sure, ⟦%.1f⟧⟦%%⟧",
    "⟦%1⟧⟦%2⟧, ⟦%12⟧⟦%3⟧, ⟦%L1⟧ and ⟦%n⟧",
    "⟦%d⟧px ⟦%u⟧x⟦%u⟧ ⟦%u⟧MB ⟦%.1f⟧GB ⟦%ld⟧th ⟦%i⟧ms",
    "⟦%Y⟧-⟦%m⟧-⟦%d⟧ ⟦%H⟧:⟦%M⟧, ⟦%qs⟧ and ⟦%q+D⟧",
    "⟦%<PRIu64>⟧ of ⟦%5<PRIdMAX>⟧ bytes, ⟦%<name>s⟧ has ⟦%<total>.2f⟧, but 5%<b>s, ⟦%%⟧<b>s and %<name>sand",
    "⟦%1!s!⟧ and ⟦%2!08lX!⟧, ⟦%1⟧! ⟦%2⟧!!, ⟦%c⟧B",
    "⟦%(total).2f⟧ of ⟦%(n)d⟧, ⟦%default⟧ in ⟦%prog⟧",
    "⟦%PRODUCTNAME⟧ in ⟦%USERPROFILE%⟧\\AppData, ⟦%{name}⟧",
    "100% sure, 50% discount, 5%ige Lösung, 20 % de, 3% (of all), 100%. The % sign, %age, %.",
    # braces
    "⟦{}⟧ ⟦{0}⟧ ⟦{name!r:>10}⟧ ⟦{0:%d %b %Y}⟧ ⟦{ x }⟧ ⟦{user.name[0]}⟧ ⟦#{x}⟧ ⟦${x}⟧",
    "⟦{{ x | upper }}⟧ ⟦{{{raw}}}⟧ ⟦{% if x %}⟧ ⟦{{#each a}}⟧",
    "⟦{n, plural, =0 {no {x, select, a {b} other {c}}} other {#}}⟧ ⟦{d, date, short}⟧ ⟦{p,number,percent}⟧",
    "⟦{a, select, x {{b, plural, one {{c, select, y {{d, plural, other {{e, date}}}} other {}}} other {}}} other {}}⟧.",
    "⟦{n, plural, one {an '{' or '}}' it''s '{x''} one} other {l'{x} and {y}}}⟧",
    "⟦{n, select, a {don't {x}} other {'{'}}⟧",
    "'⟦{n, plural, one {x} other {y}}⟧' and '⟦{m, date}⟧', {n, plural, one ⟦{x}⟧ other {",
    "a { b, {see the note}, {a, plural, one ⟦{{b}}⟧, open { and { again",
    "{重要}",
    # dollars
    "⟦$(ARG1)⟧ ⟦$[officename]⟧ ⟦$HOME⟧/.config ⟦$name$⟧ ⟦$name⟧",
    "It costs $5, US$5, $5-$10, A$AP or 5 $.",
    # templates and other dialects
    '⟦$t(file)⟧ was, ⟦$t(common:file.open, {"count": 1})⟧, ⟦$t⟧( x ), ⟦$t⟧ (x)',
    "⟦%#@photos@⟧ selected, ⟦%name%⟧, ⟦%user.name%⟧: ⟦%1%⟧ of ⟦%12%⟧",
    "100% sure of 50% of, 5 % a %, 10%a%, 5%of%, ⟦%s⟧⟦%s⟧, ⟦%d⟧⟦%d⟧ and ⟦%1⟧⟦%%⟧",
    "⟦{0:dd MMM yyyy}⟧, ⟦{0,10}⟧ ⟦{1,-8:N2}⟧ ⟦{0:#,##0.00 EUR}⟧, {1: a thing}, {note: a thing}",
    '⟦{ NUMBER($count, minimumFractionDigits: 2) }⟧ ⟦{ $count }⟧ ⟦{ -brand(case: "x") }⟧ {A (b) c}, { see (a, b) }',
    "Hi ⟦*|FNAME|*⟧ ⟦*|IF:A B|*⟧, *a|b*, *| |*; Dear ⟦##NAME##⟧ ⟦##user.name##⟧, C##, ## A ##, ###B###, a##b##",
    "⟦[[name]]⟧ ⟦[[user.name]]⟧ [[see the note]] [[ -f x ]] [[1]] [word] :name @name a || b, a |||| b",
    "⟦<%= name %>⟧ and ⟦<%- a.b %>⟧, 5 <% 6, ⟦<#if x gt 1>⟧a⟦<#else>⟧b⟦</#if>⟧, <#1>, <# a>, a <#b",
    "%<⟦%.*s⟧%> directive, malformed %<#pragma GCC visibility%> or %<#pragma ⟦%s⟧%>",
    # addresses
    "See ⟦https://example.org⟧. (⟦http://a.b/c?d=e&f=%20g#h⟧), ⟦www.example.org/x⟧!",
    "⟦https://en.wikipedia.org/wiki/C_(language)⟧ (see ⟦https://example.org/a⟧)",
    "请访问⟦https://example.org/a⟧，谢谢。⟦https://example.org/b⟧。",
    "⟦https://de.wikipedia.org/wiki/Größe⟧, <⟦https://x.y/z⟧> “⟦https://x.y⟧”",
    "⟦https://example.org/{id}/%s⟧ and ⟦%s://host/x⟧, ⟦file:///tmp/x⟧",
    "Write to ⟦me.too+x@mail.example.org⟧. ⟦mailto:a@b.de⟧; not a@b, @name, awww.x.y",
    "and/or, http:, ://, 12:30, --option, [[x y]], 5 < 6",
    # pictures and control characters
    "File ⟦▸⟧ Print, ⟦→⟧, ⟦⌘⟧P",
    "⟦🎉⟧ Open the file ⟦🎉🎊⟧. Save ⟦💾⟧ ⟦👩🏽‍💻👨‍👩‍👧⟧, ⟦🇩🇪⟧ ⟦1️⃣⟧ ⟦❤️⟧ ⟦↔️⟧ ⟦✔⟧ ⟦\uf0c7⟧ 🏴".replace(
        " 🏴", " ⟦🏴\U000e0067\U000e007f⟧"
    ),
    "“Größe” © 2° ½ • x² 中文 1 # * é",
    "⟦\x1b[1m⟧Bold⟦\x1b[0m⟧ ⟦\x1b]0;title\x07⟧⟦\x07⟧ a⟦\x00⟧\t\n\r",
    "⟦\u200e⟧Open ⟦\u2066⟧Ctrl⟦\u2069\u200f⟧, 10⟦\u00a0⟧MB, §⟦\u202f⟧5",
    "the\u00a0file, wo\u200brd, na\u200cme, hy\u00adphen, x⟦\u200b⟧ y",
    # names that only programs read
    "⟦OPEN_FILE⟧, ⟦open_file⟧ and ⟦common.open_file⟧. ⟦_open_file⟧ ⟦img_id3⟧ ⟦open_the_file⟧",
    "⟦my_file.txt⟧: ⟦open_file()⟧. end.Next ⟦x_y_z⟧",
    "key ⟦open_file⟧",
    "Sa_ve",
    "Page Set_up…",
    "Show hi_dden files",
    "E_xit, _File and Save _As: name____date, C_all, Re_name.",
    "⟦org.gnome.Maps⟧ and ⟦archive.tar.gz⟧, but e.g. i.e. z.B. end.Next end.next, config.yaml a.k.a. so...on.",
    "⟦/etc/fstab⟧, ⟦~/.config/x⟧ and ⟦~/.bashrc⟧ (⟦/usr/share/⟧). ⟦./configure⟧ “⟦../a/b.c⟧”",
    "⟦/Users/me⟧, ⟦~/Documents⟧, and/or, /etc, km/h, 1/2/2024",
    "yes/no/cancel, text/html, I /really/ mean s/a/b/, //x, </b>, /File/_Save, dd.mm.yyyy",
    "⟦C:\\Program Files (x86)\\My App\\app.exe⟧ or ⟦C:\\Temp⟧ and ⟦D:\\a\\b⟧. ⟦\\\\host\\share⟧, not \\n, a\\b, \\\\x",
    "⟦C:\\Users\\me⟧ or you\\me",
    "⟦0123456789abcdef⟧ ⟦550e8400-e29b-41d4-a716-446655440000⟧ ⟦dGhpc2lz4oCmYXRlc3Q1⟧ ⟦0xDEADBEEF01234567⟧",
    "1234567 2024-01-31 Windows10Installer 192.168.100.100 non-hyphenated-10-year-olds 1,234,567.89 ISO8859-1encoded",
    # entities
    "⟦&brandShortName;⟧ ⟦&amp;⟧ ⟦&kde-app.x;⟧, R&D; AT&T, Q&A, &; &1; a &b c;",
]


@pytest.mark.parametrize("marked", TEXTS)
def test_placeholders(marked: str) -> None:
    text = marked.replace("⟦", "").replace("⟧", "")
    found = text
    for start, end in reversed(find_placeholders(text)):
        found = f"{found[:start]}⟦{found[start:end]}⟧{found[end:]}"
    assert found == marked


PIECES = st.sampled_from(
    [
        "%s",
        "%1$s",
        "%",
        "{",
        "}",
        "{{",
        "}}",
        "{x}",
        ", plural, ",
        "one",
        "$",
        "(",
        ")",
        "://",
        "@",
        "www.",
        "a",
        " ",
        ".",
    ]
)


@settings(max_examples=2000, deadline=None)
@given(st.lists(PIECES | st.characters(), max_size=20).map("".join))
def test_spans_are_in_order_and_inside_the_text(text: str) -> None:
    spans = find_placeholders(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(one[1] <= two[0] for one, two in pairwise(spans))


@settings(max_examples=500, deadline=None)
@given(
    st.sampled_from(["%s", "%1$s", "{name}", "{{x}}", "%(n)s", "$(ARG1)"]), st.text("ab ,!中é\n"), st.text(" ,!中é\n")
)
def test_a_placeholder_is_found_wherever_it_stands(placeholder: str, before: str, after: str) -> None:
    assert find_placeholders(before + placeholder + after) == [(len(before), len(before) + len(placeholder))]


@pytest.mark.parametrize(
    "text",
    [
        "{" * 20_000,
        "{a, plural, " * 9_000,
        "{a, plural, '{''" * 9_000,
        "{a," + " " * 100_000,
        "http://" + "(a" * 10_000,
        "a@" * 10_000,
        "%0" * 10_000,
        "%" + "0" * 50_000,
        "a_b" + "._" * 5_000 + ".Ab",
        "{{a{b}" * 4_000,
        "a_" * 50_000,
        "a." * 50_000,
        "0a" * 50_000,
        "0-" * 50_000,
        "/a" * 50_000,
        "C:" + "\\a b" * 25_000,
        "C:\\" + "A " * 50_000,
        "C:\\" * 25_000,
        " ~/" * 30_000,
        "\x1b]" * 50_000,
        "<%" * 50_000,
        "<%a" * 30_000,
        "<#a " * 20_000,
        "##a" * 30_000,
        "[[a" * 30_000,
        "*|A" * 30_000,
        "%a" * 50_000,
        "%" + "a" * 100_000,
        "{A(" * 30_000,
        "$t(a" * 20_000,
        "1\u00a0" * 30_000,
        "\u200e" * 100_000,
        "❤\ufe0f1" * 30_000,
    ],
    ids=lambda text: text[:12],
)
def test_hostile_texts_end(text: str) -> None:
    assert len(find_placeholders(text)) <= len(text)
