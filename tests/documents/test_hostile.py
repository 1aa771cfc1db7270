"""Files made to hurt: each is read, or refused in a sentence, in time and memory that grow no faster than the file."""

import pytest

from documents.shouting import unchanged
from stencilmt.documents import document as documents
from stencilmt.documents import open_document
from stencilmt.documents.source import Source
from stencilmt.errors import DataError

SIZE = 100_000
REPEATED = {
    "html": [
        "<div>",
        "<b>",
        "</b>",
        "<b><i></b></i>",
        "<",
        "<a ",
        '<a b="',
        "<!--",
        "<![CDATA[",
        "<?",
        "<%",
        "<html ",
        "<!DOCTYPE [>",
    ],
    "xml": ["<a>", "<b></b>", '<a xml:space="preserve">', "&lol;", "<!DOCTYPE a [", "]]>", "<a b='"],
    "md": [">", "- ", "[", "[a](", "`", "*a ", "|", "\n", "[a]: b\n", "[^a]: ", "```\n", "a  \n", "\t", "<b>", "<!--"],
    "txt": ["a", "ab ", " ", "\n", " \n", "&nbsp;"],
    "vtt": ["00:01.000 --> 00:02.000\n<b>", "{\\", "-->"],
    "yaml": ["a\n", "a ", "#\n"],
    "json": [" ", "//\n"],
    "po": ["#\n", "\n", 'msgid "a"\nmsgstr "b"\n\n'],
    "xlf": ["<!--", "<a ", "<source>a</source>", "</g>"],
}


@pytest.mark.parametrize(("format", "part"), [(format, part) for format, parts in REPEATED.items() for part in parts])
def test_much_of_the_same_is_read(format: str, part: str) -> None:
    data = framed(format, part * (SIZE // len(part)))
    assert unchanged(open_document(data, f"a.{format}")) == data


def framed(format: str, text: str) -> bytes:
    """A text as the content of such a file."""
    return (f"<xliff>{text}</xliff>" if format == "xlf" else text).encode()


NESTED = {"json": ["[", '{"a":'], "yaml": ["[", "{", "- ", "[a, "], "xlf": ["<g>", "<trans-unit>", "<source>"]}


@pytest.mark.parametrize(("format", "part"), [(format, part) for format, parts in NESTED.items() for part in parts])
def test_nesting_without_end_is_refused(format: str, part: str) -> None:
    with pytest.raises(DataError, match=r"nested deeper than 1000 levels|10,000 brackets are never closed"):
        open_document(framed(format, part * (SIZE // len(part))), f"a.{format}")


@pytest.mark.parametrize("name", ["a.txt", "a.html", "a.xml", "a.md"])
def test_a_million_characters_without_a_space_are_one_segment(name: str) -> None:
    data = b"a" * 1_000_000
    document = open_document(data, name)
    assert len(document.segments) == 1
    assert unchanged(document) == data


def test_an_entity_is_never_expanded() -> None:
    levels = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 30))
    data = f'<!DOCTYPE r [<!ENTITY a0 "lol">{levels}]><r><line>Say &a29; now</line></r>'.encode()
    document = open_document(data, "a.xml")
    assert [segment.text for segment in document.segments] == ["Say &a29; now"]
    assert document.splice(["x &a29;"]) == data.replace(b"Say &a29; now", b"x &a29;")


def test_more_segments_than_anyone_can_translate_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MOST_SEGMENTS", 100)
    with pytest.raises(DataError, match=r"a\.html:1: more than 100 segments, split the file"):
        open_document(b"<p>a" * 101, "a.html")


def test_slots_that_overlap_are_refused() -> None:
    slots = [documents.Slot(0, 5, ()), documents.Slot(4, 6, ())]
    with pytest.raises(DataError, match="two segments overlap"):
        documents.SplicedDocument(Source("one two"), slots)


def test_a_tag_that_the_translator_lost_is_told() -> None:
    document = open_document(b'<p>See <a title="More">this</a></p>', "a.html")
    with pytest.raises(DataError, match="has lost the tag '<a title=\"More\">'"):
        document.splice(["Siehe", "Mehr"])
    kept = open_document(b"<article><para>Type <command>ls</command></para></article>", "a.xml")
    with pytest.raises(DataError, match="changed '<command>ls</command>', which must stay"):
        kept.splice(['<notranslate stencil="1">rm</notranslate>'])
