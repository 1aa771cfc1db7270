"""What holds for any text whatever."""

import re
from string import ascii_lowercase, ascii_uppercase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents.shouting import shout, shouted, texts, unchanged
from documents.soup import BY_NAME, MARKDOWN, TAGGED
from stencilmt.constraints.markup.html import HTML
from stencilmt.documents import Settings, open_document
from stencilmt.documents.document import SplicedDocument
from stencilmt.documents.tags import read_tags

NO_ATTRIBUTES = Settings(attributes=frozenset())
_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)


def ink(text: str) -> str:
    """A text without its white space, in small letters: what a translator that shouts cannot change."""
    return re.sub(r"\s", "", text).translate(_SMALL)


@given(name=st.sampled_from(["a.html", "a.xml", "a.md"]), data=st.data())
@settings(max_examples=2000, deadline=None)
def test_an_unchanged_text_gives_the_same_bytes(name: str, data: st.DataObject) -> None:
    text = data.draw(BY_NAME[name]).encode()
    assert unchanged(open_document(text, name)) == text


@given(name=st.sampled_from(["a.txt", "a.srt", "a.vtt"]), data=st.data())
@settings(max_examples=200, deadline=None)
def test_an_unchanged_text_gives_the_same_bytes_in_simpler_formats(name: str, data: st.DataObject) -> None:
    text = data.draw(BY_NAME[name]).encode()
    assert unchanged(open_document(text, name)) == text


@pytest.mark.parametrize("name", ["a.html", "a.xml", "a.txt", "a.srt", "a.vtt"])
@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_nothing_but_the_translated_letters_changes(name: str, data: st.DataObject) -> None:
    text = data.draw(BY_NAME[name])
    chosen = NO_ATTRIBUTES if name in ("a.html", "a.xml") else Settings()
    assert ink(shouted(open_document(text.encode(), name, settings=chosen)).decode()) == ink(text)


@given(text=MARKDOWN)
@settings(max_examples=200, deadline=None)
def test_nothing_but_the_translated_letters_changes_in_markdown(text: str) -> None:
    """Labels are written out, marks shielded and quotes written on one line, so those do not count here."""
    text = text.replace("[", "(")
    written = shouted(open_document(text.encode(), "a.md", settings=NO_ATTRIBUTES)).decode()
    assert bare(written).replace(">", "") == bare(text).replace(">", "")


@given(text=TAGGED)
@settings(max_examples=200, deadline=None)
def test_every_tag_keeps_its_bytes_and_its_place(text: str) -> None:
    written = shouted(open_document(text.encode(), "a.html", settings=NO_ATTRIBUTES)).decode()
    assert tags(written) == tags(text)


def tags(text: str) -> list[str]:
    """The bytes of all tags."""
    return [text[tag.start : tag.end] for tag in read_tags(text, HTML)]


@pytest.mark.parametrize("name", ["a.html", "a.xml", "a.md"])
@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_bytes_outside_of_the_slots_never_change(name: str, data: st.DataObject) -> None:
    """Whatever the translator says, as long as it keeps the tags."""
    text = data.draw(BY_NAME[name])
    document = open_document(text.encode(), name)
    assert isinstance(document, SplicedDocument)
    words = st.text(st.characters(codec="utf-8", exclude_characters="<>&\0"), max_size=5)
    translations = [data.draw(words) + shout(segment) + data.draw(words) for segment in document.segments]
    written = document.splice(translations).decode()
    cursor = 0
    for start, end in outside(document):
        place = written.find(text[start:end], cursor)
        assert place >= 0
        cursor = place + end - start


def outside(document: SplicedDocument) -> list[tuple[int, int]]:
    """What stands between the slots."""
    edges = [0, *(edge for slot in document.slots for edge in (slot.start, slot.end)), len(document.source.text)]
    assert edges == sorted(edges)
    return list(zip(edges[::2], edges[1::2], strict=True))


@pytest.mark.parametrize("name", ["a.html", "a.xml", "a.md", "a.srt"])
@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_a_translated_file_has_the_same_segments(name: str, data: st.DataObject) -> None:
    """A translation never turns into a heading, a list or a tag."""
    chosen = NO_ATTRIBUTES if name != "a.srt" else Settings()
    text = data.draw(BY_NAME[name]).replace("[", "(")
    document = open_document(text.encode(), name, settings=chosen)
    again = open_document(shouted(document), name, settings=chosen)
    assert [bare(text) for text in texts(again)] == [bare(text) for text in texts(document)]


def bare(text: str) -> str:
    """A text without white space and shields."""
    return ink(text).replace("\\", "")
