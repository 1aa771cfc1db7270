"""Batches made in other processes: the same ones in the same order, and nothing stays behind."""

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest

import stencilmt
from stencilmt.corpus.shards import Shards
from stencilmt.errors import DataError, SettingsError
from stencilmt.model.pools import BatchSettings, Recipe
from stencilmt.model.task import Task
from stencilmt.model.workers import PoolTask, make_pools


def recipe(folder: Path) -> Recipe:
    task = Task(folder, BatchSettings(tokens=300, pool=60))
    return Recipe(folder, "", task.codec, task.prepared.limits, task.drawn, task.batch)


def pool_tasks(made: Recipe) -> list[PoolTask]:
    return [PoolTask(0, numbers, 3) for numbers in made.pools(len(Shards(made.folder)), 0)]


@pytest.mark.parametrize("workers", [1, 3, 9])
def test_pools_come_in_order_whoever_makes_them(data: Path, workers: int) -> None:
    made, shards = recipe(data), Shards(data)
    tasks = pool_tasks(made)
    for pool, task in zip(make_pools(made, tasks, workers), tasks, strict=True):
        for batch, wanted in zip(pool, made.batches(shards, *task), strict=True):
            assert all(np.array_equal(*pair) for pair in zip(batch, wanted, strict=True))
    assert len(tasks) == 5
    assert not multiprocessing.active_children()


def test_workers_go_when_nobody_wants_more(data: Path) -> None:
    pools = make_pools(recipe(data), pool_tasks(recipe(data)), 2)
    next(pools)
    assert len(multiprocessing.active_children()) == 2
    pools.close()
    assert not multiprocessing.active_children()


def test_an_error_reaches_the_caller(data: Path, tmp_path: Path) -> None:
    made = recipe(copytree(data, tmp_path / "data"))
    tasks = pool_tasks(made)
    next((tmp_path / "data").glob("shard-0*")).unlink()
    with pytest.raises(DataError, match="the file is missing, prepare the corpus again"):
        next(make_pools(made, tasks, 1))


def test_a_worker_that_was_killed_is_told(data: Path) -> None:
    pools = make_pools(recipe(data), pool_tasks(recipe(data)), 1)
    next(pools)
    multiprocessing.active_children()[0].kill()
    with pytest.raises(SettingsError, match="a process that makes batches was ended"):
        list(pools)


ENDLESS = """
import sys, pathlib, time
from stencilmt.model.task import Task
if __name__ == "__main__":
    batches = Task(pathlib.Path(sys.argv[1])).batches(workers=2).epoch(0)
    next(batches)
    print("ready", flush=True)
    time.sleep(600)
"""


def test_a_killed_training_leaves_no_process_and_no_complaint(data: Path, tmp_path: Path) -> None:
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS)
    environment = os.environ | {"PYTHONPATH": str(Path(stencilmt.__file__).parents[1])}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, script, data], env=environment, **pipes) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.kill()
        _, complaints = process.communicate(timeout=60)  # which ends when the last process with these pipes has ended
    assert complaints == b""
