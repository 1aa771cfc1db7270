"""Links between the words of two sentences, and their text form (Pharaoh): `0-0 1-2`."""

from collections.abc import Iterable
from functools import lru_cache

from stencilmt.errors import DataError

Link = tuple[int, int]
"""A source word and a target word, both counted from 0."""

Links = tuple[Link, ...]
"""All links of a sentence pair, sorted, each once."""


def write_links(links: Iterable[Link]) -> str:
    """One line of Pharaoh text, without its line end.

    >>> write_links(((0, 0), (1, 2)))
    '0-0 1-2'
    """
    return " ".join([f"{source}-{target}" for source, target in links])


def read_links(line: str, place: str) -> Links:
    """Read one line of Pharaoh text; `place` (file and line) is for the error message.

    >>> read_links("1-2 0-0", "links.txt:1")
    ((0, 0), (1, 2))
    """
    try:
        return tuple(sorted(set(map(_read_link, line.split()))))
    except ValueError as error:
        raise DataError(f"{place}: {error} is no link; expected links like 0-0 1-2") from None


def check_range(links: Links, source_length: int, target_length: int, place: str) -> None:
    """Refuse links to words that the sentences do not have."""
    for source, target in links:
        if source >= source_length or target >= target_length:
            raise DataError(
                f"{place}: link {source}-{target} is outside a pair of {source_length} and {target_length} words; "
                "the links were made for another text or other words"
            )


@lru_cache(maxsize=1 << 16)
def _read_link(text: str) -> Link:
    source, dash, target = text.partition("-")
    if not (dash and source.isdecimal() and target.isdecimal()):
        raise ValueError(repr(text))
    return int(source), int(target)
