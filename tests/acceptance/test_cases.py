"""What users of other systems reported, as our acceptance cases: the rules hold whatever the model writes.

Each row is a report (its id, and where it was made, in the table of the project's shared cases). The rules: every tag
of the source is in the output exactly once with its bytes, nesting is valid, what held text holds text, every matched
term and placeholder is there verbatim, and a batch gives what single calls give.
"""

import re
from collections import Counter
from itertools import pairwise

import pytest

from fakes import garbage_translator, translator
from stencilmt.constraints.glossary import Glossary
from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup import Markup, Scan, scan
from stencilmt.documents import open_document
from stencilmt.documents.translate import translate_segments
from stencilmt.translator import Options, Translation, Translator

XML, HTML, NONE, MARKDOWN = Markup.XML, Markup.HTML, Markup.NONE, Markup.MARKDOWN

ROWS = [
    ("M1", HTML, 'Please give <span style="color:%2$s;">%1$s</span> bags to the dealer'),
    ("M2", HTML, "<p>hello</p>"),
    ("M3", HTML, "<a><em><span>View the range of</span></em> <em><span>drawer systems here!</span></em></a>"),
    ("M4", HTML, "<p>\n\t\tIf a line has no verb\n\t\tthe translation must be\n\t\twrong.\n</p>"),
    ("M5", HTML, '<p>One</p><!-- wp:paragraph {"a":1} --><p>Two</p>'),
    ("M7", HTML, '<p>Use &lt;b&gt; <img alt="a &quot;b&quot;"></p>'),
    ("M9", XML, 'The input is too long. Enter at most <placeholder value="max"/> characters.'),
    (
        "M10",
        XML,
        '<strong wg-1="">30k€ of <notranslate>ingresos</notranslate></strong> and '
        '<strong wg-2="">more than 80 new bookings</strong>',
    ),
    ("M13", XML, "Please start your '<x id=%1$@>Basic</x>' plan by clicking '<x id=%2$@>Accept</x>'."),
    ("M14", XML, "48 m<superScript>3</superScript>"),
    ("M16", XML, 'List of properties:\n* <c id="1">Camera</c>\n* <c id="2">Battery</c>\n'),
    ("M20", HTML, "<p>I <b>like</b> to <u>drive</u> this car.</p>"),
    ("M21", HTML, '<b>d</b><i>o</i><a id="1">g</a>'),
    ("M22", HTML, '<p>Hello <b><a href="#">world</a></b></p>'),
    ("M25", XML, 'Use the "<b>O</b>pen File" command.'),
    ("M26", XML, '<g id="1">The whole segment is tagged.</g>'),
    ("M28", XML, "First line<br />second line"),
    ("P1", NONE, "This person name is {{person.name}} and is living in {{person.city}}"),
    ("P3", NONE, "{count, plural, one {# file} other {# files}} for {subject}"),
    ("P5", NONE, "Delete selected %(name)s!"),
    ("P6", NONE, "I accept the WP EasyCart %sterms and privacy policy%s"),
    ("P10", NONE, "This do not %sshow and this show."),
    ("D3", MARKDOWN, "[Link Text](file.png) and https://example.org/4.x/a"),
    ("D4", MARKDOWN, "**[text](url)**"),
    ("D11", NONE, "text with a trailing newline\n"),
    ("D11b", NONE, "emoji 😀 stay"),
]
GLOSSARY = Glossary.from_pairs({"show": "zeigen", "world": "Welt"})
KINDS = (Kind.OPEN, Kind.CLOSE, Kind.ALONE)
PLACEHOLDER = re.compile(r"%(?:\d\$)?[s@]|%\(\w+\)s|\{\{[\w.]+\}\}|\{\w+\}|https?://[\w./]+")


def tags(text: str, found: Scan) -> Counter[str]:
    return Counter(text[tag.start : tag.end] for tag in found.tags if tag.kind in KINDS)


def holds_text(text: str, found: Scan) -> list[bool]:
    """For each pair, in the order of its bytes, whether there is text in it."""
    pairs = [(tag, found.tags[tag.partner]) for tag in found.tags if tag.kind is Kind.OPEN and tag.partner is not None]
    inner = sorted((text[one.start : one.end], text[one.end : two.start]) for one, two in pairs)
    return [any(character.isalnum() for character in plain(held)) for _, held in inner]


def plain(text: str) -> str:
    """A text without its tags."""
    spans = [(tag.start, tag.end) for tag in scan(text, XML).tags if tag.kind in KINDS]
    return "".join(text[end:start] for (_, end), (start, _) in pairwise([(0, 0), *spans, (len(text), len(text))]))


