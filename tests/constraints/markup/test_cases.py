"""What users of other systems reported, at the level of the scanner."""

import pytest

from stencilmt.constraints.markup import Markup, scan

ANGLED = [Markup.XML, Markup.HTML]

CASES = {
    "M1": (
        'Je souhaite rendre <span style="color:%2$s;">%1$s</span> dabbas à mon commerçant',
        "Je souhaite rendre ⟨1⟩%1$s⟨/1⟩ dabbas à mon commerçant",
    ),
    "M2": ("<p>hello</p>", "⟨1⟩hello⟨/1⟩"),
    "M3": (
        "<a><em><span>View the complete range of</span></em> <em><span>drawer systems here!</span></em></a>",
        "⟨1⟩⟨2⟩⟨3⟩View the complete range of⟨/3⟩⟨/2⟩ ⟨4⟩⟨5⟩drawer systems here!⟨/5⟩⟨/4⟩⟨/1⟩",
    ),
    "M4": (
        "<p>\n\t\tIf a line has no verb\n\t\tthe translation must be\n\t\twrong.\n</p>",
        "⟨1⟩\n\t\tIf a line has no verb\n\t\tthe translation must be\n\t\twrong.\n⟨/1⟩",
    ),
    "M5": ('<p>One</p><!-- wp:paragraph {"a":1} --><p>Two</p>', "⟨1⟩One⟨/1⟩⟨2/⟩⟨3⟩Two⟨/3⟩"),
    "M7": ('<p>Use &lt;b&gt; <img alt="a &quot;b&quot;"></p>', "⟨1⟩Use {<}b{>} ⟨2/⟩⟨/1⟩"),
    "M9": (
        'The input is too long. Enter at most <placeholder value="max"/> characters.',
        "The input is too long. Enter at most ⟨1/⟩ characters.",
    ),
    "M10": (
        '<strong wg-1="">30k€ of <notranslate>ingresos</notranslate></strong> and '
        '<strong wg-2="">more than 80 new bookings</strong>',
        "⟨1⟩30k€ of {ingresos}⟨/1⟩ and ⟨2⟩more than 80 new bookings⟨/2⟩",
    ),
    "M13": (
        "Please start your '<x id=%1$@>Basic</x>' plan by clicking the button '<x id=%2$@>Accept</x>'.",
        "Please start your '⟨1⟩Basic⟨/1⟩' plan by clicking the button '⟨2⟩Accept⟨/2⟩'.",
    ),
    "M14": ("48 m<superScript>3</superScript>", "48 m⟨1⟩3⟨/1⟩"),
    "M16": (
        'List of properties:\n* <c id="1">Camera</c>\n* <c id="2">Battery</c>\n',
        "List of properties:\n* ⟨1⟩Camera⟨/1⟩\n* ⟨2⟩Battery⟨/2⟩\n",
    ),
    "M20": (
        "<p>I <b>like</b> to <u>drive</u> this car.</p>",
        "⟨1⟩I ⟨2⟩like⟨/2⟩ to ⟨3⟩drive⟨/3⟩ this car.⟨/1⟩",
    ),
    "M21": ('<b>d</b><i>o</i><a id="1">g</a>', "⟨1⟩d⟨/1⟩⟨2⟩o⟨/2⟩⟨3⟩g⟨/3⟩"),
    "M22": ('<p>Hello <b><a href="#">world</a></b></p>', "⟨1⟩Hello ⟨2⟩⟨3⟩world⟨/3⟩⟨/2⟩⟨/1⟩"),
    "M25": ('Use the "<b>O</b>pen File" command.', 'Use the "⟨1⟩O⟨/1⟩pen File" command.'),
    "M26": ('<g id="1">The whole segment is tagged.</g>', "⟨1⟩The whole segment is tagged.⟨/1⟩"),
    "M28": ("First line<br />second line", "First line⟨1/⟩second line"),
}


@pytest.mark.parametrize("markup", ANGLED)
@pytest.mark.parametrize(("text", "written"), CASES.values(), ids=CASES)
def test_reported_tags(marked, text, written, markup):
    assert marked(text, markup) == written


@pytest.mark.parametrize("markup", ANGLED)
@pytest.mark.parametrize("case", CASES)
def test_only_an_html_image_in_xml_is_noted(case, markup):
    notes = scan(CASES[case][0], markup).notes
    assert len(notes) == (case == "M7" and markup is Markup.XML)


# D1 is a page: its headings, rules, fences and quotes belong to the document, this is one paragraph of it.
PAGE = {
    "D1": ("Run **make test**, then *look* at `out/`.", "Run ⟨1⟩make test⟨/1⟩, then ⟨2⟩look⟨/2⟩ at {out/}."),
    "D3": (
        "See [Link Text](file.png) and https://example.org/4.x/a",
        "See ⟨1⟩Link Text⟨/1⟩ and https://example.org/4.x/a",
    ),
    "D4": ("**[text](url)**", "⟨1⟩⟨2⟩text⟨/2⟩⟨/1⟩"),
}


@pytest.mark.parametrize(("text", "written"), PAGE.values(), ids=PAGE)
def test_reported_markdown(marked, text, written):
    assert marked(text, Markup.MARKDOWN, strict=True) == written


def test_a_tag_keeps_its_bytes():
    text = '**[text](<a b> "t")**'
    assert [text[tag.start : tag.end] for tag in scan(text, Markup.MARKDOWN).tags] == [
        "**",
        "[",
        '](<a b> "t")',
        "**",
    ]
