"""The first step: pairs stream through the rules of cleaning into shards of plain text."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow

from stencilmt.corpus.arrow import decode_rows, encode_rows
from stencilmt.corpus.progress import Progress
from stencilmt.corpus.refusals import Refusals, Texts
from stencilmt.errors import DataError
from stencilmt.text.clean import Cleaner
from stencilmt.text.duplicates import Exclusion, Seen
from stencilmt.text.pairs import Pair
from stencilmt.whole import write_bytes

MOST_ORIGINS = 10_000
"""Origins that are counted one by one."""
_TEXT = pyarrow.string()
_SCHEMA = pyarrow.schema({"source": _TEXT, "target": _TEXT, "origin": _TEXT, "number": pyarrow.uint64()})


@dataclass(slots=True)
class Cleaned:
    """What came of the cleaning."""

    read: int = 0
    kept: int = 0
    refusals: Refusals = field(default_factory=Refusals)
    origins: Counter[str] = field(default_factory=Counter)
    """Where the kept pairs come from."""
    shards: list[int] = field(default_factory=list)
    """The pairs of each shard, held-out ones first."""
    held_out: dict[str, int] = field(default_factory=dict)
    """How many of the shards belong to each held-out file."""
    held_out_read: dict[str, int] = field(default_factory=dict)
    """The pairs of each held-out file before it was cleaned."""

    @property
    def names(self) -> list[str]:
        """What the shards are called once they are done."""
        parts = [f"{name}-{number:05}" for name, count in self.held_out.items() for number in range(count)]
        training = range(len(self.shards) - len(parts))
        return [f"shard-{name}.arrow" for name in (*parts, *(f"{number:05}" for number in training))]

    @property
    def pairs(self) -> int:
        """Pairs in all shards."""
        return sum(self.shards)

    def count_origin(self, origin: str) -> None:
        """Count where a pair comes from; a column of line numbers must not fill the memory."""
        is_known = origin in self.origins or len(self.origins) < MOST_ORIGINS
        self.origins[origin if is_known else "other"] += 1

    def plain(self) -> dict[str, Any]:
        """In values that JSON can hold."""
        return {
            "read": self.read,
            "kept": self.kept,
            "refusals": self.refusals.plain(),
            "origins": dict(self.origins.most_common()),
            "shards": self.shards,
            "held_out": self.held_out,
            "held_out_read": self.held_out_read,
        }

    @classmethod
    def of(cls, plain: dict[str, Any]) -> "Cleaned":
        """Undo `plain`."""
        return cls(**plain | {"refusals": Refusals.of(plain["refusals"]), "origins": Counter(plain["origins"])})


def clean(
    pairs: Iterable[Pair],
    cleaner: Cleaner,
    exclusion: Exclusion,
    folder: Path,
    size: int,
    progress: Progress,
    held_out: Iterable[tuple[str, Iterable[Pair]]] = (),
) -> Cleaned:
    """Write the pairs that no rule refuses as shards of this size, each held-out file in shards of its own."""
    cleaned = Cleaned()
    for name, set_aside in held_out:
        counted = Cleaned(shards=cleaned.shards)
        before = len(cleaned.shards)
        _write(_kept(set_aside, cleaner, Exclusion(()), counted), folder, size, counted, progress)
        _require_any(counted, f" of {name}")
        cleaned.held_out[name] = len(cleaned.shards) - before
        cleaned.held_out_read[name] = counted.read
    _write(_kept(pairs, cleaner, exclusion, cleaned), folder, size, cleaned, progress)
    _require_any(cleaned)
    return cleaned


def _require_any(cleaned: Cleaned, where: str = "") -> None:
    if not cleaned.kept:
        raise DataError(f"no pair{where} is left after cleaning {cleaned.read}: {cleaned.refusals}")


def _write(kept: Iterator[tuple[int, Pair]], folder: Path, size: int, cleaned: Cleaned, progress: Progress) -> None:
    reported = 0
    while chunk := list(islice(kept, size)):
        write_bytes(text_path(folder, len(cleaned.shards)), encode_texts(chunk))
        cleaned.shards.append(len(chunk))
        progress.advance(cleaned.read - reported)
        reported = cleaned.read


def encode_texts(pairs: Iterable[tuple[int, Pair]]) -> bytes:
    """The bytes of a shard of plain text; each pair has its number among those that were read."""
    columns = zip(*((pair.source, pair.target, pair.origin, number) for number, pair in pairs), strict=True)
    return encode_rows(list(columns), _SCHEMA)


def decode_texts(content: bytes) -> list[Texts]:
    """The pairs of a shard of plain text."""
    batch, _ = decode_rows(content, _SCHEMA)
    return list(zip(batch.column("source").to_pylist(), batch.column("target").to_pylist(), strict=True))


def decode_origins(content: bytes) -> list[str]:
    """Where each pair of a shard of plain text comes from."""
    batch, _ = decode_rows(content, _SCHEMA)
    return list(batch.column("origin").to_pylist())


def decode_numbers(content: bytes) -> list[int]:
    """Which of the pairs that were read those of a shard of plain text are."""
    batch, _ = decode_rows(content, _SCHEMA)
    return list(batch.column("number").to_pylist())


def text_path(folder: Path, number: int) -> Path:
    """Where a shard of plain text lies."""
    return folder / f"clean-{number:05}.arrow"


def _kept(
    pairs: Iterable[Pair], cleaner: Cleaner, exclusion: Exclusion, cleaned: Cleaned
) -> Iterator[tuple[int, Pair]]:
    """The pairs to keep, each with its number among all."""
    seen = Seen()
    for pair in pairs:
        cleaned.read += 1
        rule = cleaner.reason(pair)
        if rule is None and not seen.add(pair):
            rule = "duplicate"
        if rule is None and pair in exclusion:
            rule = "held out"
        if rule is None:
            cleaned.kept += 1
            cleaned.count_origin(pair.origin)
            yield cleaned.read - 1, pair
        else:
            cleaned.refusals.add(rule, (pair.source, pair.target))
