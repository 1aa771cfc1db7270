"""Named settings: the paper's three experiments, and ours for small machines."""

from dataclasses import dataclass, replace
from typing import Literal

from stencilmt.config import hint, require
from stencilmt.errors import SettingsError
from stencilmt.model.cadence import seconds_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Architecture:
    """The shape of a Transformer: sinusoidal positions, one embedding shared by all three places."""

    width: int
    """Numbers per token between the layers."""
    encoder_layers: int
    """Layers that read the source."""
    decoder_layers: int
    """Layers that write the target; fewer make translation faster."""
    heads: int
    """Attention heads of each layer; they share the width."""
    feed_forward: int
    """Numbers per token inside the feed-forward part of a layer."""
    dropout: float = 0.1
    """Share of numbers dropped after each part of a layer while training."""
    attention_dropout: float = 0.0
    """Share of attention weights dropped while training."""
    activation_dropout: float = 0.0
    """Share dropped inside the feed-forward part while training."""
    activation: Literal["relu", "swish", "gelu"] = "relu"
    """What stands between the two halves of the feed-forward part."""
    norm: Literal["after", "before"] = "after"
    """Where layers normalize: after each part as in the paper, or before it, which bears a higher rate."""
    positions: int = 1024
    """The longest sequence in tokens, source or target."""

    def __post_init__(self) -> None:
        for name in ("width", "encoder_layers", "decoder_layers", "heads", "feed_forward", "positions"):
            require(getattr(self, name) > 0, f"{name} must be more than 0 (not {getattr(self, name)})")
        for name in ("dropout", "attention_dropout", "activation_dropout"):
            require(0 <= getattr(self, name) < 1, f"{name} must be from 0 to below 1 (not {getattr(self, name)})")
        require(self.width % self.heads == 0, f"width {self.width} must be a multiple of heads {self.heads}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Optimization:
    """How a model learns: the rate over time, the size of an update, and when it ends."""

    optimizer: Literal["adam", "muon"] = "adam"
    """Adam as in the paper, or Muon, which needs fewer updates and a little more time for each."""
    schedule: Literal["inverse-sqrt", "cosine", "budget"]
    """How the rate falls after the warm-up: with the root of the step, over `period` steps, or at the budget's end."""
    peak_rate: float
    """The highest learning rate, reached at the end of the warm-up."""
    warm_up: int
    """Steps over which the rate rises; with the schedule `budget` at most a tenth of the budget."""
    start_rate: float = 0.0
    """The rate the warm-up starts from."""
    final_rate: float = 0.0
    """The rate the cosine and the budget end with."""
    period: int | None = None
    """Steps from the peak to the end of the cosine."""
    steps: int | None = None
    """Training ends after so many updates."""
    budget: str | None = None
    """Training ends after so much time, pauses between sittings not counted: `3h`."""
    batch_tokens: int
    """Target tokens of one update, over all processes, padding included."""
    pass_tokens: int
    """Target tokens one process takes at once: the size of a batch, as its memory allows."""
    smoothing: float = 0.1
    """Label smoothing: the share of probability spread over the whole vocabulary."""
    weight_decay: float = 0.0
    """Decoupled weight decay, times the rate."""
    betas: tuple[float, float] = (0.9, 0.98)
    """Adam: how slowly the two averages of the gradient move."""
    epsilon: float = 1e-9
    """Adam: what keeps its division finite."""
    clipping: float = 0.0
    """The longest gradient allowed; 0 for any."""

    def __post_init__(self) -> None:
        for name in ("peak_rate", "batch_tokens", "pass_tokens", "epsilon"):
            require(getattr(self, name) > 0, f"{name} must be more than 0 (not {getattr(self, name)})")
        for name in ("warm_up", "start_rate", "final_rate", "weight_decay", "clipping"):
            require(getattr(self, name) >= 0, f"{name} must not be below 0 (not {getattr(self, name)})")
        for name in ("period", "steps"):
            value = getattr(self, name)
            require(value is None or value > 0, f"{name} must be more than 0, or null for none (not {value})")
        require(0 <= self.smoothing < 1, f"smoothing must be from 0 to below 1 (not {self.smoothing})")
        require(all(0 <= beta < 1 for beta in self.betas), f"betas must be from 0 to below 1 (not {self.betas})")
        require(bool(self.steps or self.budget), "training needs an end: set steps or a budget")
        require(self.schedule != "cosine" or self.period is not None, "the schedule cosine needs a period in steps")
        require(self.schedule != "budget" or self.budget is not None, 'the schedule budget needs a budget, as "3h"')
        require(self.budget is None or self.seconds > 0, f"budget must be more than no time (not {self.budget!r})")

    @property
    def seconds(self) -> float:
        """The budget in seconds; without one, for ever."""
        return seconds_of(self.budget) if self.budget else float("inf")

    def passes(self, processes: int) -> int:
        """Batches of one update over all processes: the same number for each, and at least one.

        Since batches are made of `pass_tokens` whatever the number of processes, the same updates come out on one
        machine and on many, as long as an update has a batch for each.
        """
        each = max(1, round(self.batch_tokens / self.pass_tokens / processes))
        return each * processes


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """Settings that go together, under one name."""

    name: str
    """What the command line calls it."""
    summary: str
    """What it is for, in one line."""
    architecture: Architecture
    """The shape of the model."""
    optimization: Optimization
    """How it learns."""


_PAPER_BASE = Preset(
    name="paper-base",
    summary="the paper's English-Chinese model; made for 4 GPUs",
    architecture=Architecture(width=512, encoder_layers=6, decoder_layers=6, heads=8, feed_forward=2048),
    optimization=Optimization(
        schedule="inverse-sqrt",
        peak_rate=7e-4,
        warm_up=4_000,
        steps=200_000,
        batch_tokens=32_768,
        pass_tokens=8_192,
    ),
)

_PAPER_BIG = Preset(
    name="paper-big",
    summary="the paper's English-German model; made for 8 GPUs",
    architecture=Architecture(width=1024, encoder_layers=6, decoder_layers=6, heads=16, feed_forward=4096),
    optimization=Optimization(
        schedule="inverse-sqrt",
        peak_rate=5e-4,
        warm_up=4_000,
        steps=300_000,
        batch_tokens=32_768,
        pass_tokens=4_096,
    ),
)

_PAPER_STRUCTURAL = Preset(
    name="paper-structural",
    summary="the paper's model for tagged text, about 100K pairs",
    architecture=Architecture(
        width=256,
        encoder_layers=6,
        decoder_layers=6,
        heads=4,
        feed_forward=1024,
        dropout=0.2,
        attention_dropout=0.2,
        activation_dropout=0.2,
    ),
    optimization=Optimization(
        schedule="cosine",
        peak_rate=7e-4,
        warm_up=8_000,
        start_rate=1e-7,
        final_rate=1e-7,
        period=32_000,
        steps=40_000,
        batch_tokens=32_768,
        pass_tokens=8_192,
        smoothing=0.2,
        weight_decay=1e-3,
    ),
)

_SMALL = Preset(
    name="small",
    summary="a good model in hours on two cores",
    architecture=Architecture(
        width=256, encoder_layers=6, decoder_layers=2, heads=4, feed_forward=1024, dropout=0.0, norm="before"
    ),
    optimization=Optimization(
        schedule="budget",
        optimizer="muon",
        peak_rate=5e-3,
        warm_up=200,
        budget="3h",
        batch_tokens=3_500,
        pass_tokens=3_500,
        weight_decay=0.01,
        clipping=1.0,
    ),
)

_TINY = Preset(
    name="tiny",
    summary="for tests and toy languages: minutes on two cores",
    architecture=Architecture(
        width=128, encoder_layers=2, decoder_layers=2, heads=4, feed_forward=256, dropout=0.0, norm="before"
    ),
    optimization=Optimization(
        schedule="cosine",
        peak_rate=2e-3,
        warm_up=100,
        period=1_400,
        steps=1_500,
        batch_tokens=2_000,
        pass_tokens=2_000,
        clipping=1.0,
    ),
)

FINE_TUNING = replace(_SMALL.optimization, optimizer="adam", peak_rate=2e-4, warm_up=400, weight_decay=0.0)
"""How a pretrained model learns on: it has to move much less far than fresh weights."""

PRESETS = {preset.name: preset for preset in (_SMALL, _TINY, _PAPER_BASE, _PAPER_BIG, _PAPER_STRUCTURAL)}


def preset(name: str) -> Preset:
    """The preset of this name."""
    if name not in PRESETS:
        raise SettingsError(f"unknown preset {name!r}: {hint(name, PRESETS)}")
    return PRESETS[name]
