"""What was done in a folder and with which settings, so that interrupted work goes on where it stopped."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stencilmt.errors import DataError, SettingsError
from stencilmt.whole import write_json

NAME = "journal.json"
Settings = Mapping[str, Any]
"""What a step depends on, in plain values that JSON can hold."""


class Journal:
    """The steps of a folder in their order: settings, and once a step is finished, its result and time."""

    def __init__(self, folder: Path, settings: Mapping[str, Settings], force: bool = False) -> None:
        """Go on with what was begun in a folder; steps begun with other settings are refused or, forced, forgotten."""
        self._path = folder / NAME
        self._settings: dict[str, dict[str, Any]] = json.loads(json.dumps(settings))
        self._steps = _read(self._path)
        for name in list(self._steps):
            if difference := _difference(self._steps[name]["settings"], self._settings.get(name, {})):
                if not force:
                    raise SettingsError(f"{folder} was made with {difference}: choose another folder or use --force")
                self.forget(name)
                break

    def is_begun(self, step: str) -> bool:
        """Whether a step was begun with the settings of now."""
        return step in self._steps

    def begin(self, step: str) -> None:
        """Note that a step is under way."""
        self._steps[step] = {"settings": self._settings[step]}
        self._write()

    def finish(self, step: str, result: Any, seconds: float) -> None:
        """Note that a step is done, what came of it and how long it took."""
        self._steps[step] |= {"result": result, "seconds": round(seconds, 1)}
        self._write()

    def result(self, step: str) -> Any:
        """The result of a finished step, None of one that is not."""
        return self._steps.get(step, {}).get("result")

    @property
    def seconds(self) -> dict[str, float]:
        """How long each finished step took."""
        return {name: step["seconds"] for name, step in self._steps.items() if "seconds" in step}

    def forget(self, step: str) -> None:
        """Forget a step and all that came after it."""
        names = list(self._steps)
        for name in names[names.index(step) :]:
            del self._steps[name]
        self._write()

    def _write(self) -> None:
        if self._steps:
            write_json(self._path, self._steps)
        else:
            self._path.unlink(missing_ok=True)


def _read(path: Path) -> dict[str, dict[str, Any]]:
    if not path.exists():
        return {}
    try:
        steps = json.loads(path.read_bytes())
        return {str(name): dict(entry) for name, entry in steps.items() if entry["settings"] is not None}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(f"{path}: cannot be read, remove it to start over") from error


def _difference(before: Settings, now: Settings) -> str:
    """The first setting that is not the same, in words."""
    for name in {**before, **now}:
        if before.get(name) != now.get(name):
            return f"{name} {_show(before.get(name))}, not {_show(now.get(name))}"
    return ""


def _show(value: Any) -> str:
    return "none" if value in (None, [], {}) else json.dumps(value, ensure_ascii=False)
