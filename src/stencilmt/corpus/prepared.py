"""What a prepared folder holds: `prepared.json`, which training reads."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from stencilmt.config import from_dict, to_dict
from stencilmt.constraints.mark import Symbol
from stencilmt.constraints.sample import SamplingSettings
from stencilmt.errors import DataError, SettingsError
from stencilmt.subwords.codec import Codec
from stencilmt.subwords.load import load_codec
from stencilmt.subwords.sentencepieces import SubwordSettings
from stencilmt.template.encode import Format, SequenceKind
from stencilmt.template.symbols import Limits, alphabet
from stencilmt.whole import write_json

NAME = "prepared.json"
SUBWORDS = "subwords.model"
FORMAT = 2
"""Goes up when older folders can no longer be read."""


@dataclass(frozen=True, slots=True)
class ShardEntry:
    """A shard of the folder."""

    name: str
    records: int


@dataclass(frozen=True, slots=True)
class Prepared:
    """A prepared folder, described."""

    source_language: str
    target_language: str
    kind: SequenceKind
    limits: Limits
    sampling: SamplingSettings
    """How constraints are best drawn for this kind."""
    subwords: SubwordSettings
    tags: tuple[str, ...]
    """The literal tags that are symbols (structural kind only)."""
    shards: tuple[ShardEntry, ...]
    origins: dict[str, int]
    """Where the pairs come from and how many, for the model card."""
    settings: dict[str, Any] = field(default_factory=dict)
    """Every setting of the preparation, resolved."""
    versions: dict[str, str] = field(default_factory=dict)
    held_out: dict[str, tuple[ShardEntry, ...]] = field(default_factory=dict)
    """The shards of each named file that is not trained on."""
    format: int = FORMAT

    @property
    def records(self) -> int:
        """Pairs in all shards."""
        return sum(shard.records for shard in self.shards)

    def part(self, name: str) -> tuple[ShardEntry, ...]:
        """The shards of a held-out file; without a name, those to train on."""
        if name and name not in self.held_out:
            raise DataError(f"the prepared corpus holds no {name!r}: prepare it again with --{name}")
        return self.held_out[name] if name else self.shards

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """Every symbol of the vocabulary."""
        return (*alphabet(self.limits), *map(Symbol, self.tags))

    def save(self, folder: Path) -> None:
        """Write the description; it comes last, so a folder that has it is complete."""
        write_json(folder / NAME, to_dict(self))

    @classmethod
    def load(cls, folder: Path) -> "Prepared":
        """Read the description of a complete folder."""
        path = folder / NAME
        if not path.is_file():
            raise DataError(
                f"{folder} is no prepared corpus, or was not finished: run `stencil prepare` with -o {folder}"
            )
        try:
            content = json.loads(path.read_bytes())
            _check_format(path, content["format"])
            return from_dict(cls, content)
        except (ValueError, KeyError, TypeError, SettingsError) as error:
            raise DataError(f"{path}: cannot be read ({error}), prepare the corpus again") from error

    def load_codec(self, folder: Path, compact: bool = False) -> Codec:
        """What turns templates into ids and back, with the subword model of the folder."""
        languages = self.source_language, self.target_language
        form = Format(self.kind, compact)
        return load_codec(folder / SUBWORDS, self.subwords.kind, self.symbols, languages, form)


def _check_format(path: Path, number: int) -> None:
    if number != FORMAT:
        raise DataError(f"{path}: format {number}, this version of Stencil reads {FORMAT}: prepare the corpus again")
