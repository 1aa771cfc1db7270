"""Batches from prepared shards, made in a process of their own while the model learns."""

from collections.abc import Iterator
from contextlib import closing
from itertools import chain, islice

import torch

from stencilmt.errors import DataError
from stencilmt.model.batch import Batch
from stencilmt.model.pools import NO_LOSS, Arrays, Recipe
from stencilmt.model.workers import PoolTask, make_pools


class ShardBatches:
    """The batches of every epoch; constraints are sampled anew in each."""

    def __init__(self, recipe: Recipe, workers: int = 1) -> None:
        shards = recipe.shards()
        if not len(shards):
            raise DataError(f"{recipe.folder} holds no training pair")
        self._recipe = recipe
        self._workers = workers
        self._records = recipe.count(shards)
        probe = recipe.probe(shards)
        self._per_record = probe.tokens / recipe.settings.tokens
        self.left_out = probe.left_out
        """The share of pairs that cannot be learned from, as some of them tell."""

    def size(self, epoch: int) -> int:
        """How many batches the epoch holds."""
        whole, rest = divmod(self._records, self._recipe.settings.pool)
        return whole * self._count(self._recipe.settings.pool) + (self._count(rest) if rest else 0)

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
        tasks = [PoolTask(epoch, *task) for task in zip(pools, counts, strict=True)]
        with closing(make_pools(self._recipe, tasks, min(self._workers, len(tasks)))) as made:
            yield from chain.from_iterable(made)


def _batch(arrays: Arrays) -> Batch:
    source, decoder, labels = (torch.from_numpy(array).long() for array in arrays)
    return Batch(source, decoder, labels, int((labels != NO_LOSS).sum()))
