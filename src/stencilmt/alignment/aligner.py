"""What every aligner does, and how to get one by its name."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from stencilmt.alignment.links import Links
from stencilmt.errors import SettingsError

WordPair = tuple[Sequence[str], Sequence[str]]
"""The words of a sentence and of its translation, as `words.forms` gives them; either may be empty."""


class Aligner(Protocol):
    """Says which words of a sentence pair belong together."""

    def align(self, pairs: Iterable[WordPair]) -> Iterator[Links]:
        """Yield the links of each pair, in order; a pair with an empty side has none."""
        ...


def aligner(name: str, symmetrization: str | None = None) -> Aligner:
    """The aligner `eflomal` or `fast_align`, or the ready links of a Pharaoh file.

    eflomal is the better and the faster of the two; see `benchmarks/alignment.py`.
    """
    if name == "eflomal":
        from stencilmt.alignment.eflomal import Eflomal

        return Eflomal(symmetrization or "grow-diag-final-and")
    if name == "fast_align":
        from stencilmt.alignment.fast_align import FastAlign

        return FastAlign(symmetrization or "grow-diag-final-and")
    return _ready_links(name, symmetrization)


def require_positive(**settings: int) -> None:
    """Refuse settings below 1."""
    for name, value in settings.items():
        if value < 1:
            raise SettingsError(f"invalid value for {name}, expected 1 or more (not {value})")


def _ready_links(name: str, symmetrization: str | None) -> Aligner:
    from stencilmt.alignment.pharaoh import Pharaoh

    if not Path(name).is_file():
        raise SettingsError(f"unknown aligner {name!r}, expected 'eflomal', 'fast_align' or a file of links")
    if symmetrization:
        raise SettingsError(f"the links in {name} are ready: leave out the symmetrization {symmetrization!r}")
    return Pharaoh(Path(name))
