"""Averages of checkpoints."""

from pathlib import Path

import pytest
import torch

from model.toy import VOCABULARY, toy_settings
from stencilmt.errors import ModelError, SettingsError
from stencilmt.model.average import average, choose
from stencilmt.model.checkpoints import Checkpoints, write_model, write_state
from stencilmt.model.network import build
from stencilmt.model.state import TrainingState

SCORES = {1: 20.0, 2: 30.0, 3: 10.0, 4: None}


def make(folder: Path) -> Checkpoints:
    """Four checkpoints, three of them validated."""
    checkpoints = Checkpoints(folder)
    for step, bleu in SCORES.items():
        state = TrainingState(step=step, validated_step=step if bleu else 0, measures={"bleu": bleu} if bleu else {})
        model = build(toy_settings().architecture, VOCABULARY, seed=step)
        checkpoints.save(
            step, lambda path, model=model, state=state: (write_model(path, model), write_state(path, state))
        )
    return checkpoints


@pytest.mark.parametrize(
    ("count", "measure", "steps"),
    [(2, None, [3, 4]), (2, "bleu", [2, 1]), (4, None, [1, 2, 3, 4])],
)
def test_which_are_averaged(tmp_path: Path, count: int, measure: str | None, steps: list[int]) -> None:
    assert [one.step for one in choose(make(tmp_path), count, measure)] == steps


@pytest.mark.parametrize(
    ("count", "measure", "message"),
    [
        (5, None, "holds 4 checkpoints, fewer than 5"),
        (4, "bleu", "holds 3 validated checkpoints, fewer than 4"),
        (1, "blue", "no checkpoint in .* has the measure 'blue': did you mean 'bleu'"),
    ],
)
def test_too_few_are_refused(tmp_path: Path, count: int, measure: str | None, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        choose(make(tmp_path), count, measure)


def test_the_average_is_the_mean(tmp_path: Path) -> None:
    chosen = make(tmp_path / "checkpoints").all()[:3]
    averaged = average(chosen)
    for name in chosen[0].weights():
        mean = torch.stack([one.weights()[name] for one in chosen]).mean(0)
        torch.testing.assert_close(averaged[name], mean)


def test_models_of_two_kinds_are_not_averaged(tmp_path: Path) -> None:
    checkpoints = make(tmp_path)
    other = build(toy_settings(architecture__decoder_layers=2).architecture, VOCABULARY)
    checkpoints.save(9, lambda path: write_model(path, other))
    with pytest.raises(ModelError, match="step-9 holds another model than"):
        average(checkpoints.all()[-2:])
