"""A training run, or one checkpoint of it, as a model to translate with."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from stencilmt.errors import SettingsError
from stencilmt.model.average import choose
from stencilmt.model.checkpoints import Checkpoint
from stencilmt.model.folder import ModelFolder
from stencilmt.model.hardware import set_threads
from stencilmt.model.package import describe, load_network, own_settings
from stencilmt.model.run import SETTINGS, Run
from stencilmt.model.task import Task
from stencilmt.model.torch_engine import TorchEngine
from stencilmt.subwords.codec import Codec


@dataclass(frozen=True)
class TrainedFolder(ModelFolder):
    """A run or checkpoint that stands in for a model folder."""

    task: Task

    @cached_property
    def codec(self) -> Codec:
        """What turns templates into ids and back."""
        return self.task.codec


def load_trained(path: Path, *, beam: int = 4, threads: int = 0) -> tuple[TrainedFolder, TorchEngine]:
    """The last checkpoint of a run, or the one that is named, and the engine that decodes for it."""
    run, checkpoint = _find(path)
    settings = own_settings(run)
    task = Task.of_run(run.folder, settings["data"])
    set_threads(threads or None)
    engine = TorchEngine(load_network(task, settings, [checkpoint]), beam=beam)
    return TrainedFolder(path, describe(task, settings, [checkpoint], "float32"), task), engine


def _find(path: Path) -> tuple[Run, Checkpoint]:
    """The run and the checkpoint that a path stands for."""
    if (path / SETTINGS).is_file():
        return Run(path), choose(Run(path).checkpoints, 1)[0]
    run = Run(path.absolute().parent.parent)
    for checkpoint in run.checkpoints.all():
        if checkpoint.path.name == path.absolute().name and (run.folder / SETTINGS).is_file():
            return run, checkpoint
    raise SettingsError(f"{path} is a checkpoint outside of its run: name it in the run's folder of checkpoints")
