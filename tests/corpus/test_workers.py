"""Whoever does the work, the results are the same and in order."""

import os
from operator import neg

import pytest

from stencilmt.corpus.workers import hire
from stencilmt.errors import InputError, SettingsError, StencilError


@pytest.mark.parametrize("number", [1, 2])
def test_results_come_in_order(number: int) -> None:
    with hire(number) as workers:
        assert list(workers.map(neg, range(10))) == [-task for task in range(10)]
        assert list(workers.map(neg, ())) == []


@pytest.mark.parametrize("number", [1, 2])
def test_errors_come_through(number: int) -> None:
    with hire(number) as workers, pytest.raises(ValueError, match="'x'"):
        list(workers.map(int, ["1", "x", "y"]))


def test_a_worker_that_the_system_ends_is_named() -> None:
    with hire(2) as workers, pytest.raises(StencilError, match="go on with fewer --workers") as caught:
        list(workers.map(os._exit, range(10)))
    assert not isinstance(caught.value, InputError)  # else finished shards would be removed


def test_few_tasks_are_under_way_at_a_time() -> None:
    tasks = iter(range(100))
    with hire(2) as workers:
        assert next(workers.map(neg, tasks)) == 0
    assert next(tasks) < 10


@pytest.mark.parametrize(
    ("number", "cluster", "message"),
    [
        (0, None, "at least 1 worker, not 0"),
        (1, "spark://host", "invalid cluster 'spark://host'"),
    ],
)
def test_what_cannot_be_hired(number: int, cluster: str | None, message: str) -> None:
    with pytest.raises(SettingsError, match=message), hire(number, cluster):
        pass
