"""Glossary files: the conventions of each format, what is wrong in them, and writing as the inverse of reading."""

import doctest
import json
from pathlib import Path

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from stencilmt.constraints.glossary import Entry, Glossary, Match
from stencilmt.constraints.glossary_files.columns import join_alternatives, split_alternatives
from stencilmt.errors import GlossaryError

PAIR = {"source_language": "en", "target_language": "de"}


def parse(text: str | bytes, name: str, **options: str) -> Glossary:
    data = text.encode() if isinstance(text, str) else text
    return Glossary.parse(data, name, **options)  # type: ignore[arg-type]


def terms(glossary: Glossary) -> dict[str, str]:
    return {entry.source: "|".join(entry.targets) for entry in glossary.entries}


ROWS = {
    "plain": ("a.tsv", "space\tRaum\nfile\tDatei\n"),
    "no last line break": ("a.tsv", "space\tRaum\nfile\tDatei"),
    "byte order mark, CRLF, blank lines": ("a.tsv", "\ufeffspace\tRaum\r\n\r\nfile\tDatei\r\n\t\r\n"),
    "old line ends": ("a.tsv", "space\tRaum\rfile\tDatei\r"),
    "spaces around": ("a.tsv", " space \t Raum\t\t\nfile\tDatei  \n"),
    "header": ("a.tsv", "source\ttarget\tnote\nspace\tRaum\nfile\tDatei\tnot the tool\n"),
    "text file": ("a.TXT", "space\tRaum\nfile\tDatei\n"),
    "comma": ("a.csv", "space,Raum\nfile,Datei\n"),
    "quotes": ("a.csv", '"space","Raum"\n"file",Datei\n'),
    "semicolon": ("a.csv", "space;Raum\nfile;Datei\n"),
    "said delimiter": ("a.csv", "sep=;\r\nspace;Raum\r\nfile;Datei\r\n"),
    "tab in csv": ("a.csv", "space\tRaum\nfile\tDatei\n"),
    "header in csv": ("a.csv", "Source,Target\nspace,Raum\nfile,Datei\n"),
    "Google, one way": ("a.csv", "en,de\nspace,Raum\nfile,Datei\n"),
    "names of languages": ("a.csv", "English,German\nspace,Raum\nfile,Datei\n"),
    "Google, the other column first": ("a.csv", "de,en\nRaum,space\nDatei,file\n"),
    "Google, many languages": ("a.csv", "fr,en,de-DE,pos\nespace,space,Raum,noun\n,file,Datei,\nx,,y,\nx,z,,\n"),
    "DeepL, four columns": ("a.csv", "space,Raum,EN,DE\nfile,Datei,EN,DE\nfile,fichier,EN,FR\n"),
    "named languages": (
        "a.csv",
        "id,sourceLang,targetLang,sourceString,targetString\n1,en,de_DE,space,Raum\n2,en,fr_XX,a,b\n3,en,de_DE,file,Datei\n",
    ),
    "json": ("a.json", '{"terms": {"de": {"space": "Raum", "file": ["Datei"]}, "fr": {"space": "espace"}}}'),
}


