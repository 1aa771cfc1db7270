"""What the translator gets to see of a run, and how its translation is written back."""

import re
from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup import Markup
from stencilmt.constraints.markup.tags import Found
from stencilmt.documents.document import Slot, fill_slots
from stencilmt.documents.escaped import ShownTag, show_escaped
from stencilmt.documents.rules import Rules
from stencilmt.documents.runs import Part, What
from stencilmt.documents.spaces import unwrap
from stencilmt.documents.standins import StandIns
from stencilmt.documents.tags import attribute_values, local_name, read_tags
from stencilmt.errors import DataError

_NAMED_EDGE = re.compile(r"(START|CLOSE)_(\w+?)(?:_\d+)?")
"""How Angular calls single codes that are a pair: `START_LINK_1` and `CLOSE_LINK`."""
_Span = tuple[str, str]
"""What the two ends of a span share: the element that closes it, and a name."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A run as the translator gets it; its tags literally, except for those that need a stand-in."""

    text: str
    stand_ins: StandIns


def show(text: str, parts: Sequence[Part], rules: Rules, *, preserve: bool) -> Shown:
    """Show the parts of a run."""
    stand_ins = StandIns()
    shown = _stand_in_tags(text, parts, rules, stand_ins) if len(parts) > 1 else {}
    escaped = show_escaped(text, parts, stand_ins) if rules.markup is Markup.XML else []
    for index, part in enumerate(parts):
        if index in shown:
            continue
        if part.what is What.TEXT:
            pieces = _between(text, part, escaped)
            shown[index] = "".join(mark or _show_text(raw, rules, stand_ins, preserve) for raw, mark in pieces)
        else:
            shown[index] = text[part.start : part.end]
    return Shown("".join(shown[index] for index in range(len(parts))), stand_ins)


def _between(text: str, part: Part, escaped: Sequence[ShownTag]) -> Iterator[tuple[str, str]]:
    """The pieces of a text part: raw text, or what is shown for an escaped tag."""
    cursor = part.start
    for (start, end), mark in escaped[bisect_left(escaped, part.start, key=_start) :]:
        if start >= part.end:
            break
        yield text[cursor:start], ""
        yield "", mark
        cursor = end
    yield text[cursor : part.end], ""


def _start(tag: ShownTag) -> int:
    return tag[0][0]


def _show_text(text: str, rules: Rules, stand_ins: StandIns, preserve: bool) -> str:
    if not preserve:
        text = unwrap(text)
    unescape = rules.unescape or str
    if rules.codes is None:
        return unescape(text)
    parts: list[str] = []
    cursor = 0
    for match in rules.codes.finditer(text):
        parts += (unescape(text[cursor : match.start()]), stand_ins.alone(match[0]))
        cursor = match.end()
    return "".join((*parts, unescape(text[cursor:])))


def _stand_in_tags(text: str, parts: Sequence[Part], rules: Rules, stand_ins: StandIns) -> dict[int, str]:
    """What is shown for the tags that the scanner of inline markup would not take as they are meant."""
    raw = [text[part.start : part.end] for part in parts]
    shown: dict[int, str] = {}
    for first, last in (*_code_pairs(text, parts, rules), *_freed_pairs(parts)):
        shown[first], shown[last] = stand_ins.pair(raw[first], raw[last])
    for index, part in enumerate(parts):
        if part.what is What.KEPT and part.tag and not part.tag.fixed and index not in shown:
            shown[index] = stand_ins.keep(raw[index])
    return shown


def _code_pairs(text: str, parts: Sequence[Part], rules: Rules) -> Iterator[tuple[int, int]]:
    """Elements that open and close a span together, though each is complete in itself."""
    if not rules.pairs:
        return
    waiting: defaultdict[_Span, list[int]] = defaultdict(list)
    for index, part in enumerate(parts):
        edge = _edge(text, part.tag, rules) if part.tag else None
        if edge is None:
            continue
        kind, span = edge
        if kind is Kind.OPEN:
            waiting[span].append(index)
        elif waiting[span]:
            yield waiting[span].pop(), index


def _edge(text: str, tag: Found, rules: Rules) -> tuple[Kind, _Span] | None:
    """Whether an empty element opens or closes a span, and which one."""
    name = local_name(tag.name)
    if name in rules.pairs:
        return Kind.OPEN, (rules.pairs[name], _key(text, tag))
    if name in rules.pairs.values():
        return Kind.CLOSE, (name, _key(text, tag))
    named = _NAMED_EDGE.fullmatch(_key(text, tag)) if name == "x" else None
    return (Kind.OPEN if named[1] == "START" else Kind.CLOSE, (name, named[2])) if named else None


def _key(text: str, tag: Found) -> str:
    values = attribute_values(text, tag)
    return next((values[name] for name in ("rid", "startRef", "id") if name in values), "")


def _freed_pairs(parts: Sequence[Part]) -> Iterator[tuple[int, int]]:
    """Elements that the scanner would keep whole, though the caller wants them translated."""
    opened: list[int] = []
    names: set[str | int] = set()
    for index, part in enumerate(parts):
        if part.what is not What.TAG or part.tag is None:
            continue
        if part.tag.fixed:
            opened.append(index)
            names.add(part.tag.name)
        elif part.tag.kind is Kind.CLOSE and part.tag.name in names:
            yield opened.pop(), index


@dataclass(frozen=True, slots=True)
class RunWriter:
    """Writes the translation of a run, and those of the attributes of its tags."""

    original: str
    shown: Shown
    tags: tuple[tuple[str, tuple[Slot, ...]], ...]
    """The tags that have attributes with text: their bytes, and where in them."""
    rules: Rules

    def __call__(self, translations: Sequence[str]) -> str:
        """The run with everything translated."""
        text, *attributes = translations
        written = self.original if text == self.shown.text else self._written(text)
        return self._put_attributes(written, attributes) if self.tags else written

    def _written(self, text: str) -> str:
        if self.rules.escape:
            return self.shown.stand_ins.put_back(text, self._escaped)
        return self.shown.stand_ins.put_back(text) if self.shown.stand_ins else text

    def _escaped(self, text: str) -> str:
        """The text with its words escaped, and its tags as they are."""
        parts: list[str] = []
        cursor = 0
        escape = self.rules.escape or str
        for tag in read_tags(text, self.rules.dialect):
            parts += (escape(text[cursor : tag.start]), text[tag.start : tag.end])
            cursor = tag.end
        return "".join((*parts, escape(text[cursor:])))

    def _put_attributes(self, text: str, translations: Sequence[str]) -> str:
        """Put the translated attributes into the tags, wherever in the sentence they stand now."""
        filled: dict[str, deque[str]] = {}
        used = 0
        for tag, slots in self.tags:
            filled.setdefault(tag, deque()).append(fill_slots(tag, slots, translations[used : used + len(slots)]))
            used += len(slots)
        parts: list[str] = []
        cursor = 0
        for found in read_tags(text, self.rules.dialect):
            tag = text[found.start : found.end]
            if filled.get(tag):
                parts += (text[cursor : found.start], filled[tag].popleft())
                cursor = found.end
        if lost := [tag for tag, rest in filled.items() if rest]:
            raise DataError(f"the translation {text!r} has lost the tag {lost[0]!r}")
        return "".join((*parts, text[cursor:]))
