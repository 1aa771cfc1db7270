"""Character references: `&amp;`, `&#160;`, `&kde;`."""

import re
from html import unescape
from html.entities import html5

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup.tags import Found

_NUMBER = r"#[0-9]++|#[xX][0-9a-fA-F]++"
_XML = re.compile(rf"&(?:{_NUMBER}|((?:[^\W\d]|:)[\w.:\-]*+));")
_HTML = re.compile(rf"&(?:(?:{_NUMBER});?|([A-Za-z][A-Za-z0-9]*+);?)")
_MARKDOWN = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|([A-Za-z][A-Za-z0-9]*+));")

# HTML reads its oldest names also without the semicolon, even at the start of a longer word.
_LEGACY = frozenset(name for name in html5 if not name.endswith(";"))
_LONGEST_LEGACY = max(map(len, _LEGACY))
_LONGEST_NUMBER = len("&#x0010FFFF;")


def read_xml(text: str, start: int) -> Found | None:
    """The entity at an ampersand; one that only the document's DTD knows shows its name."""
    match = _XML.match(text, start)
    if match is None:
        return None
    name = match[1]
    view = html5.get(f"{name};", name) if name else _character(match[0])
    return Found(start, match.end(), Kind.PLACEHOLDER, view=view)


def read_html(text: str, start: int) -> Found | None:
    """The entity at an ampersand as a browser reads it: unknown names are text."""
    match = _HTML.match(text, start)
    if match is None:
        return None
    if not match[1]:
        return Found(start, match.end(), Kind.PLACEHOLDER, view=_character(match[0]))
    name = match[0][1:]
    if name not in html5:
        prefixes = (match[1][:size] for size in range(_LONGEST_LEGACY, 1, -1))
        name = next((prefix for prefix in prefixes if prefix in _LEGACY), "")
    return Found(start, start + 1 + len(name), Kind.PLACEHOLDER, view=html5[name]) if name else None


def read_markdown(text: str, start: int) -> Found | None:
    """The entity at an ampersand as CommonMark reads it: known names, always with the semicolon."""
    match = _MARKDOWN.match(text, start)
    if match is None:
        return None
    view = html5.get(f"{match[1]};") if match[1] else _character(match[0])
    return None if view is None else Found(start, match.end(), Kind.PLACEHOLDER, view=view)


def _character(reference: str) -> str:
    return unescape(reference) if len(reference) <= _LONGEST_NUMBER else "\ufffd"
