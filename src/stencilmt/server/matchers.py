"""Glossaries made ready for searching, kept for the requests to come."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from stencilmt.constraints.glossary import Glossary
from stencilmt.constraints.matching import Matcher

_MOST = 64
"""Glossaries that are kept."""
_MOST_ENTRIES = 1_000_000
"""Entries that are kept altogether, at some 600 bytes each."""


class Matchers:
    """The matchers that were used last."""

    def __init__(self, most: int = _MOST, most_entries: int = _MOST_ENTRIES) -> None:
        self._most = most
        self._most_entries = most_entries
        self._kept: OrderedDict[Hashable, tuple[Matcher, int]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: Hashable, read: Callable[[], Glossary], language: str) -> Matcher:
        """The matcher for a glossary, which is only read if it was not used of late."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key][0]
        glossary = read()
        matcher = Matcher(glossary, language)
        with self._lock:
            self._kept[key] = matcher, len(glossary.entries)
            while self._is_too_much():
                self._kept.popitem(last=False)
        return matcher

    def _is_too_much(self) -> bool:
        entries = sum(count for _, count in self._kept.values())
        return len(self._kept) > self._most or (entries > self._most_entries and len(self._kept) > 1)
