"""A training run is a folder: settings, log, checkpoints.

RUN/settings.json       what was asked for, fully resolved
RUN/data/               what an export needs of the data
RUN/log.jsonl           what happened, a line for every so many steps
RUN/tensorboard/        the same for TensorBoard
RUN/checkpoints/step-N/ where it can go on from
"""

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stencilmt import __version__
from stencilmt.errors import DataError, SettingsError
from stencilmt.model.checkpoints import Checkpoints
from stencilmt.whole import locked, write_bytes, write_json

SETTINGS = "settings.json"
DATA = "data"
FORMAT = 1
_NEW_DATA = frozenset({"fingerprint"})


@dataclass(frozen=True, slots=True)
class Run:
    """The folder of a run."""

    folder: Path

    @property
    def checkpoints(self) -> Checkpoints:
        """Its checkpoints."""
        return Checkpoints(self.folder / "checkpoints")

    def settings(self) -> dict[str, Any] | None:
        """The settings it was started with, or None for a folder that is new or empty."""
        path = self.folder / SETTINGS
        if not path.exists():
            self._require_unused()
            return None
        try:
            saved = json.loads(path.read_text("utf-8"))
            version, settings = saved["format"], saved["settings"]
        except (ValueError, KeyError, TypeError) as error:
            raise DataError(f"{path} cannot be read ({error!r}): restore it, or choose another run folder") from error
        if version != FORMAT:
            raise DataError(f"{path} has format {version}, this version of Stencil reads {FORMAT}: update Stencil")
        return dict(settings)

    def adopt(self, settings: Mapping[str, Any], may_change: frozenset[str]) -> None:
        """Make this the folder of a run with these settings, or refuse when it belongs to one with others."""
        self.check(settings, may_change)
        self.folder.mkdir(parents=True, exist_ok=True)
        content = {"format": FORMAT, "stencil": __version__, "settings": settings}
        write_json(self.folder / SETTINGS, content)

    def keep(self, files: Iterable[Path]) -> None:
        """Copy what an export needs of the data."""
        for path in files:
            (self.folder / DATA).mkdir(exist_ok=True)
            write_bytes(self.folder / DATA / path.name, path.read_bytes())

    def check(self, settings: Mapping[str, Any], may_change: frozenset[str]) -> None:
        """Refuse settings that differ from those the run was started with, naming every difference."""
        saved = self.settings()
        if saved is None:
            return
        plain = json.loads(json.dumps(settings))
        for key in _NEW_DATA & plain.get("data", {}).keys():  # runs of earlier versions do not say it
            saved.get("data", {}).setdefault(key, plain["data"][key])
        different = [line for path, line in differences(saved, plain) if not _covered(path, may_change)]
        if different:
            raise SettingsError(
                f"{self.folder} is a run with other settings ({'; '.join(different)}): "
                "use the same ones to go on with it, or choose another folder"
            )

    def locked(self) -> contextlib.AbstractContextManager[None]:
        """Hold the folder for this process alone; the system lets go of it however the process ends."""
        return locked(self.folder, "training")

    def _require_unused(self) -> None:
        if self.folder.is_file():
            raise SettingsError(f"{self.folder} is a file: choose a folder for the run")
        others = [path.name for path in self.folder.glob("*") if not path.name.startswith(".")]
        if others:
            raise SettingsError(
                f"{self.folder} is not a run folder: it has no {SETTINGS} but holds {others[0]!r}; choose a new one"
            )


def differences(there: Any, here: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Where two settings differ: dotted paths, each with a line to read."""
    if isinstance(there, dict) and isinstance(here, dict):
        for key in [*there, *(key for key in here if key not in there)]:
            place = f"{path}.{key}" if path else key
            yield from differences(there.get(key), here.get(key), place)
    elif there != here:
        yield path, f"{path} is {json.dumps(there)} there and {json.dumps(here)} here"


def _covered(path: str, may_change: frozenset[str]) -> bool:
    return any(path == free or path.startswith(f"{free}.") for free in may_change)
