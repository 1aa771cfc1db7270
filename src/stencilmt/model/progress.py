"""What a training tells its user; the trainer itself prints nothing."""

import sys
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from stencilmt.model.cadence import duration_of


@dataclass(frozen=True, slots=True)
class Pace:
    """How a run is getting on."""

    step: int
    share: float
    """How much is done, from 0 to 1."""
    loss: float
    rate: float
    tokens_per_second: float
    seconds: float
    """Time used."""
    seconds_left: float

    def __str__(self) -> str:
        return (
            f"step {self.step} ({self.share:.0%}), loss {self.loss:.3f}, rate {self.rate:.2e}, "
            f"{self.tokens_per_second:,.0f} tokens/s, {duration_of(self.seconds_left)} left"
        )


class Reporter(Protocol):
    """Someone who wants to know."""

    def pace(self, pace: Pace) -> None:
        """How the run is getting on, about once a second."""

    def note(self, text: str) -> None:
        """A line worth keeping."""


class Silent:
    """A reporter that says nothing."""

    def pace(self, pace: Pace) -> None:
        """Ignore it."""

    def note(self, text: str) -> None:
        """Ignore it."""


class TerminalReporter:
    """A progress bar on a terminal, and a plain line every so often elsewhere; always on the error stream."""

    def __init__(self, console: Console | None = None, quiet_seconds: float = 30.0) -> None:
        self._console = console or Console(file=sys.stderr)
        self._quiet_seconds = quiet_seconds
        self._told = float("-inf")
        columns = (BarColumn(bar_width=30), TaskProgressColumn(), TextColumn("{task.description}"))
        self._bar = Progress(*columns, console=self._console, disable=not self._console.is_terminal)
        self._task = self._bar.add_task("", total=1.0)

    def pace(self, pace: Pace) -> None:
        """Move the bar, or print a line when the last is old."""
        if self._console.is_terminal:
            self._bar.update(self._task, completed=pace.share, description=str(pace))
        elif pace.seconds - self._told >= self._quiet_seconds:
            self._told = pace.seconds
            self.note(str(pace))

    def note(self, text: str) -> None:
        """Print a line above the bar."""
        self._console.print(text, highlight=False, markup=False, soft_wrap=True)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()
