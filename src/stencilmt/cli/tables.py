"""Tables without lines, in which nothing is cut off: on a terminal long cells are folded, in a pipe they stay whole."""

from rich.console import Console
from rich.table import Table

_PIPE = 100_000
"""Columns of a pipe."""


def plain_table(*columns: str) -> Table:
    """A table without lines."""
    table = Table(box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def wide_console() -> Console:
    """Stdout, as wide as a terminal is and a pipe may be."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = _PIPE
    return console
