"""Training from end to end on a toy task: it learns, stops, and goes on as if nothing had happened."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch

from model.toy import VOCABULARY, ReverseBatches, toy_settings, toy_train
from stencilmt.errors import DataError, ModelError, SettingsError
from stencilmt.model import checkpoints as checkpoints_module
from stencilmt.model.checkpoints import Checkpoints
from stencilmt.model.log import read_log
from stencilmt.model.network import VocabularyFacts, build
from stencilmt.model.progress import Pace
from stencilmt.model.train import train

TOY = Path(__file__).with_name("toy.py")
ALIKE = ("step", "loss", "perplexity", "gradient", "rate", "epoch")
"""What does not depend on the clock."""


def curve(folder: Path) -> list[float]:
    """The log of a run, without its times."""
    lines = [entry for entry in read_log(folder / "log.jsonl") if entry["kind"] == "train"]
    return [line[name] for line in lines for name in ALIKE]


def steps(folder: Path) -> list[int]:
    return [one.step for one in Checkpoints(folder / "checkpoints").all()]


class Heard:
    """A reporter that remembers."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.paces: list[Pace] = []

    def pace(self, pace: Pace) -> None:
        self.paces.append(pace)

    def note(self, text: str) -> None:
        self.notes.append(text)


@dataclass(frozen=True)
class Bleu:
    """A validation that gives a number this name."""

    measure: Callable[[Any, int], float]
    measures = ("bleu",)

    def __call__(self, model: Any, step: int) -> dict[str, float]:
        return {"bleu": self.measure(model, step)}


def test_it_learns(tmp_path: Path) -> None:
    settings = toy_settings(optimization__steps=150, optimization__peak_rate=0.02, architecture__dropout=0.0)
    heard = Heard()
    outcome = toy_train(tmp_path, settings, ReverseBatches(sentences=16), dev=ReverseBatches(2), reporter=heard)
    losses = [entry["loss"] for entry in read_log(tmp_path / "log.jsonl") if entry["kind"] == "train"]
    assert outcome.reason == "150 steps are done"
    assert outcome.state.measures["dev_loss"] < 0.8 * 2.7  # of a fair guess
    assert sum(losses[-10:]) < 0.8 * sum(losses[:10])
    assert heard.paces[-1].step == 150
    assert heard.paces[-1].share == 1.0
    assert heard.notes[-1] == f"done: 150 steps are done; the best checkpoint is {outcome.best}"


def test_a_run_in_parts_is_the_run_in_one_piece(tmp_path: Path) -> None:
    """Also when a sitting ends in the middle of a line of the log and of an update's epoch."""
    changes = {"upkeep__log_every": 4, "optimization__batch_tokens": 200, "upkeep__save_every": "1000 steps"}
    toy_train(tmp_path / "whole", toy_settings(optimization__steps=16, **changes))
    for end in (3, 5, 10, 16):
        toy_train(tmp_path / "parts", toy_settings(optimization__steps=end, **changes))
    assert len(curve(tmp_path / "whole")) == 4 * len(ALIKE)
    assert curve(tmp_path / "parts") == pytest.approx(curve(tmp_path / "whole"), rel=1e-9)
    whole, parts = (Checkpoints(tmp_path / name / "checkpoints").all()[-1].weights() for name in ("whole", "parts"))
    assert all(weight.equal(parts[name]) for name, weight in whole.items())


def test_a_killed_run_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    changes = {"optimization__steps": 200, "upkeep__save_every": "3 steps"}
    killed = tmp_path / "killed"
    with subprocess.Popen([sys.executable, TOY, killed, json.dumps(changes)], env=python_path()) as process:
        while len(read_log(killed / "log.jsonl")) < 20:
            assert process.poll() is None
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
    assert 0 < steps(killed)[-1] < 200
    shorter = {**changes, "optimization__steps": steps(killed)[-1] + 20}
    toy_train(killed, toy_settings(**shorter))
    toy_train(tmp_path / "whole", toy_settings(**shorter))
    assert curve(killed) == curve(tmp_path / "whole")


