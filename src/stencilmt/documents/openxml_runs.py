"""A paragraph of Office Open XML as a row of items: texts with their formats, codes, and what encloses some of them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from stencilmt.documents.openxml_tree import Element

_AROUND = frozenset(["hyperlink", "ins", "moveTo", "smartTag", "customXml", "dir", "bdo"])
"""Elements that enclose runs whose text is read."""
_DROPPED = frozenset(["proofErr", "lastRenderedPageBreak", "softHyphen"])
"""What holds only for the text before translation: spelling mistakes, page breaks seen last, hyphenation."""
_LANGUAGE = re.compile(
    r"<(?:\w+:)?(?:lang|noProof)\b[^>]*/>|(?<=\s)(?:lang|altLang|dirty|err|smtClean|noProof)=\"[^\"]*\"\s*"
)
"""Of a format, the language of the text and whether it was proofread."""
_NO_FORMAT = re.compile(r"<((?:\w+:)?rPr)\s*(?:/>|></\1>)")
_FIELD = re.compile(r"""fldCharType=["'](begin|separate|end)["']""")
_RANGE = re.compile(r"""<(?:\w+:)?(bookmark|commentRange)(Start|End)\s(?:[^>]*?\s)?(?:\w+:)?id=["']([^"'>]*)["']""")
_MOST_RANGES = 20
"""Bookmarks and comments around another one that is a pair; what is deeper stays two codes."""
_LINK = re.compile(r"\s*HYPERLINK\b")
_NO_BREAK_HYPHEN = "\u2011"
_KEEPS_SPACES = "a:"
"""Texts of drawings and slides keep their spaces without being told."""


class Format(NamedTuple):
    """How a run is written around its text."""

    open: str
    close: str


class Text(NamedTuple):
    """Some text, escaped as XML has it."""

    format: Format
    raw: str

    @property
    def xml(self) -> str:
        """A run with it."""
        return f"{self.format.open}{self.raw}{self.format.close}"


class Code(NamedTuple):
    """What stays as it is."""

    xml: str
    step: str = ""
    """Of a field, where this is in it: `begin`, `separate` or `end`."""
    instruction: str = ""
    """What a field is to do."""


class Open(NamedTuple):
    """The beginning of what encloses runs."""

    xml: str


class Close(NamedTuple):
    """Its end."""

    xml: str


Item = Text | Code | Open | Close


def read_items(text: str, elements: Iterable[Element]) -> list[Item]:
    """The items of some elements of a paragraph."""
    return list(_merged(_with_ranges(_with_fields(_items(text, elements)))))


def xml_of(items: Iterable[Item]) -> str:
    """Items as they are written."""
    return "".join(item.xml for item in items)


def _items(text: str, elements: Iterable[Element]) -> Iterator[Item]:
    for element in elements:
        local = element.local
        if local == "r":
            yield from _run(text, element)
        elif local == "t":
            yield from _text(text, element, "", "")
        elif local in _AROUND or local == "sdt":
            yield from _enclosed(text, element)
        elif local not in _DROPPED:
            yield Code(text[element.start : element.end])


def _run(text: str, run: Element) -> Iterator[Item]:
    properties = next((text[each.start : each.end] for each in run.children if each.local == "rPr"), "")
    head = f"<{run.name}>{_NO_FORMAT.sub('', _LANGUAGE.sub('', properties))}"
    tail = f"</{run.name}>"
    for element in run.children:
        local = element.local
        if local == "t":
            yield from _text(text, element, head, tail)
        elif local == "noBreakHyphen":
            yield Text(_format(f"{run.name[:-1]}t", head, tail), _NO_BREAK_HYPHEN)
        elif local not in _DROPPED and local != "rPr":
            raw = text[element.start : element.end]
            step = _FIELD.search(raw) if local == "fldChar" else None
            instruction = text[element.body_start : element.body_end] if local == "instrText" else ""
            yield Code(f"{head}{raw}{tail}", step[1] if step else "", instruction)


def _text(text: str, element: Element, head: str, tail: str) -> Iterator[Text]:
    if element.body_start < element.body_end:
        yield Text(_format(element.name, head, tail), text[element.body_start : element.body_end])


def _format(name: str, head: str, tail: str) -> Format:
    space = "" if name.startswith(_KEEPS_SPACES) else ' xml:space="preserve"'
    return Format(f"{head}<{name}{space}>", f"</{name}>{tail}")


def _enclosed(text: str, element: Element) -> Iterator[Item]:
    """What is in an element, between its tags; of a form field, what is in its content."""
    inner = next((each for each in element.children if each.local == "sdtContent"), element)
    yield Open(text[element.start : inner.body_start])
    yield from _items(text, inner.children)
    yield Close(text[inner.body_end : element.end])


def _with_fields(items: Iterable[Item]) -> list[Item]:
    """The same with every field that begins and ends among them as one code, or around its text if it is a link."""
    done: list[Item] = []
    begun: list[int] = []
    for item in items:
        done.append(item)
        step = item.step if isinstance(item, Code) else ""
        if step == "begin":
            begun.append(len(done) - 1)
        elif step == "end" and begun:
            start = begun.pop()
            if _is_balanced(done[start:]):
                done[start:] = _field(done[start:])
    return done


def _with_ranges(items: Iterable[Item]) -> list[Item]:
    """The same with every bookmark and comment that begins and ends among them around its text."""
    done: list[Item] = []
    begun: dict[tuple[str, str], int] = {}
    for item in items:
        done.append(item)
        edge = _RANGE.match(item.xml) if isinstance(item, Code) else None
        if edge is None:
            continue
        kind, end, number = edge.groups()
        start = begun.pop((kind, number), None)
        if end == "Start":
            begun[kind, number] = len(done) - 1
        elif start is not None and len(begun) < _MOST_RANGES and _is_balanced(done[start:]):
            done[start], done[-1] = Open(done[start].xml), Close(item.xml)
    return done


def _is_balanced(items: Sequence[Item]) -> bool:
    depth = 0
    for item in items:
        depth += isinstance(item, Open) - isinstance(item, Close)
        if depth < 0:
            return False
    return not depth


def _field(items: Sequence[Item]) -> list[Item]:
    codes = [item for item in items if isinstance(item, Code)]
    separator = next((code for code in codes if code.step == "separate"), None)
    if separator is None or not _LINK.match("".join(code.instruction for code in codes)):
        return [Code(xml_of(items))]
    result = items.index(separator) + 1
    return [Open(xml_of(items[:result])), *items[result:-1], Close(items[-1].xml)]


def _merged(items: Iterable[Item]) -> Iterator[Item]:
    """The same with neighbours made one: texts of one format, and codes."""
    before: Item | None = None
    for item in items:
        if isinstance(item, Text) and isinstance(before, Text) and item.format == before.format:
            before = Text(before.format, before.raw + item.raw)
        elif isinstance(item, Code) and isinstance(before, Code):
            before = Code(before.xml + item.xml)
        else:
            if before:
                yield before
            before = item
    if before:
        yield before
