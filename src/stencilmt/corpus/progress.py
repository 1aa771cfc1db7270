"""How long work tells how far it is; whoever listens decides whether to show it."""

from typing import Protocol


class Progress(Protocol):
    """Hears of the steps of the work."""

    def start(self, step: str, total: int | None = None) -> None:
        """A step begins; so many pairs are to be done, if that is known."""

    def advance(self, pairs: int) -> None:
        """So many more pairs of the step are done."""


class Silence:
    """Shows nothing."""

    def start(self, step: str, total: int | None = None) -> None:
        """Ignore it."""

    def advance(self, pairs: int) -> None:
        """Ignore it."""
