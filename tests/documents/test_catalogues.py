"""Catalogues, read again with the parsers that everyone uses: any translation must come out of them as it went in."""

import json
import re
from collections import Counter
from collections.abc import Callable
from textwrap import indent
from typing import Any

import polib
import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree

from documents.golden import ALL
from documents.shouting import shouted, texts
from fakes import garbage_translator
from stencilmt.constraints.markup import Markup
from stencilmt.constraints.messages import find_branches, find_messages
from stencilmt.constraints.placeholders import find_angled
from stencilmt.documents import Settings, open_document
from stencilmt.documents.po_strings import Style, quote, unquote
from stencilmt.documents.spaces import unwrap
from stencilmt.documents.translate import translate_segments
from stencilmt.errors import DataError

PLAIN = Settings(markup=Markup.NONE)
GERMAN = Settings(source_language="en", target_language="de")
ANY_TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
SNIPPETS = st.lists(
    st.sampled_from(
        [
            "a",
            " ",
            ": ",
            " #",
            "- ",
            '"',
            "'",
            "\\",
            "\n",
            "\t",
            "{",
            "]",
            ",",
            "true",
            "12",
            "~",
            "é",
            "…",
            "&x",
            "!",
            "%",
            "@",
            "|",
            "\x85",
            "\u2028",
        ]
    )
).map("".join)
TRANSLATIONS = st.one_of(ANY_TEXT, SNIPPETS)


def spliced(text: str, name: str, *translations: str) -> str:
    """A file with these translations."""
    return open_document(text.encode(), name, settings=PLAIN).splice(translations).decode()


@given(translation=TRANSLATIONS)
@settings(max_examples=300, deadline=None)
def test_any_translation_can_be_written_to_json(translation: str) -> None:
    written = spliced('{"a": "x", "b": [" y "]}', "a.json", translation, translation)
    assert json.loads(written) == {"a": unwrap(translation), "b": [f" {unwrap(translation)} "]}


@pytest.mark.parametrize("value", ["x", "'x'", '"x"', "[x]", "{b: x}", "!!str x", "&a x # c"])
@given(translation=TRANSLATIONS)
@example(translation="0?")
@settings(max_examples=150, deadline=None)
def test_any_translation_can_be_written_to_yaml(value: str, translation: str) -> None:
    loaded = yaml.safe_load(spliced(f"a: {value}\nz: 1\n", "a.yaml", translation))
    assert loaded["z"] == 1
    inner: Any = loaded["a"]
    if isinstance(inner, (list, dict)):
        (inner,) = inner.values() if isinstance(inner, dict) else inner
    assert inner == unwrap(translation)


@given(translation=TRANSLATIONS)
@settings(max_examples=300, deadline=None)
def test_any_translation_can_be_written_to_po(translation: str) -> None:
    written = spliced('msgid " x\\n"\nmsgstr ""\n\nmsgid "y"\nmsgstr "z"\n', "a.po", translation)
    strings = [line.removeprefix("msgstr ") for line in written.partition("\n")[2].partition("\n\n")[0].split("\n")]
    assert all(line.startswith('"') and line.endswith('"') for line in strings)
    assert "".join(unquote(line[1:-1]) for line in strings) == f" {unwrap(translation)}\n"


@given(text=TRANSLATIONS, wraps=st.booleans())
def test_po_strings_are_read_as_they_were_written(text: str, wraps: bool) -> None:
    lines = quote(text, "msgstr ", Style(wraps, "\n")).split("\n")
    assert unquote("".join(line[1:-1] for line in lines)) == text
    assert not wraps or all(len(line) <= 80 or " " not in line.strip('" ') for line in lines)


@pytest.mark.parametrize("case", [case for case in ALL if case.folder.parent.name == "po"], ids=lambda c: c.folder.name)
def test_po_is_read_by_polib(case: Any) -> None:
    before = polib.pofile(case.input.read_text(encoding="utf-8"))
    after = polib.pofile(shouted(case.open()).decode())
    assert [entry.msgid for entry in after] == [entry.msgid for entry in before]
    assert after.metadata == before.metadata
    for old, new in zip(before, after, strict=True):
        assert (old.comment, old.occurrences, old.msgctxt, old.obsolete) == (
            *(new.comment, new.occurrences, new.msgctxt, new.obsolete),
        )
        assert old.obsolete or new.msgstr or new.msgstr_plural or not any(map(str.isalpha, new.msgid))


