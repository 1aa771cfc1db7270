"""Catalogues, read again with the parsers that everyone uses: any translation must come out of them as it went in."""

import json
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
from stencilmt.constraints.markup import Markup
from stencilmt.constraints.messages import find_branches, find_messages
from stencilmt.constraints.placeholders import find_angled
from stencilmt.documents import Settings, open_document
from stencilmt.documents.po_strings import Style, quote, unquote
from stencilmt.documents.spaces import unwrap
from stencilmt.errors import DataError

PLAIN = Settings(markup=Markup.NONE)
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
    ],
)
def test_xliff_says_what_it_was_translated_into(head: str, expected: str) -> None:
    unit = "<segment><source>One.</source></segment>"
    document = open_document(f"{head}{unit}</file></xliff>".encode(), "a.xlf", settings=Settings(target_language="de"))
    assert document.splice(["Eins."]).decode().startswith(f"{expected}<segment")
    done = f"{head}<segment><source>One.</source><target>Eins.</target></segment></file></xliff>".encode()
    assert open_document(done, "a.xlf", settings=Settings(target_language="de")).splice([]) == done