@pytest.mark.parametrize("optimizer", ["adam", "muon"])
def test_two_processes_are_one_with_twice_the_batch(tmp_path: Path, optimizer: str) -> None:
    """And one process goes on where two have stopped."""
    changes = {"architecture__dropout": 0.0, "optimization__batch_tokens": 200, "optimization__steps": 4}
    changes |= {"optimization__optimizer": optimizer}
    launch = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2"]
    two, one, merged = (tmp_path / name for name in ("two", "one", "merged"))
    subprocess.run([*launch, TOY, two, json.dumps(changes)], env=python_path(), check=True, timeout=300)
    longer = toy_settings(**{**changes, "optimization__steps": 8})
    toy_train(two, longer)
    toy_train(one, longer)
    single = toy_settings(**{**changes, "optimization__steps": 2, "optimization__batch_tokens": 100})
    toy_train(merged, single, ReverseBatches(merged=2))
    assert len(curve(two)) == 8 * len(ALIKE)
    assert curve(two) == pytest.approx(curve(one), rel=1e-5)
    assert curve(merged) == pytest.approx(curve(two)[: 2 * len(ALIKE)], rel=1e-5)


def python_path() -> dict[str, str]:
    import stencilmt

    return os.environ | {"PYTHONPATH": str(Path(stencilmt.__file__).parents[1])}


def test_it_stops_when_nothing_gets_better_and_keeps_the_best(tmp_path: Path) -> None:
    scores = iter([1.0, 5.0, 3.0, 4.0, 9.0])
    settings = toy_settings(
        upkeep__measure="bleu",
        upkeep__patience=2,
        upkeep__validate_every="2 steps",
        upkeep__keep_best=1,
        upkeep__keep_last=1,
    )
    outcome = toy_train(tmp_path, settings, validate=Bleu(lambda model, step: next(scores)))
    assert outcome.reason == "no better bleu in 2 validations"
    assert outcome.state.step == 8
    assert outcome.best == tmp_path / "checkpoints" / "step-4"
    assert steps(tmp_path) == [4, 8]
    assert [entry["bleu"] for entry in read_log(tmp_path / "log.jsonl") if entry["kind"] == "dev"] == [1, 5, 3, 4]


def test_a_new_measure_starts_with_no_best(tmp_path: Path) -> None:
    scores = iter([0.1, 0.2, 0.1, 0.1])
    by_loss = toy_settings(upkeep__validate_every="2 steps", optimization__steps=4)
    toy_train(tmp_path, by_loss, dev=ReverseBatches(1), validate=Bleu(lambda model, step: 0.0))
    by_bleu = toy_settings(
        upkeep__measure="bleu", upkeep__patience=2, upkeep__validate_every="2 steps", optimization__steps=20
    )
    outcome = toy_train(tmp_path, by_bleu, validate=Bleu(lambda model, step: next(scores)))
    assert (outcome.state.step, outcome.state.best, outcome.state.best_step) == (12, 0.2, 8)


def test_a_validation_that_fails_loses_no_update(tmp_path: Path) -> None:
    def fail(model: Any, step: int) -> float:
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        toy_train(tmp_path, toy_settings(optimization__steps=3, upkeep__measure="bleu"), validate=Bleu(fail))
    assert steps(tmp_path) == [3]


def test_validation_sees_the_model_at_rest_and_leaves_training_as_it_is(tmp_path: Path) -> None:
    seen = []

    def measure(model: Any, step: int) -> float:
        seen.append((model.training, torch.is_grad_enabled(), step))
        torch.rand(5)
        return 1.0

    settings = toy_settings(upkeep__validate_every="4 steps")
    toy_train(tmp_path / "with", settings, dev=ReverseBatches(), validate=Bleu(measure))
    toy_train(tmp_path / "without", toy_settings())
    assert seen == [(False, False, 4), (False, False, 8), (False, False, 12)]
    assert curve(tmp_path / "with") == curve(tmp_path / "without")


