"""What each format gives: files written on the spot, and the pairs that come out."""

import gzip
import json
from collections.abc import Callable, Iterable
from pathlib import Path

import polib
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stencilmt.text.pairs import Pair, one_line, read_pairs

Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file under a name, packed if the name says so."""

    def write(name: str, content: str) -> Path:
        path = tmp_path / name
        data = content.encode()
        path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return path

    return write


def texts(pairs: Iterable[Pair]) -> list[tuple[str, str]]:
    return [(pair.source, pair.target) for pair in pairs]


def read(*paths: Path | tuple[Path, Path], source: str = "en", target: str = "de") -> list[tuple[str, str]]:
    return texts(read_pairs(paths, source, target))


TMX = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="en" datatype="plaintext"/><body>
<tu>{}</tu>
</body></tmx>"""

XLIFF_1 = """<?xml version="1.0"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file source-language="en-US" target-language="de-DE" original="a" datatype="plaintext"><body><group>
<trans-unit id="1">{}</trans-unit>
</group></body></file></xliff>"""

XLIFF_2 = """<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">
<file id="f"><unit id="u">{}</unit></file></xliff>"""

PO = """msgid ""
msgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"

{}
"""


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("One\tEins\n", [("One", "Eins")]),
        ("One\tEins", [("One", "Eins")]),
        ("\ufeffOne\tEins\r\n\r\nTwo\tZwei\r\n", [("One", "Eins"), ("Two", "Zwei")]),
        ('"One\tEins"\n', [('"One', 'Eins"')]),
        ("One\u2028two \x85three\t Eins  zwei \n", [("One two three", "Eins  zwei")]),
        ("\tEins\n", [("", "Eins")]),
    ],
)
def test_tsv(write: Write, content: str, expected: list[tuple[str, str]]) -> None:
    assert read(write("a.tsv", content)) == read(write("a.tsv.gz", content)) == expected


def test_the_origin_is_the_third_column_or_the_file(write: Write) -> None:
    paths = [write("two.tsv", "One\tEins\n"), write("four.TSV", "Two\tZwei\tpo:gimp\tplain\n")]
    assert [pair.origin for pair in read_pairs(paths, "en", "de")] == ["two.tsv", "po:gimp"]


def test_moses(write: Write) -> None:
    sides = write("f.en", "\ufeffOne\tand\n\nThree"), write("f.de.gz", "Eins\n\nDrei\n")
    assert read(sides) == [("One and", "Eins"), ("", ""), ("Three", "Drei")]


def variant(language: str, text: str) -> str:
    return f'<tuv xml:lang="{language}"><seg>{text}</seg></tuv>'


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        (variant("en", "One") + variant("de", "Eins"), ("One", "Eins")),
        (variant("DE_de", "Eins") + variant("fr", "Un") + variant("en-US", "One"), ("One", "Eins")),
        (variant("en", "One") + variant("de-AT", "Oans") + variant("de", "Eins"), ("One", "Eins")),
        (variant("en", "a &lt; b &amp;&#228;\n  c") + variant("de", " <!-- x -->d "), ("a < b &ä c", "d")),
        ('<tuv lang="en"><seg>One</seg></tuv><tuv lang="de"><seg>Eins</seg></tuv>', ("One", "Eins")),
        (
            variant("en", 'A <bpt i="1" x="5">&lt;b&gt;</bpt>b<ept i="1">&lt;/b&gt;</ept><ph x="2">&lt;br/&gt;</ph>')
            + variant("de", '<ph x="2"/><bpt i="9" x="5">{\\b </bpt>B<ept i="9">}</ept> a'),
            ('A <g id="1">b</g><x id="2"/>', '<x id="2"/><g id="1">B</g> a'),
        ),
        (
            variant("en", "<ph>{0}</ph> of <ph>{1}</ph>") + variant("de", "<ph>{1}</ph>, davon <ph>{0}</ph>"),
            ('<x id="1"/> of <x id="2"/>', '<x id="2"/>, davon <x id="1"/>'),
        ),
        (
            variant("en", 'a<it pos="begin" x="1">(</it> <hi x="3">b</hi>') + variant("de", 'A<ept i="4"/>'),
            ('a<x id="1"/> <g id="2">b</g>', 'A<x id="3"/>'),
        ),
        (
            variant("en", '<bpt i="1"/>a<bpt i="2"/>b<ept i="1"/>c<ept i="2"/>') + variant("de", "d"),
            ('<g id="1">a<g id="2">b</g>c</g>', "d"),
        ),
        (
            variant("en", '<ph x="1">&lt;img alt="<sub>A cat</sub>"&gt;</ph>z') + variant("de", "z"),
            ('<x id="1"/>z', "z"),
        ),
    ],
)
def test_tmx(write: Write, unit: str, expected: tuple[str, str]) -> None:
    assert read(write("a.tmx", TMX.format(unit))) == read(write("a.tmx.gz", TMX.format(unit))) == [expected]


