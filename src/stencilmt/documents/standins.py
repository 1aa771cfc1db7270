"""Stand-ins: plain tags for markup that the scanner of inline markup would not take as it is meant.

Only a document knows that `<literal>` is not to be translated, that `<bx/>` and `<ex/>` are a pair, what a control code
is. So the translator gets a tag it understands, and afterwards the original takes its place again.
"""

import re
from collections.abc import Callable

from stencilmt.errors import DataError

_MARK = re.compile(r'</?stencil[0-9]+/?>|<notranslate stencil="[0-9]+">')


class StandIns:
    """The stand-ins of one segment."""

    def __init__(self) -> None:
        self._originals: dict[str, tuple[str, str]] = {}
        """By how it starts: what the translator gets, and what it stands for."""
        self._count = 0

    def __bool__(self) -> bool:
        return bool(self._originals)

    def keep(self, original: str) -> str:
        """A stand-in for what is kept whole, but may be read."""
        start = f'<notranslate stencil="{self._next()}">'
        return self._add(start, f"{start}{original}</notranslate>", original)

    def alone(self, original: str) -> str:
        """A stand-in for a code without meaning to a reader."""
        tag = f"<stencil{self._next()}/>"
        return self._add(tag, tag, original)

    def pair(self, first: str, last: str) -> tuple[str, str]:
        """Stand-ins for two codes that belong together."""
        number = self._next()
        start, end = f"<stencil{number}>", f"</stencil{number}>"
        return self._add(start, start, first), self._add(end, end, last)

    def put_back(self, text: str, change: Callable[[str], str] = str) -> str:
        """The text with the originals in place, and what stands between them changed."""
        parts: list[str] = []
        cursor = 0
        for match in _MARK.finditer(text):
            if match[0] not in self._originals or match.start() < cursor:
                continue
            given, original = self._originals[match[0]]
            if not text.startswith(given, match.start()):
                raise DataError(f"the translation {text!r} changed {original!r}, which must stay as it is")
            parts += (change(text[cursor : match.start()]), original)
            cursor = match.start() + len(given)
        parts.append(change(text[cursor:]))
        return "".join(parts)

    def _next(self) -> int:
        self._count += 1
        return self._count

    def _add(self, start: str, given: str, original: str) -> str:
        self._originals[start] = (given, original)
        return given
