"""Choices that depend on the machine, as tables."""

import subprocess
import sys

import pytest

from stencilmt.errors import SettingsError
from stencilmt.model.hardware import choose_precision, precision_warning, preloaded_allocator, thread_count


@pytest.mark.parametrize(
    ("wanted", "device", "bfloat16", "float16", "chosen"),
    [
        ("auto", "cpu", False, False, "no"),
        ("auto", "mps", False, False, "no"),
        ("auto", "cuda", True, True, "bf16"),
        ("auto", "cuda", False, True, "fp16"),
        ("auto", "cuda", False, False, "no"),
        ("float32", "cuda", True, True, "no"),
        ("bfloat16", "cuda", True, True, "bf16"),
        ("bfloat16", "cpu", False, False, "bf16"),
        ("float16", "cuda", False, True, "fp16"),
    ],
)
def test_precision(wanted: str, device: str, bfloat16: bool, float16: bool, chosen: str) -> None:
    assert choose_precision(wanted, device, bfloat16, float16) == chosen


@pytest.mark.parametrize(("wanted", "device"), [("float16", "cpu"), ("bfloat16", "cuda"), ("bfloat16", "mps")])
def test_a_precision_the_device_does_not_have_is_refused(wanted: str, device: str) -> None:
    with pytest.raises(SettingsError, match=f"precision '{wanted}' is not what this {device} is made for"):
        choose_precision(wanted, device, False, False)


@pytest.mark.parametrize(
    ("wanted", "device", "warned"),
    [("bfloat16", "cpu", True), ("bfloat16", "cuda", False), ("auto", "cpu", False)],
)
def test_half_precision_on_a_processor_is_warned_of(wanted: str, device: str, warned: bool) -> None:
    assert bool(precision_warning(wanted, device)) is warned


@pytest.mark.parametrize(
    ("wanted", "usual", "cores", "processes", "count"),
    [(None, 8, 16, 1, 8), (None, 1, 16, 2, 8), (None, 1, 2, 4, 1), (3, 8, 16, 2, 3)],
)
def test_threads(wanted: int | None, usual: int, cores: int, processes: int, count: int) -> None:
    assert thread_count(wanted, usual, cores, processes) == count


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux shows what is loaded")
def test_kept_memory_is_not_fetched_again() -> None:
    """Count the pages fetched while large blocks come and go, in a process of its own."""
    script = """
import resource, sys, torch
from stencilmt.model.hardware import preloaded_allocator, retain_memory
kept = sys.argv[1] == "keep" and (retain_memory() or preloaded_allocator() is not None)
def churn():
    for _ in range(10):
        torch.zeros(4_000_000).add_(1)
churn()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
churn()
print(int(kept), resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""
    kept, faults = map(int, subprocess.check_output([sys.executable, "-c", script, "keep"]).split())
    if not kept:
        pytest.skip("the C library is not glibc")
    assert faults < 1000  # 40,000 when every block is fetched anew


def test_no_allocator_is_seen_where_none_is_preloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LD_PRELOAD", raising=False)
    code = "from stencilmt.model.hardware import preloaded_allocator; print(preloaded_allocator())"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "None"
    assert preloaded_allocator() in (None, "tcmalloc", "jemalloc", "mimalloc")
