"""Ready links, made by another tool: one line of Pharaoh text for each pair of the corpus as it is read.

They count the words between white space; ours are finer, and tags are none. Each of our words takes over the links of
the word it stands in.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from stencilmt.alignment.links import Link, Links, check_range, read_links
from stencilmt.corpus.clean import Cleaned, decode_numbers, decode_texts, text_path
from stencilmt.corpus.links import encode_links, links_path
from stencilmt.corpus.progress import Progress
from stencilmt.corpus.side import Side, read_side
from stencilmt.corpus.workers import Workers
from stencilmt.errors import DataError
from stencilmt.text.files import read_lines
from stencilmt.whole import write_bytes

_BETWEEN_SPACES = re.compile(r"\S+")


class Lines(NamedTuple):
    """A shard and the lines of links that belong to it."""

    texts: bytes
    languages: tuple[str, str]
    lines: list[tuple[str, str]]
    """Each with its place, for error messages."""


def check_links(path: Path, pairs: int, limited: bool) -> None:
    """Refuse a file that has not a line for every pair; there may be more if only a part of the corpus was read."""
    lines = sum(1 for _ in read_lines(path))
    if lines < pairs or (lines > pairs and not limited):
        raise DataError(f"{path}: {lines} lines of links, but the corpus has {pairs} pairs")


def use_links(
    path: Path, folder: Path, cleaned: Cleaned, languages: tuple[str, str], workers: Workers, progress: Progress
) -> None:
    """Write the links of every shard."""
    progress.start("words", cleaned.kept)
    works = _works(path, folder, cleaned, languages)
    for number, content in enumerate(workers.map(encode_ready, works)):
        write_bytes(links_path(folder, number), content)
        progress.advance(cleaned.shards[number])


def encode_ready(work: Lines) -> bytes:
    """The file with the links of a shard."""
    pairs = zip(decode_texts(work.texts), work.lines, strict=True)
    return encode_links(
        _refine(read_side(source, work.languages[0]), read_side(target, work.languages[1]), line, place)
        for (source, target), (place, line) in pairs
    )


def _works(path: Path, folder: Path, cleaned: Cleaned, languages: tuple[str, str]) -> Iterator[Lines]:
    """Each shard with its lines; those of refused pairs are passed over."""
    numbered = enumerate(read_lines(path))
    for shard in range(len(cleaned.shards)):
        texts = text_path(folder, shard).read_bytes()
        lines = [
            (f"{path}:{wanted + 1}", next(line for number, line in numbered if number == wanted))
            for wanted in decode_numbers(texts)
        ]
        yield Lines(texts, languages, lines)


def _refine(source: Side, target: Side, line: str, place: str) -> Links:
    links = read_links(line, place)
    ours, theirs = _homes(source), _homes(target)
    check_range(links, len(ours), len(theirs), place)
    return tuple(sorted(_spread(links, ours, theirs)))


def _spread(links: Links, ours: list[list[int]], theirs: list[list[int]]) -> Iterator[Link]:
    for source, target in links:
        yield from ((left, right) for left in ours[source] for right in theirs[target])


def _homes(side: Side) -> list[list[int]]:
    """For each word between white space, those of our words that stand in it."""
    words = iter(enumerate(side.words))
    index, (start, _) = next(words, (-1, (len(side.text), 0)))
    homes: list[list[int]] = []
    for coarse in _BETWEEN_SPACES.finditer(side.text):
        homes.append([])
        while index >= 0 and start < coarse.end():
            homes[-1].append(index)
            index, (start, _) = next(words, (-1, (len(side.text), 0)))
    return homes