@pytest.mark.parametrize(
    "case", [case for case in ALL if case.folder.parent.name in ("xml", "xliff")], ids=lambda case: case.folder.name
)
def test_xml_stays_well_formed(case: Any) -> None:
    before, after = parse_xml(case.input.read_bytes()), parse_xml(shouted(case.open()))
    for target in after.iter("{*}target"):
        assert etree.QName(target.getprevious()).localname in ("source", "seg-source")
    assert names_outside_targets(after) == names_outside_targets(before)


def parse_xml(data: bytes) -> Any:
    return etree.fromstring(data, etree.XMLParser(resolve_entities=False, load_dtd=False))


def names_outside_targets(root: Any) -> list[Any]:
    for target in list(root.iter("{*}target")):
        target.getparent().remove(target)
    return [element.tag for element in root.iter()]


CODES = [
    ("c-format", "%<PRIu64> of %cabc, 5%%", "{%(PRIu64)} of {%c}abc, 5%%"),
    ("c-format", "<b>%<PRIu64></b> {%(PRIu64)} and %cab", "<b>%<PRIu64></b> {%(PRIu64)} and %cab"),
    ("ruby-format", "<b>%<name>s</b> of %cabc", "<b>{%(name)s}</b> of %cabc"),
    ("no-c-format", "%cabc of %<b>s</b>", "%cabc of %<b>s</b>"),
]


@pytest.mark.parametrize(("flag", "text", "shown"), CODES)
def test_codes_of_po_are_shown_in_braces(flag: str, text: str, shown: str) -> None:
    document = open_document(f'#, fuzzy, {flag}\nmsgid "{text}"\nmsgstr ""\n'.encode(), "a.po", settings=PLAIN)
    assert [segment.text for segment in document.segments] == [shown]
    assert f'msgstr "Über {text}"' in document.splice([f"Über {shown}"]).decode()


def test_codes_of_json_are_shown_in_braces() -> None:
    document = open_document(b'{"a": "%<count>d files"}', "a.json")
    assert [segment.text for segment in document.segments] == ["{%(count)d} files"]
    assert document.splice(["{%(count)d} Dateien"]) == b'{"a": "%<count>d Dateien"}'


CODES_OVER_LINES = [
    "you have {n, plural,\n  one {#}\n  other {# !}\n} here\nand %<name>s there\n",
    "{n, plural,\n one {}} or {n, plural, other {}}\n",
]


@pytest.mark.parametrize("value", CODES_OVER_LINES)
@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("a.json", lambda value: json.dumps({"a": value})),
        ("a.yaml", lambda value: json.dumps({"a": value})),
        ("a.yaml", lambda value: "a: |\n" + indent(value, "  ", lambda line: True)),
    ],
)
def test_codes_over_several_lines_stay(name: str, write: Callable[[str], str], value: str) -> None:
    written = yaml.safe_load(shouted(open_document(write(value).encode(), name)))["a"]
    assert find_codes(written) == find_codes(value)
    assert written.casefold() == value.casefold()


MESSAGES = [
    (
        "{n, plural, one {# file} other {# files}}",
        ["{#} Datei", "{#} Dateien"],
        "{n, plural, one {# Datei} other {# Dateien}}",
    ),
    (
        "See {n, plural, =0 {no {x}} other {}}!",
        ["Siehe {n, plural, =0 {no {x}} other {}}!", "kein {x}"],
        "Siehe {n, plural, =0 {kein {x}} other {}}!",
    ),
    (
        "{g, select, a {A {n, plural, one {b}} c} other {d}}",
        ["X {n, plural, one {b}} Y", "v", "w"],
        "{g, select, a {X {n, plural, one {v}} Y} other {w}}",
    ),
    (
        "{g, select, a {{n, plural, offset:1 one {#}}} other {d}}",
        ["w"],
        "{g, select, a {{n, plural, offset:1 one {#}}} other {w}}",
    ),
    (
        "{n, plural, one {b}} or {g, select, a {{n, plural, one {b}} c} other {d}}",
        [
            "{n, plural, one {b}} o {g, select, a {{n, plural, one {b}} c} other {d}}",
            "t",
            "{n, plural, one {b}} u",
            "v",
            "w",
        ],
        "{n, plural, one {t}} o {g, select, a {{n, plural, one {v}} u} other {w}}",
    ),
    ("{n, plural, other {of {x}}}", ["d'{x} l'"], "{n, plural, other {d''{x} l''}}"),
    ("{n, plural, other {it''s}}", ["c'est"], "{n, plural, other {c''est}}"),
    ("{n, select, a {{n, plural, other {it''s}}}}", ["c'est l'"], "{n, select, a {{n, plural, other {c''est l''}}}}"),
    ("{n, plural, other {of it}}", ["c'est"], "{n, plural, other {c'est}}"),
    ("{n, plural, one {a '{'} other {b}}", [], "{n, plural, one {a '{'} other {b}}"),
    ("{n, selectordinal, one {#st} other {#th}}", [], "{n, selectordinal, one {#st} other {#th}}"),
    ("{d, date, long}", [], "{d, date, long}"),
]