def test_tmx_in_utf_16_and_in_a_namespace(tmp_path: Path) -> None:
    content = TMX.format(variant("en", "One") + variant("de", "Öde")).replace("UTF-8", "UTF-16")
    path = tmp_path / "a.tmx"
    path.write_bytes(content.replace("<tmx ", '<tmx xmlns="http://www.lisa.org/tmx14" ').encode("utf-16"))
    assert read(path) == [("One", "Öde")]
    assert read(path, source="de", target="en") == [("Öde", "One")]


def test_tmx_units_without_both_languages_are_passed_over(write: Write) -> None:
    units = [variant("en", "One"), variant("en", "Two") + variant("de", "Zwei"), variant("it", "Tre")]
    assert read(write("a.tmx", TMX.format("</tu><tu>".join(units)))) == [("Two", "Zwei")]


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("<source>One</source><target>Eins</target>", [("One", "Eins")]),
        ("<source>One</source>", []),
        ("<source>One</source><target/>", []),
        ('<source>One</source><target state="needs-translation">One</target>', []),
        ('<source>One</source><target state="final">Eins</target>', [("One", "Eins")]),
        (
            "<source>One</source><target>Eins</target>"
            "<alt-trans><source>Won</source><target>Gewonnen</target></alt-trans>",
            [("One", "Eins")],
        ),
        (
            '<source>A <g id="b">b<x id="n"/></g></source><target><g id="b"><x id="n"/>B</g> a</target>',
            [('A <g id="1">b<x id="2"/></g>', '<g id="1"><x id="2"/>B</g> a')],
        ),
        (
            '<source><bx id="1" rid="7"/>a<ex id="2" rid="7"/></source>'
            '<target><bpt id="1">x</bpt>b<ept id="1">y</ept><ph id="q">z</ph></target>',
            [('<g id="1">a</g>', '<g id="1">b</g><x id="2"/>')],
        ),
        (
            '<source>a<ex id="3"/> <bx id="4"/>b</source><target>c</target>',
            [('a<x id="1"/> <x id="2"/>b', "c")],
        ),
        (
            '<source>a <mrk mtype="term">b</mrk> <mrk mtype="protected" mid="1">c</mrk></source><target>d</target>',
            [('a b <g id="1">c</g>', "d")],
        ),
        (
            "<source>One. Two. Three.</source>"
            '<seg-source><mrk mtype="seg" mid="1">One.</mrk> <g id="1"><mrk mtype="seg" mid="2">Two.</mrk></g> '
            '<mrk mtype="seg" mid="3">Three.</mrk></seg-source>'
            '<target><g id="1"><mrk mtype="seg" mid="2">Zwei.</mrk></g> <mrk mtype="seg" mid="1">Eins.</mrk></target>',
            [("Two.", "Zwei."), ("One.", "Eins.")],
        ),
    ],
)
def test_xliff_1(write: Write, unit: str, expected: list[tuple[str, str]]) -> None:
    content = XLIFF_1.format(unit + "</trans-unit><trans-unit id='2'><source>Z</source><target>z</target>")
    for name in ("a.xlf", "a.xliff.gz", "a.sdlxliff"):
        assert read(write(name, content)) == [*expected, ("Z", "z")]


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("<segment><source>One</source><target>Eins</target></segment>", [("One", "Eins")]),
        ('<segment state="initial"><source>One</source><target>One</target></segment>', []),
        (
            "<segment><source>One.</source><target>Eins.</target></segment><ignorable><source> </source></ignorable>"
            '<segment state="reviewed"><source>Two.</source><target>Zwei.</target></segment>',
            [("One.", "Eins."), ("Two.", "Zwei.")],
        ),
        (
            '<originalData><data id="d">&lt;br/></data></originalData><segment>'
            '<source><pc id="1">a</pc><ph id="2" dataRef="d"/><sc id="3"/>b<ec startRef="3"/></source>'
            '<target><ph id="2"/><mrk id="m" type="comment">B</mrk><ec id="9" isolated="yes"/></target></segment>',
            [('<g id="1">a</g><x id="2"/><g id="3">b</g>', '<x id="2"/>B<x id="4"/>')],
        ),
    ],
)
def test_xliff_2(write: Write, unit: str, expected: list[tuple[str, str]]) -> None:
    content = XLIFF_2.format(f"{unit}<segment><source>Z</source><target>z</target></segment>")
    assert read(write("a.xlf", content)) == [*expected, ("Z", "z")]


