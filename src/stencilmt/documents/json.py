"""JSON: the strings that are values; comments and commas too many are let pass, for catalogues have them."""

import json
import re
from collections.abc import Iterator, Sequence

from stencilmt.documents.document import LineCounter, Slot, SplicedDocument, changed
from stencilmt.documents.keys import DEEPEST, choose
from stencilmt.documents.named import is_renamed, spliced
from stencilmt.documents.settings import Settings
from stencilmt.documents.source import Source
from stencilmt.documents.values import read_value

_TOKEN = re.compile(
    r"""(?P<blank>(?:\s++|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)++) | (?P<string>"(?:[^"\\\x00-\x1f]++|\\.)*+")
    | (?P<mark>[{}\[\]:,]) | (?P<literal>true|false|null|-?[0-9][0-9.eE+-]*+)""",
    re.VERBOSE,
)
_OPENING = {"}": "{", "]": "["}
_BETWEEN = frozenset(",:}]")
_SURROGATE = re.compile("[\ud800-\udfff]")


_NOTES = ("!@*", "!*.@*", "!$schema")
"""What catalogues say about their strings, rather than to the reader."""
_LOCALE = ["@@locale"]
"""Where a catalogue of Flutter (ARB) names its language."""


def read(source: Source, settings: Settings) -> SplicedDocument:
    """Find what there is to translate."""
    reader = _Reader(source, settings)
    slots = list(reader.read())
    return spliced(source, slots, reader.names)


def _leaves_out(patterns: Sequence[str]) -> bool:
    """Whether the patterns only say what not to translate."""
    return all(pattern.startswith("!") for pattern in patterns)


class _Reader:
    """Walks over the tokens of one file."""

    def __init__(self, source: Source, settings: Settings) -> None:
        self.source = source
        self.settings = settings
        self.is_chosen = choose((*settings.keys, *_NOTES) if _leaves_out(settings.keys) else settings.keys)
        self.lines = LineCounter(source.text)
        self.is_ascii = source.text.isascii() and "\\u" in source.text
        self.brackets: list[str] = []
        self.keys: list[str] = []
        """The key of each open bracket; empty in lists."""
        self.key = ""
        self.names: list[Slot] = []
        """Where the language is named, with the one that is translated into."""
        self.expects_key = False
        self.is_after_value = False

    def read(self) -> Iterator[Slot]:
        """The slots in order."""
        position, length = 0, len(self.source.text)
        while position < length:
            match = _TOKEN.match(self.source.text, position)
            if match is None:
                raise self.source.error(position, f"not JSON: {self.source.text[position : position + 20]!r}")
            position = match.end()
            if match["mark"] in _BETWEEN:
                self._mark(match["mark"], match.start())
            elif not match["blank"]:
                self._start_value(match)
                if match["string"]:
                    yield from self._string(match)
        if self.brackets:
            raise self.source.error(length, f"not JSON: {self.brackets[-1]!r} is never closed")

    def _start_value(self, match: re.Match[str]) -> None:
        """A string, literal or opening bracket, which must not follow another value directly."""
        if self.is_after_value:
            raise self.source.error(match.start(), f"not JSON: no comma or colon before {match[0][:20]!r}")
        self.is_after_value = match["mark"] is None
        if match["mark"]:
            self.brackets.append(match["mark"])
            self.keys.append(self.key)
            self.key, self.expects_key = "", match["mark"] == "{"
            if len(self.brackets) > DEEPEST:
                raise self.source.error(match.start(), f"nested deeper than {DEEPEST} levels")

    def _mark(self, mark: str, position: int) -> None:
        """A comma, colon or closing bracket."""
        self.is_after_value = mark in "}]"
        if mark in "}]":
            if not self.brackets or self.brackets.pop() != _OPENING[mark]:
                raise self.source.error(position, f"not JSON: {mark!r} closes nothing")
            self.keys.pop()
        if mark != ":":
            self.key = ""
            self.expects_key = mark == "," and bool(self.brackets) and self.brackets[-1] == "{"

    def _string(self, match: re.Match[str]) -> Iterator[Slot]:
        try:
            text: str = json.loads(match[0])
        except ValueError as error:
            raise self.source.error(match.start(), f"not JSON: {match[0][:40]} ({error})") from error
        if self.expects_key:
            self.key, self.expects_key = text, False
            return
        path = [key for key in (*self.keys, self.key) if key]
        if path == _LOCALE and is_renamed(text, self.settings):
            self.names.append(changed(*match.span(), self._quote(self.settings.target_language)))
            return
        if not self.is_chosen(path):
            return
        note = f"{self.lines.note(match.start())}, {'.'.join(path)}".rstrip(", ")
        value = read_value(text, self._quote, self.settings.markup, note)
        if value.segments:
            yield Slot(*match.span(), value.segments, value)

    def _quote(self, text: str) -> str:
        return json.dumps(text, ensure_ascii=self.is_ascii or bool(_SURROGATE.search(text)))