@pytest.mark.parametrize(("text", "translations", "written"), MESSAGES)
def test_messages_are_translated_branch_by_branch(text: str, translations: list[str], written: str) -> None:
    document = open_document(json.dumps({"a": text}).encode(), "a.json")
    assert len(document.segments) == len(translations)
    assert json.loads(document.splice(translations)) == {"a": written}


def test_messages_of_xliff_are_translated_branch_by_branch() -> None:
    unit = '<xliff><trans-unit id="1"><source> {}</source>{}</trans-unit></xliff>'
    message = '{{N, plural, =1 {{{}}} other {{<x id="1" equiv-text="{{{{n}}}}"/>{} {{g, select, a {{b}}}}}}}}'
    document = open_document(unit.format(message.format("a day", " days"), "").encode(), "a.xlf")
    target = f'<target state="translated"> {message.format("A DAY", " DAYS")}</target>'
    assert shouted(document).decode() == unit.format(message.format("a day", " days"), target)


@given(TRANSLATIONS, TRANSLATIONS)
@example("{", "}")
@example("'", "'{")
@example("a} two {b", "x")
def test_no_translation_changes_how_a_message_chooses(one: str, other: str) -> None:
    message = "{n, plural, one {a} other {b}}"
    written = json.loads(spliced(json.dumps({"a": message}), "a.json", one, other))["a"]
    outside = [written[start:end] for start, end in zip(*edges(written), strict=True)]
    assert outside == ["{n, plural, one {", "} other {", "}}"]


def edges(message: str) -> tuple[list[int], list[int]]:
    """Where the parts of a message outside of its branches begin and end."""
    branches = find_branches(message)
    return [0, *(end for _, end in branches)], [*(start for start, _ in branches), len(message)]


def find_codes(text: str) -> list[str]:
    return [text[start:end] for start, end in [*find_messages(text), *find_angled(text)]]


ESCAPED = [
    (
        'the &lt;span class="red"&gt;data&lt;/span&gt;&lt;br/&gt;',
        "the <stencil1>data</stencil1><stencil2/>",
    ),
    ("&lt;b>a &lt;i&gt;x&lt;/b&gt;", '<stencil1>a <notranslate stencil="2">&lt;i&gt;</notranslate>x</stencil1>'),
    (
        "&lt;b&gt;c <b>d&lt;/b&gt;</b> x",
        '<notranslate stencil="1">&lt;b&gt;</notranslate>c <b>d<notranslate stencil="2">&lt;/b&gt;</notranslate></b> x',
    ),
    ("&lt;b&gt;c <b>d</b> x&lt;/b&gt; y", "<stencil1>c <b>d</b> x</stencil1> y"),
    ("Enter &lt;your name&gt; or &lt;none&gt;, 1 &lt; 2 &amp;lt;b&amp;gt;",) * 2,
]


@pytest.mark.parametrize(("text", "shown"), ESCAPED)
@pytest.mark.parametrize("file", ["<doc><p>%s</p></doc>", "<resources><string>%s</string></resources>"])
def test_escaped_tags_are_tags(file: str, text: str, shown: str) -> None:
    document = open_document((file % text).encode(), "a.xml")
    assert [segment.text for segment in document.segments] == [shown]
    assert document.splice([f"Über {shown}"]).decode() == file % f"Über {text}"


