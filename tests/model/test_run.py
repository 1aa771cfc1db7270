"""The run folder: whose it is, and its log."""

import json
from pathlib import Path
from typing import Any

import pytest

from stencilmt.errors import DataError, SettingsError
from stencilmt.model.log import RunLog, read_log
from stencilmt.model.run import SETTINGS, Run, differences

SAVED = {"seed": 1, "optimization": {"peak_rate": 0.1, "steps": 5}, "data": {"hash": "ab"}}
FREE = frozenset({"optimization.steps", "upkeep"})


def test_a_folder_belongs_to_its_settings(tmp_path: Path) -> None:
    run = Run(tmp_path / "new" / "run")
    assert run.settings() is None
    run.adopt(SAVED, FREE)
    run.adopt(SAVED, FREE)
    assert run.settings() == SAVED


def test_what_may_change_is_taken_over(tmp_path: Path) -> None:
    run, changed = Run(tmp_path), {**SAVED, "optimization": {"peak_rate": 0.1, "steps": 9}, "upkeep": {"keep": 1}}
    run.adopt(SAVED, FREE)
    run.adopt(changed, FREE)
    assert run.settings() == changed


def test_other_settings_are_refused_with_every_difference(tmp_path: Path) -> None:
    run = Run(tmp_path)
    run.adopt(SAVED, FREE)
    with pytest.raises(SettingsError) as caught:
        run.check({"seed": 2, "optimization": {"peak_rate": 0.2, "steps": 9}, "data": {}}, FREE)
    assert str(caught.value) == (
        f"{tmp_path} is a run with other settings (seed is 1 there and 2 here; optimization.peak_rate is 0.1 there and "
        '0.2 here; data.hash is "ab" there and null here): use the same ones to go on with it, or choose another folder'
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "cannot be read"),
        ("[]", "cannot be read"),
        ('{"format": 1}', "cannot be read"),
        ('{"format": 2, "settings": {}}', "has format 2, this version of Stencil reads 1"),
    ],
)
def test_a_broken_or_newer_settings_file_is_named(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / SETTINGS).write_text(content)
    with pytest.raises(DataError, match=message):
        Run(tmp_path).settings()


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(SettingsError, match=r"is not a run folder: .* holds 'thesis.tex'"):
        Run(tmp_path).adopt(SAVED, FREE)
    with pytest.raises(SettingsError, match="is a file"):
        Run(tmp_path / "thesis.tex").adopt(SAVED, FREE)


def test_one_folder_one_process(tmp_path: Path) -> None:
    with Run(tmp_path).locked(), pytest.raises(SettingsError, match="another process is training in"):
        Run(tmp_path).locked().__enter__()
    with Run(tmp_path).locked():
        pass


@pytest.mark.parametrize(
    ("there", "here", "paths"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "c": 3}}, ["a.c"]),
        ({"a": 1}, {"b": 1}, ["a", "b"]),
        ({"a": {"b": 1}}, {"a": 5}, ["a"]),
    ],
)
def test_differences(there: Any, here: Any, paths: list[str]) -> None:
    assert [path for path, _ in differences(there, here)] == paths


def test_a_log_goes_on_from_a_step_and_forgets_what_came_after(tmp_path: Path) -> None:
    with RunLog(tmp_path, 0) as log:
        for step in (1, 2, 3):
            log.write("train", step, {"loss": step / 10})
    with (tmp_path / "log.jsonl").open("a") as file:
        file.write('{"kind": "train", "st')
    with RunLog(tmp_path, 2) as log:
        log.write("dev", 4, {"bleu": 1.0})
    assert [(entry["kind"], entry["step"]) for entry in read_log(tmp_path / "log.jsonl")] == [
        ("train", 1),
        ("train", 2),
        ("dev", 4),
    ]


def test_tensorboard_gets_the_same_numbers(tmp_path: Path) -> None:
    from tensorboard.backend.event_processing.event_file_loader import EventFileLoader

    with RunLog(tmp_path, 0) as log:
        log.write("train", 7, {"loss": 0.5})
    (events,) = (tmp_path / "tensorboard").iterdir()
    found = [
        (value.tag, event.step, value.tensor.float_val[0])
        for event in EventFileLoader(str(events)).Load()
        for value in event.summary.value
    ]
    assert found == [("train/loss", 7, 0.5)]


def test_a_log_line_is_plain_json(tmp_path: Path) -> None:
    with RunLog(tmp_path, 0) as log:
        log.write("train", 1, {"loss": 2.5})
    assert json.loads((tmp_path / "log.jsonl").read_text()) == {"kind": "train", "step": 1, "loss": 2.5}
