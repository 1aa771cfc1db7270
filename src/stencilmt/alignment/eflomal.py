"""eflomal: Bayesian word alignment with fertility (Östling and Tiedemann 2016)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from stencilmt.alignment.aligner import WordPair, require_positive
from stencilmt.alignment.links import Links, read_links
from stencilmt.alignment.spool import read_pairs, write_pairs
from stencilmt.alignment.symmetrize import symmetrization
from stencilmt.errors import SettingsError, StencilError


@dataclass(frozen=True, slots=True)
class Eflomal:
    """Learns from the pairs it aligns, a large portion at a time.

    Sampling is random and has no seed: two runs differ in a few links. Sentences of 1024 words or more get none.
    """

    symmetrization: str = "grow-diag-final-and"
    samplers: int = 1
    """Independent runs that are averaged; the authors' default is 3, which takes about three times as long."""
    portion: int = 1_000_000
    """The most pairs learnt from together: memory grows with this number, not with the corpus."""

    def __post_init__(self) -> None:
        require_positive(samplers=self.samplers, portion=self.portion)
        symmetrization(self.symmetrization)
        if find_spec("eflomal") is None:
            raise SettingsError(
                "the aligner 'eflomal' needs the package eflomal: pip install 'stencil-mt[train]', or give ready links"
            )

    def align(self, pairs: Iterable[WordPair]) -> Iterator[Links]:
        """Yield the links of each pair, symmetrized."""
        with TemporaryDirectory() as name:
            spool = Path(name, "pairs")
            count = write_pairs(pairs, spool)
            sources = (source for source, _ in read_pairs(spool))
            targets = (target for _, target in read_pairs(spool))
            for size in portions(count, self.portion):
                yield from self._align_portion(islice(sources, size), islice(targets, size), size)

    def _align_portion(self, sources: Iterable[str], targets: Iterable[str], size: int) -> Iterator[Links]:
        import eflomal

        symmetrize = symmetrization(self.symmetrization)
        with TemporaryDirectory() as name:
            forward, backward = Path(name, "forward"), Path(name, "backward")
            eflomal.Aligner(n_samplers=self.samplers).align(
                sources, targets, links_filename_fwd=str(forward), links_filename_rev=str(backward)
            )
            for one, other in zip(_lines(forward, size), _lines(backward, size), strict=True):
                yield symmetrize(read_links(one, "eflomal"), read_links(other, "eflomal"))


def portions(count: int, limit: int) -> list[int]:
    """Share out `count` into as few equal parts of at most `limit` as will do.

    >>> portions(10, 4)
    [4, 3, 3]
    """
    parts = -(-count // limit)
    return [count // parts + (part < count % parts) for part in range(parts)]


def _lines(path: Path, count: int) -> Iterator[str]:
    """The lines that eflomal wrote, which must be so many: it says nothing when it fails."""
    number = 0
    if path.exists():
        with path.open(encoding="utf-8") as file:
            for line in file:
                number += 1
                yield line
    if number != count:
        raise StencilError(f"eflomal aligned {number} of {count} pairs; is there room in the temporary folder?")
