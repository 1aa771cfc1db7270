"""Phrase extraction: tables of cases, and the definition by brute force."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stencilmt.alignment.links import Link, read_links
from stencilmt.alignment.phrases import PhrasePair, phrase_pairs
from stencilmt.alignment.words import Span, walls, words

CASES = [
    # links, words of each side, phrase pairs as source:target, why
    ("", 2, 2, "", "no links, no phrases"),
    ("0-0", 1, 1, "0:0", "one word"),
    ("0-0 1-1", 2, 2, "0:0 0-1:0-1 1:1", "monotone"),
    ("0-1 1-0", 2, 2, "0:1 0-1:0-1 1:0", "swapped"),
    ("0-0 0-1", 1, 2, "0:0-1", "one word becomes two"),
    ("0-0 1-0", 2, 1, "0-1:0", "two words become one"),
    ("0-0 2-1", 3, 2, "0:0 0-2:0-1 2:1", "an unlinked word inside, never at an end"),
    ("0-0 1-2", 2, 3, "0:0 0-1:0-2 1:2", "an unlinked target word inside, never at an end"),
    ("0-0 0-2 1-1", 2, 3, "0-1:0-2 1:1", "ne … pas: the outer word needs the inner"),
    ("0-1 1-0 1-2", 2, 3, "0:1 0-1:0-2", "the inner word alone, the outer not"),
    ("0-0 1-1 2-0", 3, 2, "0-2:0-1 1:1", "a discontinuous source"),
    ("0-1 1-0 2-1 3-0", 4, 2, "0-3:0-1", "crossed twice: only the whole"),
    ("0-2 1-0 2-3 3-1", 4, 4, "0:2 0-3:0-3 1:0 2:3 3:1", "neither order holds inside: single words and the whole"),
    ("0-0 1-1 2-2", 3, 3, "0:0 0-1:0-1 0-2:0-2 1:1 1-2:1-2 2:2", "all stretches"),
]


def side(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    return int(first), int(last or first) + 1


def pairs_of(text: str) -> list[PhrasePair]:
    return [PhrasePair(*side(source), *side(target)) for source, target in (pair.split(":") for pair in text.split())]


@pytest.mark.parametrize(("links", "source_length", "target_length", "expected", "why"), CASES)
def test_tight_phrase_pairs(links: str, source_length: int, target_length: int, expected: str, why: str) -> None:
    found = phrase_pairs(read_links(links, "table:1"), source_length, target_length, max_source=9, max_target=9)
    assert found == pairs_of(expected), why


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"max_source": 1}, "0:0 1:1 2:2"),
        ({"max_source": 2}, "0:0 0-1:0-1 1:1 1-2:1-2 2:2"),
        ({"max_target": 1}, "0:0 1:1 2:2"),
        ({"source_walls": {1}}, "0:0 1:1 1-2:1-2 2:2"),
        ({"target_walls": {2}}, "0:0 0-1:0-1 1:1 2:2"),
        ({"source_walls": {0, 3}, "target_walls": {0, 3}}, "0:0 0-1:0-1 0-2:0-2 1:1 1-2:1-2 2:2"),
        ({"source_walls": {1}, "target_walls": {2}}, "0:0 1:1 2:2"),
    ],
)
def test_limits_and_walls(settings: dict[str, int], expected: str) -> None:
    assert phrase_pairs([(0, 0), (1, 1), (2, 2)], 3, 3, **settings) == pairs_of(expected)


@pytest.mark.parametrize(
    ("source", "target", "links", "expected"),
    [
        ("Click <b>OK</b> now", "Jetzt <b>OK</b> klicken", "0-2 1-1 2-0", "Click:klicken OK:OK now:Jetzt"),
        ("two %s files left", "noch zwei %s Dateien", "0-1 1-2 2-0", "two:zwei files:Dateien left:noch"),
        ("no more files", "keine <i>Dateien</i> mehr", "0-0 1-2 2-1", "no:keine more:mehr files:Dateien"),
        (
            "two more files",
            "zwei weitere Dateien {x}",
            "0-0 1-1 2-2",
            "two:zwei two more:zwei weitere more:weitere more files:weitere Dateien files:Dateien",
        ),
    ],
)
def test_no_phrase_holds_a_tag_or_placeholder(source: str, target: str, links: str, expected: str) -> None:
    def cut(text: str) -> tuple[tuple[Span, ...], frozenset[int]]:
        skip = [match.span() for match in re.finditer(r"<[^>]*>|%s|\{x\}", text)]
        spans = words(text, "en", skip)
        return spans, walls(spans, skip)

    (ours, our_walls), (theirs, their_walls) = cut(source), cut(target)
    pairs = phrase_pairs(
        read_links(links, "table:1"),
        len(ours),
        len(theirs),
        max_source=2,
        source_walls=our_walls,
        target_walls=their_walls,
    )
    found = " ".join(
        source[ours[pair.source_start][0] : ours[pair.source_end - 1][1]]
        + ":"
        + target[theirs[pair.target_start][0] : theirs[pair.target_end - 1][1]]
        for pair in pairs
    )
    assert found == expected


def boxes(source_length: int, target_length: int) -> list[PhrasePair]:
    return [
        PhrasePair(top, bottom, left, right)
        for top in range(source_length)
        for bottom in range(top + 1, source_length + 1)
        for left in range(target_length)
        for right in range(left + 1, target_length + 1)
    ]


def is_consistent(pair: PhrasePair, links: set[Link]) -> bool:
    """The definition: there is a link inside, and none with one end inside."""
    ends = {
        (pair.source_start <= source < pair.source_end, pair.target_start <= target < pair.target_end)
        for source, target in links
    }
    return (True, True) in ends and not ends & {(True, False), (False, True)}


def is_tight(pair: PhrasePair, links: set[Link]) -> bool:
    sources, targets = {link[0] for link in links}, {link[1] for link in links}
    return {pair.source_start, pair.source_end - 1} <= sources and {pair.target_start, pair.target_end - 1} <= targets


def reaches_over(start: int, end: int, walls: set[int]) -> bool:
    return any(start < wall < end for wall in walls)


some_links = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 5)), max_size=9)
some_walls = st.sets(st.integers(0, 6), max_size=2)


@given(some_links, st.integers(1, 5), st.integers(1, 6), some_walls, some_walls)
def test_tight_phrase_pairs_equal_the_definition(
    links: set[Link], max_source: int, max_target: int, source_walls: set[int], target_walls: set[int]
) -> None:
    expected = [
        pair
        for pair in boxes(5, 6)
        if is_consistent(pair, links)
        and is_tight(pair, links)
        and pair.source_end - pair.source_start <= max_source
        and pair.target_end - pair.target_start <= max_target
        and not reaches_over(pair.source_start, pair.source_end, source_walls)
        and not reaches_over(pair.target_start, pair.target_end, target_walls)
    ]
    found = phrase_pairs(
        links,
        5,
        6,
        max_source=max_source,
        max_target=max_target,
        source_walls=source_walls,
        target_walls=target_walls,
    )
    assert found == expected
