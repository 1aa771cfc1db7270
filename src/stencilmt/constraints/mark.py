"""Symbols, and the marks among them that stand for constraints.

A symbol is a `str` of its own type, so no text of a user can be taken for one: `"C1"` is text, `term(1)` is a mark.
"""

from enum import StrEnum
from typing import NamedTuple


class Symbol(str):
    """A control symbol of the sequences, written as in the documentation."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Symbol({str(self)!r})"


class Mark(Symbol):
    """A symbol that stands for one constraint: `C1`, `<1>`, `</1>`, `<2/>`."""

    __slots__ = ()

    @property
    def is_term(self) -> bool:
        """Whether it stands for a term or placeholder."""
        return self[0] == "C"

    @property
    def opens(self) -> bool:
        """Whether it is the first half of a pair."""
        return self[0] == "<" and self[1] != "/" and self[-2] != "/"

    @property
    def closes(self) -> bool:
        """Whether it is the second half of a pair."""
        return self[:2] == "</"

    @property
    def partner(self) -> "Mark":
        """The other half of a pair."""
        return Mark("<" + self[2:]) if self.closes else Mark("</" + self[1:])


class Span(NamedTuple):
    """A stretch of a sentence and the mark that takes its place."""

    start: int
    end: int
    mark: Mark


class Kind(StrEnum):
    """What a constraint is."""

    TERM = "term"
    PLACEHOLDER = "placeholder"
    OPEN = "open"
    CLOSE = "close"
    ALONE = "alone"


def term(number: int) -> Mark:
    """The mark of a term or placeholder."""
    return Mark(f"C{number}")


def opening(number: int) -> Mark:
    """The mark of an opening tag."""
    return Mark(f"<{number}>")


def closing(number: int) -> Mark:
    """The mark of the closing tag that belongs to `opening(number)`."""
    return Mark(f"</{number}>")


def alone(number: int) -> Mark:
    """The mark of a tag without a partner."""
    return Mark(f"<{number}/>")
