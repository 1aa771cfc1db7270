"""Sentence pairs aligned by hand, and how far an aligner is from them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from stencilmt.alignment.links import Link
from stencilmt.errors import DataError

GOLD_LINK = re.compile(r"(\d+)([-p])(\d+)")


@dataclass(frozen=True, slots=True)
class GoldPair:
    """A sentence pair and its links; the sure ones are among the possible ones."""

    source: tuple[str, ...]
    target: tuple[str, ...]
    sure: frozenset[Link]
    possible: frozenset[Link]


@dataclass(frozen=True, slots=True)
class AlignmentScore:
    """Counts of links over all pairs, and the measures of Och and Ney (2003) that follow from them."""

    found: int
    sure: int
    found_sure: int
    found_possible: int

    @property
    def error_rate(self) -> float:
        """From 0, perfect, to 1."""
        right, all_links = self.found_sure + self.found_possible, self.found + self.sure
        return 1 - right / all_links if all_links else 0.0

    @property
    def precision(self) -> float:
        """The share of the found links that are possible."""
        return self.found_possible / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """The share of the sure links that were found."""
        return self.found_sure / self.sure if self.sure else 1.0


def alignment_score(found: Iterable[Iterable[Link]], gold: Iterable[GoldPair]) -> AlignmentScore:
    """Compare the links found for each pair with the links made by hand."""
    pairs = [(frozenset(links), pair) for links, pair in zip(found, gold, strict=True)]
    return AlignmentScore(
        found=sum(len(links) for links, _ in pairs),
        sure=sum(len(pair.sure) for _, pair in pairs),
        found_sure=sum(len(links & pair.sure) for links, pair in pairs),
        found_possible=sum(len(links & pair.possible) for links, pair in pairs),
    )


def read_gold(text: Path, links: Path) -> list[GoldPair]:
    """Read `source ||| target` lines and their links: counted from 1, `3-4` if sure, `3p4` if only possible."""
    sides = [line.split("|||") for line in _lines(text)]
    return _gold_pairs([side[0] for side in sides], [side[-1] for side in sides], links, first=1)


def read_gold_apart(source: Path, target: Path, links: Path) -> list[GoldPair]:
    """Read a file of sentences for each side and their links, counted from 0."""
    return _gold_pairs(_lines(source), _lines(target), links, first=0)


def _gold_pairs(sources: Sequence[str], targets: Sequence[str], path: Path, first: int) -> list[GoldPair]:
    lines = _lines(path)
    if not len(sources) == len(targets) == len(lines):
        raise DataError(
            f"{path}: {len(lines)} lines of links for {len(sources)} source and {len(targets)} target sentences"
        )
    return [
        _gold_pair(source, target, line, first, f"{path}:{number}")
        for number, (source, target, line) in enumerate(zip(sources, targets, lines, strict=True), start=1)
    ]


def _gold_pair(source: str, target: str, line: str, first: int, place: str) -> GoldPair:
    sure, possible = set(), set()
    for text in line.split():
        match = GOLD_LINK.fullmatch(text)
        if not match:
            raise DataError(f"{place}: {text!r} is no link; expected links like 1-1 2p3")
        link = (int(match[1]) - first, int(match[3]) - first)
        possible.add(link)
        if match[2] == "-":
            sure.add(link)
    return GoldPair(_words(source), _words(target), frozenset(sure), frozenset(possible))


def _words(sentence: str) -> tuple[str, ...]:
    """The words between plain spaces: an ideographic space may be a word of the gold set."""
    return tuple(word for word in sentence.split(" ") if word)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8-sig").splitlines()
