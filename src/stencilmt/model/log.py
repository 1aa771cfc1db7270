"""The log of a run: one JSON object a line, and the same numbers for TensorBoard."""

import json
from pathlib import Path
from typing import Any, Self

from stencilmt.whole import write_bytes

LINES = "log.jsonl"


class RunLog:
    """Writes what happened at which step.

    A run that goes on from a checkpoint first forgets what was logged after it, so that the log is that of one
    uninterrupted run.
    """

    def __init__(self, folder: Path, step: int) -> None:
        from torch.utils.tensorboard import SummaryWriter

        _rewind(folder / LINES, step)
        self._lines = (folder / LINES).open("a", encoding="utf-8")
        self._board = SummaryWriter(str(folder / "tensorboard"), purge_step=step + 1)

    def write(self, kind: str, step: int, numbers: dict[str, float]) -> None:
        """Log the numbers of one step; `kind` is `train` or `dev`."""
        self._lines.write(json.dumps({"kind": kind, "step": step, **numbers}) + "\n")
        self._lines.flush()
        for name, number in numbers.items():
            self._board.add_scalar(f"{kind}/{name}", number, step)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._lines.close()
        self._board.close()


def read_log(path: Path) -> list[dict[str, Any]]:
    """The lines of a log; one that a killed process left half written ends it."""
    entries: list[dict[str, Any]] = []
    if not path.exists():
        return entries
    for line in path.read_text("utf-8").splitlines():
        try:
            entries.append(json.loads(line))
        except ValueError:
            break
    return entries


def _rewind(path: Path, step: int) -> None:
    kept = [entry for entry in read_log(path) if entry["step"] <= step]
    write_bytes(path, "".join(json.dumps(entry) + "\n" for entry in kept).encode())
