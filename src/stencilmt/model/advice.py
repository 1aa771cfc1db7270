"""What will be slow on this machine and what helps: measured on the real model in a few seconds, never guessed."""

import contextlib
import ctypes.util
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass

import torch

from stencilmt.model.batch import Batch
from stencilmt.model.cadence import duration_of
from stencilmt.model.hardware import preloaded_allocator
from stencilmt.model.network import LossNetwork
from stencilmt.model.settings import Training

TOKENS = 800
"""Target tokens of the probe: enough to be like a batch, few enough to be quick."""
WORTH = 1.05
"""A gain below this is not worth a word."""
LONG = 86400.0
"""Training that takes longer is worth a word."""
_DROPOUTS = ("dropout", "attention_dropout", "activation_dropout")


@dataclass(frozen=True, slots=True)
class Measured:
    """Target tokens a second of forward and backward, in some ways to run them."""

    speed: float
    """As it is."""
    without_dropout: float
    """The same, with all dropout off."""
    one_thread: float
    """The same, with one thread."""
    threads: int
    """The threads of `speed`."""
    system: float
    """Share of the processor time that went to the system; nearly all of it fetches memory."""


def advise(settings: Training, network: LossNetwork, batch: Batch) -> list[str]:
    """Lines for the user, only about what is slow here and can be helped."""
    if next(network.parameters()).device.type != "cpu":
        return []
    return lines(measure(network, first_sentences(batch)), settings, preloaded_allocator())


def measure(network: LossNetwork, batch: Batch) -> Measured:
    """Time the network on a batch; its weights stay as they are."""
    threads = torch.get_num_threads()
    _pass(network, batch)
    before = _processor_times()
    speed = _speed(network, batch)
    user, system = (after - earlier for after, earlier in zip(_processor_times(), before, strict=True))
    with dropout_off(network):
        without_dropout = _speed(network, batch)
    with using_threads(1):
        one_thread = _speed(network, batch) if threads > 1 else speed
    network.zero_grad(set_to_none=True)
    return Measured(speed, without_dropout, one_thread, threads, system / max(1e-9, user + system))


def lines(measured: Measured, settings: Training, allocator: str | None) -> list[str]:
    """What to say of what was measured."""
    found = []
    if measured.system > WORTH - 1 and allocator is None:
        found.append(f"memory: {measured.system:.0%} of the time goes to fetching memory anew; {_allocator_advice()}")
    if measured.without_dropout > WORTH * measured.speed and settings.architecture.dropout:
        gain = measured.without_dropout / measured.speed - 1
        found.append(f"dropout: without it training is {gain:.0%} faster; with plenty of data it is not needed")
    if measured.one_thread * WORTH > measured.speed and measured.threads > 1:
        found.append(f"threads: {measured.threads} are no faster than 1; is something else using the cores?")
    if (seconds := _expected_seconds(measured, settings)) > LONG:
        found.append(
            f"time: at {measured.speed:,.0f} tokens/s the {settings.optimization.steps:,} steps take "
            f"{duration_of(seconds)} here; a smaller preset, a budget or a GPU makes it shorter"
        )
    return found


def first_sentences(batch: Batch) -> Batch:
    """The first sentences of a batch, about as many as the probe needs."""
    count = max(1, TOKENS // batch.labels.shape[1])
    labels = batch.labels[:count]
    return Batch(batch.source[:count], batch.decoder[:count], labels, int((labels >= 0).sum()))


@contextlib.contextmanager
def dropout_off(network: LossNetwork) -> Iterator[None]:
    """Switch off dropout but stay in training."""
    held = [
        (module, name, getattr(module, name))
        for module in network.modules()
        for name in _DROPOUTS
        if isinstance(getattr(module, name, None), float)
    ]
    for module, name, _ in held:
        setattr(module, name, 0.0)
    try:
        yield
    finally:
        for module, name, value in held:
            setattr(module, name, value)


@contextlib.contextmanager
def using_threads(count: int) -> Iterator[None]:
    """Use another number of threads for a while."""
    usual = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(usual)


def _speed(network: LossNetwork, batch: Batch, times: int = 2) -> float:
    """The best of a few passes, in tokens a second."""
    return batch.tokens / min(_pass(network, batch) for _ in range(times))


def _pass(network: LossNetwork, batch: Batch) -> float:
    network.train()
    begin = time.perf_counter()
    network(batch.source, batch.decoder, batch.labels).smoothed.backward()
    return time.perf_counter() - begin


def _processor_times() -> tuple[float, float]:
    used = os.times()
    return used.user, used.system


def _allocator_advice() -> str:
    library = ctypes.util.find_library("tcmalloc_minimal") or ctypes.util.find_library("tcmalloc")
    if library:
        return f"start with LD_PRELOAD={library} to keep it"
    return "install tcmalloc (Debian: libtcmalloc-minimal4) and preload it with LD_PRELOAD to keep it"


def _expected_seconds(measured: Measured, settings: Training) -> float:
    optimization = settings.optimization
    updates = (optimization.steps or 0) * optimization.batch_tokens / max(1e-9, measured.speed)
    return min(updates, optimization.seconds)
