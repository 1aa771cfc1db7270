"""How many sentences a system translates in a second."""

import time
from collections.abc import Sequence

from stencilmt.baselines.item import Constrained, System, batches


def sentences_per_second(system: System, items: Sequence[Constrained], batch: int) -> float:
    """Translate so many sentences at a time, the first batch once before the clock runs."""
    system.translate(items[:batch])
    begun = time.perf_counter()
    for some in batches(items, batch):
        system.translate(some)
    return len(items) / (time.perf_counter() - begun)
