"""Batches from prepared shards, made in a process of their own while the model learns."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context

import torch

from stencilmt.corpus.shards import Shards
from stencilmt.errors import DataError
from stencilmt.model.batch import NO_LOSS, Batch
from stencilmt.model.pools import Arrays, Recipe, make_pool, open_worker

AHEAD = 2
"""Pools made ahead of the one in use, so that the model never waits."""


class ShardBatches:
    """The batches of every epoch; constraints are sampled anew in each."""

    def __init__(self, recipe: Recipe, workers: int = 1) -> None:
        shards = Shards(recipe.folder, part=recipe.part)
        if not len(shards):
            raise DataError(f"{recipe.folder} holds no training pair")
        self._recipe = recipe
        self._workers = workers
        self._records = len(shards)
        self._per_record = recipe.mean_tokens(shards) / recipe.settings.tokens

    def size(self, epoch: int) -> int:
        """How many batches the epoch holds."""
        return sum(self._count(len(pool)) for pool in self._recipe.pools(self._records, epoch))

    def epoch(self, number: int, start: int = 0, stride: int = 1) -> Iterator[Batch]:
        """The batches `start`, `start + stride`, … of an epoch; pools before `start` are not made."""
        pools = self._recipe.pools(self._records, number)
        counts = [self._count(len(pool)) for pool in pools]
        first = 0
        while first < len(pools) and start >= counts[first]:
            start -= counts[first]
            first += 1
        made = self._made(number, pools[first:], counts[first:])
        for arrays in islice(made, start, None, stride):
            yield _batch(arrays)

    def _count(self, records: int) -> int:
        return max(1, round(records * self._per_record))

    def _made(self, epoch: int, pools: list[list[int]], counts: list[int]) -> Iterator[Arrays]:
        tasks = iter(zip(pools, counts, strict=True))
        context = get_context("spawn")
        with ProcessPoolExecutor(self._workers, context, open_worker, (self._recipe,)) as executor:
            waiting = deque(executor.submit(make_pool, epoch, *task) for task in islice(tasks, AHEAD * self._workers))
            try:
                while waiting:
                    batches = waiting.popleft().result()
                    waiting.extend(executor.submit(make_pool, epoch, *task) for task in islice(tasks, 1))
                    yield from batches
            finally:
                executor.shutdown(wait=False, cancel_futures=True)


def _batch(arrays: Arrays) -> Batch:
    source, decoder, labels = (torch.from_numpy(array).long() for array in arrays)
    return Batch(source, decoder, labels, int((labels != NO_LOSS).sum()))
