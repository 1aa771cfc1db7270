"""Tokens a second of our training loop beside a bare PyTorch loop of the same model, batch by batch in turn.

    python benchmarks/train.py [--preset small] [--steps 12] [--threads 2] [--dropout 0 0.1]

Since every batch is learned by each loop in turn, a busy machine slows all of them alike; read the ratios. With one
thread the clock is the processor's, which stands still while others use it. `bare` is the usual loop: logits for every
position, then cross entropy; `bare, our loss` differs from ours only in the loop. The memory allocators are that of the
C library as it comes, the same told to keep its memory (what training does), and tcmalloc where it is installed. All
loops get the same batches ready made; what waiting for data costs a real run is in its log (`waiting`). The exit code
is 1 when ours, as shipped, is below 0.9 of either. `--shrink 50` shows in a minute that all works, and no more.
"""

import argparse
import ctypes.util
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from rich.console import Console
from rich.table import Table

from stencilmt.model.presets import PRESETS

GOAL = 0.9
VOCABULARY = 8192
SHAPES = ((250, 14), (125, 28), (63, 56), (32, 110))
"""Sentences and target tokens of the batches, 3,500 tokens each; the source is a tenth longer."""
FORCED, PADDED = 0.1, 0.05
"""Shares of the target without loss: the forced prefix, and padding."""


def main() -> int:
    """Measure with each allocator in a process of its own, print the table, judge."""
    options = parse_options()
    if options.child:
        print(json.dumps(measure(options)))
        return 0
    rows = [row for name, preload in allocators().items() for row in in_child(name, preload, options)]
    print_table(rows)
    shipped = [row for row in rows if row["allocator"] == "glibc, kept"] or rows
    return int(min(row["ratio"] for row in shipped) < GOAL or min(row["loop"] for row in shipped) < GOAL)


def parse_options() -> argparse.Namespace:
    epilog, raw = "Reads no data: the batches are made up.", argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, epilog=epilog, formatter_class=raw)
    parser.add_argument("--preset", choices=tuple(PRESETS), default="small")
    parser.add_argument("--steps", type=int, default=12, help="batches measured, after one round to warm up")
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--dropout", type=float, nargs="*", default=[0.0, 0.1])
    parser.add_argument("--shrink", type=int, default=1, help="so many times fewer sentences in a batch")
    parser.add_argument("--child", default="", help=argparse.SUPPRESS)
    return parser.parse_args()


def allocators() -> dict[str, str]:
    """Names of memory allocators, and what is to be preloaded for them."""
    found = {"glibc": "", "glibc, kept": ""}
    if library := ctypes.util.find_library("tcmalloc_minimal") or ctypes.util.find_library("tcmalloc"):
        found["tcmalloc"] = library
    return found


def in_child(name: str, preload: str, options: argparse.Namespace) -> list[dict[str, float | str]]:
    """The rows of one allocator."""
    arguments = [*sys.argv[1:], "--child", name]
    environment = os.environ | ({"LD_PRELOAD": preload} if preload else {})
    done = subprocess.run([sys.executable, __file__, *arguments], env=environment, check=True, stdout=subprocess.PIPE)
    rows: list[dict[str, float | str]] = json.loads(done.stdout)
    return rows


def measure(options: argparse.Namespace) -> list[dict[str, float | str]]:
    """The rows of this process, one for each dropout."""
    from stencilmt.model import train

    if options.child == "glibc":
        train.retain_memory = lambda: False  # type: ignore[assignment]
    return [
        {"allocator": options.child, "dropout": dropout, **compare(options, dropout)} for dropout in options.dropout
    ]


