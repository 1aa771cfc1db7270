"""All settings of a training run, as they are saved with it."""

from dataclasses import dataclass, field
from typing import Literal

from stencilmt.config import require
from stencilmt.model.cadence import Every
from stencilmt.model.presets import Architecture, Optimization, preset

LOWER_IS_BETTER = frozenset({"dev_loss", "dev_perplexity", "repair_rate", "omission_rate"})
"""Measures of which the smaller value is the better one; of all others it is the larger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upkeep:
    """What happens beside the updates, and how often: `"10m"`, `"500 steps"` or 500."""

    log_every: int = 25
    """Steps between two lines of the log."""
    save_every: str | int = "60s"
    """How often a checkpoint is written."""
    validate_every: str | int = "10m"
    """How often the dev set is measured."""
    keep_last: int = 2
    """How many of the newest checkpoints stay."""
    keep_best: int = 3
    """How many of the best validated checkpoints stay beside them."""
    measure: str = "dev_loss"
    """What makes one checkpoint better than another, by its name in the validation."""
    patience: int | None = None
    """Training ends after so many validations in a row without a new best; null: it never does."""

    def __post_init__(self) -> None:
        for name in ("log_every", "keep_last", "keep_best"):
            require(getattr(self, name) > 0, f"{name} must be more than 0 (not {getattr(self, name)})")
        require(self.patience is None or self.patience > 0, f"patience must be more than 0 (not {self.patience})")
        Every.parse(self.save_every)
        Every.parse(self.validate_every)

    def better(self, value: float, than: float | None) -> bool:
        """Whether a value of the measure is better than the best so far."""
        if than is None:
            return True
        return value < than if self.measure in LOWER_IS_BETTER else value > than


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """Everything that decides how a run goes, except its data."""

    preset: str
    """Where the settings came from."""
    architecture: Architecture
    """The shape of the model."""
    optimization: Optimization
    """How it learns."""
    upkeep: Upkeep = field(default_factory=Upkeep)
    """Log, checkpoints, validation."""
    seed: int = 1
    """Decides the first weights and all dropout."""
    precision: Literal["auto", "float32", "bfloat16", "float16"] = "auto"
    """Numbers to compute with; `auto` takes half precision only where the hardware has it, and never on a CPU."""
    threads: int | None = None
    """Threads of one process; null: the cores there are, shared by the processes of this machine."""

    def __post_init__(self) -> None:
        require(self.threads is None or self.threads > 0, f"threads must be more than 0 (not {self.threads})")


MAY_CHANGE = frozenset(
    {
        "preset",
        "upkeep",
        "precision",
        "threads",
        "optimization.steps",
        "optimization.budget",
        "optimization.peak_rate",
        "data.folder",
        "data.init",
        "data.batch.weights",
        "data.sampling",
    }
)
"""Settings a run may be continued with although they differ, by dotted path."""


def training(preset_name: str) -> Training:
    """The settings of a preset; change them with `config.replace_checked`."""
    chosen = preset(preset_name)
    return Training(preset=chosen.name, architecture=chosen.architecture, optimization=chosen.optimization)
