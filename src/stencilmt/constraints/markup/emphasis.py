"""Which runs of `*`, `_` and `~~` open and close emphasis, by the rules of CommonMark."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto


@dataclass(slots=True)
class Run:
    """A run of one delimiter character; what is used for emphasis is taken off its inner side."""

    start: int
    end: int
    mark: str
    length: int
    """The length it had at first, for the rule of three; strikethrough does not know that rule: 0."""
    opens: bool
    closes: bool

    @property
    def least(self) -> int:
        """The fewest characters that mean something."""
        return 2 if self.mark == "~" else 1

    @property
    def is_spent(self) -> bool:
        """Whether too little is left to mean anything."""
        return self.end - self.start < self.least

    def fits(self, closer: "Run") -> bool:
        """Whether this run can be closed by that one."""
        if self.mark != closer.mark:
            return False
        if not (self.closes or closer.opens) or (self.length + closer.length) % 3:
            return True
        return self.length % 3 == 0


class _Side(Enum):
    SPACE = auto()
    PUNCTUATION = auto()
    WORD = auto()


def read_run(text: str, start: int, end: int) -> Run:
    """The run of delimiters at this place, with what it may do there."""
    mark = text[start]
    before = _side(text[start - 1]) if start else _Side.SPACE
    after = _side(text[end]) if end < len(text) else _Side.SPACE
    left, right = _flanks(after, before), _flanks(before, after)
    inside_word = mark != "_"
    opens = left and (inside_word or not right or before is _Side.PUNCTUATION)
    closes = right and (inside_word or not left or after is _Side.PUNCTUATION)
    return Run(start, end, mark, 0 if mark == "~" else end - start, opens, closes)


def _side(character: str) -> _Side:
    category = unicodedata.category(character)
    if category == "Zs" or character in "\t\n\v\f\r":
        return _Side.SPACE
    return _Side.PUNCTUATION if category[0] in "PS" else _Side.WORD


def _flanks(inner: _Side, outer: _Side) -> bool:
    return inner is _Side.WORD or (inner is _Side.PUNCTUATION and outer is not _Side.WORD)


def match_runs(runs: Iterable[Run]) -> Iterator[tuple[int, int, int]]:
    """Where each emphasis opens and closes, and how many characters mark it."""
    openers: list[Run] = []
    hopeless: dict[tuple[str, bool, int], int] = {}
    for run in runs:
        if run.closes:
            yield from _close(run, openers, hopeless)
        if run.opens and not run.is_spent:
            openers.append(run)


def _close(
    closer: Run, openers: list[Run], hopeless: dict[tuple[str, bool, int], int]
) -> Iterator[tuple[int, int, int]]:
    """Close as much as this run can, and remember before which place its sort finds no opener."""
    sort = (closer.mark, closer.opens, closer.length % 3)
    while not closer.is_spent:
        index = _opener(closer, openers, hopeless.get(sort, 0))
        if index is None:
            hopeless[sort] = closer.start
            return
        del openers[index + 1 :]
        opener = openers[index]
        size = min(2, opener.end - opener.start, closer.end - closer.start)
        opener.end -= size
        yield opener.end, closer.start, size
        closer.start += size
        if opener.is_spent:
            openers.pop()


def _opener(closer: Run, openers: list[Run], first: int) -> int | None:
    """The nearest run this one can close, of those that start there or later."""
    for index in range(len(openers) - 1, -1, -1):
        if openers[index].start < first:
            return None
        if openers[index].fits(closer):
            return index
    return None
