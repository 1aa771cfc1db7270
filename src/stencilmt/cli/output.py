"""Writing where the user said: one clear line if that cannot be."""

from collections.abc import Iterable
from pathlib import Path

from stencilmt.errors import SettingsError
from stencilmt.whole import write_bytes


def make_folder(path: Path) -> None:
    """Make a folder for results."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"cannot make the folder {path}: {error.strerror}") from error


def check_new(paths: Iterable[Path], *, force: bool) -> None:
    """Refuse to write over a file, unless that is wanted."""
    for path in paths:
        if path.exists() and not force:
            raise SettingsError(f"{path} exists already: give --force to overwrite it")


def write_file(path: Path, data: bytes) -> None:
    """Write a result, whole or not at all."""
    try:
        write_bytes(path, data)
    except OSError as error:
        raise SettingsError(f"cannot write {path}: {error.strerror}") from error
