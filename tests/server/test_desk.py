"""How many requests are taken in, and for how long."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from server.echo import echo_settings
from stencilmt.server.desk import Desk
from stencilmt.server.problems import ApiError


async def present() -> bool:
    return False


async def gone() -> bool:
    return True


def desk(folder: Path, **chosen: object) -> Desk:
    return Desk(echo_settings(folder, **chosen))


def test_work_is_done_in_a_thread(tmp_path: Path) -> None:
    here = threading.current_thread().name
    there = asyncio.run(desk(tmp_path).run("me", lambda: threading.current_thread().name, present))
    assert there != here


def test_errors_come_through(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        asyncio.run(desk(tmp_path).run("me", lambda: 1 // 0, present))


async def overrun(desk: Desk, owners: list[str], last: str) -> ApiError:
    """Fill the desk with work that waits, and see the last one turned away."""
    release = threading.Event()
    waiting = [asyncio.create_task(desk.run(owner, release.wait, present)) for owner in owners]
    await asyncio.sleep(0)
    with pytest.raises(ApiError) as turned_away:
        await desk.run(last, release.wait, present)
    release.set()
    assert await asyncio.gather(*waiting) == [True] * len(owners)
    assert desk.under_way() == 0
    return turned_away.value


@pytest.mark.parametrize(
    ("keys", "owners", "last", "status"),
    [
        (("k",), ["a", "b", "a", "b"], "c", 503),
        (("k",), ["a", "a"], "a", 429),
        (("none",), ["a", "a", "a", "a"], "a", 503),
    ],
)
def test_the_queue_is_bounded(tmp_path: Path, keys: tuple[str], owners: list[str], last: str, status: int) -> None:
    error = asyncio.run(overrun(desk(tmp_path, keys=keys, queue=4), owners, last))
    assert error.status == status
    assert int(error.headers["Retry-After"]) > 0


@pytest.mark.parametrize(("seconds", "there", "status"), [(0.05, present, 413), (60, gone, 499)])
def test_nothing_goes_on_for_nobody(tmp_path: Path, seconds: float, there: Callable[[], object], status: int) -> None:
    release = threading.Event()
    chosen = desk(tmp_path, seconds=seconds)
    with pytest.raises(ApiError) as error:
        asyncio.run(chosen.run("me", lambda: release.wait(10), there))  # type: ignore[arg-type]
    release.set()
    assert (error.value.status, error.value.headers, chosen.under_way()) == (status, {}, 0)


def test_what_was_never_begun_may_be_sent_again(tmp_path: Path) -> None:
    async def crowd(desk: Desk) -> list[object]:
        works = [desk.run("me", lambda: release.wait(10), present) for _ in range(2)]
        return list(await asyncio.gather(*works, return_exceptions=True))

    release = threading.Event()
    errors = asyncio.run(crowd(desk(tmp_path, seconds=0.05, workers=1)))
    release.set()
    assert [error.status for error in errors if isinstance(error, ApiError)] == [413, 503]


def test_a_single_key_leaves_workers_to_others(tmp_path: Path) -> None:
    async def crowd(desk: Desk) -> str:
        waiting = [asyncio.create_task(desk.run("greedy", lambda: release.wait(10), present)) for _ in range(6)]
        await asyncio.sleep(0)
        served = await desk.run("modest", lambda: "served", present)
        release.set()
        await asyncio.gather(*waiting)
        return served

    release = threading.Event()
    assert asyncio.run(crowd(desk(tmp_path, keys=("k",), workers=2, seconds=5))) == "served"