BROKEN = {
    "json": [
        ('{"a": "x"', r"a\.json:1: not JSON: '\{' is never closed"),
        ('{"a":\n"x"]', r"a\.json:2: not JSON: '\]' closes nothing"),
        ("{'a': 1}", "not JSON: \"'a'"),
        ('["a" "b"]', "no comma or colon before"),
        ('["\\x"]', "Invalid"),
        ('["a\nb"]', "not JSON"),
    ],
    "yaml": [
        ("a: b: c", r"a\.yaml:1: not YAML"),
        ('a:\n- "x', "not YAML"),
        ("a: \x01", "not YAML"),
        ("\t- a", "not YAML"),
    ],
    "po": [
        ('msgid "a', r"a\.po:1: not PO"),
        ('msgid "a"\nmsgstr "b"c"', r"a\.po:2: not PO"),
        ("hello", "not PO"),
        ('"a"', "has no keyword"),
        (
            'msgid ""\nmsgstr "nplurals=50000000;"\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\n',
            r"a\.po:6: 50000000 plural forms, no language has more than 6",
        ),
        ('msgid "a"\nmsgid_plural "b"\n' + "".join(f'msgstr[{number}] ""\n' for number in range(7)), "7 plural forms"),
    ],
    "xlf": [
        ("<html><p>a</p></html>", r"a\.xlf:1: not XLIFF, which begins with <xliff>: '<html><p>a</p></html'"),
        ("\n\nhello", r"a\.xlf:1: not XLIFF"),
        ("<xliff", "not XLIFF"),
        ("<xliff><file>\n<trans-unit><source>Hel", r"a\.xlf:2: <source> is never closed, so the file is not whole"),
        ("<xliff><trans-unit><source>a</source></trans-unit>", "<xliff> is never closed"),
    ],
}


@pytest.mark.parametrize(("format", "text", "message"), [(k, *row) for k, rows in BROKEN.items() for row in rows])
def test_a_broken_catalogue_is_refused(format: str, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        open_document(text.encode(), f"a.{format}")


@pytest.mark.parametrize("format", ["json", "yaml", "po", "xlf"])
def test_an_empty_catalogue_stays_empty(format: str) -> None:
    assert open_document(b"\n", f"a.{format}").splice([]) == b"\n"


def test_a_string_of_several_lines_is_several_segments() -> None:
    document = open_document(json.dumps({"a": "One.\nTwo.\n\n- Three <b>x</b>\n"}).encode(), "a.json")
    assert texts(document) == ["One.", "Two.", "- Three <b>x</b>"]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (
            '<xliff version="2.0" srcLang="en"><file id="f">',
            '<xliff version="2.0" srcLang="en" trgLang="de"><file id="f">',
        ),
        ('<xliff srcLang="en" trgLang="de-AT"><file id="f">', '<xliff srcLang="en" trgLang="de-AT"><file id="f">'),
        (
            '<xliff version="1.2"><file source-language="en">',
            '<xliff version="1.2"><file source-language="en" target-language="de">',
        ),
        (
            '<xliff><file source-language="en-US" target-language="en-US">',
            '<xliff><file source-language="en-US" target-language="de">',
        ),
        (
            '<xliff><file source-language="en" target-language="">',
            '<xliff><file source-language="en" target-language="de">',
        ),
        ('<xliff><file source-language="$(from)" target-language="$(to)">',) * 2,
        ("<xliff><file>",) * 2,
    ],
)
def test_xliff_says_what_it_was_translated_into(head: str, expected: str) -> None:
    unit = "<segment><source>One.</source></segment>"
    document = open_document(f"{head}{unit}</file></xliff>".encode(), "a.xlf", settings=GERMAN)
    assert document.splice(["Eins."]).decode().startswith(f"{expected}<segment")
    done = f"{head}<segment><source>One.</source><target>Eins.</target></segment></file></xliff>".encode()
    assert open_document(done, "a.xlf", settings=GERMAN).splice([]) == done