def compare(options: argparse.Namespace, dropout: float) -> dict[str, float]:
    """Tokens a second of the three loops, and how ours stands to the others."""
    from stencilmt.config import replace_checked
    from stencilmt.model.network import VocabularyFacts, build
    from stencilmt.model.settings import training
    from stencilmt.model.train import train

    steps = len(SHAPES) + options.steps + 1  # warm-up, measured, and one to see the end of the last measured
    changes = {"architecture.dropout": dropout, "threads": options.threads, "optimization.steps": steps}
    changes["optimization.optimizer"] = "adam"  # as in the bare loop: Muon does more in a step and needs fewer
    settings = replace_checked(training(options.preset), changes)
    facts = VocabularyFacts(VOCABULARY, VOCABULARY - 1, 0)
    models = [build(settings.architecture, facts) for _ in range(3)]
    loops = {"bare": bare_loop(models[0], settings), "same": same_loss_loop(models[1], settings)}
    measured = range(len(SHAPES), steps - 1)
    shapes = [(max(2, sentences // options.shrink), length) for sentences, length in SHAPES]
    batches = InTurn(loops, shapes, measured, process_time if options.threads == 1 else perf_counter)
    with tempfile.TemporaryDirectory() as folder:
        train(settings, models[2], batches, Path(folder) / "run")
    speeds = {name: batches.tokens / sum(spent) for name, spent in batches.seconds.items()}
    return {**speeds, "ratio": batches.ratio("bare"), "loop": batches.ratio("same")}


def bare_loop(model, settings) -> Callable[[object], None]:
    """A step as most people write it."""
    import torch

    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, betas=settings.optimization.betas, fused=True)

    def step(batch) -> None:
        model.train()
        mask = batch.source != model.config.pad_token_id
        logits = model(input_ids=batch.source, attention_mask=mask, decoder_input_ids=batch.decoder).logits
        loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), batch.labels.flatten(), label_smoothing=0.1)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()

    return step


def same_loss_loop(model, settings) -> Callable[[object], None]:
    """The same with our loss network, so that only the loops differ."""
    import torch

    from stencilmt.model.learner import make_optimizer
    from stencilmt.model.network import LossNetwork

    network = LossNetwork(model, settings.optimization.smoothing)
    optimizer = make_optimizer(network, settings.optimization)

    def step(batch) -> None:
        network.train()
        (network(*batch[:3]).smoothed / batch.tokens).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()

    return step


class InTurn:
    """Batches that the other loops learn first; our time is what passes until the next one is asked for."""

    def __init__(
        self,
        loops: dict[str, Callable[[object], None]],
        shapes: list[tuple[int, int]],
        measured: range,
        now: Callable[[], float],
    ) -> None:
        self.loops = loops
        self.shapes = shapes
        self.measured = measured
        self.now = now
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.tokens = 0

    def size(self, epoch: int) -> int:
        return 1_000_000

    def epoch(self, number: int, start: int = 0, stride: int = 1) -> Iterator[object]:
        for place in range(start, self.size(number), stride):
            batch = make_batch(*self.shapes[place % len(self.shapes)], place)
            for name, step in self.loops.items():
                begin = self.now()
                step(batch)
                self.note(place, name, begin)
            begin = self.now()
            yield batch
            self.note(place, "ours", begin)
            self.tokens += batch.tokens * (place in self.measured)

    def note(self, place: int, name: str, begin: float) -> None:
        if place in self.measured:
            self.seconds[name].append(self.now() - begin)

    def ratio(self, name: str) -> float:
        """How many times as fast ours is, in the median over the batches."""
        return median(theirs / ours for theirs, ours in zip(self.seconds[name], self.seconds["ours"], strict=True))


def make_batch(sentences: int, length: int, seed: int):
    """A batch of chance words in the shape of real ones."""
    import torch

    from stencilmt.model.batch import NO_LOSS, Batch

    chance = torch.Generator().manual_seed(seed)
    source = torch.randint(1, VOCABULARY - 1, (sentences, round(length * 1.1)), generator=chance)
    source[::2, -max(1, round(length * PADDED)) :] = VOCABULARY - 1
    labels = torch.randint(1, VOCABULARY - 1, (sentences, length), generator=chance)
    decoder = labels.roll(1, 1)
    decoder[:, 0] = VOCABULARY - 1
    labels[:, : round(length * FORCED)] = NO_LOSS
    labels[::2, -max(1, round(length * PADDED)) :] = NO_LOSS
    return Batch(source, decoder, labels, int((labels != NO_LOSS).sum()))


def print_table(rows: list[dict[str, float | str]]) -> None:
    """Print what was measured."""
    table = Table("allocator", "dropout", "bare", "bare, our loss", "ours, tokens/s", "ours / bare", "ours / same loss")
    for row in rows:
        speeds = (f"{row[name]:,.0f}" for name in ("bare", "same", "ours"))
        table.add_row(str(row["allocator"]), str(row["dropout"]), *speeds, f"{row['ratio']:.2f}", f"{row['loop']:.2f}")
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
