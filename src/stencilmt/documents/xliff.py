"""XLIFF 1.2 and 2.x: targets are filled or put right behind their source; everything else stays byte for byte."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup import Markup
from stencilmt.constraints.markup.tags import Found
from stencilmt.constraints.markup.xml import XML
from stencilmt.documents.document import (
    LineCounter,
    Segment,
    Slot,
    SplicedDocument,
    Value,
    changed,
    fill_slots,
)
from stencilmt.documents.html import HTML_RULES
from stencilmt.documents.keys import DEEPEST
from stencilmt.documents.messages import read_message
from stencilmt.documents.named import check_target, find_root, is_unsaid
from stencilmt.documents.rules import Rules
from stencilmt.documents.settings import Settings
from stencilmt.documents.source import Source
from stencilmt.documents.tagged import find_slots
from stencilmt.documents.tags import attribute_spans, attribute_values, local_name, read_tags
from stencilmt.text.language import is_code, matches

_RULES = Rules(
    XML,
    Markup.XML,
    fixed=frozenset(["ph", "bpt", "ept", "it"]),
    fixing=("mtype", "protected"),
    pairs={"bx": "ex", "bpt": "ept", "sc": "ec", "sm": "em"},
    cdata=HTML_RULES,
)
_UNITS = frozenset(["trans-unit", "segment"])
_PARTS = frozenset(["source", "seg-source", "target"])
_LANGUAGES = {"xliff": ("srcLang", "trgLang"), "file": ("source-language", "target-language")}
"""What names the two languages: in version 2 the root, in 1.2 each file."""
_FARTHEST = 200
"""How much white space before a source is copied for its target."""
_SHOWN = frozenset(["x", "ph", "cp"])
"""Codes that may be a whole translation: `the <x/>` is `<x/>` where a language has no articles."""
_SPACES = frozenset(["preserve", "default"])
_UNTRANSLATED = frozenset(["new", "needs-translation", "needs-adaptation", "needs-l10n", "initial"])


@dataclass(frozen=True, slots=True)
class _Element:
    """An open element of the file, with what it inherits."""

    name: str
    translate: bool = True
    preserve: bool = False


@dataclass(slots=True)
class _Part:
    """A source or target: its start tag, what is between the tags, and where the end tag ends."""

    tag: Found
    start: int
    end: int
    close: int
    preserve: bool = False
    """Whether its line breaks are meant."""


@dataclass(slots=True)
class _Unit:
    """A source with its target."""

    tag: Found
    note: str
    parts: dict[str, _Part] = field(default_factory=dict)


class _Sentence(NamedTuple):
    """A sentence that a tool has marked: its number, its start tag, and from where to where it goes."""

    number: str
    tag: Found
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _TargetWriter:
    """Writes a target, or a mark in it: some content with its translations between two tags."""

    head: str
    tail: str
    content: str
    slots: tuple[Slot, ...]

    def __call__(self, translations: Sequence[str]) -> str:
        return self.head + fill_slots(self.content, self.slots, translations) + self.tail


def read(source: Source, settings: Settings) -> SplicedDocument:
    """Find what there is to translate."""
    _check_root(source)
    finder = _Finder(source, settings)
    slots = list(finder.find())
    heads = finder.heads if slots else []
    named = [_named(source.text, tag, settings.target_language) for tag in heads]
    return SplicedDocument(source, sorted([*named, *slots], key=lambda slot: slot.start))


def _check_root(source: Source) -> None:
    """Refuse what is something else; an empty file stays one, as in other formats."""
    root = find_root(source.text, XML)
    if source.text.strip() and (root is None or local_name(root.name) != "xliff"):
        start = root.start if root else 0
        raise source.error(start, f"not XLIFF, which begins with <xliff>: {source.text[start : start + 20]!r}")


class _Finder:
    """Finds the slots of one file."""

    def __init__(self, source: Source, settings: Settings) -> None:
        self.source = source
        self.text = source.text
        self.settings = settings
        self.lines = LineCounter(source.text)
        self.path: list[_Element] = []
        self.unit: _Unit | None = None
        self.unit_name = ""
        self.heads: list[Found] = []
        """The tags that are to say what the target language is."""

    def find(self) -> Iterator[Slot]:
        """The slots in order."""
        for tag in read_tags(self.text, XML):
            name = local_name(tag.name)
            if tag.kind is Kind.OPEN:
                self._open(name, tag)
            elif tag.kind is Kind.CLOSE:
                yield from self._close(name, tag)
            elif self._is_part(name) and self.unit:
                self.unit.parts[name] = _Part(tag, tag.end, tag.end, tag.end)
        if self.path:
            raise self.source.error(len(self.text), f"<{self.path[-1].name}> is never closed, so the file is not whole")

    def _is_part(self, name: str) -> bool:
        return name in _PARTS and bool(self.path) and self.path[-1].name in _UNITS

    def _open(self, name: str, tag: Found) -> None:
        if len(self.path) >= DEEPEST:
            raise self.source.error(tag.start, f"nested deeper than {DEEPEST} levels")
        values = attribute_values(self.text, tag)
        if name in _LANGUAGES:
            self._read_languages(tag, *(values.get(attribute, "").strip() for attribute in _LANGUAGES[name]))
        if name == "unit":
            self.unit_name = values.get("id", "")
        if name in _UNITS:
            note = f"{self.lines.note(tag.start)}, unit {self.unit_name or values.get('id', '')}"
            self.unit = _Unit(tag, note.removesuffix(", unit "))
        around = self.path[-1] if self.path else _Element("")
        translate = values.get("translate", "yes" if around.translate else "no") != "no"
        preserve = values.get("xml:space", "preserve" if around.preserve else "") == "preserve"
        if self._is_part(name) and self.unit:
            self.unit.parts[name] = _Part(tag, tag.end, tag.end, tag.end, preserve)
        self.path.append(_Element(name, translate, preserve))

    def _read_languages(self, tag: Found, source: str, target: str) -> None:
        """Refuse other languages than the model's; only a tag that names the source's may name the target's."""
        reads = self.settings.source_language
        if reads and is_code(source) and not matches(reads, source):
            raise self.source.error(tag.start, f"is in {source}, the model reads {reads}")
        check_target(target, self.settings, self.source, tag.start)
        if source and is_unsaid(target, self.settings):
            self.heads.append(tag)

    def _close(self, name: str, tag: Found) -> Iterator[Slot]:
        if name not in (element.name for element in self.path):
            return
        while (element := self.path.pop()).name != name:
            pass
        if self.unit is None:
            return
        if self._is_part(name) and name in self.unit.parts:
            part = self.unit.parts[name]
            part.end, part.close = tag.start, tag.end
        elif name in _UNITS:
            if element.translate:
                yield from self._slots(self.unit)
            self.unit = None

    def _slots(self, unit: _Unit) -> Iterator[Slot]:
        """The slot of a target that is to be filled, and of the state of its segment."""
        origin = unit.parts.get("seg-source", unit.parts.get("source"))
        target = unit.parts.get("target")
        if origin is None:
            return
        if target is None or self._is_open(unit, target):
            content = self._content(origin)
            slots = tuple(self._find(content, unit.note, origin.preserve))
        else:
            content = self._content(target)
            slots = tuple(self._missing(origin, content, unit.note))
        segments = _segments(slots)
        if not segments:
            return
        is_new = local_name(unit.tag.name) == "segment"
        if is_new:
            written = _with(self.text[unit.tag.start : unit.tag.end], "state", "translated")
            if self.settings.review:
                written = _with(written, "subState", "stencil:needs-review")
            yield Slot(unit.tag.start, unit.tag.end, (), lambda _: written, keeps=False)
        state = "" if is_new else "needs-review-translation" if self.settings.review else "translated"
        start, end = (target.tag.start, target.close) if target else (origin.close, origin.close)
        head, tail = self._target_tags(origin, target, state)
        yield Slot(start, end, segments, _TargetWriter(head, tail, content, slots), keeps=False)

    def _content(self, part: _Part) -> str:
        return self.text[part.start : part.end]

    def _is_open(self, unit: _Unit, target: _Part) -> bool:
        """Whether a target waits for its translation."""
        if self.settings.overwrite or _is_empty(self._content(target)):
            return True
        states = (attribute_values(self.text, tag).get("state", "") for tag in (unit.tag, target.tag))
        return any(state in _UNTRANSLATED for state in states)

    def _missing(self, origin: _Part, content: str, note: str) -> Iterator[Slot]:
        """The slots of the sentences that a half translated target lacks, for which it has empty marks."""
        source = self._content(origin)
        originals = {number: source[start:end] for number, _, start, end in _marked(source) if number}
        for sentence in _marked(content):
            original = originals.pop(sentence.number, "")
            if original and _is_empty(content[sentence.start : sentence.end]):
                slots = tuple(self._find(original, note, origin.preserve))
                writer = _TargetWriter(*_mark_tags(content, sentence.tag), original, slots)
                yield Slot(sentence.tag.start, sentence.end, _segments(slots), writer, keeps=False)

    def _find(self, content: str, note: str, preserve: bool) -> Iterator[Slot]:
        read = partial(_read, replace(_RULES, preserve=preserve), note)
        for start, end in _sentences(content):
            yield from (slot.moved(start) for slot in read(content[start:end], str).slots)

    def _target_tags(self, origin: _Part, target: _Part | None, state: str) -> tuple[str, str]:
        """The tags of the target, and before a new one the white space that stands before its source."""
        prefix = str(origin.tag.name).removesuffix(local_name(origin.tag.name))
        if target:
            head, gap = _opened(self.text[target.tag.start : target.tag.end]), ""
        else:
            before = self.text[max(0, origin.tag.start - _FARTHEST) : origin.tag.start]
            indent = before[len(before.rstrip()) :]
            head, gap = f"<{prefix}target>", indent if "\n" in indent else ""
        space = attribute_values(self.text, origin.tag).get("xml:space")
        if space in _SPACES:
            head = _with(head, "xml:space", space)
        return gap + (_with(head, "state", state) if state else head), f"</{prefix}target>"


