"""What averaging checkpoints does: dev scores of the mean of the best few of a run, as a table.

    python recipes/en-de/averages.py RUN DATA [--most 4] [--best dev_loss] [--sentences 1000]

RUN is a run folder, DATA the prepared corpus that it learned from. The row of a single checkpoint is to compare with.
"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import track

from stencilmt.decode import Decoder
from stencilmt.evaluation.held_out import HeldOut
from stencilmt.evaluation.watching import TERMS
from stencilmt.model.load import load
from stencilmt.model.package import Choice, export
from stencilmt.model.run import Run


def main() -> int:
    """Measure each mean, print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("--most", type=int, default=4)
    parser.add_argument("--best", default="dev_loss", metavar="MEASURE")
    parser.add_argument("--sentences", type=int, default=1000)
    arguments = parser.parse_args()
    run = Run(arguments.run)
    choices = [Choice(count, arguments.best) for count in range(1, arguments.most + 1)]
    rows = [
        row(run, choice, arguments.data, arguments.sentences)
        for choice in track(choices, "measuring", console=Console(stderr=True))
    ]
    print("| mean of | BLEU | with terms | repaired |", "| --- | --- | --- | --- |", *rows, sep="\n")
    return 0


def row(run: Run, choice: Choice, data: Path, sentences: int) -> str:
    """The scores of one mean, as it would be shipped."""
    with TemporaryDirectory() as work:
        folder, engine = load(export(run, Path(work) / "model", choice).path)
        decoder = Decoder(folder.codec, engine)
        dev = HeldOut.load(data, "dev", folder.info.target_language, sentences)
        plain, termed = dev.measure(decoder), dev.measure(decoder, TERMS)
    steps = ", ".join(f"{step:,}" for step in folder.info.settings["averaged"])
    return f"| {steps} | {plain['bleu']:.1f} | {termed['bleu']:.1f} | {termed['repair_rate']:.1f} % |"


if __name__ == "__main__":
    sys.exit(main())
