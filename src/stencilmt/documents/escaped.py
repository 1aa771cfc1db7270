"""Tags that stand in the text of XML as escaped HTML, as `&lt;b&gt;bold&lt;/b&gt;`: each gets a stand-in."""

import re
from collections.abc import Iterator, Sequence

from stencilmt.constraints.mark import Kind
from stencilmt.documents.rules import names
from stencilmt.documents.runs import Part, What
from stencilmt.documents.standins import StandIns

_VALUE = r"""(?:"[^"<>]*+"|'[^'<>]*+'|\\"[^"\\<>]*+\\"|&quot;(?:[^&<>]|&(?!quot;))*+&quot;|[^\s"'\\<>&]++)"""
_TAG = re.compile(
    rf"&lt;(?P<slash>/?)(?P<name>[A-Za-z][\w:-]*+)"
    rf"(?P<attributes>(?:\s++[\w:.-]++\s*+=\s*+{_VALUE})*+)\s*+(?P<end>/?)(?:&gt;|>)"
)
_VOID = names("br hr img wbr input")
# Others that have no partner may be words for a reader: `&lt;none&gt;`, `&lt;your name&gt;`.
_PLAIN = names("a b big code div em font h1 h2 h3 h4 h5 h6 i li ol p pre small span strong sub sup td th tr tt u ul")
_FARTHEST = 50
"""How many open tags are looked at for the partner of one that closes."""

Place = tuple[int, int]
ShownTag = tuple[Place, str]


def show_escaped(text: str, parts: Sequence[Part], stand_ins: StandIns) -> list[ShownTag]:
    """Where the escaped tags of a run stand, in order, and what is shown for each."""
    tags = [list(_tags(text, part)) for part in parts]
    if not any(tags):
        return []
    shown: dict[Place, str] = {}
    for first, last in _pairs(parts, tags):
        shown[first.span()], shown[last.span()] = stand_ins.pair(first[0], last[0])
    for tag in (tag for found in tags for tag in found if tag.span() not in shown):
        name = tag["name"].lower()
        if name in _VOID or tag["end"]:
            shown[tag.span()] = stand_ins.alone(tag[0])
        elif name in _PLAIN or tag["attributes"]:
            shown[tag.span()] = stand_ins.keep(tag[0])
    return sorted(shown.items())


def _tags(text: str, part: Part) -> Iterator[re.Match[str]]:
    if part.what is What.TEXT and text.find("&lt;", part.start, part.end) >= 0:
        yield from _TAG.finditer(text, part.start, part.end)


def _pairs(
    parts: Sequence[Part], tags: Sequence[Sequence[re.Match[str]]]
) -> Iterator[tuple[re.Match[str], re.Match[str]]]:
    """The tags that belong together; none reach over the edge of a real element."""
    levels: list[list[re.Match[str]]] = [[]]
    for part, found in zip(parts, tags, strict=True):
        kind = part.tag.kind if part.tag and part.what is What.TAG and part.partner >= 0 else None
        if kind is Kind.OPEN:
            levels.append([])
        elif kind is Kind.CLOSE and len(levels) > 1:
            levels.pop()
        for tag in found:
            if tag["slash"]:
                if first := _take_partner(levels[-1], tag["name"]):
                    yield first, tag
            elif not tag["end"] and tag["name"].lower() not in _VOID:
                levels[-1].append(tag)


def _take_partner(opened: list[re.Match[str]], name: str) -> re.Match[str] | None:
    """The last open tag of this name; it is closed now, and so are those since."""
    for index in range(len(opened) - 1, max(-1, len(opened) - _FARTHEST - 1), -1):
        if opened[index]["name"] == name:
            first = opened[index]
            del opened[index:]
            return first
    return None
