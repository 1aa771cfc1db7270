"""How many sentences systems translate in a second, all in one sitting."""

import time
from collections.abc import Mapping, Sequence
from statistics import median

from stencilmt.baselines.item import Constrained, System, batches

ROUNDS = 3
"""How often all systems take their turn: what else the machine does falls on all of them alike."""


def measure_speeds(
    systems: Mapping[str, System], items: Sequence[Constrained], sizes: Sequence[int]
) -> dict[str, dict[str, float]]:
    """Sentences a second, by system and size of a batch: the median of several rounds, after one batch unmeasured."""
    rates: dict[str, dict[str, list[float]]] = {name: {str(size): [] for size in sizes} for name in systems}
    for system in systems.values():
        system.translate(items[: max(sizes)])
    for _ in range(ROUNDS):
        for size in sizes:
            asked = items[: round_size(len(items), size)]
            for name, system in systems.items():
                rates[name][str(size)].append(_sentences_per_second(system, asked, size))
    return {name: {size: median(several) for size, several in own.items()} for name, own in rates.items()}


def round_size(sentences: int, batch: int) -> int:
    """The sentences of a round: all rounds together have about as many as there are, and each has a whole batch."""
    return min(sentences, max(batch, sentences // ROUNDS))


def _sentences_per_second(system: System, items: Sequence[Constrained], size: int) -> float:
    begun = time.perf_counter()
    for some in batches(items, size):
        system.translate(some)
    return len(items) / (time.perf_counter() - begun)
