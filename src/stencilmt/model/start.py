"""What a run can start from instead of fresh weights."""

from abc import ABC, abstractmethod
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stencilmt.config import to_dict
from stencilmt.errors import SettingsError
from stencilmt.model.presets import FINE_TUNING, Architecture
from stencilmt.model.run import differences
from stencilmt.model.settings import Training, training

if TYPE_CHECKING:
    from stencilmt.model.network import Network, VocabularyFacts
    from stencilmt.model.task import Task


class Start(ABC):
    """A model that brings its shape, its subwords and its weights."""

    folder: Path
    """Where it lies, with the files of its subwords."""

    @property
    @abstractmethod
    def architecture(self) -> Architecture:
        """Its shape."""

    @abstractmethod
    def network(self, architecture: Architecture, vocabulary: "VocabularyFacts", seed: int) -> "Network":
        """The network with its weights; what it lacks of the vocabulary is fresh."""

    def task(self, task: "Task", compact: bool | None = None) -> "Task":
        """The task as this model takes it, with its own subwords; what does not fit is refused.

        Whether templates are compact may be asked for, or left to the model.
        """
        return replace(task, tokenizer=self.folder)

    def describe(self) -> dict[str, Any]:
        """What a run says of its start."""
        return {"init": str(self.folder)}

    def training(self, preset: str | None = None) -> Training:
        """Settings to train it further: those of a preset, or gentle ones."""
        if preset:
            return training(preset)
        return Training(preset="init", architecture=self.architecture, optimization=FINE_TUNING)

    def require_shape(self, architecture: Architecture) -> None:
        """Refuse settings of another shape."""
        dropouts = {name: value for name, value in to_dict(architecture).items() if "dropout" in name}
        own = to_dict(self.architecture) | dropouts
        if wrong := "; ".join(line for _, line in differences(own, to_dict(architecture), "architecture")):
            raise SettingsError(f"{self.folder} has another shape ({wrong}): leave --preset and these settings out")
