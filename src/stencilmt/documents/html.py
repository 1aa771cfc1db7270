"""HTML: runs of inline content between blocks, and the attributes that hold text."""

import re
from collections.abc import Callable
from dataclasses import replace
from html.entities import html5

from stencilmt.constraints.markup import Markup
from stencilmt.constraints.markup.html import HTML
from stencilmt.documents.document import SplicedDocument
from stencilmt.documents.named import find_root, named_language, renamed, spliced
from stencilmt.documents.rules import Rules, adapt, names
from stencilmt.documents.settings import Settings
from stencilmt.documents.source import Source
from stencilmt.documents.tagged import find_slots

HTML_RULES = Rules(
    HTML,
    Markup.HTML,
    block=names(
        """address article aside base blockquote body button caption center col colgroup datalist dd details dialog
        dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr
        html iframe label legend li link main menu meta nav noframes noscript ol optgroup option p param pre search
        section select summary table tbody td template textarea tfoot th thead title tr track ul video audio"""
    ),
    fixed=names("code kbd math notranslate pre samp script style svg var"),
    attributes=names("alt aria-description aria-label label placeholder title"),
)


_SPECIAL = re.compile(r"<|&(?:(#[0-9]+|#x[0-9A-Fa-f]+)|([^\W\d][\w.-]*))?+(;)?+")
_DECLARED = re.compile(r"<!ENTITY\s+([^\s%]+)")


def read(source: Source, settings: Settings) -> SplicedDocument:
    """Find what there is to translate."""
    root = find_root(source.text, HTML)
    page = root if root and root.name == "html" else None
    rules = replace(adapt(HTML_RULES, settings), language=named_language(source.text, page) if page else "")
    if _is_xml(source):
        escape = _xml_escape(source)
        rules = replace(rules, escape=escape, escape_value=escape)
    return spliced(source, find_slots(source.text, rules), renamed(source.text, page, settings))


def _is_xml(source: Source) -> bool:
    """Whether a page must be well-formed XML: by its name, or because it says so."""
    return source.name.lower().endswith(".xhtml") or source.text.startswith("<?xml")


def _xml_escape(source: Source) -> Callable[[str], str]:
    """Text that a browser would show as it is, written as XML wants it."""
    known = {name.removesuffix(";") for name in html5} | set(_DECLARED.findall(source.text))

    def write(match: re.Match[str]) -> str:
        number, name, end = match.groups()
        if end and (number or name in known):
            return match[0]
        return "&lt;" if match[0] == "<" else f"&amp;{match[0][1:]}"

    return lambda text: _SPECIAL.sub(write, text)