def check(source: str, result: Translation, markup: Markup) -> None:
    before, after = scan(source, markup), scan(result.text, markup)
    assert tags(source, before) == tags(result.text, after)
    assert len(after.notes) <= len(before.notes)
    assert Counter(PLACEHOLDER.findall(source)) == Counter(PLACEHOLDER.findall(result.text))
    for kept in result.constraints:
        assert result.text[slice(*kept.target_span)] == kept.target
    if markup in (XML, HTML):
        was, now = holds_text(source, before), holds_text(result.text, after)
        assert all(here or not there for there, here in zip(was, now, strict=True))
    edges = len(source) - len(source.lstrip()), len(source) - len(source.rstrip())
    assert result.text.startswith(source[: edges[0]])
    assert result.text.endswith(source[len(source) - edges[1] :])


def translate(model: Translator, source: str, markup: Markup) -> Translation:
    return model.translate([source], GLOSSARY, Options(markup))[0]


@pytest.mark.parametrize(("markup", "source"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
class TestReports:
    def test_a_good_model(self, markup: Markup, source: str) -> None:
        result = translate(translator(), source, markup)
        check(source, result, markup)
        assert result.status == "ok"

    @pytest.mark.parametrize("seed", range(8))
    def test_any_model(self, markup: Markup, source: str, seed: int) -> None:
        check(source, translate(garbage_translator(seed), source, markup), markup)


def test_g1_the_longest_term_wins_without_spaces() -> None:
    glossary = Glossary.from_pairs({"巨人": "Titan", "超大型巨人": "Colossal Titan"})
    (result,) = translator().translate(["这是超大型巨人。"], glossary)
    assert [kept.target for kept in result.constraints] == ["Colossal Titan"]


def test_g2_a_term_is_bound_to_its_source_not_replaced_afterwards() -> None:
    glossary = Glossary.from_pairs({"Beställaren": "the Client"})
    (result,) = translator().translate(["Beställaren and the Customer"], glossary)
    assert result.text == "the Client and the Customer"


@pytest.mark.parametrize(
    ("entry", "text", "matches"),
    [
        ("add", "an add-on", False),
        ("content", "wp-content", False),
        ("RoS", "Büros", False),
        ("note:", "note: this", True),
        ("ca.", "ca. five", True),
        ("are you sure...?", "are you sure...?", True),
    ],
)
def test_g7_word_boundaries(entry: str, text: str, matches: bool) -> None:
    (result,) = translator().translate([text], Glossary.from_pairs({entry: "XX"}))
    assert any(kept.kind is Kind.TERM for kept in result.constraints) == matches


def test_g11_terms_stay_with_their_sentences() -> None:
    glossary = Glossary.from_pairs({"cat": "Katze", "dog": "Hund"})
    texts = ["the cat sleeps", "the dog sleeps", "nothing here"]
    batch = translator().translate(texts, glossary)
    assert [result.text for result in batch] == ["the Katze sleeps", "the Hund sleeps", "nothing here"]
    assert batch == [translator().translate([text], glossary)[0] for text in texts]


PAGE = """# Title with **bold**

> A quote with `code`

---

```sh
run --this
```

- [Link Text](file.png)
- **[text](url)** and <https://example.org/4.x/a>
"""


@pytest.mark.parametrize("seed", range(4))
def test_d1_a_markdown_page_keeps_its_markup(seed: int) -> None:
    document = open_document(PAGE.encode(), "page.md")
    results = translate_segments(document.segments, garbage_translator(seed))
    written = document.splice([result.text for result in results]).decode()
    for kept in ("# ", "\n> ", "\n---\n", "```sh\nrun --this\n```", "](file.png)", "**[", "](url)**", "`code`"):
        assert kept in written


XLIFF = """<?xml version="1.0"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="de"
 original="a" datatype="plaintext"><body><trans-unit id="1">
<source>Click <g id="1">here</g> <x id="2"/> or <bx id="3"/>there<ex id="4"/> <ph id="5">%s</ph></source>
</trans-unit></body></file></xliff>
"""


@pytest.mark.parametrize("seed", range(4))
def test_d10_xliff_keeps_inline_elements_and_the_target_follows_the_source(seed: int) -> None:
    document = open_document(XLIFF.encode(), "a.xlf")
    results = translate_segments(document.segments, garbage_translator(seed))
    written = document.splice([result.text for result in results]).decode()
    target = written[written.index("<target") : written.index("</target>")]
    for element in ('<g id="1">', "</g>", '<x id="2"/>', '<bx id="3"/>', '<ex id="4"/>', '<ph id="5">%s</ph>'):
        assert target.count(element) == 1
    assert written.index("</source>") < written.index("<target") < written.index("</trans-unit>")
