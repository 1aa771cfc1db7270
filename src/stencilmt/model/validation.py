"""Measuring a model on the dev set while it trains, and remembering when it was best."""

import math
from collections.abc import Collection
from typing import Any, Protocol

import torch
from accelerate import Accelerator
from accelerate.utils import broadcast_object_list

from stencilmt.config import hint
from stencilmt.errors import SettingsError
from stencilmt.model.batch import Batches
from stencilmt.model.hardware import empty_sums
from stencilmt.model.network import LossNetwork
from stencilmt.model.settings import Upkeep
from stencilmt.model.state import TrainingState, perplexity

LOSS, PERPLEXITY = "dev_loss", "dev_perplexity"


class Validate(Protocol):
    """What the caller measures, in the main process only."""

    @property
    def measures(self) -> Collection[str]:
        """The names of what it measures."""

    def __call__(self, model: Any, step: int) -> dict[str, float]:
        """The values of a model at a step."""


class Validator:
    """Measures the model: its loss on dev batches, shared by all processes, and what the caller adds."""

    def __init__(self, accelerator: Accelerator, dev: Batches | None, validate: Validate | None) -> None:
        self._accelerator = accelerator
        self._dev = dev
        self._validate = validate

    def __bool__(self) -> bool:
        return self._dev is not None or self._validate is not None

    def measure(self, network: LossNetwork, step: int) -> dict[str, float]:
        """All measures of the model at a step, the same in every process."""
        network.eval()
        with torch.no_grad():
            measures = self._loss(network)
            measures |= self._callers(network, step)
        network.train()
        return measures

    def _loss(self, network: LossNetwork) -> dict[str, float]:
        if self._dev is None:
            return {}
        sums = empty_sums(2, self._accelerator.device)
        for batch in self._dev.epoch(0, self._accelerator.process_index, self._accelerator.num_processes):
            sums[0] += network(*batch.to(sums.device)[:3]).plain
            sums[1] += batch.tokens
        loss, tokens = self._accelerator.reduce(sums, "sum").tolist()
        mean = loss / max(1.0, tokens)
        return {LOSS: mean, PERPLEXITY: perplexity(mean)}

    def _callers(self, network: LossNetwork, step: int) -> dict[str, float]:
        if self._validate is None:
            return {}
        measured = [self._validate(network.model, step) if self._accelerator.is_main_process else {}]
        if self._accelerator.num_processes > 1:
            broadcast_object_list(measured)
        return {name: float(value) for name, value in measured[0].items()}


def require_measure(upkeep: Upkeep, dev: Batches | None, validate: Validate | None) -> None:
    """Refuse a run that is to be judged by what nobody measures."""
    known = [*((LOSS, PERPLEXITY) if dev else ()), *(validate.measures if validate else ())]
    if known and upkeep.measure not in known:
        raise SettingsError(f"the validation has no measure {upkeep.measure!r}: {hint(upkeep.measure, known)}")
    if not known and (upkeep.patience or upkeep.measure != LOSS):
        raise SettingsError(
            f"upkeep.{'patience' if upkeep.patience else 'measure'} needs a dev set: prepare the data with --dev"
        )


def judge(state: TrainingState, measures: dict[str, float], upkeep: Upkeep) -> None:
    """Enter a validation into the state of the run, and whether it is the best so far."""
    value = measures[upkeep.measure]
    if state.best_measure != upkeep.measure:
        state.best, state.best_step, state.best_measure, state.misses = None, None, upkeep.measure, 0
    state.measures, state.validated_step, state.validated_seconds = measures, state.step, state.seconds
    if math.isfinite(value) and upkeep.better(value, state.best):
        state.best, state.best_step, state.misses = value, state.step, 0
    elif state.best_step != state.step:
        state.misses += 1