@pytest.mark.parametrize(
    ("upkeep", "options", "message"),
    [
        (
            {"measure": "bleau"},
            {"validate": Bleu(lambda model, step: 1.0)},
            "the validation has no measure 'bleau': did you mean 'bleu'",
        ),
        ({"measure": "bleu"}, {"dev": ReverseBatches()}, "no measure 'bleu': known are dev_loss, dev_perplexity"),
        ({"measure": "bleu"}, {}, "upkeep.measure needs a dev set"),
        ({"patience": 3}, {}, "upkeep.patience needs a dev set"),
    ],
)
def test_what_nobody_measures_cannot_decide(
    tmp_path: Path, upkeep: dict[str, Any], options: dict[str, Any], message: str
) -> None:
    """And that is said at the start, before anything is written."""
    settings = toy_settings(**{f"upkeep__{name}": value for name, value in upkeep.items()})
    with pytest.raises(SettingsError, match=message):
        toy_train(tmp_path / "run", settings, **options)
    assert not (tmp_path / "run").exists()


def test_an_ended_run_only_says_so_again(tmp_path: Path) -> None:
    first = toy_train(tmp_path, toy_settings(), dev=ReverseBatches(2))
    again = toy_train(tmp_path, toy_settings(), dev=ReverseBatches(2))
    assert (again.last, again.best, again.state) == (first.last, first.best, first.state)


def test_a_budget_ends_the_run(tmp_path: Path) -> None:
    settings = toy_settings(optimization__schedule="budget", optimization__budget="0.2s", optimization__steps=None)
    outcome = toy_train(tmp_path, settings)
    assert outcome.reason.startswith("the budget of")
    assert outcome.state.seconds >= 0.2


def test_a_run_of_other_settings_is_refused(tmp_path: Path) -> None:
    toy_train(tmp_path, toy_settings(optimization__steps=1))
    with pytest.raises(SettingsError, match=r"optimization.clipping is 1.0 there and 0.1 here"):
        toy_train(tmp_path, toy_settings(optimization__clipping=0.1))
    with pytest.raises(SettingsError, match=r'data.hash is null there and "ab" here'):
        toy_train(tmp_path, toy_settings(), data={"hash": "ab"})


def test_a_model_of_another_shape_is_refused(tmp_path: Path) -> None:
    toy_train(tmp_path, toy_settings(optimization__steps=1))
    model = build(toy_settings().architecture, VocabularyFacts(20, 19, 0))
    with pytest.raises(ModelError, match="step-1 holds another model"):
        train(toy_settings(), model, ReverseBatches(), tmp_path)


def test_a_full_disk_stops_the_run_and_room_lets_it_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(folder: Path, optimizer: dict[str, Any]) -> None:
        if folder.name == ".step-8.partial":
            raise OSError(28, "No space left on device")
        write(folder, optimizer)

    write = checkpoints_module.write_optimizer
    monkeypatch.setattr("stencilmt.model.learner.write_optimizer", full)
    with pytest.raises(DataError, match=r"No space left on device.*\(step 4 is safe\)"):
        toy_train(tmp_path / "full", toy_settings())
    monkeypatch.undo()
    toy_train(tmp_path / "full", toy_settings())
    toy_train(tmp_path / "roomy", toy_settings())
    assert curve(tmp_path / "full") == curve(tmp_path / "roomy")


def test_a_loss_out_of_hand_ends_the_run_before_it_is_saved(tmp_path: Path) -> None:
    settings = toy_settings(upkeep__save_every="1 steps")
    model = build(settings.architecture, VOCABULARY)
    with torch.no_grad():
        model.model.shared.weight[3] = torch.inf
    with pytest.raises(SettingsError, match=r"not a finite number at step 1: .*last good checkpoint is none"):
        train(settings, model, ReverseBatches(), tmp_path)
    assert steps(tmp_path) == []


def test_advice_is_given_and_changes_nothing(tmp_path: Path) -> None:
    heard = Heard()
    toy_train(tmp_path / "with", toy_settings(), reporter=heard, advice=True)
    toy_train(tmp_path / "without", toy_settings())
    assert curve(tmp_path / "with") == curve(tmp_path / "without")