def test_xliff_in_the_other_direction_is_turned(write: Write) -> None:
    content = XLIFF_1.format("<source>One</source><target>Eins</target>")
    assert read(write("a.xlf", content), source="de", target="en") == [("Eins", "One")]


def test_xliff_without_a_target_language(write: Write) -> None:
    content = XLIFF_1.format("<source>One</source><target>Eins</target>").replace('target-language="de-DE" ', "")
    assert read(write("a.xlf", content)) == [("One", "Eins")]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ('msgid "_Open"\nmsgstr "Ö_ffnen"', [("Open", "Öffnen")]),
        ('msgctxt "menu"\nmsgid "One\\n"\n"two\\t\\"three\\""\nmsgstr "Eins"', [('One two "three"', "Eins")]),
        ('#, fuzzy, c-format\nmsgid "One %d"\nmsgstr "Zwei %d"', []),
        ('msgid "One"\nmsgstr ""', []),
        ('#~ msgid "One"\n#~ msgstr "Eins"', []),
        ('msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%d Datei"\nmsgstr[1] "%d Dateien"', []),
        ('msgid "translator-credits"\nmsgstr "Erika Mustermann"', []),
        ('# "comment\n#. it\'s "\n#: a.c:1\nmsgid "One"\nmsgstr "Eins"', [("One", "Eins")]),
        ('msgid "a\u2028b"\nmsgstr "c\x85d"', [("a b", "c d")]),
        ('msgid "C:\\\\"\nmsgstr "D:\\\\"', [("C:\\", "D:\\")]),
    ],
)
def test_po(write: Write, message: str, expected: list[tuple[str, str]]) -> None:
    content = PO.format(message + '\n\nmsgid "Z"\nmsgstr "z"')
    assert read(write("a.po", "\ufeff" + content)) == read(write("a.po.gz", content)) == [*expected, ("Z", "z")]


def test_po_in_its_own_charset(tmp_path: Path) -> None:
    path = tmp_path / "a.po"
    content = PO.format('msgid "Tower"\nmsgstr "Türme"').replace("UTF-8", "ISO-8859-1")
    path.write_bytes(content.encode("latin-1"))
    assert read(path) == [("Tower", "Türme")]


