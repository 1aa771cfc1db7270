"""Files that are whole or not there: an interrupted run leaves nothing half-written under a file's name."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PART = ".part"
"""The end of the name of a file that is not finished."""


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A temporary path to write to; it becomes the file when the block ends well, and goes when it does not.

    A link is followed and a file keeps its permissions. A pipe or a device is written to as it is.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        yield path
        return
    part = path.with_name(f".{path.name}.stencil{PART}")
    try:
        yield part
        if path.exists():
            shutil.copymode(path, part)
        flush(part)
        part.replace(path)
        flush(path.parent)
    finally:
        part.unlink(missing_ok=True)


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all."""
    with written_whole(path) as part:
        part.write_bytes(content)


def write_json(path: Path, content: Any) -> None:
    """Write plain values as readable JSON, whole or not at all."""
    write_bytes(path, (json.dumps(content, ensure_ascii=False, indent=2) + "\n").encode())


def flush(path: Path) -> None:
    """Wait until a file or the entries of a folder are on the disk."""
    if os.name == "nt":  # where a folder cannot be opened and a file only by its writer
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
