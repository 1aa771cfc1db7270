"""Help pages in two languages: what matches is paired, and nothing else."""

from pathlib import Path

import pytest

from stencilmt.errors import DataError
from stencilmt.text.pairs import read_file

MALLARD = '<page xmlns="http://projectmallard.org/1.0/" id="index">{}</page>'
DOCBOOK = """<?xml version="1.0" ?>
<!DOCTYPE book PUBLIC "-//KDE//DTD DocBook XML V4.5-Based Variant V1.1//EN" "dtd/kdedbx45.dtd" [
  <!ENTITY % addindex "IGNORE">
  <!ENTITY commands SYSTEM "commands.docbook">
]>
<book id="kcalc" lang="&language;">{}</book>"""
CHAPTER = '<?xml version="1.0"?>\n<chapter id="commands">{}</chapter>'
BOOK = [("The &kcalc; book", "Das &kcalc;-Buch")]

CASES = {
    "a paragraph": (MALLARD, "<p>One\n  line</p>", "<p>Eine\n\tZeile</p>", [("One line", "Eine Zeile")]),
    "order": (MALLARD, "<title>A</title><p>B</p>", "<title>X</title><p>Y</p>", [("A", "X"), ("B", "Y")]),
    "credits of translators": (
        MALLARD,
        "<info><desc>A</desc></info>",
        '<info><desc>X</desc><m:credit xmlns:m="http://projectmallard.org/1.0/"><m:name>Jan</m:name></m:credit></info>',
        [("A", "X")],
    ),
    "inline tags": (
        MALLARD,
        '<p>See <link xref="b" type="guide">the <em>page</em></link> <media src="x.png"/></p>',
        '<p>Siehe <link xref="b" type="guide">die <em>Seite</em></link> <media src="x.png"/></p>',
        [
            (
                'See <link xref="b" type="guide">the <em>page</em></link> <media src="x.png"/>',
                'Siehe <link xref="b" type="guide">die <em>Seite</em></link> <media src="x.png"/>',
            )
        ],
    ),
    "text of entities": (MALLARD, "<p>a &lt; b &amp; c</p>", "<p>b &gt; a</p>", [("a < b & c", "b > a")]),
    "comments": (
        MALLARD,
        "<p>One<!-- no --> two</p><!-- <p>no</p> -->",
        "<p>Eins zwei</p>",
        [("One two", "Eins zwei")],
    ),
    "code": (MALLARD, "<code>ls</code><p>A</p>", "<code>ls -l</code><p>X</p>", [("A", "X")]),
    "a section that differs": (
        MALLARD,
        '<p>A</p><section id="s"><p>B</p><p>C</p></section><section id="t"><p>D</p></section>',
        '<p>X</p><section id="s"><p>Y</p></section><section id="t"><p>Z</p></section>',
        [("A", "X"), ("D", "Z")],
    ),
    "a section that moved": (
        MALLARD,
        '<section id="s"><p>B</p></section><section id="t"><p>D</p></section>',
        '<section id="t"><p>Z</p></section><section id="s"><p>Y</p></section>',
        [("B", "Y"), ("D", "Z")],
    ),
    "other elements": (MALLARD, "<title>A</title><p>B</p>", "<p>X</p><title>Y</title>", []),
    "an empty paragraph on one side": (MALLARD, "<p>A</p><p/>", "<p>X</p><p>Y</p>", []),
    "blocks inside blocks": (
        DOCBOOK,
        "<para>Lost <itemizedlist><listitem><para>A</para></listitem></itemizedlist></para>",
        "<para>Lost <itemizedlist><listitem><para>X</para></listitem></itemizedlist></para>",
        [("A", "X")],
    ),
    "entities of a DTD": (DOCBOOK, "<para>The &kcalc; book</para>", "<para>Das &kcalc;-Buch</para>", BOOK),
    "a chapter without DTD": (CHAPTER, "<title>The &kcalc; book</title>", "<title>Das &kcalc;-Buch</title>", BOOK),
    "a file as an entity": (
        DOCBOOK,
        "<para>A &commands;</para>",
        "<para>X &commands;</para>",
        [("A &commands;", "X &commands;")],
    ),
    "index terms": (
        DOCBOOK,
        "<para><indexterm><primary>x</primary></indexterm>A</para>",
        "<para><indexterm><primary>y</primary></indexterm>X</para>",
        [("A", "X")],
    ),
}


@pytest.mark.parametrize(("page", "source", "target", "expected"), CASES.values(), ids=CASES.keys())
def test_pages(tmp_path: Path, page: str, source: str, target: str, expected: list[tuple[str, str]]) -> None:
    suffix = ".page" if page is MALLARD else ".docbook"
    paths = tmp_path / f"en{suffix}", tmp_path / f"de{suffix}"
    for path, content in zip(paths, (source, target), strict=True):
        path.write_text(page.replace("{}", content), "utf-8")
    assert [(pair.source, pair.target) for pair in read_file(paths, "en", "de")] == expected


def test_an_entity_bomb_is_refused(tmp_path: Path) -> None:
    entities = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(12))
    path = tmp_path / "en.page"
    path.write_text(f'<!DOCTYPE page [<!ENTITY e0 "boom">{entities}]><page><p>One &e12;</p></page>')
    with pytest.raises(DataError, match=r"en\.page:1: "):
        list(read_file((path, path), "en", "de"))
