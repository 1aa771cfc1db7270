"""Shards: the records of a prepared folder, any of them at once, and some of them more often than others."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow

from stencilmt.corpus.arrow import encode_rows, read_rows
from stencilmt.corpus.prepared import Prepared
from stencilmt.corpus.record import Record, flatten_phrases, flatten_units, rebuild_phrases, rebuild_units
from stencilmt.corpus.refusals import Refusals
from stencilmt.errors import DataError, SettingsError

LONGEST = 0xFFFF
"""Characters of a side at the most: a shard has no larger numbers to say where something stands."""
_NUMBERS = pyarrow.list_(pyarrow.uint16())
_SCHEMA = pyarrow.schema(
    {
        "source": pyarrow.string(),
        "target": pyarrow.string(),
        "fixed": _NUMBERS,
        "phrases": _NUMBERS,
        "origin": pyarrow.string(),
    }
)

Weights = Sequence[tuple[str, float]]
"""How often the pairs of an origin are there: patterns of origins, of which the first that fits counts, and factors."""

_SHIFT = 0.618
"""How far the places of an epoch lie behind those of the one before, so that all records get their turn."""
_ROUNDING = 1e-6
"""More than what a sum of weights is off by."""


def spread(count: int, most: int) -> list[int]:
    """So many of `count` places, or all of them, at equal distances.

    >>> spread(9, 3), spread(2, 3)
    ([0, 3, 6], [0, 1])
    """
    most = min(most, count)
    return [place * count // most for place in range(most)]


class Shards:
    """All records to train on, or of a held-out part; files are mapped, so memory stays free however many there are."""

    def __init__(self, folder: Path, prepared: Prepared | None = None, part: str = "", weights: Weights = ()) -> None:
        self.folder = folder
        self.part = part
        self.weights = weights
        entries = (prepared or Prepared.load(folder)).part(part)
        self._paths = [folder / entry.name for entry in entries]
        self._starts = [0, *accumulate(entry.records for entry in entries)]
        self._opened: dict[int, Shard] = {}
        for path in self._paths:
            if not path.is_file():
                raise DataError(f"{path}: the file is missing, prepare the corpus again")
        self._ends = self._weigh() if weights else None

    def __len__(self) -> int:
        return self._starts[-1] if self._ends is None else int(self._ends[-1] + _ROUNDING)

    def __getitem__(self, index: int) -> Record:
        return self.drawn(index, 0)

    def drawn(self, index: int, epoch: int) -> Record:
        """The record at a place in an epoch; where weights are fractions, other epochs have other records there."""
        if not 0 <= index < len(self):
            raise IndexError(f"there is no record {index}, only {len(self)}")
        place = index if self._ends is None else self._ends.searchsorted(index + epoch * _SHIFT % 1, side="right")
        number = bisect_right(self._starts, place) - 1
        return self._shard(number)[place - self._starts[number]]

    def __iter__(self) -> Iterator[Record]:
        return map(self.__getitem__, range(len(self)))

    def take(self, indexes: Iterable[int]) -> list[Record]:
        """The records at these places, in this order."""
        return [self[index] for index in indexes]

    def __reduce__(self) -> tuple[type["Shards"], tuple[Path, None, str, Weights]]:
        return Shards, (self.folder, None, self.part, self.weights)

    def _weigh(self) -> Any:
        """Where each record ends when all are laid out in a line, each as long as its weight."""
        unused = dict(self.weights)
        factors = [self._shard(number).factors(self.weights, unused) for number in range(len(self._paths))]
        if unused:
            raise SettingsError(
                f"no pair comes from {next(iter(unused))!r}: prepared.json of the corpus lists its origins"
            )
        return np.cumsum(np.concatenate(factors))

    def _shard(self, number: int) -> "Shard":
        if number not in self._opened:
            path, shard = self._paths[number], Shard(self._paths[number])
            if len(shard) != self._starts[number + 1] - self._starts[number]:
                raise DataError(f"{path}: not the shard that {self.folder} was prepared with, prepare it again")
            self._opened[number] = shard
        return self._opened[number]


class Shard:
    """The records of one file."""

    def __init__(self, path: Path) -> None:
        batch, note = read_rows(path, _SCHEMA)
        self.refusals = Refusals.of(note)
        """The pairs that were refused when it was made."""
        self._source, self._target = batch.column("source"), batch.column("target")
        self._fixed, self._phrases = _Lists.of(batch.column("fixed")), _Lists.of(batch.column("phrases"))
        self._origin = batch.column("origin")

    def __len__(self) -> int:
        return len(self._source)

    def __getitem__(self, row: int) -> Record:
        return Record(
            self._source[row].as_py(),
            self._target[row].as_py(),
            rebuild_units(self._fixed.at(row)),
            rebuild_phrases(self._phrases.at(row)),
            self._origin[row].as_py(),
        )

    def factors(self, weights: Weights, unused: dict[str, float]) -> Any:
        """How often each record is to be there; patterns that fit are taken from the unused ones."""
        encoded = self._origin.dictionary_encode()
        factors = []
        for origin in encoded.dictionary.to_pylist():
            pattern, factor = next((each for each in weights if fnmatchcase(origin, each[0])), ("", 1.0))
            unused.pop(pattern, None)
            factors.append(factor)
        return np.array(factors, dtype=np.float64)[encoded.indices.to_numpy()]


class _Lists(NamedTuple):
    """A column of lists of numbers, as arrays: Arrow's own way to a single list is slow."""

    values: Any
    offsets: Any

    @classmethod
    def of(cls, column: Any) -> "_Lists":
        return cls(column.values.to_numpy(), column.offsets.to_numpy())

    def at(self, row: int) -> list[int]:
        start, end = self.offsets[row : row + 2].tolist()
        return list(self.values[start:end].tolist()) if start < end else []


def encode_shard(records: Iterable[Record], refusals: Refusals) -> bytes:
    """The bytes of a shard's file; records are taken one by one and let go."""
    columns: tuple[list[Any], ...] = [], [], [], [], []
    for source, target, fixed, phrases, origin in records:
        row = source, target, flatten_units(fixed), flatten_phrases(phrases), origin
        for column, value in zip(columns, row, strict=True):
            column.append(value)
    return encode_rows(columns, _SCHEMA, refusals.plain())
