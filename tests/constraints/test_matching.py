"""Matching: boundaries, case, overlaps, barriers and inflected forms, against a slow and simple search."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stencilmt.constraints.boundaries import begins_word, ends_word
from stencilmt.constraints.entry import Entry
from stencilmt.constraints.folding import fold, level, squeeze
from stencilmt.constraints.glossary import Glossary, Match
from stencilmt.constraints.matching import Matcher
from stencilmt.errors import SettingsError


def found(terms: str, text: str, **options: object) -> list[str]:
    """The parts of a text that match one of the terms, which are parted by bars."""
    glossary = Glossary.from_pairs([(term, "x") for term in terms.split("|")], **options)  # type: ignore[arg-type]
    return [text[hit.start : hit.end] for hit in Matcher(glossary).find(text)]


BOUNDARIES = [
    # what users of other systems reported (G7)
    ("add", "Install the add-on", []),
    ("add", "add an add-on, add!", ["add", "add"]),
    ("content", "in wp-content or content", ["content"]),
    ("RoS", "Büros, RoS", ["RoS"]),
    ("ros", "Büros", []),
    ("note:", "note: x", ["note:"]),
    ("note:", "note:x", ["note:"]),
    ("note", "note: x", ["note"]),
    ("ca.", "ca. 5", ["ca."]),
    ("ca.", "Inca. 5", []),
    ("are you sure...?", "Well, are you sure...?", ["are you sure...?"]),
    ("are you sure", "Are you sure...?", ["Are you sure"]),
    # letters, digits and underscores
    ("space", "spaces space_ space2 2space _space space", ["space"]),
    ("2", "2.5 v2 2nd 2", ["2"]),
    ("km", "5km, 5 km", ["km"]),
    # apostrophes
    ("Client", "the Client's and Client’s", ["Client", "Client"]),
    ("interface", "l'interface, l’interface", ["interface", "interface"]),
    ("can", "can't can’t CAN'T can", ["can"]),
    ("don't", "I don’t", ["don’t"]),
    # hyphens and dashes
    ("input", "input- and output", ["input"]),
    ("output", "in- and -output, output–input, output—x", ["output", "output", "output"]),
    ("add", "use --add or -- add, so--add", ["add", "add"]),
    ("add", "-add, \u2011add-x, a\u2011add", ["add"]),
    ("e-mail", "an e‑mail", ["e‑mail"]),
    # dots
    ("node", "Node.js, a node.", ["node"]),
    ("js", "Node.js", []),
    ("next", "end.Next", ["Next"]),
    (".NET", "ASP.NET and .NET", [".NET", ".NET"]),
    ("C++", "C++, C++.", ["C++", "C++"]),
    # marks belong to the letter before
    ("cafe", "cafe\u0301 cafe", ["cafe"]),
    ("café", "cafe\u0301", ["cafe\u0301"]),
    ("cafe\u0301", "café", ["café"]),
    ("हिन", "हिन्दी", []),
    ("می", "می\u200cخواهم می", ["می"]),
    # scripts without spaces (G1)
    ("巨人|超大型巨人", "进击的超大型巨人和巨人", ["超大型巨人", "巨人"]),
    ("API", "使用API调用，MyAPI", ["API"]),
    ("用户", "API用户名user用户", ["用户", "用户"]),
    ("サーバ", "サーバー、サーバ", ["サーバ"]),
    ("サーバー", "データサーバーAPI", ["サーバー"]),
    ("API", "サーバーAPI", ["API"]),
    ("น้ำ", "น้ำแข็ง", ["น้ำ"]),
    ("น", "น้ำ", []),
    ("서버", "서버를 열다, 웹서버", ["서버"]),
    ("USB|C#", "USB를, XUSB를, USBX를, C#은", ["USB", "C#"]),
]


@pytest.mark.parametrize(("terms", "text", "expected"), BOUNDARIES)
def test_boundaries(terms: str, text: str, expected: list[str]) -> None:
    assert found(terms, text) == expected


@pytest.mark.parametrize(
    ("terms", "text", "expected"),
    [
        ("it", "It IT it", ["It", "IT", "it"]),
        ("IT", "It IT it", ["IT"]),
        ("straße", "STRASSE Straße", ["Straße"]),
        ("ß", "a ß b", ["ß"]),
        ("ΟΔΟΣ", "οδος, ΟΔΟΣ", ["ΟΔΟΣ"]),
        ("οδος", "ΟΔΟΣ οδος Οδοσ", ["ΟΔΟΣ", "οδος", "Οδοσ"]),
        ("istanbul", "İstanbul 🙂 ISTANBUL", ["İstanbul", "ISTANBUL"]),
        ("ŉ word", "ŉ Word ǰ", ["ŉ Word"]),
        ("x", "😀x😀 𝒳 x\ud800", ["x", "x"]),
    ],
)
def test_case(terms: str, text: str, expected: list[str]) -> None:
    assert found(terms, text) == expected


def test_the_spelling_of_the_text_chooses_between_entries() -> None:
    matcher = Matcher(Glossary.from_pairs({"Polish": "polnisch", "polish": "polieren", "US": "USA", "us": "uns"}))
    text = "Polish polish POLISH US us Us"
    hits = [hit.entry.targets[0] for hit in matcher.find(text)]
    assert hits == ["polnisch", "polieren", "polnisch", "USA", "uns", "uns"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mail merge", ["Mail merge"]),
        ("mail  merge, mail\n\t\tmerge", ["mail  merge", "mail\n\t\tmerge"]),
        ("a  b\r\nmail\u00a0merge  c\n\nmail\n\nmerge", ["mail\u00a0merge"]),
        ("mailmerge mail-merge", []),
    ],
)
def test_white_space_between_words(text: str, expected: list[str]) -> None:
    assert found("mail merge", text) == expected


@pytest.mark.parametrize(
    ("terms", "text", "expected"),
    [
        ("mail|mail merge", "mail merge", ["mail merge"]),
        ("mail|mail merge|merged", "mail merged", ["mail", "merged"]),
        ("a b|b c d", "a b c d", ["a b"]),
        ("a b c|b", "a b cx", ["b"]),
        ("new|new york|york times", "New York Times", ["New York"]),
    ],
)
def test_a_hit_without_boundaries_hides_no_other(terms: str, text: str, expected: list[str]) -> None:
    assert found(terms, text) == expected


@pytest.mark.parametrize("match", Match)
def test_a_term_glued_to_a_placeholder(match: Match) -> None:
    text = "This do not %sshow and this show."  # P10
    matcher = Matcher(Glossary.from_pairs({"show": "zeigen"}, match=match), "en")
    assert [(hit.start, hit.end) for hit in matcher.find(text, [(12, 14)])] == [(14, 18), (28, 32)]
    assert [(hit.start, hit.end) for hit in matcher.find(text)] == [(28, 32)]


def test_no_hit_overlaps_a_barrier() -> None:
    matcher = Matcher(Glossary.from_pairs({"mail merge": "x", "s": "y"}))
    assert matcher.find("mail %s merge, a mail merge", [(5, 7), (17, 22), (18, 20)]) == []


@pytest.mark.parametrize(
    ("language", "terms", "text", "expected"),
    [
        ("en", "space", "Spaces, SPACES and a space", ["Spaces", "SPACES", "space"]),
        ("en", "neural network", "two neural networks", ["neural networks"]),
        ("en", "neural network", "neural\nnetworks, neural/networks, neural\n\nnetworks", ["neural\nnetworks"]),
        ("en", "mouse|mouse pad", "mice and mouse pads", ["mice", "mouse pads"]),
        ("en", "add-on", "add-ons", ["add-ons"]),
        ("en", "content", "wp-contents contents.js", []),
        ("en", "child (legal)", "children (legal)", ["children (legal)"]),
        ("en", "client", "the clients’ client's", ["clients", "client"]),
        ("en", "PDF", "PDFs pdfs", ["PDFs"]),
        ("en", "IT", "Its it IT", ["IT"]),
        ("en", "learning", "it learns, a learning", ["learning"]),
        ("de-DE", "neuronales Netz", "in neuronalen Netzen", ["neuronalen Netzen"]),
        ("de", "Haus", "HÄUSER und Häuser", ["HÄUSER", "Häuser"]),
        ("no", "hus", "husene", ["husene"]),
        ("fr", "cafe\u0301", "les cafés", ["cafés"]),
    ],
)
def test_inflected_forms(language: str, terms: str, text: str, expected: list[str]) -> None:
    glossary = Glossary.from_pairs([(term, "x") for term in terms.split("|")], match=Match.LEMMA)
    hits = Matcher(glossary, language).find(text)
    assert [text[hit.start : hit.end] for hit in hits] == expected
    for hit in hits:
        assert (hit.form is Match.EXACT) == (fold(text[hit.start : hit.end]) == fold(hit.entry.source))


def test_lemmas_are_a_choice_of_the_entry() -> None:
    entries = (Entry("space", ("Raum",), match=Match.LEMMA), Entry("file", ("Datei",)))
    hits = Matcher(Glossary(entries, "en")).find("spaces files file")
    assert [(hit.entry.source, hit.form) for hit in hits] == [("space", Match.LEMMA), ("file", Match.EXACT)]


@pytest.mark.parametrize(
    ("language", "message"), [("zh-CN", "no lemmas for the language 'zh-CN'"), (None, "needs the")]
)
def test_lemmas_need_a_language_that_has_them(language: str | None, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        Matcher(Glossary.from_pairs({"a": "x"}, match=Match.LEMMA), language)


def test_an_empty_glossary_finds_nothing() -> None:
    assert Matcher(Glossary(())).find("text") == []


LETTERS = "aAbeß1_ -.'’İςΣ\n\u00a0\u0301中ーé"
TEXTS = st.text(LETTERS, max_size=24) | st.text(max_size=12)
TERMS = st.lists(
    st.text(LETTERS, min_size=1, max_size=4).map(lambda text: " ".join(text.split())).filter(bool),
    min_size=1,
    max_size=6,
    unique_by=lambda term: unicodedata.normalize("NFC", term),
)


def comparable(text: str, is_sensitive: bool) -> set[str]:
    forms = {unicodedata.normalize(form, squeeze(level(text))) for form in ("NFC", "NFD")}
    return forms if is_sensitive else {fold(form) for form in forms}


def slow_search(entries: tuple[Entry, ...], text: str) -> list[tuple[int, int]]:
    """Leftmost longest spans, by trying every span of the text on every entry."""
    spans, start, padded = [], 0, level(text) + " "
    while start < len(text):
        ends = [
            end
            for end in range(start + 1, len(text) + 1)
            if begins_word(padded, start) and ends_word(padded, end)
            for entry in entries
            if comparable(text[start:end], entry.case_sensitive) & comparable(entry.source, entry.case_sensitive)
        ]
        if ends:
            spans.append((start, max(ends)))
        start = max(ends, default=start + 1)
    return spans


@settings(max_examples=2000, deadline=None)
@given(TERMS, TEXTS, st.sampled_from([None, True, False]))
def test_hits_are_those_of_a_slow_search(terms: list[str], text: str, case: bool | None) -> None:
    glossary = Glossary.from_pairs([(term, "x") for term in terms], case_sensitive=case)
    hits = Matcher(glossary).find(text)
    assert [(hit.start, hit.end) for hit in hits] == slow_search(glossary.entries, text)
    for hit in hits:
        kind = hit.entry.case_sensitive
        assert comparable(text[hit.start : hit.end], kind) & comparable(hit.entry.source, kind)


@settings(max_examples=2000, deadline=None)
@given(TERMS, TEXTS, st.lists(st.tuples(st.integers(0, 24), st.integers(0, 24)).map(sorted), max_size=3))
def test_hits_overlap_neither_each_other_nor_a_barrier(terms: list[str], text: str, spans: list[list[int]]) -> None:
    barriers = [(start, end) for start, end in spans if end <= len(text)]
    hits = Matcher(Glossary.from_pairs([(term, "x") for term in terms])).find(text, barriers)
    assert all(one.end <= two.start for one, two in pairwise(hits))
    for hit in hits:
        assert 0 <= hit.start < hit.end <= len(text)
        assert all(max(hit.start, start) >= min(hit.end, end) for start, end in barriers)
