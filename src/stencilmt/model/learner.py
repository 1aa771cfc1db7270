"""One update of the weights: forward, backward, clip, step, over all processes at once."""

import hashlib
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from accelerate import Accelerator

from stencilmt.model.batch import Batch
from stencilmt.model.checkpoints import Checkpoint, load_weights, write_model, write_optimizer
from stencilmt.model.hardware import empty_sums
from stencilmt.model.muon import Muon
from stencilmt.model.network import LossNetwork, attend_by_products
from stencilmt.model.presets import Optimization


class LearnedSums(NamedTuple):
    """Sums over updates, of all processes."""

    smoothed: float
    plain: float
    gradient: float

    def finite(self) -> bool:
        """Whether all is well."""
        return all(map(math.isfinite, self))


class Learner:
    """A network and its optimizer, in one process or many."""

    def __init__(self, accelerator: Accelerator, model: Any, optimization: Optimization, seed: int) -> None:
        own = isinstance(model, LossNetwork)  # a network may bring a loss of its own
        self.network: LossNetwork = model if own else LossNetwork(model, optimization.smoothing)
        self._accelerator = accelerator
        self._clipping = optimization.clipping or math.inf
        self._seed = seed
        precision = torch.bfloat16 if accelerator.mixed_precision == "bf16" else torch.float32
        if precision == torch.bfloat16 and accelerator.device.type == "cpu":
            attend_by_products(self.network.model)
        optimizer = make_optimizer(self.network, optimization, precision)
        self._prepared, self._optimizer = accelerator.prepare(self.network, optimizer)
        self._weights = [weight for weight in self.network.parameters() if weight.requires_grad]
        self._sums = empty_sums(len(LearnedSums._fields), accelerator.device)

    def learn(self, batches: Sequence[Batch], tokens: int, rate: float, step: int) -> None:
        """Take one step along the mean loss of `tokens` tokens, of which `batches` are this process's share.

        Processes average their gradients, hence the factor: the mean is over tokens, not over processes.
        """
        self._prepared.train()
        self._seed_dropout(step)
        share = self._accelerator.num_processes / max(1, tokens)
        for batch in batches[:-1]:
            with self._accelerator.no_sync(self._prepared):
                self._add_gradient(batch, share)
        self._add_gradient(batches[-1], share)
        self._step(rate)

    def collect(self) -> LearnedSums:
        """What was summed up since the last call, over all processes; on a GPU this waits for it."""
        sums = LearnedSums(*self._accelerator.reduce(self._sums, "sum").tolist())
        self._sums.zero_()
        return sums

    def write(self, folder: Path) -> None:
        """Write weights and optimizer."""
        scaler = self._accelerator.scaler
        write_model(folder, self.network.model)
        write_optimizer(
            folder,
            {"optimizer": self._optimizer.state_dict(), "scaler": scaler.state_dict() if scaler else None},
        )

    def restore(self, checkpoint: Checkpoint) -> None:
        """Take over weights and optimizer."""
        load_weights(self.network.model, checkpoint.weights(), checkpoint.path)
        saved = checkpoint.optimizer()
        self._optimizer.load_state_dict(saved["optimizer"])
        if self._accelerator.scaler is not None and saved["scaler"] is not None:
            self._accelerator.scaler.load_state_dict(saved["scaler"])

    def _seed_dropout(self, step: int) -> None:
        """Make dropout a function of seed, step and process: so there is no random state to save."""
        name = f"{self._seed} {step} {self._accelerator.process_index}"
        torch.manual_seed(int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest()))

    def _add_gradient(self, batch: Batch, share: float) -> None:
        source, decoder, labels, _ = batch.to(self._accelerator.device)
        loss = self._prepared(source, decoder, labels)
        self._accelerator.backward(loss.smoothed * share)
        self._sums[0] += loss.smoothed.detach()
        self._sums[1] += loss.plain

    def _step(self, rate: float) -> None:
        length = self._accelerator.clip_grad_norm_(self._weights, self._clipping)
        if self._accelerator.scaler is None:  # which meets infinite gradients now and then, and leaves them out
            self._sums[2] += length / self._accelerator.num_processes
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        self._optimizer.step()
        self._optimizer.zero_grad()


def make_optimizer(
    network: LossNetwork, optimization: Optimization, precision: torch.dtype = torch.float32
) -> torch.optim.Optimizer:
    """The optimizer of all weights that learn; Muon takes the matrices but the words, and computes in `precision`."""
    learning = {name: weight for name, weight in network.named_parameters() if weight.requires_grad}
    common: dict[str, Any] = {
        "lr": optimization.peak_rate,
        "betas": optimization.betas,
        "eps": optimization.epsilon,
        "weight_decay": optimization.weight_decay,
    }
    if optimization.optimizer == "adam":
        return torch.optim.AdamW(learning.values(), fused=True, **common)
    matrices = {name: weight for name, weight in learning.items() if weight.ndim == 2 and weight is not network.words}
    others = [weight for name, weight in learning.items() if name not in matrices]
    return Muon(matrices.values(), others, precision=precision, **common)
