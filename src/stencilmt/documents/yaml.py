"""YAML: the strings that are values, each written back in its own style where it can be."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from stencilmt.documents.document import LineCounter, Slot, SplicedDocument, changed
from stencilmt.documents.keys import DEEPEST, choose
from stencilmt.documents.named import is_renamed, spliced
from stencilmt.documents.passages import Joining
from stencilmt.documents.settings import Settings
from stencilmt.documents.source import Source
from stencilmt.documents.values import read_value
from stencilmt.errors import DataError

_TEXT = "tag:yaml.org,2002:str"
_SYMBOL = re.compile(r":[a-z_]\w*+")
"""A name in a program of Ruby, such as those of Rails."""
_PROPERTIES = re.compile(r"(?:[&!]\S*+\s++)*+")
_UNPRINTABLE = re.compile(r"[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_BRACKET = re.compile(r"[\[{]|[\]}]")
_MOST_BRACKETS = 10_000
"""Unclosed at a time; the parser's time grows with their square."""


def read(source: Source, settings: Settings) -> SplicedDocument:
    """Find what there is to translate."""
    finder = _Finder(source, settings, 0, len(source.text))
    slots = list(finder.find())
    return spliced(source, slots, finder.renamed_root())


def find_values(source: Source, settings: Settings, start: int, end: int) -> Iterator[Slot]:
    """The slots of the YAML that stands in this part of a file."""
    return _Finder(source, settings, start, end).find()


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

    def __init__(self, source: Source, settings: Settings, start: int, end: int) -> None:
        self.source = source
        self.text = source.text[start:end]
        self.settings = settings
        self.lines = LineCounter(source.text)
        self.offset = start
        self.is_chosen = choose(settings.keys)
        self.resolver: Any = yaml.resolver.Resolver()
        self.frames: list[_Frame] = []
        self.roots: list[yaml.NodeEvent] = []
        """The first keys that are in no other; two are enough to know that there is more than one."""

    def find(self) -> Iterator[Slot]:
        """The slots in order."""
        _check_brackets(self.text, self.source)
        try:
            for event in yaml.parse(self.text, Loader=_loader()):
                yield from self._meet(event)
                if len(self.frames) > DEEPEST:
                    raise self._error(_span(event)[0], f"nested deeper than {DEEPEST} levels")
        except yaml.MarkedYAMLError as error:
            index = error.problem_mark.index if error.problem_mark else 0
            raise self._error(index, f"not YAML: {error.problem}") from error
        except yaml.reader.ReaderError as error:
            raise self._error(error.position, f"not YAML: {error.reason}") from error

    def renamed_root(self) -> Iterator[Slot]:
        """The language that is translated into, where all is under the key of another, as in catalogues of Rails."""
        if len(self.roots) != 1 or not isinstance(event := self.roots[0], yaml.ScalarEvent):
            return
        # A key that only looks like a code may be any short word, so the language must be known.
        if self.settings.source_language and is_renamed(event.value, self.settings) and event.style not in _BLOCKS:
            start, end = self._place(event)
            yield changed(start, end, _QUOTES[event.style or ""](self.settings.target_language))

    def _error(self, position: int, problem: str) -> DataError:
        return self.source.error(self.offset + position, problem)

    def _meet(self, event: yaml.Event) -> Iterator[Slot]:
        """Go on by one event."""
        if isinstance(event, yaml.CollectionEndEvent):
            self.frames.pop()
        elif isinstance(event, yaml.NodeEvent):
            is_key = self._take_place(event)
            if is_key and len(self.frames) == 1 and len(self.roots) < 2:
                self.roots.append(event)
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
        start, end = self._place(event)
        note = f"{self.lines.note(start)}, {'.'.join(path)}".rstrip(", ")
        if event.style in _BLOCKS:
            yield from self._block(start, end, event.style, note)
            return
        in_brackets = bool(self.frames) and self.frames[-1].is_flow
        write = _plain_in_brackets if in_brackets and not event.style else _QUOTES[event.style or ""]
        value = read_value(event.value, write, self.settings.markup, note)
        if value.segments:
            yield Slot(start, end, value.segments, value)

    def _place(self, event: yaml.ScalarEvent) -> tuple[int, int]:
        """Where a string stands in the file, without its anchor and its tag."""
        start, end = _span(event)
        properties = _PROPERTIES.match(self.text, start, end)
        return self.offset + (properties.end() if properties else start), self.offset + end

    def _is_text(self, event: yaml.ScalarEvent) -> bool:
        if not event.style and _SYMBOL.fullmatch(event.value):
            return False
        tag = event.tag
        if tag is None or tag == "!":
            tag = self.resolver.resolve(yaml.ScalarNode, event.value, event.implicit)
        return bool(tag == _TEXT)

    def _block(self, start: int, end: int, style: str, note: str) -> Iterator[Slot]:
        """The slot of a block scalar, whose lines stand in the file as they are."""
        first = self.source.text.find("\n", start, end) + 1 or end
        joining = Joining.ALWAYS if style == ">" else Joining.NEVER
        value = read_value(self.source.text[first:end], str, self.settings.markup, note, joining)
        if value.segments:
            yield Slot(first, end, value.segments, value)


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


_BLOCKS = ("|", ">")
_QUOTES = {"": _plain, "'": _single, '"': _double}
