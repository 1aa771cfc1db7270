"""What may change while a run goes on: how often pairs of an origin come, and how constraints are drawn."""

import json
import sys
from pathlib import Path
from shutil import copytree

import pytest

from stencilmt.cli import run
from stencilmt.model.pools import BatchSettings
from stencilmt.model.task import Task

QUICK = ["--preset", "tiny", "--no-advice", "--dev-sentences", "2", "--set", "optimization.pass_tokens=600"]


def test_a_run_goes_on_with_other_weights_and_its_model_tells_them(data: Path, tmp_path: Path) -> None:
    train = ["train", str(data), "-o", str(tmp_path / "run"), *QUICK]
    assert run([*train, "--steps", "1", "--weight", "toy=2"]) == 0
    assert run([*train, "--steps", "2", "--weight", "t*=3", "--weight", "none*=0"]) == 2
    assert run([*train, "--steps", "2", "--weight", "t*=3"]) == 0
    assert run(["export", str(tmp_path / "run"), "-o", str(tmp_path / "model")]) == 0
    card = (tmp_path / "model" / "README.md").read_text("utf-8")
    assert "In an epoch come: `t*` 3 times, others once." in card


def test_a_run_goes_on_with_constraints_drawn_otherwise(data: Path, tmp_path: Path) -> None:
    folder = copytree(data, tmp_path / "data")
    train = ["train", str(folder), "-o", str(tmp_path / "run"), *QUICK]
    assert run([*train, "--steps", "1"]) == 0
    prepared = json.loads((folder / "prepared.json").read_text("utf-8"))
    prepared["sampling"]["decay"] = 0.25
    (folder / "prepared.json").write_text(json.dumps(prepared), "utf-8")
    assert run([*train, "--steps", "2"]) == 0
    settings = json.loads((tmp_path / "run" / "settings.json").read_text("utf-8"))["settings"]
    assert settings["data"]["sampling"]["decay"] == 0.25


def test_an_epoch_has_so_many_more_batches_and_no_two_copies_alike(data: Path) -> None:
    once, thrice = (_task(data, weights).batches() for weights in ((), (("toy", 3.0),)))
    assert 2.5 < thrice.size(0) / once.size(0) < 3.5
    recipe = _task(data, (("toy", 3.0),)).batches()._recipe
    shards = recipe.shards()
    examples = list(recipe._examples(shards, 0, range(30)))
    assert len({tuple(example.source) for example in examples}) > 20
    assert [shards[number].source for number in (0, 1, 2)] == [shards[0].source] * 3


def test_pairs_that_are_left_out_are_counted(data: Path) -> None:
    every = Task(data).batches()
    assert every.left_out == 0
    recipe, shards = every._recipe, every._recipe.shards()
    sides = sorted(max(map(len, example[:2])) for example in recipe._examples(shards, 0, range(len(shards))))
    longest = sides[len(sides) // 2]
    share = sum(side > longest for side in sides) / len(sides)
    assert Task(data, BatchSettings(longest=longest)).batches().left_out == pytest.approx(share)


@pytest.mark.parametrize("told", [True, False])
def test_pairs_that_are_left_out_are_told(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], told: bool
) -> None:
    if told:
        monkeypatch.setattr(sys.modules["stencilmt.cli.train"], "LEFT_OUT", 0.0)
    assert run(["train", str(data), "-o", str(tmp_path / "run"), *QUICK, "--steps", "1"]) == 0
    line = "of the pairs are left out of training: they have more than 200 tokens on a side, 16 tags or 16 placeholders"
    assert (line in capsys.readouterr().err) == told


def _task(data: Path, weights: tuple[tuple[str, float], ...]) -> Task:
    return Task(data, BatchSettings(tokens=200, pool=50, weights=weights))