@pytest.mark.parametrize(
    ("mark", "source", "target", "expected"),
    [
        ("&", "&Open _all", "_alle &öffnen", ("Open _all", "_alle öffnen")),
        ("_", "_Open &all", "&alle _öffnen", ("Open &all", "&alle öffnen")),
        ("~", "~Open &all", "&alle ~öffnen", ("Open &all", "&alle öffnen")),
        ("~", "_Open", "Ö_ffnen", ("Open", "Öffnen")),
        ("§", "_Open", "Ö_ffnen", ("Open", "Öffnen")),
    ],
)
def test_po_with_its_own_accelerator_mark(
    write: Write, mark: str, source: str, target: str, expected: tuple[str, str]
) -> None:
    content = PO.format(f'msgid "{source}"\nmsgstr "{target}"').replace("Language: de", f"X-Accelerator-Marker: {mark}")
    assert read(write("a.po", content)) == [expected]


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_mo(tmp_path: Path, suffix: str) -> None:
    catalogue = polib.pofile(PO.format('msgctxt "x"\nmsgid "&Open"\nmsgstr "Ö&ffnen"'))
    catalogue.append(
        polib.POEntry(msgid="%d file", msgid_plural="%d files", msgstr_plural={0: "%d Datei", 1: "%d Dateien"})
    )
    path = tmp_path / f"a.mo{suffix}"
    path.write_bytes(gzip.compress(catalogue.to_binary()) if suffix else catalogue.to_binary())
    assert read(path) == [("Open", "Öffnen")]


def salesforce(language: str, texts: dict[str, str]) -> str:
    return json.dumps({"lang": language, "type": "source", "text": texts})


def test_salesforce_texts_stay_xml(write: Write) -> None:
    source = write("a.json", salesforce("en", {"1": "Save &amp; <b>Go</b>", "2": "&lt;x&gt;"}))
    target = write("b.json.gz", salesforce("de", {"2": "&lt;y&gt;", "1": "Speichern &amp; <b>Los</b>"}))
    assert read((source, target)) == [
        ("Save &amp; <b>Go</b>", "Speichern &amp; <b>Los</b>"),
        ("&lt;x&gt;", "&lt;y&gt;"),
    ]


@pytest.mark.parametrize("language", ["de", "fr", "ru", "zh"])
def test_the_salesforce_sets(shared: Path, language: str) -> None:
    folder = shared / "eval" / "salesforce-xml"
    pairs = read((folder / f"en{language}_en_dev.json", folder / f"en{language}_{language}_dev.json"), target=language)
    assert len(pairs) == 2000
    assert any("<uicontrol>" in source and "<uicontrol>" in target for source, target in pairs)


def test_several_files_in_a_row(write: Write) -> None:
    table, memory = (
        write("a.tsv", "One\tEins\n"),
        write("b.tmx", TMX.format(variant("en", "2") + variant("de", "zwei"))),
    )
    sides = write("c.en", "Three\n"), write("c.de", "Drei\n")
    assert read(table, sides, memory) == [("One", "Eins"), ("Three", "Drei"), ("2", "zwei")]


def test_reading_is_lazy(write: Write) -> None:
    pairs = read_pairs([write("a.tsv", "One\tEins\n"), Path("missing.tsv")], "en", "de")
    assert next(pairs).target == "Eins"


CELL = st.text(st.characters(exclude_categories=("Cs",)), max_size=20).map(one_line)


@given(st.lists(st.tuples(CELL, CELL), min_size=1, max_size=5))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_written_as_tsv_is_read_again(tmp_path: Path, pairs: list[tuple[str, str]]) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("".join(f"{source}\t{target}\n" for source, target in pairs), encoding="utf-8", newline="\n")
    assert read(path) == [
        (source.removeprefix("\ufeff") if n == 0 else source, t) for n, (source, t) in enumerate(pairs)
    ]


@given(st.text())
def test_one_line_is_one_line_and_stays_it(text: str) -> None:
    line = one_line(text)
    assert len(line.splitlines()) <= 1
    assert "\t" not in line
    assert one_line(line) == line
    assert line.split() == text.split()
