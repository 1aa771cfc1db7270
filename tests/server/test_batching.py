"""Sentences of many threads in common batches: all answered, each its own, nobody starved."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stencilmt.model.engine import Decoded, Request
from stencilmt.server.batching import AbandonedError, Batcher, errand


class NumberEngine:
    """Answers with the numbers it was asked; holds every batch while its gate is closed."""

    def __init__(self, *, is_open: bool = True) -> None:
        self.batches: list[list[int]] = []
        self.gate = threading.Event()
        self.entered = threading.Semaphore(0)
        if is_open:
            self.gate.set()

    def decode(self, requests: Sequence[Request]) -> list[Decoded]:
        self.batches.append([request.source[0] for request in requests])
        self.entered.release()
        self.gate.wait()
        if any(request.source[0] < 0 for request in requests):
            raise ValueError("a number below zero")
        return [Decoded(list(request.source), 0.0) for request in requests]


def asked(numbers: Sequence[int]) -> list[Request]:
    return [Request([number], []) for number in numbers]


def answered(batcher: Batcher, numbers: Sequence[int]) -> list[int]:
    return [decoded.ids[0] for decoded in batcher.decode(asked(numbers))]


@given(
    st.lists(st.lists(st.integers(0, 99), max_size=20), min_size=1, max_size=12),
    st.integers(1, 8),
    st.sampled_from([0.0, 0.001]),
)
@settings(max_examples=60, deadline=None)
def test_every_thread_gets_its_own_answers(requests: list[list[int]], size: int, window: float) -> None:
    engine = NumberEngine()
    batcher = Batcher(engine, size=size, window=window)
    with ThreadPoolExecutor(len(requests)) as threads:
        answers = list(threads.map(lambda numbers: answered(batcher, numbers), requests))
    batcher.close()
    assert answers == requests
    assert all(0 < len(batch) <= size for batch in engine.batches)


def test_a_small_request_does_not_wait_for_a_large_one() -> None:
    engine = NumberEngine(is_open=False)
    batcher = Batcher(engine, size=4, window=0.0)
    with ThreadPoolExecutor(2) as threads:
        large = threads.submit(answered, batcher, range(100))
        engine.entered.acquire()
        small = threads.submit(answered, batcher, [1000, 1001])
        while batcher.waiting() < 98:
            pass
        engine.gate.set()
        assert small.result() == [1000, 1001]
        assert large.result() == list(range(100))
    place = [number for batch in engine.batches for number in batch].index(1001)
    batcher.close()
    assert place < 12


def test_what_waits_is_decoded_together() -> None:
    engine = NumberEngine(is_open=False)
    batcher = Batcher(engine, size=64, window=0.0)
    with ThreadPoolExecutor(9) as threads:
        first = threads.submit(answered, batcher, [0])
        engine.entered.acquire()
        others = [threads.submit(answered, batcher, [number]) for number in range(1, 9)]
        while batcher.waiting() < 8:
            pass
        engine.gate.set()
        assert [future.result() for future in (first, *others)] == [[number] for number in range(9)]
    batcher.close()
    assert sorted(map(len, engine.batches)) == [1, 8]


def test_a_sentence_waits_for_others_until_the_batch_is_full() -> None:
    engine = NumberEngine()
    batcher = Batcher(engine, size=3, window=60.0)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(answered, batcher, [0])
        assert not engine.entered.acquire(timeout=0.2)
        others = threads.submit(answered, batcher, [1, 2])
        assert (first.result(), others.result()) == ([0], [1, 2])
    batcher.close()
    assert engine.batches == [[0, 1, 2]]


def test_a_sentence_that_fails_fails_alone() -> None:
    engine = NumberEngine(is_open=False)
    batcher = Batcher(engine, size=64, window=0.0)
    with ThreadPoolExecutor(3) as threads:
        threads.submit(answered, batcher, [0])
        engine.entered.acquire()
        bad, good = threads.submit(answered, batcher, [-1, 5]), threads.submit(answered, batcher, [1, 2])
        while batcher.waiting() < 4:
            pass
        engine.gate.set()
        assert good.result() == [1, 2]
        with pytest.raises(ValueError, match="below zero"):
            bad.result()
    batcher.close()


def test_abandoned_work_is_not_decoded() -> None:
    engine = NumberEngine(is_open=False)
    batcher = Batcher(engine, size=1, window=0.0)
    given_up = threading.Event()

    def work() -> list[int]:
        with errand(given_up):
            return answered(batcher, range(1, 50))

    with ThreadPoolExecutor(1) as threads:
        future = threads.submit(work)
        engine.entered.acquire()
        given_up.set()
        engine.gate.set()
        with pytest.raises(AbandonedError):
            future.result()
    batcher.close()
    assert len(engine.batches) == 1


def test_closing_lets_nobody_wait_for_ever() -> None:
    engine = NumberEngine(is_open=False)
    batcher = Batcher(engine, size=1, window=0.0)
    with ThreadPoolExecutor(1) as threads:
        future = threads.submit(answered, batcher, [1, 2, 3])
        engine.entered.acquire()
        closing = threading.Thread(target=batcher.close)
        closing.start()
        while not batcher._is_closed:
            pass
        engine.gate.set()
        closing.join()
        with pytest.raises(AbandonedError):
            future.result()
    with pytest.raises(AbandonedError):
        batcher.decode(asked([1]))
