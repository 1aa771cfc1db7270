"""What a model is trained on: a prepared folder as codec, batches and network."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from os import SEEK_END
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stencilmt.config import from_dict, to_dict
from stencilmt.constraints.sample import SamplingSettings
from stencilmt.corpus.prepared import NAME, SUBWORDS, Prepared
from stencilmt.model.batches import ShardBatches
from stencilmt.model.network import VocabularyFacts, build
from stencilmt.model.pools import BatchSettings, Recipe
from stencilmt.model.presets import Architecture
from stencilmt.model.run import DATA
from stencilmt.subwords.codec import Codec
from stencilmt.subwords.marian import FILES, load_marian
from stencilmt.template.encode import Format

if TYPE_CHECKING:
    from stencilmt.model.network import Network

_END = 1 << 16
"""Bytes of a shard that are looked at from either end to know it again."""


@dataclass(frozen=True)
class Task:
    """Training data and how it is put before a model."""

    folder: Path
    """The prepared corpus."""
    batch: BatchSettings = field(default_factory=BatchSettings)
    compact: bool = False
    """Write templates without their nonterminals."""
    sampling: SamplingSettings | None = None
    """How constraints are drawn; by itself, as the corpus was prepared for."""
    tokenizer: Path | None = None
    """The folder with a pretrained model's subwords; by itself, the corpus has its own."""
    init_language: str = ""
    """Of a pretrained model for several target languages, the token that names ours."""

    @classmethod
    def of_run(cls, folder: Path, data: Mapping[str, Any]) -> "Task":
        """What a run was trained on, from the copy in its folder or else from where it was."""
        kept = folder / DATA
        sampling = from_dict(SamplingSettings, data["sampling"])
        batch = from_dict(BatchSettings, data["batch"])
        place = kept if kept.is_dir() else Path(data["folder"])
        tokenizer = place if data.get("init") else None
        return cls(place, batch, data["compact"], sampling, tokenizer, data.get("init_language") or "")

    @cached_property
    def prepared(self) -> Prepared:
        """What the folder says of itself."""
        return Prepared.load(self.folder)

    @property
    def is_marian(self) -> bool:
        """Whether the subwords are those of a Marian model of the Hub."""
        return self.tokenizer is not None and (self.tokenizer / FILES[0]).is_file()

    @cached_property
    def codec(self) -> Codec:
        """What turns templates into ids and back."""
        place = self.tokenizer or self.folder
        if not self.is_marian:
            return self.prepared.load_codec(place, self.compact)
        prepared, form = self.prepared, Format(self.prepared.kind, self.compact)
        languages = prepared.source_language, prepared.target_language
        return load_marian(place, prepared.symbols, languages, form, self.init_language)

    @property
    def drawn(self) -> SamplingSettings:
        """How constraints are drawn."""
        return self.sampling or self.prepared.sampling

    @property
    def vocabulary(self) -> VocabularyFacts:
        """What the network must know of the subwords."""
        subwords = self.codec.subwords
        return VocabularyFacts(size=subwords.padding + 1, pad=subwords.padding, end=subwords.end)

    def network(self, architecture: Architecture, seed: int) -> "Network":
        """A network with fresh weights."""
        return build(architecture, self.vocabulary, seed)

    def batches(self, part: str = "", workers: int = 1) -> ShardBatches:
        """The batches to train on, or those of a held-out part."""
        recipe = Recipe(self.folder, part, self.codec, self.prepared.limits, self.drawn, self.batch)
        return ShardBatches(recipe, workers)

    @property
    def kept(self) -> tuple[Path, ...]:
        """The files that an export needs."""
        return self.folder / NAME, *self.subword_files

    @property
    def subword_files(self) -> tuple[Path, ...]:
        """The files of the subwords."""
        place = self.tokenizer or self.folder
        return tuple(place / name for name in (FILES if self.is_marian else (SUBWORDS,)))

    def _fingerprint(self) -> str:
        """Tells data apart: the subwords, and of each shard its size and its two ends, as shards are large."""
        seen = blake2b(digest_size=16)
        for path in self.subword_files:
            seen.update(path.read_bytes())
        for shard in self.prepared.shards:
            with (self.folder / shard.name).open("rb") as file:
                seen.update(file.read(_END))
                size = file.seek(0, SEEK_END)
                file.seek(max(0, size - _END))
                seen.update(file.read() + str(size).encode())
        return seen.hexdigest()

    def describe(self) -> dict[str, Any]:
        """What a run must find again to go on."""
        return {
            "languages": [self.prepared.source_language, self.prepared.target_language],
            "kind": str(self.prepared.kind),
            "compact": self.compact,
            "pairs": self.prepared.records,
            "vocabulary": len(self.codec.subwords.tokens),
            "fingerprint": self._fingerprint(),
            "batch": to_dict(self.batch),
            "sampling": to_dict(self.drawn),
            "init": None,
            "init_language": self.init_language or None,
        }
