"""Checkpoints: folders `step-N` that are either whole or not there.

A checkpoint is written under another name, flushed to the disk and then renamed, so a process that is killed or a
disk that is full at any moment leaves the earlier ones as they are. No pointer file says which one is the last or
the best: the names and the state inside the folders do.
"""

import json
import math
import os
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor

from stencilmt.config import from_dict, to_dict
from stencilmt.errors import DataError, ModelError, SettingsError
from stencilmt.model.settings import LOWER_IS_BETTER, Upkeep
from stencilmt.model.state import TrainingState
from stencilmt.whole import flush

WEIGHTS = "model.safetensors"
OPTIMIZER = "optimizer.pt"
STATE = "state.json"
_NAME = re.compile(r"step-(\d+)")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """One saved moment of a run; its folder is also a model folder of `transformers`."""

    path: Path
    step: int

    def state(self) -> TrainingState:
        """Where the run stood."""
        try:
            return from_dict(TrainingState, json.loads((self.path / STATE).read_text("utf-8")))
        except (OSError, ValueError, SettingsError) as error:
            raise self._broken(error) from error

    def weights(self) -> dict[str, Tensor]:
        """The weights by name."""
        try:
            return load_file(self.path / WEIGHTS)
        except (OSError, SafetensorError) as error:
            raise self._broken(error) from error

    def optimizer(self) -> dict[str, Any]:
        """What the optimizer remembered."""
        try:
            loaded: dict[str, Any] = torch.load(self.path / OPTIMIZER, map_location="cpu", weights_only=True)
        except (OSError, RuntimeError, EOFError, ValueError, UnpicklingError) as error:
            raise self._broken(error) from error
        return loaded

    def _broken(self, error: Exception) -> ModelError:
        return ModelError(f"checkpoint {self.path} cannot be read ({error}): remove it to go on from the one before")


@dataclass(frozen=True, slots=True)
class Checkpoints:
    """The checkpoints of a run, oldest first."""

    folder: Path

    def all(self) -> list[Checkpoint]:
        """Every whole checkpoint there is."""
        if not self.folder.is_dir():
            return []
        found = [(match, path) for path in self.folder.iterdir() if (match := _NAME.fullmatch(path.name))]
        return sorted((Checkpoint(path, int(match[1])) for match, path in found), key=lambda one: one.step)

    def last(self) -> Checkpoint | None:
        """The newest one."""
        return max(self.all(), key=lambda one: one.step, default=None)

    def best(self, measure: str, count: int = 1) -> list[Checkpoint]:
        """Those with the best values of a measure among the validated, best first."""
        scored = [
            (state.measures[measure], one)
            for one, state in self._validated()
            if math.isfinite(state.measures.get(measure, math.nan))
        ]
        scored.sort(key=lambda pair: pair[0], reverse=measure not in LOWER_IS_BETTER)
        return [one for _, one in scored[:count]]

    def measures(self) -> set[str]:
        """What any of them was measured by."""
        return {name for _, state in self._validated() for name in state.measures}

    def save(self, step: int, write: Callable[[Path], None]) -> Checkpoint:
        """Write a checkpoint as a whole or, when it fails, not at all."""
        partial, final = self.folder / f".step-{step}.partial", self.folder / f"step-{step}"
        try:
            _fresh(partial)
            write(partial)
            _flush_all(partial)
            _publish(partial, final)
        except (OSError, SafetensorError, RuntimeError) as error:
            shutil.rmtree(partial, ignore_errors=True)
            raise DataError(self._unwritten(final, error)) from error
        return Checkpoint(final, step)

    def tidy(self, upkeep: Upkeep) -> None:
        """Remove all but the newest and the best, and what a killed process left behind."""
        keep = {one.path for one in [*self.all()[-upkeep.keep_last :], *self.best(upkeep.measure, upkeep.keep_best)]}
        for path in self.folder.iterdir():
            if path.name.startswith(".step-") or (_NAME.fullmatch(path.name) and path not in keep):
                _remove(path)

    def _validated(self) -> list[tuple[Checkpoint, TrainingState]]:
        states = [(one, one.state()) for one in self.all()]
        return [(one, state) for one, state in states if state.validated]

    def _unwritten(self, path: Path, error: Exception) -> str:
        last = self.last()
        safe = f"step {last.step} is safe" if last else "none was written before"
        return f"cannot write checkpoint {path} ({error}): make room, then run the same command again ({safe})"


def write_state(folder: Path, state: TrainingState) -> None:
    """Write where the run stands."""
    (folder / STATE).write_text(json.dumps(to_dict(state), indent=1) + "\n", "utf-8")


def write_optimizer(folder: Path, optimizer: dict[str, Any]) -> None:
    """Write what the optimizer remembers."""
    torch.save(optimizer, folder / OPTIMIZER)


def write_model(folder: Path, model: Any, weights: dict[str, Tensor] | None = None) -> None:
    """Write a model as `transformers` reads it, without the progress bar of its own `save_pretrained`."""
    save_file(own_weights(model) if weights is None else weights, folder / WEIGHTS, metadata={"format": "pt"})
    model.config.save_pretrained(folder)
    model.generation_config.save_pretrained(folder)


def own_weights(model: Any) -> dict[str, Tensor]:
    """The weights of a model, shared ones once and without the positions, which are computed."""
    weights: dict[str, Tensor] = {}
    seen: set[int] = set()
    for name, tensor in model.state_dict().items():
        if "embed_positions" not in name and tensor.data_ptr() not in seen:
            seen.add(tensor.data_ptr())
            weights[name] = tensor.contiguous()
    return weights


def load_weights(model: Any, weights: dict[str, Tensor], place: Path) -> None:
    """Put saved weights into a model of the same shape."""
    wanted = own_weights(model)
    faults = sorted(wanted.keys() ^ weights.keys())
    faults += [name for name in wanted.keys() & weights.keys() if wanted[name].shape != weights[name].shape]
    if faults:
        raise ModelError(f"{place} holds another model: {', '.join(faults[:3])} … do not fit")
    model.load_state_dict(weights, strict=False)


def _flush_all(folder: Path) -> None:
    """Wait until a folder and its files are on the disk."""
    for path in [*folder.iterdir(), folder]:
        flush(path)


def _remove(folder: Path) -> None:
    """Take the name away first: half a checkpoint must not pass for a whole one."""
    gone = folder if folder.name.startswith(".") else folder.with_name(f".{folder.name}.gone")
    folder.rename(gone)
    shutil.rmtree(gone)


def _fresh(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def _publish(partial: Path, final: Path) -> None:
    """Give a written checkpoint its name.

    One of the same step has the same weights; only its state can differ, when an ended run is validated anew.
    """
    if final.exists():
        os.replace(partial / STATE, final / STATE)
        shutil.rmtree(partial)
    else:
        partial.rename(final)
    flush(final.parent)
