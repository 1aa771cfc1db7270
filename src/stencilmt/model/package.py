"""A training run as a model folder: what `stencil export` does."""

import shutil
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from stencilmt import __version__
from stencilmt.config import from_dict
from stencilmt.errors import SettingsError
from stencilmt.model.average import average, choose
from stencilmt.model.card import write_card
from stencilmt.model.checkpoints import Checkpoint, load_weights
from stencilmt.model.export import write_engine
from stencilmt.model.folder import CARD, ModelFolder, ModelInfo, save_info
from stencilmt.model.run import Run
from stencilmt.model.settings import Training
from stencilmt.model.task import Task
from stencilmt.subwords import MARIAN

if TYPE_CHECKING:
    from stencilmt.model.network import Network

VALIDATION = "last validation in training"
MADE_WITH = ("ctranslate2", "sentencepiece", "torch", "transformers")


@dataclass(frozen=True, slots=True)
class Choice:
    """Which weights of a run are taken."""

    count: int = 1
    """How many checkpoints are averaged."""
    measure: str | None = None
    """The best ones by this measure; by itself the last ones."""


def export(
    run: Run, folder: Path, choice: Choice | None = None, quantization: str = "int8", notes: str = ""
) -> ModelFolder:
    """Write a run's weights as a model folder; the folder is there whole or not at all."""
    if folder.exists():
        raise SettingsError(f"{folder} exists already: choose another folder, or remove it")
    settings = own_settings(run)
    choice = choice or Choice()
    checkpoints = sorted(choose(run.checkpoints, choice.count, choice.measure), key=lambda one: one.step)
    task = Task.of_run(run.folder, settings["data"])
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as partial:
        made = Path(partial) / "model"
        _write(made, task, settings, checkpoints, quantization, notes)
        made.rename(folder)
    return ModelFolder.load(folder)


def own_settings(run: Run) -> dict[str, Any]:
    """The settings of a run of our own method."""
    settings = run.settings()
    if settings is None:
        raise SettingsError(f"{run.folder} is no run folder: train there first")
    if "data" not in settings:
        raise SettingsError(f"{run.folder} does not say what it was trained on: name a run of stencil train")
    if method := settings["data"].get("method"):
        raise SettingsError(f"{run.folder} is a run of the method {method!r}: stencil compare translates with those")
    return settings


def _write(
    folder: Path, task: Task, settings: dict[str, Any], checkpoints: list[Checkpoint], quantization: str, notes: str
) -> None:
    network = load_network(task, settings, checkpoints)
    write_engine(network, task.codec.subwords.tokens, folder, quantization)
    for path in task.subword_files:
        shutil.copyfile(path, folder / path.name)
    info = describe(task, settings, checkpoints, quantization, notes)
    save_info(info, folder)
    write_card(info, folder / CARD)


def load_network(task: Task, settings: dict[str, Any], checkpoints: list[Checkpoint]) -> "Network":
    """The network of a run with the mean of some of its weights."""
    training = from_dict(Training, {key: value for key, value in settings.items() if key != "data"})
    network = task.network(training.architecture, training.seed)
    load_weights(network, average(checkpoints), checkpoints[-1].path)
    return network


def describe(
    task: Task, settings: dict[str, Any], checkpoints: list[Checkpoint], quantization: str, notes: str = ""
) -> ModelInfo:
    """What the model of a run says of itself."""
    state = checkpoints[-1].state()
    prepared = task.prepared
    return ModelInfo(
        source_language=prepared.source_language,
        target_language=prepared.target_language,
        form=task.codec.form,
        limits=prepared.limits,
        longest=task.batch.longest * 4 // 5,
        tags=prepared.tags,
        subwords=MARIAN if task.is_marian else prepared.subwords.kind,
        init_language=task.init_language,
        settings={**settings, "quantization": quantization, "averaged": [point.step for point in checkpoints]},
        data={
            "pairs": prepared.records,
            "origins": prepared.origins,
            "steps": state.step,
            "tokens": state.tokens,
            "hours": round(state.seconds / 3600, 2),
        },
        versions={"stencil-mt": __version__, **{name: _version(name) for name in MADE_WITH}},
        scores={VALIDATION: dict(state.measures)} if state.measures else {},
        notes=notes,
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"
