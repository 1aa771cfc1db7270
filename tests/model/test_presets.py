"""The presets are the paper's settings, and settings are checked."""

from dataclasses import asdict
from typing import Any

import pytest

from stencilmt.config import from_dict, replace_checked, to_dict
from stencilmt.errors import SettingsError
from stencilmt.model.presets import PRESETS, preset
from stencilmt.model.settings import Training, Upkeep, training

ADAM = {"optimizer": "adam", "betas": (0.9, 0.98), "epsilon": 1e-9}
PAPER = {
    "paper-base": (
        {"encoder_layers": 6, "decoder_layers": 6, "width": 512, "heads": 8, "feed_forward": 2048, "dropout": 0.1}
        | {"norm": "after"},
        {"schedule": "inverse-sqrt", "warm_up": 4_000, "peak_rate": 7e-4, "steps": 200_000, "batch_tokens": 32_768}
        | {"smoothing": 0.1, "weight_decay": 0.0, **ADAM},
    ),
    "paper-big": (
        {"encoder_layers": 6, "decoder_layers": 6, "width": 1024, "heads": 16, "feed_forward": 4096, "dropout": 0.1}
        | {"norm": "after"},
        {"schedule": "inverse-sqrt", "warm_up": 4_000, "peak_rate": 5e-4, "steps": 300_000, "batch_tokens": 32_768}
        | {"smoothing": 0.1, "weight_decay": 0.0, **ADAM},
    ),
    "paper-structural": (
        {"encoder_layers": 6, "decoder_layers": 6, "width": 256, "heads": 4, "feed_forward": 1024}
        | {"dropout": 0.2, "attention_dropout": 0.2, "activation_dropout": 0.2, "activation": "relu", "norm": "after"},
        {"schedule": "cosine", "warm_up": 8_000, "start_rate": 1e-7, "peak_rate": 7e-4, "period": 32_000}
        | {"steps": 40_000, "batch_tokens": 32_768, "smoothing": 0.2, "weight_decay": 1e-3, **ADAM},
    ),
    "small": (
        {"encoder_layers": 6, "decoder_layers": 2, "width": 256, "heads": 4, "feed_forward": 1024, "dropout": 0.0}
        | {"norm": "before"},
        {"schedule": "budget", "warm_up": 200, "peak_rate": 5e-3, "smoothing": 0.1, "batch_tokens": 3_500}
        | {"optimizer": "muon"},
    ),
}


@pytest.mark.parametrize("name", PAPER)
def test_a_preset_is_what_the_method_says(name: str) -> None:
    architecture, optimization = PAPER[name]
    chosen = preset(name)
    assert asdict(chosen.architecture) | architecture == asdict(chosen.architecture)
    assert asdict(chosen.optimization) | optimization == asdict(chosen.optimization)


@pytest.mark.parametrize("name", PRESETS)
def test_settings_of_a_preset_come_back_from_a_dictionary(name: str) -> None:
    assert from_dict(Training, to_dict(training(name))) == training(name)


def test_an_unknown_preset_is_refused_with_a_hint() -> None:
    with pytest.raises(SettingsError, match="unknown preset 'paper-bas': did you mean 'paper-base'"):
        preset("paper-bas")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"architecture.heads": 3}, "width 256 must be a multiple of heads 3"),
        ({"architecture.dropout": 1.0}, "dropout must be from 0 to below 1"),
        ({"architecture.width": 0}, "width must be more than 0"),
        ({"architecture.activation": "tanh"}, 'expected "relu" or "swish" or "gelu"'),
        ({"optimization.schedule": "linear"}, 'expected "inverse-sqrt" or "cosine" or "budget"'),
        ({"optimization.schedule": "cosine"}, "the schedule cosine needs a period"),
        ({"optimization.budget": None}, "training needs an end"),
        ({"optimization.budget": None, "optimization.steps": 5}, "the schedule budget needs a budget"),
        ({"optimization.budget": "3"}, "invalid duration '3'"),
        ({"optimization.budget": "0s"}, "budget must be more than no time"),
        ({"optimization.steps": -5}, "steps must be more than 0, or null for none"),
        ({"optimization.peak_rate": 0}, "peak_rate must be more than 0"),
        ({"optimization.smoothing": 1}, "smoothing must be from 0 to below 1"),
        ({"optimization.betas": [0.9, 1]}, "betas must be from 0 to below 1"),
        ({"optimization.peak_rat": 1}, "unknown setting 'optimization.peak_rat': did you mean 'peak_rate'"),
        ({"upkeep.save_every": "often"}, "invalid duration 'often'"),
        ({"upkeep.validate_every": "0 steps"}, "invalid rhythm '0 steps'"),
        ({"upkeep.validate_every": 0}, "invalid rhythm '0'"),
        ({"upkeep.patience": 0}, "patience must be more than 0"),
        ({"threads": 0}, "threads must be more than 0"),
        ({"precision": "int8"}, 'invalid value for precision, expected "auto"'),
    ],
)
def test_settings_are_checked(change: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        replace_checked(training("small"), change)


@pytest.mark.parametrize(
    ("batch", "one_pass", "processes", "passes"),
    [(32_768, 8_192, 1, 4), (32_768, 8_192, 4, 4), (32_768, 4_096, 4, 8), (3_500, 3_500, 2, 2), (1_000, 4_000, 1, 1)],
)
def test_an_update_has_the_same_batches_however_many_processes_share_it(
    batch: int, one_pass: int, processes: int, passes: int
) -> None:
    changes = {"optimization.batch_tokens": batch, "optimization.pass_tokens": one_pass}
    assert replace_checked(preset("small"), changes).optimization.passes(processes) == passes


@pytest.mark.parametrize(
    ("measure", "value", "best", "better"),
    [
        ("dev_loss", 2.0, None, True),
        ("dev_loss", 2.0, 3.0, True),
        ("dev_loss", 3.0, 3.0, False),
        ("bleu", 30.0, 29.0, True),
        ("bleu", 28.0, 29.0, False),
    ],
)
def test_which_value_is_better(measure: str, value: float, best: float | None, better: bool) -> None:
    assert Upkeep(measure=measure).better(value, best) is better
