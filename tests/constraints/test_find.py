"""Finding constraints: the one rule for tags, placeholders and terms."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stencilmt.constraints.find import Finder
from stencilmt.constraints.glossary import Glossary, Match
from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup import Markup
from stencilmt.constraints.matching import Matcher
from stencilmt.errors import MarkupError
from stencilmt.template.grammar import is_valid

TERMS = {
    "mail merge": "Seriendruck",
    "mail": "Post",
    "show": "zeigen",
    "R&D": "F&E",
    "Open": "Öffnen",
    "bank": ["Bank", "Ufer"],
    "©": "(c)",
    "Tools ▸ Options": "Extras ▸ Optionen",
    "sys": "System",
    "open_file_now": "ÖFFNEN",
    "https://example.org": "https://example.de",
    "unit": ["F&E", "R&D"],
}
MATCHER = Matcher(Glossary.from_pairs(TERMS), "en")


def found(text: str, markup: Markup = Markup.XML) -> list[tuple[str, str, str]]:
    """The constraints of a text: symbol, source, target."""
    constraints = Finder(MATCHER, markup).find(text).constraints
    return [(str(constraint.mark), constraint.source, constraint.target) for constraint in constraints]


CASES = [
    ("a mail merge", [("C1", "mail merge", "Seriendruck")]),
    ("mail, mail", [("C1", "mail", "Post"), ("C2", "mail", "Post")]),
    ("%sshow it", [("C1", "%s", "%s"), ("C2", "show", "zeigen")]),
    ("see https://show.org/mail now", [("C1", "https://show.org/mail", "https://show.org/mail")]),
    ('<a title="mail">x</a> y', [("<1>", '<a title="mail">', '<a title="mail">'), ("</1>", "</a>", "</a>")]),
    ("the R&amp;D bank", [("C1", "R&D", "F&amp;E"), ("C2", "bank", "Bank")]),
    ("a &lt; b", [("C1", "&lt;", "&lt;")]),
    ("to http://a.org/?q=1&amp; now", [("C1", "http://a.org/?q=1&amp;", "http://a.org/?q=1&amp;")]),
    ("in Tools ▸ Options ▸ File", [("C1", "Tools ▸ Options", "Extras ▸ Optionen"), ("C2", "▸", "▸")]),
    ("In /etc/sys/x now.", [("C1", "sys", "System")]),
    ("Call os.path.insert now.", [("C1", "os.path.insert", "os.path.insert")]),
    ("Call open_file_now.", [("C1", "open_file_now", "ÖFFNEN")]),
    ("Call open_mail_now.", [("C1", "open_mail_now", "open_mail_now")]),
    ("at https://example.org now", [("C1", "https://example.org", "https://example.de")]),
    ("Use © &copy; x", [("C1", "©", "(c)"), ("C2", "©", "(c)")]),
    ("x<br/><hr/>y", [("<1/>", "<br/><hr/>", "<br/><hr/>")]),
    ("<b><i>x</i></b> y", [("<1>", "<b><i>", "<b><i>"), ("</1>", "</i></b>", "</i></b>")]),
    (
        "<b><i>x</i> z</b> y",
        [("<1>", "<b>", "<b>"), ("<2>", "<i>", "<i>"), ("</2>", "</i>", "</i>"), ("</1>", "</b>", "</b>")],
    ),
    (
        "<i>show</i><b>x</b>",
        [
            ("<1>", "<i>", "<i>"),
            ("C1", "show", "zeigen"),
            ("</1>", "</i>", "</i>"),
            ("<2>", "<b>", "<b>"),
            ("</2>", "</b>", "</b>"),
        ],
    ),
    (
        "<i>x</i><b>show</b>",
        [
            ("<1>", "<i>", "<i>"),
            ("</1>", "</i>", "</i>"),
            ("<2>", "<b>", "<b>"),
            ("C1", "show", "zeigen"),
            ("</2>", "</b>", "</b>"),
        ],
    ),
    ("un<b>show</b>n", [("<1>", "<b>", "<b>"), ("</1>", "</b>", "</b>")]),
    ("line<br/>show", [("<1/>", "<br/>", "<br/>"), ("C1", "show", "zeigen")]),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_find(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert found(text) == expected


CUT_TERMS = [
    ("<b>mail</b> merge", "<b>mail merge</b>"),
    ("mail <b>merge</b> it", "<b>mail merge</b> it"),
    ("a <b>new mail</b> merge", "a <b>new mail merge</b>"),
    ("a mail <b>merge here</b>", "a <b>mail merge here</b>"),
    ("<i>x mail</i> <b>merge y</b>", "<i>x mail merge</i><b> y</b>"),
    ("<i>mail</i> <b>merge</b>", "<i><b>mail merge</b></i>"),
    ('"<b>O</b>pen File"', '"<b>Open</b> File"'),
    ("ma<u></u>il <b>x</b>", "<u>mail</u> <b>x</b>"),
]


@pytest.mark.parametrize(("text", "moved"), CUT_TERMS)
def test_tags_are_moved_out_of_the_terms_they_cut(text: str, moved: str) -> None:
    result = Finder(MATCHER, Markup.XML).find(text)
    assert result.text == moved
    assert any("were moved around it" in note for note in result.notes)
    for constraint in Finder(MATCHER, Markup.XML, merge=False).find(text).constraints:
        if constraint.kind is not Kind.TERM:
            assert text[constraint.start : constraint.end] == constraint.source


def test_extensions_of_markdown_are_kept() -> None:
    text = "$$a_b*c*$$ is :smile: or :+1:, not `:x:` \\:y: 12:30:45 a:b:c or *$$*; ![[My file.png]], [[a|b *c*]]"
    kept = [source for _, source, _ in found(text, Markup.MARKDOWN)]
    assert kept == ["$$a_b*c*$$", ":smile:", ":+1:", "`:x:`", "\\:", "*", "*", "![[My file.png]]", "[[a|b *c*]]"]


RESPELLED = [
    ("Don&#39;t", Markup.XML, "Don't", []),
    ("can&rsquo;t &apos;go&#8217; x&#x2019;s", Markup.HTML, "can’t &apos;go&#8217; x’s", ["&apos;", "&#8217;"]),
    ("don\\'t \\*", Markup.MARKDOWN, "don't \\*", ["\\*"]),
    ("<b>Don&#x27;t</b> %s", Markup.HTML, "<b>Don't</b> %s", ["<b>", "</b>", "%s"]),
    ("R&amp;D doesn&#39;t", Markup.XML, "R&amp;D doesn't", ["R&D"]),
    ("hy\u00adphen&shy;ate lo\u200bng", Markup.HTML, "hyphenate long", []),
    ("<a t='\u00ad'>hy\u00adphen</a> x", Markup.XML, "<a t='\u00ad'>hyphen</a> x", ["<a t='\u00ad'>", "</a>"]),
    ("hy\u00adphen", Markup.NONE, "hyphen", []),
    ("10&nbsp;MB &#8206;x", Markup.HTML, "10&nbsp;MB &#8206;x", ["&nbsp;", "&#8206;"]),
]


@pytest.mark.parametrize(("text", "markup", "read", "sources"), RESPELLED)
def test_words_are_read_without_entities_and_soft_hyphens(
    text: str, markup: Markup, read: str, sources: list[str]
) -> None:
    result = Finder(MATCHER, markup).find(text)
    assert result.text == read
    assert [constraint.source for constraint in result.constraints] == sources
    for constraint in result.constraints:
        if constraint.kind is not Kind.TERM:
            assert text[constraint.start : constraint.end] == constraint.source


def test_the_model_reads_the_character_for_an_entity() -> None:
    views = [constraint.target_view for constraint in Finder(markup=Markup.HTML).find("10&nbsp;MB &lt;").constraints]
    assert views == ["\u00a0", "<"]


FOREIGN = [
    ("the 日本語 and Русский язык, привет!", "en", ["日本語", "Русский язык, привет"]),
    ("<b>Русский</b> язык, 10 μm of α-x, Größe", "en", ["<b>", "Русский", "</b>", "язык", "μm", "α"]),
    ("%s: 「こんにちは。」 हिन्दी", "de", ["%s", "「こんにちは。」 हिन्दी"]),
    ("日本語 и Windows", "ru", ["日本語"]),
    ("日本語 и Windows", "xx", []),
    ("日本語 и Windows", "", []),
]


@pytest.mark.parametrize(("text", "language", "expected"), FOREIGN)
def test_foreign_scripts_are_kept(text: str, language: str, expected: list[str]) -> None:
    constraints = Finder(markup=Markup.XML, language=language).find(text).constraints
    assert [constraint.source for constraint in constraints] == expected


def test_alternatives_are_kept() -> None:
    (bank,) = Finder(MATCHER).find("the bank").constraints
    assert (bank.target, bank.alternatives, bank.entry) == ("Bank", ("Ufer",), "bank")


def test_the_model_reads_alternatives_without_escapes() -> None:
    (constraint,) = Finder(MATCHER, Markup.XML).find("a unit").constraints
    assert (constraint.target_view, *constraint.alternative_views) == ("F&E", "R&D")
    assert (constraint.target, *constraint.alternatives) == ("F&amp;E", "R&amp;D")


def test_inflected_forms_are_reported() -> None:
    glossary = Glossary.from_pairs({"space": "Leerzeichen"}, match=Match.LEMMA)
    result = Finder(Matcher(glossary, "en")).find("two spaces")
    assert [constraint.source for constraint in result.constraints] == ["spaces"]
    assert result.notes == ("'spaces' was taken as a form of the term 'space'",)


def test_strict_refuses_what_lenient_reports() -> None:
    assert Finder(markup=Markup.XML).find("a <b>c").notes
    with pytest.raises(MarkupError, match="'<b>' at offset 2"):
        Finder(markup=Markup.XML, strict=True).find("a <b>c")


MESSAGE = "{count, plural, one {<b>#</b> mail &amp; a *show*} other {<b>#</b> mails<br/>}}"
WITH_MESSAGES = [
    (f"{MESSAGE} were opened", [MESSAGE]),
    (f"<b>{MESSAGE}</b> were <i>opened</i>", ["<b>", MESSAGE, "</b>", "<i>", "</i>"]),
    (
        "<b>x {n, plural, one {<b>#} other {</i>&lt;}} y</b>",
        ["<b>", "{n, plural, one {<b>#} other {</i>&lt;}}", "</b>"],
    ),
    ('<a title="{n, plural, one {a} other {b}}">x</a> y', ['<a title="{n, plural, one {a} other {b}}">', "</a>"]),
    ("<code>{n, date, <b>}</code> y", ["<code>{n, date, <b>}</code>"]),
]


@pytest.mark.parametrize(("text", "expected"), WITH_MESSAGES)
@pytest.mark.parametrize("markup", [Markup.XML, Markup.HTML])
def test_messages_keep_their_tags(text: str, expected: list[str], markup: Markup) -> None:
    if markup is Markup.HTML or "<code>" not in text:
        assert [source for _, source, _ in found(text, markup)] == expected


ANGLED = [
    ("<b>%<PRIu64> of</b> %<name>s</i>", ["<b>", "%<PRIu64>", "</b>", "%<name>s", "</i>"]),
    ("the %<b>s </b> or %<br>a b", ["<b>", "</b>", "<br>"]),
    ("<b>%&lt;name&gt;s</b> x", ["<b>", "%&lt;name&gt;s", "</b>"]),
]


@pytest.mark.parametrize(("text", "expected"), ANGLED)
def test_names_between_angles_are_no_tags(text: str, expected: list[str]) -> None:
    assert [source for _, source, _ in found(text, Markup.HTML)] == expected


def test_messages_in_markdown_and_without_markup() -> None:
    for markup in (Markup.MARKDOWN, Markup.NONE):
        assert [source for _, source, _ in found(f"{MESSAGE} were it", markup)] == [MESSAGE]


PIECES = st.sampled_from(
    [
        "mail",
        " ",
        "merge",
        "<b>",
        "</b>",
        "<i>",
        "</i>",
        "<br/>",
        "&amp;",
        "%s",
        "show",
        ".",
        "<a href='x'>",
        "</a>",
        "R&D",
        "/etc/sys/x",
        "▸",
        "日本",
        "Tools",
        "Options",
        "%<PRIu64>",
    ]
)


@settings(max_examples=2000, deadline=None)
@given(st.lists(PIECES, max_size=14).map("".join), st.booleans(), st.sampled_from(Markup))
def test_nothing_is_lost_and_tags_nest(text: str, merge: bool, markup: Markup) -> None:
    result = Finder(MATCHER, markup, merge=merge, language="en").find(text)
    assert sorted(result.text.replace("&amp;", "&")) == sorted(text.replace("&amp;", "&"))
    assert is_valid([span.mark for span in result.spans], [span.mark for span in result.spans])
    assert all(one.end <= two.start for one, two in zip(result.spans, result.spans[1:], strict=False))
    for span, constraint in zip(result.spans, result.constraints, strict=True):
        assert span.mark == constraint.mark
        if constraint.kind is not Kind.TERM:
            assert result.text[span.start : span.end] == constraint.source == constraint.target
    if not any("moved" in note for note in result.notes):
        assert result.text == text


@pytest.mark.parametrize(
    ("terms", "text", "expected"),
    [
        ({"%s": "%s"}, "Open %sterms", [("placeholder", "%s")]),
        ({"%d": "%d", "100 %": "hundert"}, "100 %d", [("placeholder", "%d")]),
        ({"open": "o", "%s": "%s"}, "open %sfile", [("term", "open"), ("placeholder", "%s")]),
        ({"open %s": "%s auf", "%s": "%s"}, "open %s", [("term", "open %s")]),
        ({"%s": "%s", "%s %s": "%s"}, "%s %sx %s", [("term", "%s"), ("placeholder", "%s"), ("term", "%s")]),
    ],
)
def test_a_placeholder_of_the_glossary_is_a_term_or_stays_a_placeholder(
    terms: dict[str, str], text: str, expected: list[tuple[str, str]]
) -> None:
    constraints = Finder(Matcher(Glossary.from_pairs(terms), "en")).find(text).constraints
    assert [(str(constraint.kind), constraint.source) for constraint in constraints] == expected
