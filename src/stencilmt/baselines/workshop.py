"""Where networks are trained when they are first asked for: all on the same data, with the same number of updates."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from stencilmt.baselines.claim import claim
from stencilmt.baselines.engine import SteeredEngine
from stencilmt.baselines.item import Keep
from stencilmt.baselines.layouts.layout import Layout
from stencilmt.baselines.lesson import Lesson
from stencilmt.baselines.models import BASE, Kind, kind
from stencilmt.baselines.search import Bounds
from stencilmt.baselines.transformer import Transformer
from stencilmt.config import replace_checked, require, to_dict
from stencilmt.constraints.mark import Symbol
from stencilmt.constraints.sample import SamplingSettings
from stencilmt.errors import SettingsError
from stencilmt.model.hardware import set_threads
from stencilmt.model.pools import BatchSettings
from stencilmt.model.progress import Reporter, Silent
from stencilmt.model.run import Run
from stencilmt.model.settings import Training, training
from stencilmt.model.task import Task
from stencilmt.subwords.codec import Codec
from stencilmt.template.encode import SequenceKind

_INDIFFERENT = ("threads", "upkeep")
"""Settings of a training that may differ between two sittings."""


@dataclass(frozen=True, kw_only=True)
class Curriculum:
    """How all networks of a comparison are trained."""

    training: Training = field(default_factory=lambda: training("small"))
    """Shape, optimizer and seed; its number of updates is replaced."""
    first_steps: int = 20_000
    """Updates of the network that all others start from."""
    steps: int = 10_000
    """Updates of each of them after that, Vanilla included."""
    scratch: bool = False
    """Train each from fresh weights instead, with both numbers of updates together."""
    most: int = 3
    """Constraints of a pair at the most."""
    share: float = 1.0
    """How much of the training data is used."""

    def __post_init__(self) -> None:
        for name in ("first_steps", "steps", "most"):
            require(getattr(self, name) > 0, f"{name} must be more than 0 (not {getattr(self, name)})")
        require(0 < self.share <= 1, f"share must be above 0 and at most 1 (not {self.share})")

    def sampling_of(self, wanted: Kind) -> SamplingSettings:
        """How constraints are drawn: as many terms as the paper's, or made tags beside the real ones."""
        if wanted.keep is Keep.TERMS:
            return SamplingSettings.paper(self.most)
        return SamplingSettings(most=self.most, tags=1.0, placeholders=0.0)

    def steps_of(self, wanted: Kind) -> int:
        """The updates of a network."""
        if not wanted.start:
            return self.first_steps
        both = self.scratch and wanted.start == BASE
        return max(1, round(wanted.effort * (self.steps + self.first_steps * both)))

    def start_of(self, wanted: Kind) -> str:
        """The network it starts from, or nothing."""
        return "" if self.scratch and wanted.start == BASE else wanted.start

    def training_of(self, wanted: Kind) -> Training:
        """The settings of its run."""
        steps = self.steps_of(wanted)
        warm_up = min(self.training.optimization.warm_up, max(1, steps // 10))
        changes = {"schedule": "cosine", "steps": steps, "warm_up": warm_up, "budget": None}
        changes["period"] = max(1, steps - warm_up)
        return replace_checked(self.training, {f"optimization.{name}": value for name, value in changes.items()})

    def describe(self) -> dict[str, Any]:
        """All that decides what the networks become."""
        settings = to_dict(self)
        decisive = {name: value for name, value in settings["training"].items() if name not in _INDIFFERENT}
        return settings | {"training": decisive}


class Workshop:
    """A prepared corpus, and a folder of networks trained on it."""

    def __init__(self, data: Path, folder: Path, curriculum: Curriculum, reporter: Reporter | None = None) -> None:
        self.folder = folder
        self.curriculum = curriculum
        batch = BatchSettings(tokens=curriculum.training.optimization.pass_tokens, seed=curriculum.training.seed)
        self.task = Task(data, batch)
        if self.task.prepared.kind is not SequenceKind.UNIFIED:
            raise SettingsError(f"{data} is prepared as {self.task.prepared.kind}: compare needs --kind unified")
        self._reporter = reporter or Silent()
        self._networks: dict[str, Transformer] = {}
        self._pairs: dict[str, int] = {}
        set_threads(curriculum.training.threads)
        claim(folder / "curriculum.json", self.describe())

    def describe(self) -> dict[str, Any]:
        """What all networks here have in common."""
        data = {"folder": self.task.folder.name, **self.task.describe()}
        return {"curriculum": self.curriculum.describe(), "data": data}

    @property
    def codec(self) -> Codec:
        """What turns sequences into ids and back."""
        return self.task.codec

    @cached_property
    def symbols(self) -> dict[Symbol, int]:
        """The id of every symbol."""
        return {symbol: self.codec.subwords.encode([symbol])[0] for symbol in self.task.prepared.symbols}

    def layout(self, name: str) -> Layout:
        """How a network is asked."""
        return self._lesson(name).layout

    def network(self, name: str) -> Transformer:
        """A trained network; where it is not there yet, it is trained now."""
        if name not in self._networks:
            self._train(name)
            self._networks[name] = self._lesson(name).load(self.folder / name)
        return self._networks[name]

    def pairs(self, name: str) -> int:
        """The pairs a network was trained on after the base, each as often as it came, by the mean of its batches."""
        if name not in self._pairs:
            lesson = self._lesson(name)
            before = self.curriculum.start_of(lesson.kind)
            self._pairs[name] = lesson.pairs() + (self.pairs(before) if before not in ("", BASE) else 0)
        return self._pairs[name]

    def engine(self, network: Transformer, beam: int = 4) -> SteeredEngine:
        """A search over a network."""
        positions = network.model.config.max_position_embeddings
        return SteeredEngine(network, Bounds(network.pad, self.codec.subwords.end, positions), beam)

    def _train(self, name: str) -> None:
        lesson, last = self._lesson(name), Run(self.folder / name).checkpoints.last()
        steps = lesson.settings.optimization.steps or 0
        if last and last.step >= steps:
            return
        start = self.curriculum.start_of(lesson.kind)
        if start:
            self.network(start)
        self._reporter.note(f"training {name}: {steps} updates")
        lesson.train(self.folder / name, self.folder / start if start else None, self._reporter)

    def _lesson(self, name: str) -> Lesson:
        wanted, curriculum = kind(name), self.curriculum
        settings, sampling = curriculum.training_of(wanted), curriculum.sampling_of(wanted)
        return Lesson(name, self.task, settings, sampling, curriculum.share)