MARKS = '<seg-source><mrk mtype="seg" mid="1">One.</mrk> <mrk mtype="seg" mid="2"><g id="3">Two.</g></mrk></seg-source>'
TARGETS = [
    (
        '<mrk mtype="seg" mid="1"/> <mrk mtype="seg" mid="2"/>',
        '<mrk mtype="seg" mid="1">ONE.</mrk> <mrk mtype="seg" mid="2"><g id="3">TWO.</g></mrk>',
    ),
    ("<!-- todo -->", '<mrk mtype="seg" mid="1">ONE.</mrk> <mrk mtype="seg" mid="2"><g id="3">TWO.</g></mrk>'),
    ("<![CDATA[]]>", '<mrk mtype="seg" mid="1">ONE.</mrk> <mrk mtype="seg" mid="2"><g id="3">TWO.</g></mrk>'),
    (
        '<mrk mtype="seg" mid="2" /> - <mrk mtype="seg" mid="1">Eins.</mrk>',
        '<mrk mtype="seg" mid="2"><g id="3">TWO.</g></mrk> - <mrk mtype="seg" mid="1">Eins.</mrk>',
    ),
    (
        '<mrk mid="1" mtype="seg"> <g id="3"></g></mrk><mrk mtype="seg" mid="2">Zwei.</mrk>',
        '<mrk mid="1" mtype="seg">ONE.</mrk><mrk mtype="seg" mid="2">Zwei.</mrk>',
    ),
]


@pytest.mark.parametrize(("target", "expected"), TARGETS)
def test_empty_targets_of_xliff_are_filled(target: str, expected: str) -> None:
    unit = f"<xliff><trans-unit><source>One. Two.</source>{MARKS}<target%s>%s</target></trans-unit></xliff>"
    document = open_document((unit % ("", target)).encode(), "a.xlf")
    assert shouted(document).decode() == unit % (' state="translated"', expected)


@pytest.mark.parametrize(
    "target",
    [
        '<x id="1"/>',
        "<![CDATA[1]]>",
        '<mrk mtype="seg" mid="1">Eins.</mrk><mrk mtype="seg" mid="9"/><mrk mtype="seg"/>',
        '<mrk mtype="seg" mid="1">Eins.</mrk><mrk mtype="seg" mid="2"><x id="1"/></mrk>',
    ],
)
def test_full_targets_of_xliff_stay(target: str) -> None:
    unit = f"<xliff><trans-unit><source>One.</source>{MARKS}<target>{target}</target></trans-unit></xliff>".encode()
    assert shouted(open_document(unit, "a.xlf")) == unit


SPACES = [
    ('<source xml:space="preserve">a\nb</source>', '<target xml:space="preserve"%s>A\nB</target>', ["a", "b"]),
    ('<source xml:space="preserve">a\nb</source><target/>', '<target xml:space="preserve"%s>A\nB</target>', ["a", "b"]),
    ("<source>a\nb</source>", "<target%s>A B</target>", ["a b"]),
]


@pytest.mark.parametrize(("unit", "state"), [("segment", ""), ("trans-unit", ' state="translated"')])
@pytest.mark.parametrize(("source", "target", "segments"), SPACES)
def test_targets_of_xliff_have_the_white_space_of_their_source(
    source: str, target: str, segments: list[str], unit: str, state: str
) -> None:
    document = open_document(f"<xliff><{unit}>{source}</{unit}></xliff>".encode(), "a.xlf")
    assert texts(document) == segments
    assert target % state in shouted(document).decode()


HEADER = 'msgid ""\nmsgstr "Language: {}\\n"\n\nmsgid "a"\nmsgstr ""\n'
FOREIGN = [
    (
        "a.xlf",
        '<xliff>\n<file source-language="en" target-language="fr"></file></xliff>',
        "a.xlf:2: is to be translated into fr, the model writes de",
    ),
    ("a.xlf", '<xliff srcLang="en" trgLang="pt_BR"></xliff>', "into pt_BR, the model writes de"),
    ("a.xlf", '<xliff srcLang="fr-CA" trgLang="de"></xliff>', "a.xlf:1: is in fr-CA, the model reads en"),
    ("a.po", HEADER.format("fr"), "a.po:2: is to be translated into fr, the model writes de"),
]


