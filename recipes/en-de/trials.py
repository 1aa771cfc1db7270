"""What each setting does: short runs of `stencil train`, one setting changed in each, as a table.

    python recipes/en-de/trials.py DATA WORK [--steps 600] [--only NAME ...] [-- more options of `stencil train`]

DATA is the prepared corpus; the trials of other vocabularies want it prepared again as DATA-8000 and DATA-16000, and
are left out where it is not. WORK keeps the runs: the same call goes on where it stopped. In all of them the rate rises
and falls to zero over their updates, so that short runs tell what long ones would. Tokens are not the same length in
all vocabularies and templates, so compare losses by the sentence.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from stencilmt.model.task import Task


@dataclass(frozen=True)
class Trial:
    """A change, by the options that make it."""

    name: str
    options: tuple[str, ...] = ()
    compact: bool = True
    data: str = ""
    """What the folder of the data ends with."""
    share: float = 1.0
    """Of the updates of the others."""

    def folder(self, data: Path) -> Path:
        """Its data, beside that of most trials."""
        return data.with_name(data.name + self.data)

    def run(self, work: Path) -> Path:
        """Where it is trained."""
        return work / self.name.replace(" ", "-").replace(",", "")


def sets(*changes: str) -> tuple[str, ...]:
    return tuple(word for change in changes for word in ("--set", change))


ADAM = "optimization.optimizer=adam", "optimization.peak_rate=0.0015"
TRIALS = (
    Trial("as it is"),
    Trial("Adam", sets(*ADAM)),
    Trial("Adam, post-norm", sets(*ADAM, "optimization.peak_rate=0.0012", "architecture.norm=after")),
    Trial("rate 0.0025", sets("optimization.peak_rate=0.0025")),
    Trial("rate 0.01", sets("optimization.peak_rate=0.01")),
    Trial("updates twice as large, half as many", sets("optimization.batch_tokens=7000"), share=0.5),
    Trial("decoder of 1 layer", sets("architecture.decoder_layers=1")),
    Trial("decoder of 3 layers", sets("architecture.decoder_layers=3")),
    Trial("dropout 0.1", sets("architecture.dropout=0.1")),
    Trial("no label smoothing", sets("optimization.smoothing=0.0")),
    Trial("manuals four times", ("--weight", "libreoffice=4", "--weight", "help:*=4", "--weight", "gimp-help=4")),
    Trial("full templates", compact=False),
    Trial("vocabulary 8,000", data="-8000"),
    Trial("vocabulary 16,000", data="-16000"),
)
RISE = 1 / 6
"""The share of the updates over which the rate rises."""
COLUMNS = {"dev_loss": "{:.3f}", "bleu": "{:.1f}", "bleu_with_terms": "{:.1f}", "repair_rate": "{:.1f} %"}


def main() -> int:
    """Run what is missing, print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=[trial.name for trial in TRIALS])
    arguments, more = parser.parse_known_args()
    wanted = [trial for trial in TRIALS if not arguments.only or trial.name in arguments.only]
    for trial in wanted:
        train(trial, arguments, [option for option in more if option != "--"])
    print("\n".join(table(wanted, arguments)))
    return 0


def train(trial: Trial, arguments: argparse.Namespace, more: list[str]) -> None:
    data = trial.folder(arguments.data)
    if not data.is_dir():
        print(f"left out: {trial.name} (there is no {data})", file=sys.stderr)
        return
    steps = round(arguments.steps * trial.share)
    rise = round(steps * RISE)
    schedule = sets(
        "optimization.schedule=cosine",
        f"optimization.warm_up={rise}",
        f"optimization.period={steps - rise}",
        "optimization.budget=null",
    )
    command = ["stencil", "train", data, "--output", trial.run(arguments.work), "--steps", steps, "--no-advice"]
    command += ["--compact"] * trial.compact + ["--dev-sentences", 500, *schedule, *trial.options]
    print(f"{trial.name}: {' '.join(map(str, command))}", file=sys.stderr)
    subprocess.run([*map(str, command), *more], check=True)


def table(trials: list[Trial], arguments: argparse.Namespace) -> Iterator[str]:
    yield f"| | updates | tokens/s | loss a sentence | {' | '.join(name.replace('_', ' ') for name in COLUMNS)} |"
    yield "| --- " * (4 + len(COLUMNS)) + "|"
    for trial in trials:
        run, data = trial.run(arguments.work), trial.folder(arguments.data)
        if (run / "log.jsonl").is_file() and data.is_dir():
            rows = [json.loads(line) for line in (run / "log.jsonl").read_text("utf-8").splitlines()]
            yield row(trial.name, rows, dev_length(run, data))


def dev_length(run: Path, data: Path) -> float:
    """The tokens that are learned of a sentence of dev, in the mean."""
    settings = json.loads((run / "settings.json").read_text("utf-8"))["settings"]
    batches = list(replace(Task.of_run(run, settings["data"]), folder=data).batches("dev").epoch(0))
    return sum(batch.tokens for batch in batches) / sum(len(batch.source) for batch in batches)


def row(name: str, rows: list[dict[str, Any]], length: float) -> str:
    last = [each for each in rows if each["kind"] == "dev"][-1]
    speeds = sorted(each["tokens_per_second"] for each in rows if each["kind"] == "train")
    figures = [f"{length * last['dev_loss']:.1f}", *(form.format(last[name]) for name, form in COLUMNS.items())]
    return f"| {name} | {last['step']} | {speeds[len(speeds) // 2]:,.0f} | {' | '.join(figures)} |"


if __name__ == "__main__":
    sys.exit(main())
