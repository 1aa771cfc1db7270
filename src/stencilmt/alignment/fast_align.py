"""fast_align: IBM model 2 with a diagonal prior (Dyer et al. 2013), from the package systran-align."""

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice, repeat
from pathlib import Path
from tempfile import TemporaryDirectory

from stencilmt.alignment.aligner import WordPair, require_positive
from stencilmt.alignment.links import Links, read_links
from stencilmt.alignment.spool import read_pairs, write_pairs
from stencilmt.errors import SettingsError, StencilError

PROCESS = Path(__file__).with_name("fast_align_process.py")


@dataclass(frozen=True, slots=True)
class FastAlign:
    """Learns from the pairs it aligns, or from an even sample of them if they are many."""

    symmetrization: str = "grow-diag-final-and"
    iterations: int = 5
    sample: int = 1_000_000
    """The most pairs learnt from: memory grows with this number, not with the corpus."""

    def __post_init__(self) -> None:
        require_positive(iterations=self.iterations, sample=self.sample)
        if self.symmetrization != "grow-diag-final-and":
            raise SettingsError(
                f"fast_align cannot symmetrize by {self.symmetrization!r}: the package systran-align does "
                "grow-diag-final-and itself; for others take the aligner 'eflomal'"
            )
        if find_spec("systran_align") is None:
            raise SettingsError(
                "the aligner 'fast_align' needs the package systran-align, which exists up to Python 3.11; "
                "take the aligner 'eflomal' instead"
            )

    def align(self, pairs: Iterable[WordPair]) -> Iterator[Links]:
        """Yield the links of each pair, symmetrized."""
        with TemporaryDirectory() as name:
            spool, training = Path(name, "pairs"), Path(name, "training")
            count = write_pairs(pairs, spool)
            if _write_sample(spool, training, step=max(1, -(-count // self.sample))):
                yield from _run([str(training), str(spool), str(self.iterations)], count)
            else:
                yield from repeat((), count)


def _write_sample(spool: Path, path: Path, step: int) -> int:
    """Write every `step`-th pair with words on both sides the way fast_align reads them, and count them."""
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        full = ((source, target) for source, target in read_pairs(spool) if source and target)
        for source, target in islice(full, 0, None, step):
            file.write(f"{source} ||| {target}\n")
            count += 1
    return count


def _run(arguments: list[str], count: int) -> Iterator[Links]:
    """Read the links that the process writes, which must be so many lines."""
    command = [sys.executable, "-P", str(PROCESS), *arguments]  # -P: the names of this folder stay here
    patient = {"OMP_WAIT_POLICY": "passive", **os.environ}  # spinning threads are slow on a busy machine
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", env=patient) as process:
        try:
            number = 0
            for line in process.stdout or ():
                number += 1
                yield read_links(line, "fast_align")
            status = process.wait()
        finally:
            process.kill()
    if status or number != count:
        raise StencilError(
            f"fast_align ended with status {status} after {number} of {count} pairs; is there memory enough?"
        )
