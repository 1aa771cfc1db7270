"""Android string resources: XML with backslash escapes in its text."""

import re

from stencilmt.constraints.markup import Markup
from stencilmt.constraints.markup.xml import XML
from stencilmt.documents.rules import Rules, names


def _unescape(text: str) -> str:
    return re.sub(r"\\(['\"])", r"\1", text)


def _escape(text: str) -> str:
    return re.sub(r"(['\"])", r"\\\1", text)


ANDROID = Rules(
    XML,
    Markup.XML,
    block=names("resources string string-array plurals item"),
    fixed=names("xliff:g color dimen style declare-styleable integer bool drawable"),
    fixing=("translatable", "false"),
    codes=re.compile(r"""\\(?:u[0-9a-fA-F]{4}|[^'"])|(?<!\\)["]"""),
    edges=("\\n", "\\t", '"'),
    unescape=_unescape,
    escape=_escape,
)
