"""Dynamic batching: sentences of many requests are decoded together, and every request gets its turn."""

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

from stencilmt.errors import StencilError
from stencilmt.model.engine import Decoded, Engine, Request

_ABANDONED: ContextVar[threading.Event | None] = ContextVar("abandoned", default=None)

Observe = Callable[[int, float], None]
"""Told how many sentences a batch had and how many seconds it took."""


class AbandonedError(StencilError):
    """Nobody waits for this translation any more."""


@contextmanager
def errand(abandoned: threading.Event) -> Iterator[None]:
    """Work in this thread stops at the next batch after the event is set."""
    token = _ABANDONED.set(abandoned)
    try:
        yield
    finally:
        _ABANDONED.reset(token)


class _Ticket:
    """The sentences one thread waits for."""

    def __init__(self, requests: Sequence[Request]) -> None:
        self.requests = requests
        self.arrived = monotonic()
        self.sent = 0
        self._answers: dict[int, Decoded] = {}
        self._error: BaseException | None = None
        self._done = threading.Event()
        self._abandoned = _ABANDONED.get()

    @property
    def is_abandoned(self) -> bool:
        return self._error is not None or (self._abandoned is not None and self._abandoned.is_set())

    def deliver(self, index: int, answer: Decoded) -> None:
        self._answers[index] = answer
        if len(self._answers) == len(self.requests):
            self._done.set()

    def fail(self, error: BaseException) -> None:
        self._error = error
        self._done.set()

    def wait(self) -> list[Decoded]:
        self._done.wait()
        if self._error is not None:
            raise self._error
        return [self._answers[index] for index in range(len(self.requests))]


_Batch = list[tuple[_Ticket, int]]
"""Sentences, each as a place in a ticket."""


class Batcher:
    """An engine in front of another: called from many threads, it decodes in one.

    Batching here, below the translator, lets requests with different glossaries, markup and options share a batch.
    Each batch takes one sentence from every waiting request in turn, so a request with a thousand of them slows the
    others down but never holds them up.
    """

    def __init__(
        self, engine: Engine, *, size: int, window: float, observe: Observe = lambda size, seconds: None
    ) -> None:
        self._engine = engine
        self._size = size
        self._window = window
        self._observe = observe
        self._waiting: deque[_Ticket] = deque()
        self._changed = threading.Condition()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="stencil-decode", daemon=True)
        self._thread.start()

    def decode(self, requests: Sequence[Request]) -> list[Decoded]:
        """Decode all requests, together with those of other threads."""
        if not requests:
            return []
        ticket = _Ticket(requests)
        with self._changed:
            if self._is_closed:
                raise AbandonedError("the server is stopping")
            self._waiting.append(ticket)
            self._changed.notify()
        return ticket.wait()

    def close(self) -> None:
        """Finish the batch at hand, and tell all others that nothing will come."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        self._thread.join()

    def waiting(self) -> int:
        """How many sentences wait for their batch."""
        with self._changed:
            return self._count()

    def _run(self) -> None:
        while batch := self._gather():
            start = monotonic()
            self._decode(batch)
            self._observe(len(batch), monotonic() - start)

    def _decode(self, batch: _Batch) -> None:
        """Decode a batch; where that fails, each sentence alone, so that one cannot spoil it for the others."""
        try:
            answers = self._engine.decode([ticket.requests[index] for ticket, index in batch])
        except Exception as error:
            if len(batch) == 1:
                batch[0][0].fail(error)
            else:
                for item in batch:
                    self._decode([item])
            return
        for (ticket, index), answer in zip(batch, answers, strict=True):
            ticket.deliver(index, answer)

    def _gather(self) -> _Batch:
        """The next batch: as soon as it is full, or the first of it has waited long enough; none at the end."""
        batch: _Batch = []
        with self._changed:
            while not batch:
                self._changed.wait_for(lambda: self._waiting or self._is_closed)
                if self._is_closed:
                    return self._turn_away()
                rest = self._waiting[0].arrived + self._window - monotonic()
                self._changed.wait_for(lambda: self._is_closed or self._count() >= self._size, max(0.0, rest))
                batch = list(self._take())
        return batch

    def _take(self) -> Iterator[tuple[_Ticket, int]]:
        room = self._size
        while self._waiting and room:
            ticket = self._waiting.popleft()
            if ticket.is_abandoned:
                ticket.fail(AbandonedError("nobody waits for this translation any more"))
                continue
            yield ticket, ticket.sent
            ticket.sent += 1
            room -= 1
            if ticket.sent < len(ticket.requests):
                self._waiting.append(ticket)

    def _turn_away(self) -> _Batch:
        for ticket in self._waiting:
            ticket.fail(AbandonedError("the server is stopping"))
        self._waiting.clear()
        return []

    def _count(self) -> int:
        return sum(len(ticket.requests) - ticket.sent for ticket in self._waiting)
