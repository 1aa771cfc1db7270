"""What the trainer eats: padded batches, and where a run stands in the endless stream of them."""

from collections.abc import Generator, Iterator
from typing import NamedTuple, Protocol

import torch
from torch import Tensor

from stencilmt.errors import DataError


class Batch(NamedTuple):
    """Sentences padded to one length; target token i is predicted from the decoder's tokens up to i."""

    source: Tensor
    """[sentences, source length] token ids, padded."""
    decoder: Tensor
    """[sentences, target length] token ids, the decoder start first, padded."""
    labels: Tensor
    """[sentences, target length] what is to be predicted, `NO_LOSS` where nothing is."""
    tokens: int
    """Labels that carry loss."""

    def to(self, device: torch.device) -> "Batch":
        """The same batch on another device."""
        source, decoder, labels = (tensor.to(device, non_blocking=True) for tensor in self[:3])
        return Batch(source, decoder, labels, self.tokens)


class Batches(Protocol):
    """A source of batches: the same epoch gives the same batches in the same order on every machine."""

    def size(self, epoch: int) -> int:
        """How many batches the epoch holds."""

    def epoch(self, number: int, start: int = 0, stride: int = 1) -> Iterator[Batch]:
        """The batches `start`, `start + stride`, … of an epoch; skipping must be cheap."""


class Position(NamedTuple):
    """A place in the stream: the next batch, counted over all processes."""

    epoch: int = 0
    batch: int = 0


class Stream:
    """The batches of all epochs one after another, dealt out to the processes in turn.

    Turns go on over the ends of epochs: so no batch is dropped, and a run can go on with another number of processes.
    """

    def __init__(self, batches: Batches, rank: int = 0, processes: int = 1) -> None:
        self._batches = batches
        self._rank = rank
        self._processes = processes
        self._sizes: dict[int, int] = {}

    def taken(self, position: Position) -> Generator[Batch, None, None]:
        """The batches of this process from a position on, without end."""
        epoch, batch = self.moved(position, self._rank)
        while True:
            yield from self._batches.epoch(epoch, batch, self._processes)
            count = len(range(batch, self._size(epoch), self._processes))
            epoch, batch = self.moved(Position(epoch, batch), count * self._processes)

    def moved(self, position: Position, count: int) -> Position:
        """The place so many batches further on."""
        epoch, batch = position.epoch, position.batch + count
        while batch >= (size := self._size(epoch)):
            epoch, batch = epoch + 1, batch - size
        return Position(epoch, batch)

    def _size(self, epoch: int) -> int:
        if epoch not in self._sizes:
            self._sizes[epoch] = self._batches.size(epoch)
        if self._sizes[epoch] < 1:
            raise DataError(
                f"epoch {epoch} of the training data holds no batch: prepare more data or lower pass_tokens"
            )
        return self._sizes[epoch]
