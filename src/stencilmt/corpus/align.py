"""The second step: which words of each pair belong together."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from stencilmt.alignment.aligner import Aligner, WordPair
from stencilmt.alignment.words import forms
from stencilmt.corpus.clean import decode_texts, text_path
from stencilmt.corpus.links import encode_links, links_path
from stencilmt.corpus.progress import Progress
from stencilmt.corpus.side import read_side
from stencilmt.corpus.workers import Workers
from stencilmt.whole import write_bytes


class Words(NamedTuple):
    """A shard whose words are wanted."""

    texts: bytes
    """The shard of plain text."""
    source_language: str
    target_language: str


def spell(work: Words) -> list[WordPair]:
    """The pairs of a shard as an aligner sees them: their words, without tags and placeholders."""
    return [
        (_spell(source, work.source_language), _spell(target, work.target_language))
        for source, target in decode_texts(work.texts)
    ]


def _spell(text: str, language: str) -> list[str]:
    return forms(text, read_side(text, language).words)


def align(
    aligner: Aligner, folder: Path, sizes: list[int], languages: tuple[str, str], workers: Workers, progress: Progress
) -> float:
    """Write the links of every shard; say how many seconds the aligner itself took."""
    progress.start("words", sum(sizes))
    speller = _Speller(folder, sizes, languages, workers, progress)
    begun = monotonic()
    links = aligner.align(speller.pairs())
    for number, size in enumerate(sizes):
        write_bytes(links_path(folder, number), encode_links(islice(links, size)))
        progress.advance(size)
    return monotonic() - begun - speller.seconds


class _Speller:
    """Gives an aligner its pairs, and keeps the time that this takes apart from the aligner's own."""

    def __init__(
        self, folder: Path, sizes: list[int], languages: tuple[str, str], workers: Workers, progress: Progress
    ) -> None:
        self._works = (Words(text_path(folder, number).read_bytes(), *languages) for number in range(len(sizes)))
        self._workers = workers
        self._progress = progress
        self._number = sum(sizes)
        self.seconds = 0.0

    def pairs(self) -> Iterator[WordPair]:
        """All pairs of the corpus."""
        shards = self._workers.map(spell, self._works)
        while True:
            begun = monotonic()
            shard = next(shards, None)
            self.seconds += monotonic() - begun
            if shard is None:
                break
            yield from shard
            self._progress.advance(len(shard))
        self._progress.start("aligner", self._number)
