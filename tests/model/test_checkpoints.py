"""Checkpoints are whole or not there."""

import resource
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import torch
from transformers import AutoModelForSeq2SeqLM

from model.toy import VOCABULARY, toy_settings
from stencilmt.errors import DataError, ModelError
from stencilmt.model.checkpoints import (
    OPTIMIZER,
    STATE,
    WEIGHTS,
    Checkpoints,
    load_weights,
    own_weights,
    write_model,
    write_optimizer,
    write_state,
)
from stencilmt.model.network import build
from stencilmt.model.settings import Upkeep
from stencilmt.model.state import TrainingState

ARCHITECTURE = toy_settings().architecture


def save(checkpoints: Checkpoints, step: int, bleu: float | None = None) -> None:
    measured = {"validated_step": step, "measures": {"bleu": bleu, "dev_loss": -bleu}} if bleu is not None else {}
    checkpoints.save(step, lambda folder: write_state(folder, TrainingState(step=step, **measured)))


def steps(checkpoints: Checkpoints) -> list[int]:
    return [one.step for one in checkpoints.all()]


def write_all(folder: Path) -> None:
    model = build(ARCHITECTURE, VOCABULARY)
    write_model(folder, model)
    write_optimizer(folder, {"optimizer": torch.optim.AdamW(model.parameters()).state_dict()})
    write_state(folder, TrainingState(step=1))


def test_the_newest_and_the_best_are_kept(tmp_path: Path) -> None:
    checkpoints = Checkpoints(tmp_path / "checkpoints")
    for step, bleu in [(100, 30.0), (200, 33.0), (900, None), (1000, 31.0), (1100, 29.0), (1200, None)]:
        save(checkpoints, step, bleu)
    checkpoints.tidy(Upkeep(keep_last=2, keep_best=2, measure="bleu"))
    assert steps(checkpoints) == [200, 1000, 1100, 1200]
    assert [one.step for one in checkpoints.best("bleu", 2)] == [200, 1000]
    assert [one.step for one in checkpoints.best("dev_loss", 1)] == [200]
    assert checkpoints.measures() == {"bleu", "dev_loss"}


def test_there_may_be_none(tmp_path: Path) -> None:
    assert Checkpoints(tmp_path / "none").last() is None
    assert Checkpoints(tmp_path / "none").best("bleu") == []


def test_what_a_killed_process_left_is_not_taken_for_a_checkpoint_and_goes(tmp_path: Path) -> None:
    checkpoints = Checkpoints(tmp_path)
    save(checkpoints, 5)
    (tmp_path / ".step-9.partial").mkdir()
    assert steps(checkpoints) == [5]
    checkpoints.tidy(Upkeep())
    assert [path.name for path in tmp_path.iterdir()] == ["step-5"]


def test_half_a_removed_checkpoint_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checkpoints = Checkpoints(tmp_path)
    for step in (5, 6, 7):
        save(checkpoints, step)
    with monkeypatch.context() as killed:
        killed.setattr(shutil, "rmtree", lambda path: next(path.glob("state*")).unlink() or sys.exit(9))
        with pytest.raises(SystemExit):
            checkpoints.tidy(Upkeep(keep_last=2))
    checkpoints.tidy(Upkeep(keep_last=2))
    assert steps(checkpoints) == [6, 7]


def test_a_step_saved_again_gets_the_new_state(tmp_path: Path) -> None:
    checkpoints = Checkpoints(tmp_path)
    save(checkpoints, 5)
    save(checkpoints, 5, bleu=20.0)
    assert checkpoints.all()[0].state().measures["bleu"] == 20.0
    assert [path.name for path in tmp_path.iterdir()] == ["step-5"]


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file grow beyond a size, as on a disk that is nearly full."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


@pytest.mark.parametrize("room", [0, 4_000, 20_000])
def test_a_full_disk_leaves_the_checkpoint_before(tmp_path: Path, room: int) -> None:
    checkpoints = Checkpoints(tmp_path)
    save(checkpoints, 5)
    with room_for(room), pytest.raises(DataError, match=r"cannot write checkpoint .*step-6 .*\(step 5 is safe\)"):
        checkpoints.save(6, write_all)
    assert [path.name for path in tmp_path.iterdir()] == ["step-5"]
    assert checkpoints.all()[0].state().step == 5


@pytest.mark.parametrize("name", [WEIGHTS, OPTIMIZER, STATE])
@pytest.mark.parametrize("damage", [lambda path: path.unlink(), lambda path: path.write_bytes(path.read_bytes()[:50])])
def test_a_damaged_checkpoint_is_named(tmp_path: Path, name: str, damage) -> None:
    checkpoint = Checkpoints(tmp_path).save(7, write_all)
    damage(checkpoint.path / name)
    read = {WEIGHTS: checkpoint.weights, OPTIMIZER: checkpoint.optimizer, STATE: checkpoint.state}[name]
    with pytest.raises(ModelError, match=r"step-7 cannot be read .*remove it to go on from the one before"):
        read()


def test_a_checkpoint_is_a_model_folder_of_transformers(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    model = build(ARCHITECTURE, VOCABULARY, seed=2)
    write_model(tmp_path, model)
    assert capfd.readouterr().err == ""
    loaded = AutoModelForSeq2SeqLM.from_pretrained(tmp_path).state_dict()
    for name, weight in model.state_dict().items():
        torch.testing.assert_close(loaded[name], weight)


def test_weights_read_are_weights_written(tmp_path: Path) -> None:
    one, two = (build(ARCHITECTURE, VOCABULARY, seed) for seed in (1, 2))
    load_weights(two, own_weights(one), tmp_path)
    assert all(weight.equal(two.state_dict()[name]) for name, weight in one.state_dict().items())


@pytest.mark.parametrize("change", [{"architecture__encoder_layers": 2}, {"architecture__feed_forward": 64}])
def test_weights_of_another_model_are_refused(tmp_path: Path, change: dict[str, int]) -> None:
    other = build(toy_settings(**change).architecture, VOCABULARY)
    with pytest.raises(ModelError, match="holds another model"):
        load_weights(build(ARCHITECTURE, VOCABULARY), own_weights(other), tmp_path)
