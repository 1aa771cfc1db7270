"""Training batches in the layout of a method, made from the same records with the same constraints for all."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from stencilmt.baselines.item import Keep, make_pair
from stencilmt.baselines.layouts.layout import Layout
from stencilmt.constraints.sample import sample
from stencilmt.corpus.shards import Shards
from stencilmt.model.pools import NO_LOSS, Arrays, Recipe, divide, pad


@dataclass(frozen=True, slots=True)
class LayoutRecipe(Recipe):
    """A recipe that leaves the writing to a layout."""

    layout: Layout
    keep: Keep
    share: float = 1.0
    """How much of the records is used, spread evenly over all of them."""

    def count(self, shards: Shards) -> int:
        """How many of the records are used."""
        return max(1, round(len(shards) * self.share))

    def _examples(self, shards: Shards, epoch: int, numbers: Sequence[int]) -> Iterator[Any]:
        for number in numbers:
            place = min(len(shards) - 1, int(number / self.share))
            record = shards.drawn(place, epoch)
            drawn = sample(
                record.fixed, record.phrases, self.sampling, Random(f"{self.settings.seed} {epoch} {number}")
            )
            pair = make_pair(record, drawn, self.keep)
            if not self.limits.admit(pair.item.marks):
                continue
            example = self.layout.example(pair)
            if max(len(example.source), len(example.target)) <= self.settings.longest:
                yield example


@dataclass(frozen=True, slots=True)
class AlignedRecipe(LayoutRecipe):
    """A recipe whose labels are places in the source."""

    def batches(self, shards: Shards, epoch: int, numbers: Sequence[int], count: int) -> list[Arrays]:
        """The batches of a pool."""
        examples = sorted(self._examples(shards, epoch, numbers), key=lambda one: (len(one.target), len(one.source)))
        batches = [self._pad(group) for group in divide(examples, count)]
        Random(f"{self.settings.seed} batches {epoch} {numbers[0]}").shuffle(batches)
        return batches

    def _pad(self, examples: Sequence[Any]) -> Arrays:
        arrays = pad(examples, self.codec.subwords.padding)
        labels = np.full_like(arrays.labels, NO_LOSS)
        for row, example in enumerate(examples):
            labels[row, : len(example.links)] = example.links
        return arrays._replace(labels=labels)
