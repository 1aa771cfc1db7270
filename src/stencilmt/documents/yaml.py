"""YAML: the strings that are values, each written back in its own style where it can be."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from stencilmt.documents.document import LineCounter, Slot, SplicedDocument
from stencilmt.documents.keys import DEEPEST, choose
from stencilmt.documents.passages import Joining
from stencilmt.documents.settings import Settings
from stencilmt.documents.source import Source
from stencilmt.documents.values import read_value
from stencilmt.errors import DataError

_TEXT = "tag:yaml.org,2002:str"
_PROPERTIES = re.compile(r"(?:[&!]\S*+\s++)*+")
_UNPRINTABLE = re.compile(r"[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_BRACKET = re.compile(r"[\[{]|[\]}]")
_MOST_BRACKETS = 10_000
"""Unclosed at a time; the parser's time grows with their square."""


def read(source: Source, settings: Settings) -> SplicedDocument:
    """Find what there is to translate."""
    return SplicedDocument(source, find_values(source, settings, 0, len(source.text)))


def find_values(source: Source, settings: Settings, start: int, end: int) -> Iterator[Slot]:
    """The slots of the YAML that stands in this part of a file."""
    text = source.text[start:end]
    _check_brackets(text, source)
    finder = _Finder(text, settings, LineCounter(source.text), start)
    try:
        for event in yaml.parse(text, Loader=_loader()):
            yield from finder.meet(event)
            if len(finder.frames) > DEEPEST:
                raise source.error(start + _span(event)[0], f"nested deeper than {DEEPEST} levels")
    except yaml.MarkedYAMLError as error:
        index = error.problem_mark.index if error.problem_mark else 0
        raise source.error(start + index, f"not YAML: {error.problem}") from error
    except yaml.reader.ReaderError as error:
        raise source.error(start + error.position, f"not YAML: {error.reason}") from error


@cache
def _loader() -> Any:
    """The parser in C, where it was built."""
    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _check_brackets(text: str, source: Source) -> None:
    depth = 0
    for match in _BRACKET.finditer(text):
        depth = max(0, depth + (1 if match[0] in "[{" else -1))
        if depth > _MOST_BRACKETS:
            raise DataError(
                f"{source.name}: more than {_MOST_BRACKETS:,} brackets are never closed, so this is no YAML"
            )


@dataclass(slots=True)
class _Frame:
    """A mapping or sequence that is open."""

    is_mapping: bool
    is_flow: bool
    """Whether it is written in brackets."""
    is_key: bool
    """Whether it is itself part of a key, where nothing is translated."""
    key: str = ""
    awaits_value: bool = False


class _Finder:
    """Follows the events of the parser; nothing is built, so an alias is never followed."""

    def __init__(self, text: str, settings: Settings, lines: LineCounter, offset: int) -> None:
        self.text = text
        self.settings = settings
        self.lines = lines
        self.offset = offset
        self.is_chosen = choose(settings.keys)
        self.resolver: Any = yaml.resolver.Resolver()
        self.frames: list[_Frame] = []

    def meet(self, event: yaml.Event) -> Iterator[Slot]:
        """Go on by one event."""
        if isinstance(event, yaml.CollectionEndEvent):
            self.frames.pop()
        elif isinstance(event, yaml.NodeEvent):
            is_key = self._take_place(event)
            if isinstance(event, yaml.CollectionStartEvent):
                is_mapping = isinstance(event, yaml.MappingStartEvent)
                self.frames.append(_Frame(is_mapping, bool(event.flow_style), is_key))
            elif isinstance(event, yaml.ScalarEvent) and not is_key:
                yield from self._value(event)

    def _take_place(self, event: yaml.NodeEvent) -> bool:
        """Whether this node is a key or inside of one."""
        if not self.frames:
            return False
        frame = self.frames[-1]
        if not frame.is_mapping:
            return frame.is_key
        frame.awaits_value = not frame.awaits_value
        if frame.awaits_value:
            frame.key = event.value if isinstance(event, yaml.ScalarEvent) else ""
        return frame.awaits_value or frame.is_key

    def _value(self, event: yaml.ScalarEvent) -> Iterator[Slot]:
        path = [frame.key for frame in self.frames if frame.key]
        if not self._is_text(event) or not self.is_chosen(path):
            return
        start, end = _span(event)
        properties = _PROPERTIES.match(self.text, start, end)
        start = properties.end() if properties else start
        note = f"{self.lines.note(self.offset + start)}, {'.'.join(path)}".rstrip(", ")
        if event.style in ("|", ">"):
            yield from self._block(start, end, event.style, note)
            return
        in_brackets = bool(self.frames) and self.frames[-1].is_flow
        write = _plain_in_brackets if in_brackets and not event.style else _QUOTES[event.style or ""]
        value = read_value(event.value, write, self.settings.markup, note)
        if value.segments:
            yield Slot(self.offset + start, self.offset + end, value.segments, value)

    def _is_text(self, event: yaml.ScalarEvent) -> bool:
        tag = event.tag
        if tag is None or tag == "!":
            tag = self.resolver.resolve(yaml.ScalarNode, event.value, event.implicit)
        return bool(tag == _TEXT)

    def _block(self, start: int, end: int, style: str, note: str) -> Iterator[Slot]:
        """The slot of a block scalar, whose lines stand in the file as they are."""
        first = self.text.find("\n", start, end) + 1 or end
        joining = Joining.ALWAYS if style == ">" else Joining.NEVER
        value = read_value(self.text[first:end], str, self.settings.markup, note, joining)
        if value.segments:
            yield Slot(self.offset + first, self.offset + end, value.segments, value)


def _span(event: Any) -> tuple[int, int]:
    return event.start_mark.index, event.end_mark.index


def _double(text: str) -> str:
    """In double quotes, where anything can be written."""
    return _UNPRINTABLE.sub(_escaped, json.dumps(text, ensure_ascii=False))


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _single(text: str) -> str:
    if _UNPRINTABLE.search(text):
        return _double(text)
    return "'" + text.replace("'", "''") + "'"


def _plain(text: str) -> str:
    """Without quotes, if it would be read as this text anywhere."""
    if _UNPRINTABLE.search(text) or not (_is_plain(f"- {text}", text) and _is_plain(f"[{text}]", text)):
        return _double(text)
    return text


def _plain_in_brackets(text: str) -> str:
    """The same between brackets, where some parsers take a question mark for the sign of a key."""
    return _double(text) if "?" in text else _plain(text)


def _is_plain(written: str, text: str) -> bool:
    try:
        loaded = yaml.load(written, Loader=_loader())
    except yaml.YAMLError:
        return False
    return bool(loaded == [text])


_QUOTES = {"": _plain, "'": _single, '"': _double}
