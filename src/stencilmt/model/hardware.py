"""What the machine has and how a process uses it: devices, precision, threads, memory."""

import ctypes
import os
import platform
import re
import warnings
from datetime import timedelta
from pathlib import Path

import torch
from accelerate import Accelerator
from accelerate.utils import InitProcessGroupKwargs

from stencilmt.errors import SettingsError
from stencilmt.model.cores import available_cores

PATIENCE = timedelta(hours=6)
"""How long processes wait for the one that validates."""

_ALLOCATORS = re.compile(r"tcmalloc|jemalloc|mimalloc")
_TRIM_THRESHOLD, _MMAP_MAX = -1, -4  # names of settings in glibc's malloc.h
_LARGEST = 2**31 - 1


def make_accelerator(precision: str) -> Accelerator:
    """The processes of this training, as they were launched, and their devices."""
    device = device_type()
    chosen = choose_precision(precision, device, *half_precisions(device))
    handlers = [InitProcessGroupKwargs(timeout=PATIENCE)]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="OMP_NUM_THREADS")  # set_threads does that
        return Accelerator(cpu=device == "cpu", mixed_precision=chosen, kwargs_handlers=handlers)


def device_type() -> str:
    """The kind of device to train on: `cpu`, `cuda`, …"""
    accelerator = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else None
    return accelerator.type if accelerator else "cpu"


def empty_sums(count: int, device: torch.device) -> torch.Tensor:
    """Zeros to add to, as exact as the device can; read them seldom, for that waits for the device."""
    return torch.zeros(count, device=device, dtype=torch.float32 if device.type == "mps" else torch.float64)


def half_precisions(device: str) -> tuple[bool, bool]:
    """Whether a device computes in bfloat16 and in float16 faster than in float32."""
    if device != "cuda":
        return False, False
    bfloat16 = torch.cuda.is_bf16_supported(including_emulation=False)
    return bfloat16, torch.cuda.get_device_capability() >= (7, 0)


def choose_precision(wanted: str, device: str, bfloat16: bool, float16: bool) -> str:
    """The precision in the words of `accelerate`: `no`, `bf16` or `fp16`."""
    if wanted == "auto":
        return "bf16" if bfloat16 else "fp16" if float16 else "no"
    if wanted == "float32":
        return "no"
    if wanted == "bfloat16" and (bfloat16 or device == "cpu"):
        return "bf16"
    if wanted == "float16" and float16:
        return "fp16"
    raise SettingsError(f'precision {wanted!r} is not what this {device} is made for: use "auto" or "float32"')


def precision_warning(wanted: str, device: str) -> str | None:
    """What the user of this precision should know."""
    if wanted == "bfloat16" and device == "cpu":
        return (
            "bfloat16 is faster than float32 only on CPUs that have instructions for it, and on a virtual machine that "
            "forbids AMX it ends the process (Illegal instruction): if it does, set ONEDNN_MAX_CPU_ISA=AVX512_CORE_BF16"
        )
    return None


def set_threads(wanted: int | None) -> int:
    """Set and return the number of threads of this process."""
    processes = int(os.environ.get("LOCAL_WORLD_SIZE", "1"))
    count = thread_count(wanted, torch.get_num_threads(), available_cores(), processes)
    torch.set_num_threads(count)
    return count


def thread_count(wanted: int | None, usual: int, cores: int, processes: int) -> int:
    """Threads of each process on this machine: as wished, as PyTorch has it, or a fair share of the cores."""
    if wanted is not None:
        return wanted
    return usual if processes == 1 else max(1, cores // processes)


def preloaded_allocator() -> str | None:
    """The memory allocator put before the system's, if it is one of the usual ones."""
    maps = Path("/proc/self/maps")
    found = _ALLOCATORS.search(maps.read_text()) if maps.exists() else None
    return found[0] if found else None


def retain_memory() -> bool:
    """Let the C library keep freed memory instead of handing it back; tell whether it will.

    Every batch asks for the same large blocks again. By default glibc gives each back to the system, which then has to
    clear its pages anew: a fifth of the training time on a CPU. Kept, they cost nothing, as with tcmalloc.
    """
    if preloaded_allocator() or platform.libc_ver()[0] != "glibc":
        return False
    library = ctypes.CDLL(None)
    return bool(library.mallopt(_MMAP_MAX, 0) and library.mallopt(_TRIM_THRESHOLD, _LARGEST))
