"""Where networks are trained when they are first asked for: all on the same data, with the same number of updates."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from stencilmt.baselines.engine import TorchEngine
from stencilmt.baselines.item import Keep
from stencilmt.baselines.layouts.layout import Layout
from stencilmt.baselines.lesson import Lesson
from stencilmt.baselines.models import BASE, Kind, kind
from stencilmt.baselines.search import Bounds
from stencilmt.baselines.transformer import Transformer
from stencilmt.config import replace_checked, require
from stencilmt.constraints.mark import Symbol
from stencilmt.constraints.sample import SamplingSettings
from stencilmt.model.progress import Reporter, Silent
from stencilmt.model.run import Run
from stencilmt.model.settings import Training, training
from stencilmt.model.task import Task
from stencilmt.subwords.codec import Codec


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
    keep: Keep = Keep.TERMS
    """What the constraints are."""
    most: int = 3
    """Constraints of a pair at the most."""
    share: float = 1.0
    """How much of the training data is used."""

    def __post_init__(self) -> None:
        for name in ("first_steps", "steps", "most"):
            require(getattr(self, name) > 0, f"{name} must be more than 0 (not {getattr(self, name)})")
        require(0 < self.share <= 1, f"share must be above 0 and at most 1 (not {self.share})")

    @property
    def sampling(self) -> SamplingSettings:
        """How constraints are drawn: as many terms as the paper's, or made tags beside the real ones."""
        if self.keep is Keep.TERMS:
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


class Workshop:
    """A prepared corpus, and a folder of networks trained on it."""

    def __init__(self, data: Path, folder: Path, curriculum: Curriculum, reporter: Reporter | None = None) -> None:
        self.folder = folder
        self.curriculum = curriculum
        self.task = Task(data)
        self._reporter = reporter or Silent()
        self._networks: dict[str, Transformer] = {}

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

    def engine(self, network: Transformer, beam: int = 4) -> TorchEngine:
        """A search over a network."""
        positions = network.model.config.max_position_embeddings
        return TorchEngine(network, Bounds(network.pad, self.codec.subwords.end, positions), beam)

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
        settings = self.curriculum.training_of(kind(name))
        return Lesson(name, self.task, settings, self.curriculum.keep, self.curriculum.sampling, self.curriculum.share)
