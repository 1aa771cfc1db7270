"""Processes that make pools of batches for the one that trains. No torch here: they start fast.

Each has a pipe of its own and one pool under way, which it makes while the model learns from the one before. There is
no queue and no lock that would outlive a killed training, and a worker whose pipe is cut off ends by itself.
"""

import signal
import traceback
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import NamedTuple

from stencilmt.errors import SettingsError
from stencilmt.model.pools import Arrays, Recipe


class PoolTask(NamedTuple):
    """A pool to make."""

    epoch: int
    numbers: Sequence[int]
    """The records in it."""
    batches: int
    """How many they make."""


def make_pools(recipe: Recipe, tasks: Iterable[PoolTask], workers: int) -> Generator[list[Arrays], None, None]:
    """The pools in the order of the tasks, made ahead by so many processes."""
    tasks = iter(tasks)
    with _hired(recipe, workers) as connections:
        busy: deque[Connection] = deque()
        for connection, task in zip(connections, islice(tasks, workers), strict=False):
            _ask(connection, task)
            busy.append(connection)
        while busy:
            connection = busy.popleft()
            pool = _receive(connection)
            for task in islice(tasks, 1):
                _ask(connection, task)
                busy.append(connection)
            yield pool


@contextmanager
def _hired(recipe: Recipe, number: int) -> Iterator[list[Connection]]:
    """The pipes to some workers, for a time."""
    context = get_context("spawn")  # a fork would cut off the threads of torch in the middle
    pipes = [context.Pipe() for _ in range(number)]
    workers = [context.Process(target=_serve, args=(theirs, recipe), daemon=True) for _, theirs in pipes]
    for worker, (_, theirs) in zip(workers, pipes, strict=True):
        worker.start()
        theirs.close()
    try:
        yield [ours for ours, _ in pipes]
    finally:
        for worker in workers:
            worker.terminate()
            worker.join()


def _ask(connection: Connection, task: PoolTask) -> None:
    with suppress(OSError):  # the worker has ended, of which its answer tells more
        connection.send(task)


def _receive(connection: Connection) -> list[Arrays]:
    try:
        answer: list[Arrays] | Exception = connection.recv()
    except (EOFError, OSError):
        raise SettingsError(
            "a process that makes batches was ended, perhaps for want of memory: go on with fewer --workers"
        ) from None
    if isinstance(answer, Exception):
        raise answer
    return answer


def _serve(connection: Connection, recipe: Recipe) -> None:
    """Make pools as long as somebody asks for them; this is all that a worker does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the one that trains, whose end is ours
    try:
        shards = recipe.shards()
        while True:
            connection.send(recipe.batches(shards, *connection.recv()))
    except (EOFError, ConnectionError):
        return
    except Exception as error:
        error.add_note(traceback.format_exc())
        connection.send(error)