def _segments(slots: Sequence[Slot]) -> tuple[Segment, ...]:
    return tuple(segment for slot in slots for segment in slot.segments)


def _named(text: str, tag: Found, language: str) -> Slot:
    """The slot of a tag that is to name the target language."""
    written = _with(text[tag.start : tag.end], _LANGUAGES[local_name(tag.name)][1], language)
    return changed(tag.start, tag.end, written)


def _with(tag: str, name: str, value: str) -> str:
    """The tag with one of its attributes set."""
    found = Found(0, len(tag), Kind.OPEN)
    for known, start, end in attribute_spans(tag, found):
        if known == name:
            return f'{tag[:start]}"{value}"{tag[end:]}'
    return f'{tag[:-1].rstrip()} {name}="{value}">'


def _read(rules: Rules, note: str, text: str, write: Callable[[str], str]) -> Value:
    """The slots of a sentence, or of each text of the message that it is."""
    message = read_message(text.strip(), partial(_read, rules, note))
    if not message.segments:
        return Value(text, tuple(find_slots(text, rules, lambda _: note)), write)
    start = text.index(message.text)
    return Value(text, (Slot(start, start + len(message.text), message.segments, message),), write)


def _sentences(content: str) -> Iterator[tuple[int, int]]:
    """From where to where each sentence goes that a tool has marked; without such marks, all of it."""
    if 'mtype="seg"' in content or "mtype='seg'" in content:
        yield from ((sentence.start, sentence.end) for sentence in _marked(content))
    else:
        yield 0, len(content)


