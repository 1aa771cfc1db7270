"""Files that are whole or not there: an interrupted run leaves nothing half-written under a file's name."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from stencilmt.errors import DataError, SettingsError

PART = ".part"
"""The end of the name of a file that is not finished."""
LOCK = ".lock"
"""A file by which a process holds a folder."""


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


@contextmanager
def locked(folder: Path, doing: str) -> Iterator[None]:
    """Hold a folder for this process alone, made if need be; the system lets go of it however the process ends.

    A folder in which nothing came to be goes again. `doing` tells another process what is under way: `training`.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / LOCK).open("w")
    except OSError as error:
        raise DataError(f"{folder}: cannot be written to ({error.strerror})") from error
    with file:
        if not _lock(file.fileno()):
            raise SettingsError(f"another process is {doing} in {folder}: wait for it, or choose another folder")
        try:
            yield
        finally:
            _remove_unused(folder)


def flush(path: Path) -> None:
    """Wait until a file or the entries of a folder are on the disk."""
    if os.name == "nt":  # where a folder cannot be opened and a file only by its writer
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _lock(descriptor: int) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows, where an open file cannot be replaced by another process anyway
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _remove_unused(folder: Path) -> None:
    with suppress(OSError):  # on Windows an open file stays
        if [path.name for path in folder.iterdir()] == [LOCK]:
            (folder / LOCK).unlink()
            folder.rmdir()