@pytest.mark.parametrize(("name", "text", "message"), FOREIGN)
def test_a_catalogue_for_another_language_is_refused(name: str, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        open_document(text.encode(), name, settings=GERMAN)
    open_document(text.encode(), name)


@pytest.mark.parametrize(
    ("named", "written"), [("", "de"), ("en_GB", "de"), ("de_AT", "de_AT"), ("de", "de"), ("LANGUAGE", "LANGUAGE")]
)
def test_po_says_what_it_was_translated_into(named: str, written: str) -> None:
    document = open_document(HEADER.format(named).encode(), "a.po", settings=GERMAN)
    assert polib.pofile(shouted(document).decode()).metadata == {"Language": written}
    done = HEADER.format(named).encode().replace(b'"a"', b'"1"')
    assert open_document(done, "a.po", settings=GERMAN).splice([]) == done


def test_po_names_the_language_in_a_header_of_several_lines() -> None:
    text = 'msgid ""\nmsgstr ""\n"X: y\\n"\n"Language:\\n"\n"Z: en\\n"\n\n#, fuzzy\nmsgid "a"\nmsgstr ""\n'
    expected = (
        text.replace("Language:", "Language: de").replace("#, fuzzy\n", "").replace('"a"\nmsgstr ""', '"a"\nmsgstr "A"')
    )
    assert shouted(open_document(text.encode(), "a.po", settings=GERMAN)).decode() == expected


def code(id: str) -> str:
    """A code of Angular."""
    return f'<x id="{id}"/>'


ANGULAR = [
    ("START_LINK go CLOSE_LINK now", "<stencil1> go </stencil1> now"),
    ("a START_TAG_SPAN_1 b CLOSE_TAG_SPAN c", "a <stencil1> b </stencil1> c"),
    ("START_B a START_B_1 b CLOSE_B c CLOSE_B d", "<stencil2> a <stencil1> b </stencil1> c </stencil2> d"),
    ("START_A a CLOSE_A b START_A_1 c CLOSE_A", "<stencil1> a </stencil1> b <stencil2> c </stencil2>"),
    (
        "CLOSE_A a START_A b CLOSE_B c START_LINK_X",
        f"{code('CLOSE_A')} a {code('START_A')} b {code('CLOSE_B')} c {code('START_LINK_X')}",
    ),
    ("LINE_BREAK a RESTART_A b CLOSE_A", f"{code('LINE_BREAK')} a {code('RESTART_A')} b {code('CLOSE_A')}"),
]


@pytest.mark.parametrize(("text", "shown"), ANGULAR)
def test_codes_of_angular_are_pairs(text: str, shown: str) -> None:
    written = " ".join(code(word) if "_" in word else word for word in text.split())
    file = "<xliff><trans-unit><source>{0}</source>{1}</trans-unit></xliff>"
    document = open_document(file.format(written, "").encode(), "a.xlf")
    assert texts(document) == [shown]
    target = f'<target state="translated">Über {written}</target>'
    assert document.splice([f"Über {shown}"]).decode() == file.format(written, target)


@given(
    st.lists(st.sampled_from(["START_A", "CLOSE_A", "START_B_1", "CLOSE_B", "the file", "open", "X_1"])),
    st.integers(0, 99),
)
@settings(max_examples=100, deadline=None)
def test_whatever_the_model_writes_the_pairs_of_angular_stay_pairs(words: list[str], seed: int) -> None:
    source = "go " + " ".join(code(word) if "_" in word else word for word in words)
    document = open_document(f"<xliff><trans-unit><source>{source}</source></trans-unit></xliff>".encode(), "a.xlf")
    translations = translate_segments(document.segments, garbage_translator(seed))
    target = document.splice([each.text for each in translations]).decode().partition("<target")[2]
    assert target.count("<x ") == source.count("<x ")
    assert count_pairs(target) >= count_pairs(source)


def count_pairs(text: str) -> int:
    pairs = 0
    opened: Counter[str] = Counter()
    for edge, name in re.findall("(START|CLOSE)_([AB])", text):
        pairs += edge == "CLOSE" and opened[name] > 0
        opened[name] = max(0, opened[name] + (1 if edge == "START" else -1))
    return pairs


@pytest.mark.parametrize("review", [True, False])
def test_flags_of_an_entry_out_of_use_are_not_those_of_the_next(review: bool) -> None:
    gone = '#, fuzzy, c-format\n#~ msgid "Gone"\n#~ msgstr "Weg"\n\n'
    document = open_document(f'{gone}msgid "new"\nmsgstr ""\n'.encode(), "a.po", settings=Settings(review=review))
    flags = "#, fuzzy\n" if review else ""
    assert document.splice(["neu"]).decode() == f'{gone}{flags}msgid "new"\nmsgstr "neu"\n'
