"""The tags of a whole file, one after the other, by the same reader that finds them inside a segment."""

import re
from collections.abc import Iterator

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup.elements import Dialect, Reader
from stencilmt.constraints.markup.tags import Found

_QUOTED = r""""[^"]*+"|'[^']*+'"""
# The subset in brackets holds the entities: it is stepped over, and so no entity is ever expanded.
_DOCTYPE = re.compile(
    rf"""<!DOCTYPE(?:[^\[>"']|{_QUOTED})*+
    (?:\[(?:<!--(?:(?!-->)[\s\S])*+-->|<\?(?:(?!\?>)[\s\S])*+\?>|{_QUOTED}|[^\]"'])*+\]\s*+)?>""",
    re.IGNORECASE | re.VERBOSE,
)
_BARE = re.compile(r"</?[A-Za-z][A-Za-z0-9]*+>")
_MOST_SEEN = 1000
"""Tags without attributes that are read once and remembered."""
_ATTRIBUTE = re.compile(r"""(?<![^\s"'/])([^\s"'<>/=]++)\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s"'<>]++)""")


def read_tags(text: str, dialect: Dialect) -> Iterator[Found]:
    """Every tag, comment, instruction and declaration, in order; what is not finished is text."""
    reader = Reader(text, dialect)
    doctype = _find_doctype(text, dialect)
    seen: dict[str, Found] = {}
    position = text.find("<")
    while position >= 0:
        bare = _BARE.match(text, position)
        if bare and bare[0] in seen:
            tag: Found | None = Found(position, bare.end(), *seen[bare[0]][2:])
        elif position == doctype[0]:
            tag = Found(*doctype, Kind.ALONE)
        else:
            tag = reader.read(position) if dialect.start.match(text, position) else None
            if tag and bare and len(seen) < _MOST_SEEN:
                seen[bare[0]] = tag
        if tag is None:
            position = text.find("<", position + 1)
        else:
            yield tag
            position = text.find("<", reader.past(tag))


def _find_doctype(text: str, dialect: Dialect) -> tuple[int, int]:
    """Where the document type declaration stands, which is before the first element."""
    position = text.find("<")
    reader = Reader(text, dialect)
    while text.startswith(("<?", "<!"), position) and position >= 0:
        if text[position + 2 : position + 9].upper() == "DOCTYPE":
            match = _DOCTYPE.match(text, position)
            return match.span() if match else (-1, -1)
        item = reader.read(position)
        position = text.find("<", item.end) if item else -1
    return -1, -1


def attribute_spans(text: str, tag: Found) -> Iterator[tuple[str, int, int]]:
    """The attributes of a tag: name, and where the value stands with its quotes."""
    if "=" in text[tag.start : tag.end]:
        for match in _ATTRIBUTE.finditer(text, tag.start, tag.end):
            yield match[1], *match.span(2)


def attribute_values(text: str, tag: Found) -> dict[str, str]:
    """The attributes of a tag, with the values as written but without their quotes."""
    return {name: unquote(text[start:end]) for name, start, end in attribute_spans(text, tag)}


def unquote(value: str) -> str:
    """A value without the quotes around it."""
    return value[1:-1] if value[0] in "\"'" else value


def local_name(name: str | int) -> str:
    """A name without its namespace prefix."""
    return str(name).rpartition(":")[2]
