"""A training pair with everything in it that can become a constraint."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.sample import Extent, Phrase, Unit

KINDS = (Kind.PLACEHOLDER, Kind.ALONE, Kind.OPEN)
"""What a fixed unit can be; a shard holds the index. New ones go to the end."""


class Record(NamedTuple):
    """A pair of sentences, what must stay in it and what may be chosen to."""

    source: str
    target: str
    fixed: tuple[Unit, ...] = ()
    """Tags and placeholders that both sides have."""
    phrases: tuple[Phrase, ...] = ()
    """Stretches that translate each other: what terms and tags for training are made from."""
    origin: str = ""
    """Where the pair comes from: a corpus or a file."""


def flatten_units(units: Iterable[Unit]) -> list[int]:
    """Units as numbers, nine each."""
    return list(chain.from_iterable((KINDS.index(kind), *source, *target) for kind, source, target in units))


def rebuild_units(numbers: Sequence[int]) -> tuple[Unit, ...]:
    """Undo `flatten_units`."""
    each = iter(numbers)
    return tuple(
        Unit(KINDS[kind], Extent(*extents[:4]), Extent(*extents[4:]))
        for kind, *extents in zip(*[each] * 9, strict=True)
    )


def flatten_phrases(phrases: Iterable[Phrase]) -> list[int]:
    """Phrases as numbers, five each."""
    return list(chain.from_iterable(phrases))


def rebuild_phrases(numbers: Sequence[int]) -> tuple[Phrase, ...]:
    """Undo `flatten_phrases`."""
    return tuple(map(Phrase._make, zip(*[iter(numbers)] * 5, strict=True)))
