"""The phrases of a pair: stretches of characters that translate each other, with no tag or placeholder in them."""

from collections.abc import Iterator
from math import ceil

from stencilmt.alignment.phrases import phrase_pairs
from stencilmt.alignment.words import walls
from stencilmt.constraints.sample import Phrase
from stencilmt.corpus.correspond import Links
from stencilmt.corpus.side import Side

SHORT = 3
"""Words of a phrase that can be a term; a pair keeps all of these."""
LONGEST = 12
"""Words of a phrase that can stand between tags."""
MOST_LONG = 40
"""Phrases longer than a term that a pair keeps: a long sentence has hundreds, much the same."""

_make = tuple.__new__  # faster than to call a named tuple, of which this makes millions
WORD, ENDING, OTHER = range(3)
_ENDINGS = frozenset(".:;!?…。：；！？")
BARE, ENDED, WRAPPED, HALF = range(4)
_SHAPES = ((BARE, ENDED, HALF), (HALF, WRAPPED, WRAPPED), (HALF, WRAPPED, WRAPPED))
"""The shape of a phrase by its first and last word; a comma or half a pair of quotes is no part of one."""


def find_phrases(source: Side, target: Side, links: Links) -> tuple[Phrase, ...]:
    """What constraints can be made from: the short ones, then longer ones, each in source order."""
    short: list[Phrase] = []
    long: list[Phrase] = []
    for phrase in _phrases(source, target, links):
        (short if phrase.words <= SHORT else long).append(phrase)
    return (*short, *long[:: ceil(len(long) / MOST_LONG) or 1])


def _phrases(source: Side, target: Side, links: Links) -> Iterator[Phrase]:
    source_words, target_words = source.words, target.words
    source_signs, target_signs = _signs(source), _signs(target)
    for start, end, first, last in phrase_pairs(
        links,
        len(source_words),
        len(target_words),
        max_source=LONGEST,
        max_target=LONGEST,
        source_walls=walls(source_words, source.skipped),
        target_walls=walls(target_words, target.skipped),
    ):
        shape = _SHAPES[source_signs[start]][source_signs[end - 1]]
        if shape == HALF or shape != _SHAPES[target_signs[first]][target_signs[last - 1]]:
            continue
        if shape != WRAPPED or WORD in source_signs[start:end]:
            words = max(end - start, last - first)
            source_end, target_end = source_words[end - 1][1], target_words[last - 1][1]
            yield _make(Phrase, (source_words[start][0], source_end, target_words[first][0], target_end, words))


def _signs(side: Side) -> list[int]:
    """What each of the words is: one indeed, a mark that ends something, or other punctuation."""
    text = side.text
    return [WORD if text[start].isalnum() else ENDING if text[start] in _ENDINGS else OTHER for start, _ in side.words]
