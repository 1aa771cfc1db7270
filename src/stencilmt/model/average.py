"""The mean of several checkpoints' weights: often a little better than the best of them."""

from collections.abc import Sequence

from torch import Tensor

from stencilmt.config import hint
from stencilmt.errors import ModelError, SettingsError
from stencilmt.model.checkpoints import Checkpoint, Checkpoints


def choose(checkpoints: Checkpoints, count: int, measure: str | None = None) -> list[Checkpoint]:
    """The last `count` checkpoints or, by a measure, the best."""
    chosen = checkpoints.best(measure, count) if measure else checkpoints.all()[-count:]
    if not chosen and measure and (known := checkpoints.measures()):
        raise SettingsError(
            f"no checkpoint in {checkpoints.folder} has the measure {measure!r}: {hint(measure, known)}"
        )
    if len(chosen) < count:
        kind = "validated checkpoints" if measure else "checkpoints"
        raise SettingsError(f"{checkpoints.folder} holds {len(chosen)} {kind}, fewer than {count}: average fewer")
    return chosen


def average(checkpoints: Sequence[Checkpoint]) -> dict[str, Tensor]:
    """The mean of the weights, by name."""
    first, *others = (checkpoint.weights() for checkpoint in checkpoints)
    sums = {name: weight.double() for name, weight in first.items()}
    for weights, checkpoint in zip(others, checkpoints[1:], strict=True):
        if weights.keys() != first.keys():
            raise ModelError(
                f"{checkpoint.path} holds another model than {checkpoints[0].path}: average like with like"
            )
        for name, weight in weights.items():
            sums[name] += weight
    return {name: (total / len(checkpoints)).to(first[name].dtype) for name, total in sums.items()}
