"""Where requests are taken in: so many at a time, each in a thread of its own, none for longer than allowed."""

import asyncio
import threading
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

from stencilmt.server.batching import AbandonedError, errand
from stencilmt.server.problems import ApiError
from stencilmt.server.settings import Settings

T = TypeVar("T")
Work = Callable[[], T]
Gone = Callable[[], Awaitable[bool]]

_GLANCE = 0.5
"""Seconds between two looks at whether the client is still there."""
_RETRY = 2
"""Seconds after which a client that was turned away may try again."""


class Desk:
    """Takes in the work of requests."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._share = settings.share(settings.queue)
        self._under_way: Counter[str] = Counter()
        self._turns = defaultdict[str, asyncio.Semaphore](lambda: asyncio.Semaphore(settings.share(settings.workers)))
        self._workers = ThreadPoolExecutor(settings.workers, "stencil-request")

    async def run(self, owner: str, work: Work[T], gone: Gone, workers: Executor | None = None) -> T:
        """Do work in a thread; it is given up when its time is over or its client is gone.

        Work that cannot be given up once it is begun needs workers of its own, or it might take those of all others.
        """
        begun, abandoned = threading.Event(), threading.Event()
        with self._admitted(owner):
            run = partial(_run, work, begun, abandoned)
            task = asyncio.ensure_future(_in_thread(workers, run) if workers else self._take_turn(owner, run))
            try:
                async with asyncio.timeout(self._settings.seconds):
                    await attend(task, gone)
                    return task.result()
            except TimeoutError:
                raise self._too_slow() if begun.is_set() else self._busy("too many requests are under way") from None
            except AbandonedError as error:
                raise self._busy(str(error)) from None
            finally:
                abandoned.set()
                task.cancel()

    async def _take_turn(self, owner: str, work: Work[T]) -> T:
        """Do work in a thread, once the owner has less than its share of them."""
        async with self._turns[owner]:
            return await _in_thread(self._workers, work)

    def under_way(self) -> int:
        """How many requests are being worked on or wait for it."""
        return self._under_way.total()

    def close(self) -> None:
        """Wait for the threads; with the engines closed, none of them has anything left to wait for."""
        self._workers.shutdown(cancel_futures=True)

    @contextmanager
    def _admitted(self, owner: str) -> Iterator[None]:
        if self.under_way() >= self._settings.queue:
            raise self._busy("too many requests are under way")
        if self._under_way[owner] >= self._share:
            raise ApiError(429, "too many requests of this API key are under way", retry_after=_RETRY)
        self._under_way[owner] += 1
        try:
            yield
        finally:
            self._under_way[owner] -= 1

    def _too_slow(self) -> ApiError:
        """No status that clients take as a reason to send the same again: it would take as long again."""
        return ApiError(413, f"not translated within {self._settings.seconds:g} seconds: send less")

    def _busy(self, reason: str) -> ApiError:
        return ApiError(503, reason, retry_after=_RETRY)


def _in_thread(workers: Executor, work: Work[T]) -> "asyncio.Future[T]":
    return asyncio.get_running_loop().run_in_executor(workers, work)


def _run(work: Work[T], begun: threading.Event, abandoned: threading.Event) -> T:
    begun.set()
    with errand(abandoned):
        return work()


async def attend(task: "asyncio.Future[T]", gone: Gone) -> None:
    """Wait for a task, but not for one whose client has left."""
    while not task.done():
        await asyncio.wait({task}, timeout=_GLANCE)
        if not task.done() and await gone():
            raise ApiError(499, "the client went away")
