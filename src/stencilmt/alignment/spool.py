"""Sentence pairs on disk: aligners need them several times, and memory must not grow with the corpus."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from stencilmt.alignment.aligner import WordPair


def write_pairs(pairs: Iterable[WordPair], path: Path) -> int:
    """Write one pair a line, the sides apart by a tab, and say how many they are."""
    count = 0
    with path.open("w", encoding="utf-8", errors="replace", newline="\n") as file:
        for source, target in pairs:
            file.write(f"{_join(source)}\t{_join(target)}\n")
            count += 1
    return count


def read_pairs(path: Path) -> Iterator[tuple[str, str]]:
    """The pairs of a spool, as text with a space between words."""
    with path.open(encoding="utf-8", newline="\n") as file:
        for line in file:
            source, _, target = line.rstrip("\n").partition("\t")
            yield source, target


def _join(words: Iterable[str]) -> str:
    """The words of a sentence as a line; fast_align crashes on a NUL and on its separator `|||`."""
    return " ".join(words).replace("\0", "\ufffd").replace("|", "¦")
