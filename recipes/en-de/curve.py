"""How a run learned: dev BLEU by hours of training, as a table and a plot.

    python recipes/en-de/curve.py RUN [--start MODEL] [--plot FILE.png]

RUN is a run folder; the plot has the learning rate below. Of a run that went on from a model (`stencil train --init`),
MODEL is the folder of that one: its hours come first, and the gains are over its last validation.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple


class Validation(NamedTuple):
    """A look at the dev set."""

    hours: float
    step: int
    rate: float
    bleu: float
    with_terms: float
    repaired: float


def main() -> int:
    """Print the table, draw the plot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path)
    parser.add_argument("--start", type=Path, metavar="MODEL")
    parser.add_argument("--plot", type=Path, metavar="FILE.png")
    arguments = parser.parse_args()
    lines = (arguments.run / "log.jsonl").read_text("utf-8").splitlines()
    start = [read_start(arguments.start)] if arguments.start else []
    validations = [*start, *read([json.loads(line) for line in lines], *start)]
    print("\n".join(table(validations)))
    if arguments.plot:
        draw(validations, arguments.plot)
    return 0


NOTHING = Validation(0, 0, 0, 0, 0, 0)


def read_start(model: Path) -> Validation:
    """Where the training of a model ended, the rate at rest."""
    info = json.loads((model / "stencil.json").read_text("utf-8"))
    return validation(info["scores"]["last validation in training"], info["data"]["hours"], info["data"]["steps"])


def read(rows: Sequence[dict[str, Any]], start: Validation = NOTHING) -> Iterator[Validation]:
    """The validations of a log, each with the time and the rate of the last update before it."""
    hours = rate = 0.0
    for row in rows:
        if row["kind"] == "train":
            hours, rate = row["seconds"] / 3600, row["rate"]
        else:
            yield validation(row, start.hours + hours, start.step + row["step"], rate)


def validation(row: dict[str, Any], hours: float, step: int, rate: float = 0.0) -> Validation:
    """A row of measures at some time."""
    return Validation(hours, step, rate, row["bleu"], row["bleu_with_terms"], row["repair_rate"])


def table(validations: Sequence[Validation]) -> Iterator[str]:
    yield "| hours | updates | rate | BLEU | gain an hour | with terms | repaired |"
    yield "| --- " * 7 + "|"
    before = NOTHING
    for now in validations:
        gain = (now.bleu - before.bleu) / max(now.hours - before.hours, 1e-9)
        yield (
            f"| {now.hours:.2f} | {now.step:,} | {now.rate:.1e} | {now.bleu:.1f} | {gain:+.1f} "
            f"| {now.with_terms:.1f} | {now.repaired:.1f} % |"
        )
        before = now


def draw(validations: Sequence[Validation], path: Path) -> None:
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot

    hours = [each.hours for each in validations]
    figure, (scores, rates) = pyplot.subplots(2, 1, sharex=True, figsize=(7, 5), height_ratios=(3, 1))
    scores.plot(hours, [each.with_terms for each in validations], marker=".", label="with up to 3 terms")
    scores.plot(hours, [each.bleu for each in validations], marker=".", label="without terms")
    scores.set_ylabel("BLEU on dev")
    scores.legend(frameon=False)
    rates.plot(hours, [each.rate for each in validations], color="gray")
    rates.set_ylabel("rate")
    rates.set_xlabel("hours of training")
    for axes in (scores, rates):
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


if __name__ == "__main__":
    sys.exit(main())
