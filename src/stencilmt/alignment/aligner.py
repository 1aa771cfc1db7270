"""What every aligner does, and how to get one by its name."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from stencilmt.alignment.links import Links
from stencilmt.errors import SettingsError

WordPair = tuple[Sequence[str], Sequence[str]]
"""The words of a sentence and of its translation, as `words.forms` gives them; either may be empty."""
NAMES = ("eflomal", "fast_align")
"""The aligners there are."""


class Aligner(Protocol):
    """Says which words of a sentence pair belong together."""

    def align(self, pairs: Iterable[WordPair]) -> Iterator[Links]:
        """Yield the links of each pair, in order; a pair with an empty side has none."""
        ...


def aligner(name: str, symmetrization: str | None = None) -> Aligner:
    """The aligner `eflomal` or `fast_align`.

    eflomal is the better and the faster of the two; see `benchmarks/alignment.py`.
    """
    if name == "eflomal":
        from stencilmt.alignment.eflomal import Eflomal

        return Eflomal(symmetrization or "grow-diag-final-and")
    if name == "fast_align":
        from stencilmt.alignment.fast_align import FastAlign

        return FastAlign(symmetrization or "grow-diag-final-and")
    raise SettingsError(f"unknown aligner {name!r}, expected 'eflomal' or 'fast_align'")


def require_positive(**settings: int) -> None:
    """Refuse settings below 1."""
    for name, value in settings.items():
        if value < 1:
            raise SettingsError(f"invalid value for {name}, expected 1 or more (not {value})")
