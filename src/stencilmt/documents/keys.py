"""Which values of a catalogue are text."""

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase

DEEPEST = 1000
"""Objects and lists inside one another."""


def choose(patterns: Sequence[str]) -> Callable[[Sequence[str]], bool]:
    """Whether the value at a path of keys is chosen: a pattern means a key or a whole path, `!` leaves out.

    >>> choose(["menu.*", "!id"])(["menu", "open", "id"])
    False
    """
    wanted = [pattern for pattern in patterns if not pattern.startswith("!")]
    unwanted = [pattern[1:] for pattern in patterns if pattern.startswith("!")]

    def is_chosen(path: Sequence[str]) -> bool:
        if not patterns:
            return True
        names = (".".join(path), path[-1] if path else "")
        if _matches(names, unwanted):
            return False
        return not wanted or _matches(names, wanted)

    return is_chosen


def _matches(names: Sequence[str], patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(name, pattern) for name in names for pattern in patterns)