@pytest.mark.parametrize(("name", "text"), ROWS.values(), ids=ROWS)
def test_conventions(name: str, text: str) -> None:
    glossary = parse(text, name, **PAIR)
    assert terms(glossary) == {"space": "Raum", "file": "Datei"}
    assert (glossary.source_language, glossary.target_language) == ("en", "de")


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.csv", '"a, b","x ""y"""\n', {"a, b": 'x "y"'}),
        ("a.csv", "a, b;x, y\nc;z\n", {"a, b": "x, y", "c": "z"}),
        ("a.tsv", 'the "best"\t"x"\n', {'the "best"': '"x"'}),
        ("a.tsv", "a\tx|y | z\n", {"a": "x|y|z"}),
        ("a.tsv", "OS\tOS\n", {"OS": "OS"}),
        ("a.tsv", "是\t否\n", {"是": "否"}),
    ],
)
def test_cells(name: str, text: str, expected: dict[str, str]) -> None:
    assert terms(parse(text, name)) == expected


def test_columns_of_an_entry() -> None:
    text = (
        "source\ttarget\tcase\tmatch\ttranslate\n"
        "space\tRaum|Platz\tSensitive\tlemma\n"
        "IT\tEDV\tinsensitive\texact\tyes\n"
        "Stencil\t\t\t\tno\n"
    )
    assert parse(text, "a.tsv").entries == (
        Entry("space", ("Raum", "Platz"), case_sensitive=True, match=Match.LEMMA),
        Entry("IT", ("EDV",)),
        Entry("Stencil", ("Stencil",), keep=True),
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("name", ["a.tsv", "a.csv"])
def test_encodings(name: str, encoding: str) -> None:
    assert terms(parse("Größe\tРазмер\n".encode(encoding), name)) == {"Größe": "Размер"}


def test_languages_of_the_file_are_kept() -> None:
    glossary = parse("en,de\na,x\n", "a.csv")
    assert (glossary.source_language, glossary.target_language) == ("en", "de")


def test_places_are_lines() -> None:
    glossary = parse('"a\nb",x\n\nc,y\n', "a.csv")
    assert [(entry.source, entry.place) for entry in glossary.entries] == [("a b", "a.csv:1"), ("c", "a.csv:4")]


def test_json_in_full() -> None:
    text = """{
      "sourceLanguage": "en",
      "doNotTranslate": ["Stencil", {"source": "sed", "case": "sensitive"}],
      "terms": {"de": {"space": ["Leerzeichen", "a|b"],
                       "network": {"target": "Netz", "match": "lemma"}}}
    }"""
    glossary = parse(text, "a.json")
    assert glossary.entries == (
        Entry("Stencil", ("Stencil",), keep=True),
        Entry("sed", ("sed",), case_sensitive=True, keep=True),
        Entry("space", ("Leerzeichen", "a|b")),
        Entry("network", ("Netz",), match=Match.LEMMA),
    )
    assert [entry.place for entry in glossary.entries] == ["a.json:3", "a.json:3", "a.json:4", "a.json:5"]
    assert (glossary.source_language, glossary.target_language) == ("en", "de")


MARTIF = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">
<martif type="TBX" xml:lang="en"><text><body>
<termEntry id="1">
  <!-- a comment -->
  <langSet xml:lang="en-US"><tig><term>client</term></tig><tig><term>customer &amp; buyer</term></tig></langSet>
  <langSet xml:lang="de">
    <tig><term>Klient</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig>
    <tig><term>Auftraggeber</term></tig>
    <ntig><termGrp><term>Kunde</term>
      <termNote type="administrativeStatus">preferredTerm-admn-sts</termNote></termGrp></ntig>
  </langSet>
</termEntry>
<termEntry id="2"><langSet xml:lang="en-US"><tig><term>client</term></tig></langSet>
  <langSet xml:lang="de"><tig><term>Client-<hi>Programm</hi></term></tig></langSet></termEntry>
<termEntry id="3"><langSet xml:lang="en-US"><tig><term>only English</term></tig></langSet></termEntry>
</body></text></martif>
"""
TBX3 = """<?xml version="1.0"?>
<tbx style="dct" type="TBX-Basic" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"
     xmlns:basic="http://www.tbxinfo.net/ns/basic"><text><body>
<conceptEntry id="c1">
  <langSec xml:lang="en-US"><termSec><term>client</term></termSec></langSec>
  <langSec xml:lang="de"><termSec><term>Kunde</term></termSec>
    <termSec><term>Klient</term><basic:administrativeStatus>supersededTerm-admn-sts</basic:administrativeStatus></termSec>
  </langSec>
</conceptEntry></body></text></tbx>
"""


def test_tbx_2() -> None:
    glossary = parse(MARTIF, "a.tbx", **PAIR)
    assert terms(glossary) == {
        "client": "Kunde|Auftraggeber|Client-Programm",
        "customer & buyer": "Kunde|Auftraggeber",
    }
    assert glossary.entries[0].place == "a.tbx:6"


def test_tbx_3() -> None:
    assert terms(parse(TBX3, "a.xml", **PAIR)) == {"client": "Kunde"}
    assert terms(parse(TBX3, "a.xml", source_language="de", target_language="en")) == {
        "Kunde": "client",
        "Klient": "client",
    }


