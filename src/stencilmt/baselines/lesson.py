"""Training one network of a rival: its layout, its loss, its first weights; all else is as for our own model."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from stencilmt.baselines.layouts.layout import Layout
from stencilmt.baselines.local_batches import make_batches
from stencilmt.baselines.models import Kind, kind
from stencilmt.baselines.transformer import Transformer
from stencilmt.config import to_dict
from stencilmt.constraints.sample import SamplingSettings
from stencilmt.errors import SettingsError
from stencilmt.model.batches import ShardBatches
from stencilmt.model.checkpoints import Checkpoint, load_weights, own_weights
from stencilmt.model.progress import Reporter
from stencilmt.model.run import Run
from stencilmt.model.settings import Training
from stencilmt.model.task import Task
from stencilmt.model.train import train


@dataclass(frozen=True)
class Lesson:
    """A network, its data and its settings."""

    name: str
    task: Task
    settings: Training
    sampling: SamplingSettings
    """How constraints are drawn, where the network has no way of its own."""
    share: float = 1.0
    """How much of the data is used."""
    workers: int = 1

    @property
    def kind(self) -> Kind:
        """What the network is."""
        return kind(self.name)

    @property
    def layout(self) -> Layout:
        """How it is asked."""
        return self.kind.layout(self.task.codec, self.task.prepared.limits)

    def train(
        self, folder: Path, start: Path | None = None, reporter: Reporter | None = None, advice: bool = False
    ) -> None:
        """Train to the last update, from where the run stands; the first weights may come from another run."""
        network = self._extended(self._model(start))
        network.model.train()
        train(
            self.settings,
            self.kind.loss(network, self.settings.optimization.smoothing),
            self._batches(),
            folder,
            reporter=reporter,
            data=self._describe(start),
            advice=advice,
        )

    def load(self, folder: Path) -> Transformer:
        """The network as a run left it."""
        network, checkpoint = self._extended(self._model(None)), last_checkpoint(folder)
        load_weights(network.model, checkpoint.weights(), checkpoint.path)
        network.model.eval()
        return network

    def pairs(self) -> int:
        """About how many pairs its updates hold: a batch is so many tokens of its own format."""
        batches = self._batches()
        optimization = self.settings.optimization
        passes = (optimization.steps or 0) * optimization.passes(processes=1)
        return round(passes * self.share * self.task.prepared.records / batches.size(0))

    def _model(self, start: Path | None) -> Any:
        """A network: with fresh weights, or with those of a run, of which it takes what it has."""
        model = self.task.network(self.settings.architecture, self.settings.seed)
        if start is not None:
            checkpoint = last_checkpoint(start)
            weights, own = checkpoint.weights(), own_weights(model)
            load_weights(model, {name: weights[name] for name in weights if name in own}, checkpoint.path)
        return model

    def _extended(self, model: Any) -> Transformer:
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.settings.seed)
            return self.kind.network(model, self.task.codec, self.task.prepared.limits)

    def _batches(self) -> ShardBatches:
        recipe = self.kind.recipe(
            folder=self.task.folder,
            part="",
            codec=self.task.codec,
            limits=self.task.prepared.limits,
            sampling=self._drawn,
            settings=self.task.batch,
            layout=self.layout,
            keep=self.kind.keep,
            share=self.share,
        )
        return make_batches(recipe, self.task.prepared.records, self.workers)

    @property
    def _drawn(self) -> SamplingSettings:
        return self.kind.sampling or self.sampling

    def _describe(self, start: Path | None) -> dict[str, Any]:
        return {
            "method": self.name,
            "folder": str(self.task.folder),
            "start": start.name if start else None,
            "share": self.share,
            **self.task.describe(),
            "sampling": to_dict(self._drawn),
        }


def last_checkpoint(folder: Path) -> Checkpoint:
    """Where a run stands."""
    checkpoint = Run(folder).checkpoints.last()
    if checkpoint is None:
        raise SettingsError(f"{folder} holds no checkpoint: train there first")
    return checkpoint
