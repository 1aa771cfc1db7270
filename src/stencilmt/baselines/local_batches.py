"""Batches of a small corpus, made in this process: they are there before another process could start."""

from collections.abc import Iterator

from stencilmt.model.batches import ShardBatches
from stencilmt.model.pools import Arrays, Recipe

SMALL = 20_000
"""Records up to which no other process is started."""


class LocalBatches(ShardBatches):
    """The same batches as other processes would make."""

    def _made(self, epoch: int, pools: list[list[int]], counts: list[int]) -> Iterator[Arrays]:
        shards = self._recipe.shards()
        for pool, count in zip(pools, counts, strict=True):
            yield from self._recipe.batches(shards, epoch, pool, count)


def make_batches(recipe: Recipe, records: int, workers: int) -> ShardBatches:
    """The batches of a corpus of any size."""
    return LocalBatches(recipe) if records <= SMALL else ShardBatches(recipe, workers)