FAULTS = {
    "empty source": ("a.tsv", "a\tx\n\ty\n", "a.tsv:2: empty source term"),
    "empty target": ("a.csv", "a,x\nb,\n", "a.csv:2: empty target for 'b'"),
    "no target": ("a.tsv", "a\tx\nb\n", "a.tsv:2: empty target for 'b'"),
    "repeated": ("a.tsv", "a\tx\nb\ty\na\tz\n", "a.tsv:3: 'a' is already at a.tsv:1"),
    "several": ("a.tsv", "\tx\na\ty\na\tz\nb\n", "a.tsv:1: empty source term; a.tsv:3: 'a' is already at a.tsv:2"),
    "loose comma": ("a.csv", "a,x\nb,y,z\n", "a.csv:2: 3 cells instead of 2"),
    "case": ("a.tsv", "source\ttarget\tcase\na\tx\tyes\n", "a.tsv:2: invalid case 'yes', expected"),
    "match": ("a.tsv", "source\ttarget\tmatch\na\tx\tstem\n", "a.tsv:2: invalid match 'stem', expected"),
    "translate": ("a.tsv", "source\ttarget\ttranslate\na\tx\tnever\n", "a.tsv:2: invalid translate 'never', expected"),
    "column": ("a.tsv", "source\ttarget\tmatsch\na\tx\tlemma\n", "a.tsv:1: unknown column 'matsch'"),
    "column twice": ("a.csv", "source,target,Target\na,x,y\n", "a.csv:1: two columns for target"),
    "language": ("a.csv", "a,x,en,de\nb,y,en,d3\n", "a.csv:2: 'd3' is no language code"),
    "terms like a header": ("a.csv", "it,es\na,x\n", "if its first line holds terms, put source,target above it"),
    "quote": ("a.csv", 'a,x\nb,"y" z\n', "a.csv:2: not a row of CSV"),
    "open quote": ("a.csv", 'a,x\n"b,y\n', "a.csv:2: not a row of CSV"),
    "Latin-1": ("a.csv", "a,x\nb,Größe\n".encode("latin-1"), "a.csv:2: byte 0xf6 is not UTF-8"),
    "UTF-16 without mark": ("a.tsv", "a\tx\n".encode("utf-16-le"), "a.tsv:1: a zero byte, so this is no UTF-8"),
    "half UTF-16": ("a.tsv", "a\tx\n".encode("utf-16")[:-1], "is not UTF-16"),
    "empty": ("a.tsv", "\n\n", "a.tsv: no entries in it"),
    "header only": ("a.csv", "source,target\n", "a.csv: no entries in it"),
    "kind of file": ("a.xlsx", "", "a.xlsx: unknown kind of glossary '.xlsx', expected one of .tsv"),
    "not JSON": ("a.json", '{"terms":\n {"de": {"a": }}}', "a.json:2: not JSON"),
    "deep JSON": ("a.json", "[" * 100_000, "a.json: nested too deeply"),
    "JSON list": ("a.json", '["a"]', "a.json:1: expected an object"),
    "JSON key": ("a.json", '{\n"term": {}}', "a.json:2: unknown key 'term', expected one of sourceLanguage"),
    "JSON repeated": (
        "a.json",
        '{"terms": {"de": {\n"a": "x",\n"a": "y"}}}',
        "a.json:3: 'a' is already at a.json:2",
    ),
    "JSON kept and translated": (
        "a.json",
        '{"doNotTranslate": ["a"],\n"terms": {"de": {"a": "y"}}}',
        "a.json:2: 'a' is already at a.json:1",
    ),
    "JSON number": ("a.json", '{"terms": {"de": {"a": 1}}}', "the target of 'a' must be a text or a list of texts"),
    "JSON of a long number": ("a.json", '{"terms": ' + "1" * 5000 + "}", "a.json: not JSON: Exceeds the limit"),
    "JSON terms": ("a.json", '{"terms": ["a"]}', "the value of 'terms' must be an object"),
    "JSON no list": ("a.json", '{"doNotTranslate": {"a": "b"}}', "the value of 'doNotTranslate' must be a list"),
    "JSON deep": ("a.json", '{"a":' * 600 + "1" + "}" * 600, "a.json: nested too deeply"),
    "JSON item": ("a.json", '{"doNotTranslate": [1]}', "doNotTranslate holds 1"),
    "JSON language": ("a.json", '{"terms": {"de": "a"}}', "the terms of 'de' must be an object"),
    "JSON Latin-1": ("a.json", '{"terms": {"de": {"ö": "x"}}}'.encode("latin-1"), "a.json:1: byte 0xf6 is not UTF-8"),
    "not XML": ("a.tbx", "<martif>\n<text></martif>", "a.tbx:2: not well-formed XML"),
    "no TBX": ("a.xml", "<html/>", "a.xml: no termEntry or conceptEntry with terms in it"),
    "TBX empty": (
        "a.tbx",
        MARTIF.replace("Client-<hi>Programm</hi>", ""),
        "a.tbx:6: empty target for 'client'",
    ),
    "TBX encoding": ("a.tbx", MARTIF.replace("Kunde", "Käufer").encode("latin-1"), "a.tbx:10: not well-formed XML"),
    "TBX entity": (
        "a.tbx",
        MARTIF.replace('V02.dtd"', 'V02.dtd" [<!ENTITY big "bang">]').replace("Klient<", "&big;<"),
        "a.tbx:4: the entity &big; is not resolved",
    ),
}


