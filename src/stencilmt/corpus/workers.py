"""The same work in this process, in several, or on a cluster: results come in the order of the tasks, always."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, Protocol, TypeVar

from stencilmt.errors import SettingsError, StencilError

Task = TypeVar("Task")
Result = TypeVar("Result")
_ENDED = "a worker was ended by the system, perhaps for want of memory: go on with fewer --workers"


class Workers(Protocol):
    """Does tasks; each is given and returned by value, so that workers need no disk in common."""

    def map(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The results in the order of the tasks, a few of which are under way at a time."""


@contextmanager
def hire(number: int, cluster: str | None = None) -> Iterator[Workers]:
    """Workers for a time: processes of this machine, or of a Ray cluster (`local` or its address)."""
    if number < 1:
        raise SettingsError(f"there must be at least 1 worker, not {number}")
    if cluster:
        with _connected(cluster, number) as ray:
            yield _Cluster(ray, int(ray.cluster_resources().get("CPU", number)))
    elif number == 1:
        yield _Alone()
    else:
        # Not forked: Arrow and SentencePiece have threads, which a fork would cut off in the middle.
        with ProcessPoolExecutor(number, get_context("spawn"), _follow_parent) as pool:
            try:
                yield _Processes(pool, number)
            finally:
                pool.shutdown(cancel_futures=True)


class _Alone:
    def map(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        return map(function, tasks)


class _Processes:
    def __init__(self, pool: ProcessPoolExecutor, number: int) -> None:
        self._pool = pool
        self._number = number

    def map(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        try:
            for future in _ahead((self._pool.submit(function, task) for task in tasks), self._number + 1):
                yield future.result()
        except BrokenProcessPool:
            raise StencilError(_ENDED) from None  # not our caller's fault, so that what is finished is kept


class _Cluster:
    def __init__(self, ray: Any, number: int) -> None:
        self._ray = ray
        self._number = number

    def map(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        remote = self._ray.remote(function)
        for reference in _ahead((remote.remote(task) for task in tasks), self._number + 1):
            try:
                yield self._ray.get(reference)
            except self._ray.exceptions.RayTaskError as error:
                raise error.cause from error
            except self._ray.exceptions.RayError as error:
                raise StencilError(_ENDED) from error


def _follow_parent() -> None:
    """Let a worker end when the process it works for is gone, however that went, and only then."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None  # only workers come here

    def follow() -> None:
        parent.join()
        os._exit(1)

    Thread(target=follow, daemon=True).start()


def _ahead(started: Iterator[Result], number: int) -> Iterator[Result]:
    """Pass on what was started, keeping this many under way."""
    waiting: deque[Result] = deque()
    for item in started:
        waiting.append(item)
        if len(waiting) > number:
            yield waiting.popleft()
    yield from waiting


@contextmanager
def _connected(cluster: str, number: int) -> Iterator[Any]:
    if cluster != "local" and not cluster.startswith("ray://"):
        raise SettingsError(f"invalid cluster {cluster!r}, expected 'local' or an address such as 'ray://host:10001'")
    try:
        import ray
    except ImportError as error:
        raise SettingsError("a cluster needs Ray: pip install 'stencil-mt[cluster]'") from error
    try:
        if cluster == "local":
            ray.init(num_cpus=number, include_dashboard=False, log_to_driver=False, configure_logging=False)
        else:
            ray.init(cluster, log_to_driver=False)
    except ConnectionError as error:
        raise SettingsError(f"no Ray cluster answers at {cluster} ({str(error).partition(chr(10))[0]})") from error
    try:
        yield ray
    finally:
        ray.shutdown()
