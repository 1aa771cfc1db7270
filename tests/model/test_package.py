"""A run as a model folder: which checkpoints are taken, and what the folder says of them."""

from pathlib import Path

import pytest

from stencilmt.errors import ModelError
from stencilmt.model.checkpoints import Checkpoints, write_state
from stencilmt.model.package import Choice, export
from stencilmt.model.run import Run
from stencilmt.model.state import TrainingState
from untrained import make_run


def test_the_best_are_averaged_and_told_from_first_to_last(tmp_path: Path) -> None:
    run = Run(make_run(tmp_path / "run", (1, 2, 3)))
    for checkpoint, bleu in zip(Checkpoints(run.folder / "checkpoints").all(), (9.0, 1.0, 5.0), strict=True):
        measured = {"validated_step": checkpoint.step, "measures": {"bleu": bleu}}
        write_state(checkpoint.path, TrainingState(step=checkpoint.step, **measured))
    info = export(run, tmp_path / "model", Choice(2, "bleu")).info
    assert info.settings["averaged"] == [1, 3]
    assert info.data["steps"] == 3
    assert [row["bleu"] for row in info.scores.values()] == [5.0]


def test_a_folder_is_whole_or_not_there(tmp_path: Path) -> None:
    run = Run(make_run(tmp_path / "run", (1,)))
    (run.folder / "data" / "subwords.model").write_bytes(b"broken")
    with pytest.raises(ModelError, match="the subword model is broken"):
        export(run, tmp_path / "model")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run"]
