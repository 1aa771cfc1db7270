"""ICU messages: the texts among which a message chooses are translated, each by itself."""

import re
from collections.abc import Callable
from functools import partial

from stencilmt.constraints.messages import find_branches
from stencilmt.documents.document import Slot, Value

_NUMBER = re.compile(r"\{#\}|#")
"""Where a message puts its number."""
_SINGLE = re.compile(r"(?<!')'(?!')")
_RISKY = re.compile(r"(?<!')'(?=[{}#]|\Z)")
"""An apostrophe that would begin a quotation, before the brace that closes the branch as well."""

ReadBranch = Callable[[str, Callable[[str], str]], Value]
"""From a text and how it is written in the message to the slots in it."""


def read_message(message: str, read: ReadBranch) -> Value:
    """Find what there is to translate in a message; in any other code that is nothing."""
    slots: list[Slot] = []
    write = _write_doubling if "''" in message else _write
    for start, end in find_branches(message):
        branch = read(_NUMBER.sub("{#}", message[start:end]).replace("''", "'"), write)
        if branch.segments:
            slots.append(Slot(start, end, branch.segments, branch))
    return Value(message, tuple(slots), partial(_unless_broken, message))


def _write(text: str) -> str:
    """The text of a branch, in which no apostrophe begins a quotation."""
    return _RISKY.sub("''", text.replace("{#}", "#"))


def _write_doubling(text: str) -> str:
    """The same where the file doubles every apostrophe."""
    return _SINGLE.sub("''", text.replace("{#}", "#"))


def _unless_broken(original: str, written: str) -> str:
    """The message in its translation, if that still chooses among as many texts by the same selectors."""
    return written if _outside_branches(written) == _outside_branches(original) else original


def _outside_branches(message: str) -> list[str]:
    edges = [0, *(edge for branch in find_branches(message) for edge in branch), len(message)]
    return [message[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]
