"""Training: batches in, a folder of checkpoints out.

What a run knows of its own past is its `TrainingState`; whoever has that, the weights and the optimizer goes on exactly
where it stopped. Decisions that depend on time are made on a time all processes agree on, so they never part ways.
"""

import contextlib
import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from accelerate import Accelerator

from stencilmt.config import to_dict
from stencilmt.errors import DataError, SettingsError
from stencilmt.model.advice import advise
from stencilmt.model.batch import Batch, Batches, Stream
from stencilmt.model.cadence import Every, duration_of
from stencilmt.model.checkpoints import write_state
from stencilmt.model.hardware import empty_sums, make_accelerator, precision_warning, retain_memory, set_threads
from stencilmt.model.learner import Learner
from stencilmt.model.log import RunLog
from stencilmt.model.progress import Pace, Reporter, Silent
from stencilmt.model.run import Run
from stencilmt.model.schedule import rate, seconds_left, share_done
from stencilmt.model.settings import MAY_CHANGE, Training
from stencilmt.model.state import Tally, TrainingState
from stencilmt.model.validation import Validate, Validator, judge, require_measure

SHOW_SECONDS = 1.0
"""How often the pace is told, and the losses are fetched from the device for it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended."""

    reason: str
    """Why it ended, in words."""
    state: TrainingState
    """Where it stood."""
    last: Path
    """The last checkpoint."""
    best: Path
    """The best one by the deciding measure; without validation the last."""


def train(
    settings: Training,
    model: Any,
    batches: Batches,
    folder: Path,
    *,
    dev: Batches | None = None,
    validate: Validate | None = None,
    reporter: Reporter | None = None,
    data: Mapping[str, Any] | None = None,
    kept: Iterable[Path] = (),
    notes: Iterable[str] = (),
    advice: bool = False,
) -> Outcome:
    """Train a model in a run folder, from where that stands to the end.

    `data` describes what the batches are made of; it is saved with the settings, and a run goes on only with the same.
    The `kept` files are copied into the run, so that it can be exported without its data.
    The reporter is first told the `notes`, and with `advice` what is slow on this machine and what helps, which takes
    a few seconds.
    """
    run, wanted = Run(folder), to_dict(settings) | {"data": dict(data or {})}
    run.check(wanted, MAY_CHANGE)
    require_measure(settings.upkeep, dev, validate)
    accelerator = make_accelerator(settings.precision)
    teller = reporter if reporter and accelerator.is_main_process else Silent()
    for note in notes:
        teller.note(note)
    prepare_process(settings, accelerator, teller)
    with contextlib.ExitStack() as stack:
        if accelerator.is_main_process:
            stack.enter_context(run.locked())
            run.adopt(wanted, MAY_CHANGE)
            run.keep(kept)
        accelerator.wait_for_everyone()
        learner = Learner(accelerator, model, settings.optimization, settings.seed)
        state = resume(run, learner, teller)
        require_agreement(accelerator, state)
        log = stack.enter_context(RunLog(folder, state.step)) if accelerator.is_main_process else None
        validator = Validator(accelerator, dev, validate)
        trainer = Trainer(settings, accelerator, learner, batches, run, state, validator, log, teller)
        return trainer.run(advice)


def prepare_process(settings: Training, accelerator: Accelerator, reporter: Reporter) -> None:
    """Set threads and memory, and say what is unwise."""
    set_threads(settings.threads)
    if accelerator.device.type == "cpu":
        retain_memory()
    if warning := precision_warning(settings.precision, accelerator.device.type):
        reporter.note(warning)


def resume(run: Run, learner: Learner, reporter: Reporter) -> TrainingState:
    """Put the last checkpoint, if there is one, into the learner."""
    checkpoint = run.checkpoints.last()
    if checkpoint is None:
        return TrainingState()
    learner.restore(checkpoint)
    reporter.note(f"going on from step {checkpoint.step} of {run.folder}")
    return checkpoint.state()


def require_agreement(accelerator: Accelerator, state: TrainingState) -> None:
    """Refuse to go on where machines see different checkpoints."""
    steps = accelerator.gather(torch.tensor([state.step], device=accelerator.device)).tolist()
    if len(set(steps)) > 1:
        raise DataError(
            f"processes found checkpoints of different steps {steps}: all machines must share the run folder"
        )


