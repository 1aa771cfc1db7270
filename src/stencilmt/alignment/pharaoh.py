"""Ready links, made by another tool."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from stencilmt.alignment.aligner import WordPair
from stencilmt.alignment.links import Links, check_range, read_links
from stencilmt.errors import DataError


@dataclass(frozen=True, slots=True)
class Pharaoh:
    """A text file with one line of links for each pair."""

    path: Path

    def align(self, pairs: Iterable[WordPair]) -> Iterator[Links]:
        """Yield the links of each pair, checked against its words."""
        with self.path.open(encoding="utf-8-sig", errors="replace") as lines:
            for number, (pair, line) in enumerate(zip_longest(pairs, lines), start=1):
                place = f"{self.path}:{number}"
                if pair is None:
                    raise DataError(f"{place}: there are only {number - 1} sentence pairs for these links")
                if line is None:
                    raise DataError(f"{self.path}: only {number - 1} lines of links, but there are more pairs")
                links = read_links(line, place)
                check_range(links, len(pair[0]), len(pair[1]), place)
                yield links
