"""TSV corpora: source, target and, if they like, origin and kind; one pair a line, no quoting."""

from collections.abc import Iterator
from pathlib import Path

from stencilmt.errors import DataError
from stencilmt.text.files import read_lines
from stencilmt.text.pairs import Pair, one_line

COLUMNS = ("source", "target", "origin", "kind")


def read(path: Path) -> Iterator[Pair]:
    """The pairs of a TSV file.

    Every line must have as many columns as the first: a stray tab would else pair half a sentence with the other half.
    """
    width = 0
    for number, line in enumerate(read_lines(path), start=1):
        if not line:
            continue
        cells = line.split("\t")
        width = width or len(cells)
        if len(cells) != width or not 2 <= width <= len(COLUMNS):
            raise _wrong_width(path, number, len(cells), width)
        yield Pair(one_line(cells[0]), one_line(cells[1]), cells[2] if width > 2 else path.name)


def _wrong_width(path: Path, line: int, width: int, first: int) -> DataError:
    columns = ", ".join(COLUMNS)
    if not 2 <= width <= len(COLUMNS):
        return DataError(f"{path}:{line}: {width} columns, expected 2 to {len(COLUMNS)} ({columns})")
    return DataError(f"{path}:{line}: {width} columns, but the lines before have {first}: is there a stray tab?")