def _marked(content: str) -> Iterator[_Sentence]:
    """The sentences that a tool has marked, the empty ones too."""
    first: Found | None = None
    depth = 0
    for tag in read_tags(content, XML):
        if local_name(tag.name) != "mrk" or tag.kind is (Kind.ALONE if first else Kind.CLOSE):
            continue
        if first is None and attribute_values(content, tag).get("mtype") == "seg":
            first = tag
        if first:
            depth += (tag.kind is Kind.OPEN) - (tag.kind is Kind.CLOSE)
            if not depth:
                number = attribute_values(content, first).get("mid", "")
                yield _Sentence(number, first, first.end, max(first.end, tag.start))
                first = None


def _mark_tags(content: str, tag: Found) -> tuple[str, str]:
    """What stands before and behind the sentence of a mark that was empty."""
    raw = content[tag.start : tag.end]
    return (_opened(raw), f"</{tag.name}>") if tag.kind is Kind.ALONE else (raw, "")


def _opened(tag: str) -> str:
    """The tag without the slash that makes it a whole element."""
    return re.sub(r"\s*/>\Z", ">", tag)


def _is_empty(content: str) -> bool:
    """Whether there is nothing but white space, comments and tags around nothing."""
    cursor = 0
    for tag in read_tags(content, XML):
        holds_text = tag.kind is Kind.PLACEHOLDER and tag.view.strip()
        if content[cursor : tag.start].strip() or holds_text or local_name(tag.name) in _SHOWN:
            return False
        cursor = tag.end
    return not content[cursor:].strip()
