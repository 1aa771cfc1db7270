"""Inline markup of HTML, read as browsers read it."""

import re

from stencilmt.constraints.markup.elements import Dialect
from stencilmt.constraints.markup.entities import read_html

_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
)
_TEXT_PARTS = frozenset({"html", "head", "body", "p", "li", "dt", "dd", "rt", "rp", "option", "optgroup"})
_TABLE_PARTS = frozenset({"caption", "colgroup", "thead", "tbody", "tfoot", "tr", "td", "th"})

HTML = Dialect(
    start=re.compile(r"<(?=[A-Za-z/!?%])|&(?=[A-Za-z#])"),
    name=re.compile(r"</?([^\s/<>]*+)"),
    entity=read_html,
    # A browser ends an instruction at the first ">", but what stands in templates is PHP.
    instruction_ends=("?>", ">"),
    any_case=True,
    void=_VOID,
    optional=_TEXT_PARTS | _TABLE_PARTS,
    fixed=frozenset({"code", "kbd", "samp", "var", "script", "style", "notranslate"}),
    raw=frozenset({"script", "style"}),
)


def escape(text: str) -> str:
    """Write free text so that a browser shows that text, and leave alone what it shows anyway."""
    return HTML.start.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    if match[0] == "<":
        return "&lt;"
    return "&amp;" if read_html(match.string, match.start()) else "&"