@pytest.mark.parametrize(("name", "data", "message"), FAULTS.values(), ids=FAULTS)
def test_a_faulty_file_is_one_error(name: str, data: str | bytes, message: str) -> None:
    with pytest.raises(GlossaryError) as caught:
        parse(data, name, **PAIR)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


FOREIGN = {
    "header": ("a.csv", "en,fr\na,x\n", "en→de from a file with the languages en, fr"),
    "columns": ("a.csv", "a,x,EN,FR\nb,y,EN,RU\n", "no entries for en→de; the file holds EN→FR, EN→RU"),
    "json": (
        "a.json",
        '{"doNotTranslate": ["z"], "terms": {"fr": {}, "ru": {}}}',
        "no entries for en→de; the file holds any→fr",
    ),
    "json source": ("a.json", '{"sourceLanguage": "fr", "terms": {"de": {"a": "b"}}}', "holds fr→de"),
    "tbx": ("a.tbx", MARTIF.replace('"de"', '"fr"'), "en→de from a file with the languages en-US, fr"),
    "region": ("a.csv", "a,x,en,de-AT\nb,y,en,de-CH\n", "en→de fits several of its languages (en→de-AT, en→de-CH)"),
}


@pytest.mark.parametrize(("name", "text", "message"), FOREIGN.values(), ids=FOREIGN)
def test_a_glossary_for_other_languages_is_never_ignored(name: str, text: str, message: str) -> None:
    with pytest.raises(GlossaryError) as caught:
        parse(text, name, **PAIR)
    assert message in str(caught.value)


def test_the_exact_region_is_taken() -> None:
    text = "en,zh,zh-TW\nflu,流感,流行性感冒\n"
    assert terms(parse(text, "a.csv", source_language="en", target_language="zh-tw")) == {"flu": "流行性感冒"}
    assert terms(parse(text, "a.csv", source_language="en", target_language="zh")) == {"flu": "流感"}


def test_real_term_lists(shared: Path) -> None:
    path = shared / "eval" / "tico-19" / "terminologies" / "f_en-de_DE.csv"
    glossary = Glossary.load(path, **PAIR)  # type: ignore[arg-type]
    assert len(glossary.entries) == 306
    assert glossary.entries[0] == Entry("1918 flu", ("Grippe von 1918",))


def test_the_example_in_the_documentation() -> None:
    page = Path(__file__).parents[2] / "docs" / "glossaries.md"
    assert doctest.testfile(str(page), module_relative=False) == (0, 5)


TEXT = st.text("aB|\\ \t\u00a0é\u0301中\"',;#=", min_size=1, max_size=5)
TARGETS = st.lists(TEXT, min_size=1, max_size=3)


@settings(max_examples=2000, deadline=None)
@given(st.lists(st.text("a|\\b", max_size=6), min_size=1, max_size=4))
def test_alternatives_are_parted_as_they_were_joined(targets: list[str]) -> None:
    assert split_alternatives(join_alternatives(targets)) == targets


@settings(max_examples=2000, deadline=None)
@given(
    st.lists(st.tuples(TEXT, TARGETS), max_size=2),
    st.lists(TEXT, max_size=1),
    st.sampled_from([None, "en", "pt-BR"]),
    st.sampled_from([None, "de"]),
    st.sampled_from(Match),
    st.sampled_from([None, True, False]),
)
def test_what_is_written_is_read_back(
    pairs: list[tuple[str, list[str]]],
    kept: list[str],
    source: str | None,
    target: str | None,
    match: Match,
    case: bool | None,
) -> None:
    try:
        glossary = Glossary.from_pairs(
            pairs,
            do_not_translate=kept,
            source_language=source,
            target_language=target,
            match=match,
            case_sensitive=case,
        )
    except GlossaryError:
        reject()
    if glossary.entries:
        assert Glossary.parse(glossary.to_tsv().encode(), "a.tsv") == glossary


@settings(max_examples=500, deadline=None)
@given(st.dictionaries(TEXT, TARGETS, min_size=1, max_size=3))
def test_json_gives_every_string_its_line(content: dict[str, list[str]]) -> None:
    text = json.dumps({"terms": {"de": content}}, indent=1)
    try:
        glossary = parse(text, "a.json")
    except GlossaryError:
        reject()
    lines = text.split("\n")
    for source, entry in zip(content, glossary.entries, strict=True):
        assert json.dumps(source) in lines[int(entry.place.split(":")[1]) - 1]
