"""The part of fast_align that runs in a process of its own: `fast_align_process.py TRAINING PAIRS ITERATIONS`.

systran-align trains for minutes without heeding an interrupt, keeps its memory, and crashes on input it dislikes.
"""

import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

BATCH = 10_000


def train(path: str, iterations: int) -> Any:
    """Learn both directions from a file of `source ||| target` lines."""
    import systran_align

    forward, backward = f"{path}.forward", f"{path}.backward"
    systran_align.generate_alignment_probabilities(
        path,
        forward,
        backward,
        iterations=iterations,
        favor_diagonal=True,
        optimize_tension=True,
        variational_bayes=True,
        beam_threshold=-10,  # the default, -4, drops translations that are needed: 1 to 2 points of error rate
    )
    return systran_align.Aligner(forward, backward)


def align(model: Any, lines: Iterable[str]) -> Iterator[str]:
    """Turn lines of words, the sides apart by a tab, into lines of links."""
    lines = iter(lines)
    while batch := [line.rstrip("\n").partition("\t") for line in islice(lines, BATCH)]:
        sources, targets = [pair[0].split() for pair in batch], [pair[2].split() for pair in batch]
        for result in model.align_batch(sources, targets):
            yield " ".join([f"{source}-{target}" for source, target in result["alignments"]]) + "\n"


def main(training: str, pairs: str, iterations: str) -> None:
    """Train, then write the links of all pairs."""
    model = train(training, int(iterations))
    with open(pairs, encoding="utf-8", newline="\n") as lines:
        sys.stdout.writelines(align(model, lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
