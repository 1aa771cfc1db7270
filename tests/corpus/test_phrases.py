"""What is found in a sentence, and which phrases of a pair can become constraints."""

import pytest

from stencilmt.corpus.phrases import MOST_LONG, SHORT, find_phrases
from stencilmt.corpus.side import read_side


@pytest.mark.parametrize(
    ("text", "tags", "kept", "words"),
    [
        ("Save as…", [], [], ["Save", "as", "…"]),
        ("Save <b>%s</b> now", ["<b>", "</b>"], ["%s"], ["Save", "now"]),
        ('<a href="%s">here</a>', ['<a href="%s">', "</a>"], [], ["here"]),
        ("a &lt; b", [], ["&lt;"], ["a", "b"]),
        ("see http://a.de/?x&amp;y now", [], ["http://a.de/?x&amp;y"], ["see", "now"]),
        ("a < b & c", [], [], ["a", "<", "b", "&", "c"]),
        ("", [], [], []),
    ],
)
def test_a_sentence_is_read(text: str, tags: list[str], kept: list[str], words: list[str]) -> None:
    side = read_side(text, "en")
    assert side.tag_texts == tags
    assert [text[start:end] for start, end in side.kept] == kept
    assert [text[start:end] for start, end in side.words] == words


def phrases(source: str, target: str, links: list[tuple[int, int]]) -> set[tuple[str, str]]:
    """The phrases of an English and a German sentence, as texts."""
    found = find_phrases(read_side(source, "en"), read_side(target, "de"), links)
    return {(source[one.source_start : one.source_end], target[one.target_start : one.target_end]) for one in found}


@pytest.mark.parametrize(
    ("source", "target", "links", "expected"),
    [
        ("red car", "rotes Auto", [(0, 0), (1, 1)], {("red", "rotes"), ("car", "Auto"), ("red car", "rotes Auto")}),
        ("mail merge", "Serienbrief", [(0, 0), (1, 0)], {("mail merge", "Serienbrief")}),
        ("a <b>c</b>", "a <b>c</b>", [(0, 0), (1, 1)], {("a", "a"), ("c", "c")}),
        ("a %s c", "a %s c", [(0, 0), (1, 1)], {("a", "a"), ("c", "c")}),
        ("a c", "a <b/> c", [(0, 0), (1, 1)], {("a", "a"), ("c", "c")}),
        ("a c", "%s c a", [(0, 1), (1, 0)], {("a", "a"), ("c", "c"), ("a c", "c a")}),
        ("Yes , no", "Ja , nein", [(1, 1)], set()),
        ("Note :", "Hinweis :", [(0, 0), (1, 1)], {("Note", "Hinweis"), ("Note :", "Hinweis :")}),
        ("Hello", "Hallo ,", [(0, 0), (0, 1)], set()),
        ('"a"', "»a«", [(0, 0), (1, 1), (2, 2)], {("a", "a"), ('"a"', "»a«")}),
        ("nothing", "nichts", [], set()),
    ],
)
def test_which_phrases_are_found(
    source: str, target: str, links: list[tuple[int, int]], expected: set[tuple[str, str]]
) -> None:
    assert phrases(source, target, links) == expected


def test_of_a_long_sentence_all_short_phrases_and_some_long_ones_are_kept() -> None:
    text = " ".join(["word"] * 60)
    side = read_side(text, "en")
    found = find_phrases(side, side, [(number, number) for number in range(60)])
    assert sum(phrase.words <= SHORT for phrase in found) == 60 + 59 + 58
    assert 0 < sum(phrase.words > SHORT for phrase in found) <= MOST_LONG
    assert found == find_phrases(side, side, [(number, number) for number in range(60)])
