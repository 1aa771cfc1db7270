"""Prepares a toy corpus and kills itself, as `kill -9` would, in the middle of writing a file: killed.py CORPUS N."""

import os
import signal
import sys
from pathlib import Path

from stencilmt import whole
from stencilmt.corpus.prepare import prepare
from stencilmt.corpus.settings import PrepareSettings


def settings(corpus: Path) -> PrepareSettings:
    """How the toy corpus is prepared."""
    links = str(corpus.with_suffix(".links"))
    return PrepareSettings(
        (corpus,), "en", "de", corpus.parent / "out", aligner=links, vocabulary=480, shard_size=80, workers=1
    )


def kill_at(number: int) -> None:
    """Let this process die when half of a file is written, the first, second, … of all."""
    files = iter(range(1, number + 1))

    def flush(path: Path) -> None:
        if path.suffix == whole.PART and next(files) == number:
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
            os.kill(os.getpid(), signal.SIGKILL)

    whole.flush = flush


if __name__ == "__main__":
    kill_at(int(sys.argv[2]))
    prepare(settings(Path(sys.argv[1])))