@dataclass
class Trainer:
    """One sitting of a run."""

    settings: Training
    accelerator: Accelerator
    learner: Learner
    batches: Batches
    folder: Run
    state: TrainingState
    validator: Validator
    log: RunLog | None
    reporter: Reporter

    def __post_init__(self) -> None:
        self._stream = Stream(self.batches, self.accelerator.process_index, self.accelerator.num_processes)
        self._passes = self.settings.optimization.passes(self.accelerator.num_processes)
        self._started = time.monotonic() - self.state.seconds
        self._saved = (self.state.step or -1, self.state.seconds)
        self._shown = self.state.seconds
        self._rate = 0.0

    def run(self, advice: bool = False) -> Outcome:
        """Update after update, until the end."""
        with contextlib.closing(self._batches(advice)) as batches:
            while not (reason := self._ended()):
                self._update(batches)
                self._attend()
        self._conclude()
        return self._outcome(reason)

    def _batches(self, advice: bool) -> Generator[Batch, None, None]:
        """The batches of this process; the first serves to measure the machine, where advice is wanted."""
        batches = self._stream.taken(self.state.position)
        if advice and self.accelerator.num_processes == 1:
            first = next(batches)
            for line in advise(self.settings, self.learner.network, first):
                self.reporter.note(line)
            yield first
        yield from batches

    def _update(self, batches: Iterator[Batch]) -> None:
        """Fetch the batches of one update, learn from them and enter it into the books."""
        begin = time.monotonic()
        mine = [next(batches) for _ in range(self._passes // self.accelerator.num_processes)]
        waited = time.monotonic() - begin
        tokens, seconds = self._agree(sum(batch.tokens for batch in mine))
        self._rate = rate(self.settings.optimization, self.state.step + 1, seconds)
        self.learner.learn(mine, tokens, self._rate, self.state.step)
        self._advance(tokens, seconds)
        self.state.tally.add(tokens, waited, time.monotonic() - begin)

    def _agree(self, tokens: int) -> tuple[int, float]:
        """The tokens of an update over all processes, and the time used, the same for all of them."""
        seconds, processes = time.monotonic() - self._started, self.accelerator.num_processes
        if processes == 1:
            return tokens, seconds
        shared = empty_sums(2, self.accelerator.device)
        shared[0], shared[1] = tokens, seconds / processes
        total, mean = self.accelerator.reduce(shared, "sum").tolist()
        return int(total), mean

    def _advance(self, tokens: int, seconds: float) -> None:
        self.state.step += 1
        self.state.tokens += tokens
        self.state.seconds = seconds
        self.state.epoch, self.state.batch = self._stream.moved(self.state.position, self._passes)

    def _attend(self) -> None:
        """Do what is due beside the updates."""
        state, upkeep = self.state, self.settings.upkeep
        if state.step % upkeep.log_every == 0:
            self._write_log()
        elif state.seconds - self._shown >= SHOW_SECONDS:
            self._show()
        validation, saving = Every.parse(upkeep.validate_every), Every.parse(upkeep.save_every)
        if self.validator and validation.due(state.step, state.seconds, state.validated_step, state.validated_seconds):
            self._save()
            self._validate()
            self._save()
        elif saving.due(state.step, state.seconds, *self._saved):
            self._save()

    def _conclude(self) -> None:
        """Leave the folder with a checkpoint of the last step, validated."""
        if self._saved[0] != self.state.step:
            self._save()
        if self.validator and not self.state.validated:
            self._validate()
            self._save()

    def _collect(self) -> None:
        """Enter what the learner summed up."""
        sums = self.learner.collect()
        if not sums.finite():
            last = self.folder.checkpoints.last()
            raise SettingsError(
                f"the loss or its gradient is not a finite number at step {self.state.step}: go on with a lower "
                "peak_rate, or start anew with a clipping of 1 "
                f"(the last good checkpoint is {last.path if last else 'none'})"
            )
        tally = self.state.tally
        tally.smoothed += sums.smoothed
        tally.plain += sums.plain
        tally.gradient += sums.gradient

    def _show(self) -> None:
        self._collect()
        self._shown = self.state.seconds
        state, optimization, means = self.state, self.settings.optimization, self.state.tally.means()
        pace = Pace(
            step=state.step,
            share=share_done(optimization, state.step, state.seconds),
            loss=means["loss"],
            rate=self._rate,
            tokens_per_second=means["tokens_per_second"],
            seconds=state.seconds,
            seconds_left=seconds_left(optimization, state.step, state.seconds, state.tally.pace()),
        )
        self.reporter.pace(pace)

    def _write_log(self) -> None:
        self._show()
        state = self.state
        if self.log:
            numbers = {**state.tally.means(), "rate": self._rate, "epoch": state.epoch, "seconds": state.seconds}
            self.log.write("train", state.step, numbers)
        state.tally = Tally()

    def _validate(self) -> None:
        measures = self.validator.measure(self.learner.network, self.state.step)
        self.state.seconds = self._agree(0)[1]
        judge(self.state, measures, self.settings.upkeep)
        if self.log:
            self.log.write("dev", self.state.step, measures)
        words = ", ".join(f"{name} {value:.4g}" for name, value in measures.items())
        best = " (best so far)" if self.state.best_step == self.state.step else ""
        self.reporter.note(f"step {self.state.step}: {words}{best}")

    def _save(self) -> None:
        self._collect()
        if self.accelerator.is_main_process:
            self.folder.checkpoints.save(self.state.step, self._write)
            self.folder.checkpoints.tidy(self.settings.upkeep)
        self._saved = (self.state.step, self.state.seconds)

    def _write(self, folder: Path) -> None:
        self.learner.write(folder)
        write_state(folder, self.state)

    def _ended(self) -> str | None:
        """Why the run is over, or None."""
        optimization, upkeep = self.settings.optimization, self.settings.upkeep
        if optimization.steps and self.state.step >= optimization.steps:
            return f"{optimization.steps} steps are done"
        if self.state.seconds >= optimization.seconds:
            return f"the budget of {duration_of(optimization.seconds)} is used up"
        if upkeep.patience and self.state.misses >= upkeep.patience:
            return f"no better {upkeep.measure} in {upkeep.patience} validations"
        return None

    def _outcome(self, reason: str) -> Outcome:
        self.accelerator.wait_for_everyone()
        last = self.folder.checkpoints.all()[-1]
        best = next(iter(self.folder.checkpoints.best(self.settings.upkeep.measure)), last)
        self.reporter.note(f"done: {reason}; the best checkpoint is {best.path}")
        return Outcome(reason, self.state, last.path, best.path)
