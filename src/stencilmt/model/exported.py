"""Starting from a model of ours: from the one in the box, say, to go on with one's own translations."""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from stencilmt.config import from_dict, to_dict
from stencilmt.errors import ModelError, SettingsError
from stencilmt.model.checkpoints import STATE, load_weights, own_weights
from stencilmt.model.engine_weights import read_engine
from stencilmt.model.folder import SETTINGS, ModelFolder, ModelInfo, installed_paths
from stencilmt.model.load import is_trained
from stencilmt.model.log import LINES
from stencilmt.model.network import Network, VocabularyFacts, build
from stencilmt.model.presets import Architecture
from stencilmt.model.run import differences
from stencilmt.model.start import Start
from stencilmt.model.task import Task
from stencilmt.subwords import MARIAN
from stencilmt.text.language import normalize


@dataclass(frozen=True)
class Exported(Start):
    """A model folder; what it learned is what it translates with, so nothing is lost that it had."""

    folder: Path
    info: ModelInfo
    name: str
    """What the caller calls it."""

    @cached_property
    def architecture(self) -> Architecture:
        """Its shape."""
        try:
            return from_dict(Architecture, self.info.settings["architecture"])
        except (KeyError, SettingsError) as error:
            raise ModelError(f"{self.folder} does not say what shape it has ({error}): export it again") from error

    def network(self, architecture: Architecture, vocabulary: VocabularyFacts, seed: int) -> Network:
        """The network as it was exported."""
        network = build(architecture, vocabulary, seed)
        load_weights(network, read_engine(self.folder, own_weights(network)), self.folder)
        return network

    def task(self, task: Task, compact: bool | None = None) -> Task:
        """The task with this model's subwords and its form of templates."""
        info = self.info
        if compact not in (None, info.form.compact) or task.init_language not in ("", info.init_language):
            raise SettingsError(f"{self.name} has its own form of templates and language: leave these options out")
        task = replace(super().task(task), compact=info.form.compact, init_language=info.init_language)
        if wrong := "; ".join(line for _, line in differences(self._symbols(), _symbols(task))):
            raise SettingsError(f"{self.name} cannot be trained on {task.folder} ({wrong}): prepare the data alike")
        return task

    def describe(self) -> dict[str, Any]:
        """What a run says of its start: also how long that was trained."""
        return {"init": self.name, "init_trained": {key: self.info.data.get(key) for key in ("hours", "steps")}}

    def _symbols(self) -> dict[str, Any]:
        """What its sequences are made of, in the words of `_symbols`."""
        info = self.info
        return {
            "languages": [normalize(info.source_language), normalize(info.target_language)],
            "kind": str(info.form.kind),
            "limits": to_dict(info.limits),
            "tags": list(info.tags),
            "subwords": str(info.subwords),
        }


def _symbols(task: Task) -> dict[str, Any]:
    prepared = task.prepared
    return {
        "languages": [normalize(prepared.source_language), normalize(prepared.target_language)],
        "kind": str(prepared.kind),
        "limits": to_dict(prepared.limits),
        "tags": list(prepared.tags),
        "subwords": MARIAN if task.is_marian else str(prepared.subwords.kind),
    }


def find_exported(name: str) -> Exported | None:
    """The model of ours in a folder, or of this name where no folder holds a model of any kind."""
    path = Path(name)
    if is_trained(path) and ((path / LINES).is_file() or (path / STATE).is_file()):
        raise SettingsError(f"{path} is a training run or a part of one: export it, and start from that model")
    if not (path / SETTINGS).is_file() and ((path / "config.json").is_file() or name not in installed_paths()):
        return None
    model = ModelFolder.find(name)
    return Exported(model.path, model.info, name)
