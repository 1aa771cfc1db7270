"""Pools of training examples: sampled, sorted by length and cut into batches. No torch here: workers start fast.

An epoch is a seeded permutation of the records, cut into pools. All chance comes from the seed, the epoch and the
record's number, so the batches are the same on any machine with any number of workers. A pool of a given size always
gives the same number of batches, so that any batch can be found without making those before it.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from stencilmt.constraints.sample import SamplingSettings
from stencilmt.corpus.shards import Shards, spread
from stencilmt.errors import DataError
from stencilmt.model.examples import Example, make_example
from stencilmt.subwords.codec import Codec
from stencilmt.template.symbols import Limits

NO_LOSS = -100
"""Where there is no loss: padding, and the prefix that is forced at inference."""
_PROBE = 2000
"""Records that are sampled to learn how many tokens a pool has."""

Ids = npt.NDArray[np.int32]


class Probe(NamedTuple):
    """What some of the records are like."""

    tokens: float
    """The target tokens of an example, in the mean."""
    left_out: float
    """The share of records that make no example: they are too long, or hold more tags than there are symbols."""


class Arrays(NamedTuple):
    """A batch: [sentences, length] each."""

    source: Ids
    decoder: Ids
    labels: Ids


@dataclass(frozen=True, slots=True)
class BatchSettings:
    """How examples are gathered."""

    tokens: int = 3500
    """Target tokens of a batch, padding included."""
    longest: int = 200
    """Tokens of an example on either side; longer ones are left out of training, as translation divides them."""
    pool: int = 20000
    """Examples that are sorted by length together."""
    seed: int = 1
    """Where all chance comes from."""
    weights: tuple[tuple[str, float], ...] = ()
    """Origins whose pairs come more or less often than once an epoch: a pattern and a factor each."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that a worker needs to make batches; small and picklable."""

    folder: Path
    """The prepared shards."""
    part: str
    """Which held-out part of them; empty for those to train on."""
    codec: Codec
    limits: Limits
    sampling: SamplingSettings
    settings: BatchSettings

    def shards(self) -> Shards:
        """The records, weighted where they are to train on."""
        return Shards(self.folder, part=self.part, weights=() if self.part else self.settings.weights)

    def count(self, shards: Shards) -> int:
        """How many records an epoch has."""
        return len(shards)

    def pools(self, records: int, epoch: int) -> list[list[int]]:
        """The numbers of an epoch's records, pool by pool."""
        numbers = list(range(records))
        Random(f"{self.settings.seed} order {epoch}").shuffle(numbers)
        size = self.settings.pool
        return [numbers[start : start + size] for start in range(0, records, size)]

    def probe(self, shards: Shards) -> "Probe":
        """What records spread over the shards are like."""
        numbers = spread(self.count(shards), _PROBE)
        lengths = [len(example.target) for example in self._examples(shards, 0, numbers)]
        return Probe(sum(lengths) / max(1, len(lengths)), 1 - len(lengths) / len(numbers))

    def batches(self, shards: Shards, epoch: int, numbers: Sequence[int], count: int) -> list[Arrays]:
        """The batches of a pool."""
        # A small last pool may hold only pairs that are too long; others take their places then.
        others = spread(self.count(shards), _PROBE)
        examples = [*self._examples(shards, epoch, numbers)] or [*self._examples(shards, epoch, others)]
        examples.sort(key=_lengths)
        batches = [pad(group, self.codec.subwords.padding) for group in divide(examples, count)]
        Random(f"{self.settings.seed} batches {epoch} {numbers[0]}").shuffle(batches)
        return batches

    def _examples(self, shards: Shards, epoch: int, numbers: Sequence[int]) -> Iterator[Example]:
        for number in numbers:
            random = Random(f"{self.settings.seed} {epoch} {number}")
            example = make_example(shards.drawn(number, epoch), self.codec, self.sampling, self.limits, random)
            if example and max(len(example.source), len(example.target)) <= self.settings.longest:
                yield example


def _lengths(example: Example) -> tuple[int, int]:
    return len(example.target), len(example.source)


def divide(examples: Sequence[Example], count: int) -> Iterator[Sequence[Example]]:
    """Cut examples, sorted by length, into exactly so many groups of about as many tokens each."""
    if not examples:
        raise DataError("no training pair is short enough for the model: prepare other data")
    while len(examples) < count:
        examples = [example for example in examples for _ in range(2)]
    ends = list(accumulate(len(example.target) for example in examples))
    start = 0
    for number in range(1, count):
        end = bisect_left(ends, ends[-1] * number / count)
        end = min(max(end, start + 1), len(examples) - (count - number))
        yield examples[start:end]
        start = end
    yield examples[start:]


def pad(examples: Sequence[Example], padding: int) -> Arrays:
    """Put examples into arrays of one shape."""
    rows = len(examples)
    source = np.full((rows, max(len(example.source) for example in examples)), padding, dtype=np.int32)
    labels = np.full((rows, max(len(example.target) for example in examples)), NO_LOSS, dtype=np.int32)
    decoder = np.full(labels.shape, padding, dtype=np.int32)
    for row, example in enumerate(examples):
        source[row, : len(example.source)] = example.source
        decoder[row, 1 : len(example.target)] = example.target[:-1]
        labels[row, example.forced : len(example.target)] = example.target[example.forced :]
    return Arrays(source, decoder, labels)
