"""Where a run stands: all that is needed to go on, beside the weights and the optimizer."""

import math
from dataclasses import dataclass, field

from stencilmt.model.batch import Position


@dataclass(slots=True)
class Tally:
    """Sums over the updates since the last line of the log."""

    smoothed: float = 0.0
    """The loss that is learned from."""
    plain: float = 0.0
    """Negative log likelihood."""
    gradient: float = 0.0
    """Lengths of the gradients, before clipping."""
    tokens: int = 0
    """Tokens with loss, over all processes."""
    updates: int = 0
    """Updates made."""
    busy: float = 0.0
    """Seconds in updates, waiting for data included."""
    waiting: float = 0.0
    """Seconds of waiting for data."""

    def add(self, tokens: int, waiting: float, busy: float) -> None:
        """Count one more update."""
        self.tokens += tokens
        self.updates += 1
        self.waiting += waiting
        self.busy += busy

    def pace(self) -> float:
        """Updates a second."""
        return self.updates / self.busy if self.busy else 0.0

    def means(self) -> dict[str, float]:
        """The sums as what one wants to read."""
        tokens, updates, busy = max(1, self.tokens), max(1, self.updates), max(1e-9, self.busy)
        return {
            "loss": self.smoothed / tokens,
            "perplexity": perplexity(self.plain / tokens),
            "gradient": self.gradient / updates,
            "tokens_per_second": self.tokens / busy,
            "waiting": self.waiting / busy,
        }


@dataclass(slots=True)
class TrainingState:
    """The state of a run after an update."""

    step: int = 0
    """Updates made."""
    epoch: int = 0
    """The epoch of the next batch, from 0."""
    batch: int = 0
    """The next batch of it, over all processes."""
    seconds: float = 0.0
    """Time used, over all sittings."""
    tokens: int = 0
    """Tokens learned from."""
    tally: Tally = field(default_factory=Tally)
    """Sums for the next line of the log."""
    validated_step: int = 0
    """When the dev set was last measured."""
    validated_seconds: float = 0.0
    """The same in time used."""
    measures: dict[str, float] = field(default_factory=dict)
    """What was measured then."""
    best: float | None = None
    """The best value of the deciding measure."""
    best_measure: str = ""
    """Which measure that is the value of."""
    best_step: int | None = None
    """Where it was reached."""
    misses: int = 0
    """Validations since then."""

    @property
    def position(self) -> Position:
        """The next batch."""
        return Position(self.epoch, self.batch)

    @property
    def validated(self) -> bool:
        """Whether the measures are those of this very step."""
        return self.validated_step == self.step and bool(self.measures)


def perplexity(loss: float) -> float:
    """Two numbers for one thing: the exponential of a mean negative log likelihood."""
    return math.exp(min(loss, 700.0))
