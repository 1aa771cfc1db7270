"""The records that a rival is trained on: as many as asked for, drawn as for our own model."""

from pathlib import Path

import pytest

from corpus.toy import write_toy
from stencilmt.baselines.lesson import Lesson
from stencilmt.cli import run
from stencilmt.config import replace_checked
from stencilmt.corpus.record import Record
from stencilmt.corpus.shards import Shards
from stencilmt.model.pools import BatchSettings
from stencilmt.model.settings import training
from stencilmt.model.task import Task


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recipe")
    options = ["--aligner", "fast_align", "--vocabulary", "450", "--workers", "1", "--from", "en", "--to", "de"]
    assert run(["prepare", str(write_toy(folder)), *options, "-o", str(folder / "data")]) == 0
    return folder / "data"


def lesson(data: Path, share: float, *weights: tuple[str, float]) -> Lesson:
    task = Task(data, BatchSettings(tokens=300, pool=40, weights=weights))
    settings = replace_checked(training("tiny"), {"optimization.steps": 10})
    return Lesson("vanilla", task, settings, task.drawn, share=share)


@pytest.mark.parametrize("share", [1.0, 0.5, 0.1])
def test_an_epoch_has_as_many_batches_as_it_says(data: Path, share: float) -> None:
    batches = lesson(data, share)._batches()
    assert len(list(batches.epoch(0))) == batches.size(0)


def test_a_share_is_spread_over_the_records_and_the_same_in_all_epochs(data: Path) -> None:
    whole = Shards(data)
    (first, second) = ({record.source for record in records(lesson(data, 0.1), epoch)} for epoch in (0, 1))
    assert first == second == {whole[place].source for place in range(0, len(whole), 10)}


def test_of_a_fraction_each_epoch_takes_other_records(data: Path) -> None:
    halves = [records(lesson(data, 1.0, ("*", 0.5)), epoch) for epoch in range(2)]
    assert {record.source for record in halves[0]} != {record.source for record in halves[1]}


def records(asked: Lesson, epoch: int) -> list[Record]:
    """The records of an epoch, in whatever order."""
    recipe = asked._batches()._recipe
    seen: list[Record] = []

    class Watched(Shards):
        def drawn(self, index: int, epoch: int) -> Record:
            seen.append(super().drawn(index, epoch))
            return seen[-1]

    shards = Watched(recipe.folder, weights=recipe.settings.weights)
    for numbers in recipe.pools(recipe.count(shards), epoch):
        list(recipe._examples(shards, epoch, numbers))
    return seen
