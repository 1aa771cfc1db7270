"""The stream of batches, dealt out to processes."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from stencilmt.errors import DataError
from stencilmt.model.batch import Batch, Position, Stream


@dataclass(frozen=True)
class Numbered:
    """Batches that carry only their number, as `tokens`; epochs of different sizes."""

    sizes: tuple[int, ...]

    def size(self, epoch: int) -> int:
        return self.sizes[epoch % len(self.sizes)]

    def epoch(self, number: int, start: int = 0, stride: int = 1) -> Iterator[Batch]:
        empty = torch.zeros(1, 1)
        for place in range(start, self.size(number), stride):
            yield Batch(empty, empty, empty, number * 100 + place)


def numbers(batches: Numbered, count: int, position: Position, rank: int = 0, processes: int = 1) -> list[int]:
    return [batch.tokens for batch in islice(Stream(batches, rank, processes).taken(position), count)]


sizes = st.lists(st.integers(1, 6), min_size=1, max_size=3).map(tuple)


@settings(deadline=None)
@given(sizes, st.integers(1, 5))
def test_processes_in_turn_get_what_one_gets_alone(sizes: tuple[int, ...], processes: int) -> None:
    batches, rounds = Numbered(sizes), 6
    shares = [numbers(batches, rounds, Position(), rank, processes) for rank in range(processes)]
    dealt = [share[turn] for turn in range(rounds) for share in shares]
    assert dealt == numbers(batches, rounds * processes, Position())


@settings(deadline=None)
@given(sizes, st.integers(0, 20))
def test_a_moved_position_is_where_the_stream_has_come_to(sizes: tuple[int, ...], count: int) -> None:
    batches = Numbered(sizes)
    later = Stream(batches).moved(Position(), count)
    assert numbers(batches, 5, later) == numbers(batches, count + 5, Position())[count:]


def test_an_empty_epoch_is_refused() -> None:
    with pytest.raises(DataError, match="epoch 0 of the training data holds no batch"):
        numbers(Numbered((0,)), 1, Position())
