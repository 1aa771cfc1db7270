"""Moses corpora: two plain texts, one per language, in which line n translates line n."""

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from stencilmt.errors import DataError
from stencilmt.text.files import read_lines
from stencilmt.text.pairs import Pair, one_line


def read(source: Path, target: Path) -> Iterator[Pair]:
    """The pairs of two texts of the same length; the error for different lengths names the shorter and its end."""
    sides = zip_longest(read_lines(source), read_lines(target))
    for number, (left, right) in enumerate(sides, start=1):
        if left is None or right is None:
            short, long = (source, target) if left is None else (target, source)
            raise DataError(
                f"{short}:{number}: the file ends here, but {long} goes on, so the lines do not belong together"
            )
        yield Pair(one_line(left), one_line(right), source.name)
