"""What a model is trained on: a prepared folder as codec, batches and network."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
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
from stencilmt.template.encode import Format
from stencilmt.text.language import is_spaced

if TYPE_CHECKING:
    from transformers import MarianMTModel


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

    @classmethod
    def of_run(cls, folder: Path, data: Mapping[str, Any]) -> "Task":
        """What a run was trained on, from the copy in its folder or else from where it was."""
        kept = folder / DATA
        sampling = from_dict(SamplingSettings, data["sampling"])
        batch = from_dict(BatchSettings, data["batch"])
        return cls(kept if kept.is_dir() else Path(data["folder"]), batch, data["compact"], sampling)

    @cached_property
    def prepared(self) -> Prepared:
        """What the folder says of itself."""
        return Prepared.load(self.folder)

    @cached_property
    def codec(self) -> Codec:
        """What turns templates into ids and back."""
        spaced = is_spaced(self.prepared.source_language), is_spaced(self.prepared.target_language)
        form = Format(self.prepared.kind, self.compact)
        return Codec(self.prepared.load_subwords(self.folder), form, *spaced)

    @property
    def drawn(self) -> SamplingSettings:
        """How constraints are drawn."""
        return self.sampling or self.prepared.sampling

    @property
    def vocabulary(self) -> VocabularyFacts:
        """What the network must know of the subwords."""
        subwords = self.codec.subwords
        return VocabularyFacts(size=subwords.padding + 1, pad=subwords.padding, end=subwords.end)

    def network(self, architecture: Architecture, seed: int) -> "MarianMTModel":
        """A network with fresh weights."""
        return build(architecture, self.vocabulary, seed)

    def batches(self, part: str = "", workers: int = 1) -> ShardBatches:
        """The batches to train on, or those of a held-out part."""
        recipe = Recipe(self.folder, part, self.codec, self.prepared.limits, self.drawn, self.batch)
        return ShardBatches(recipe, workers)

    @property
    def kept(self) -> tuple[Path, ...]:
        """The files of the folder that an export needs."""
        return self.folder / NAME, self.folder / SUBWORDS

    def describe(self) -> dict[str, Any]:
        """What a run must find again to go on."""
        return {
            "languages": [self.prepared.source_language, self.prepared.target_language],
            "kind": str(self.prepared.kind),
            "compact": self.compact,
            "pairs": self.prepared.records,
            "vocabulary": len(self.codec.subwords.tokens),
            "batch": to_dict(self.batch),
            "sampling": to_dict(self.drawn),
        }
