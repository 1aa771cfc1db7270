"""Inline markup of XML."""

import re

from stencilmt.constraints.markup.elements import Dialect
from stencilmt.constraints.markup.entities import read_xml

XML = Dialect(
    start=re.compile(r"<(?=[^\W\d]|[:/!?])|&(?=[^\W\d]|[:#])"),
    name=re.compile(r"</?((?:[^\W\d]|:)[\w.:·\-]*+)?"),
    entity=read_xml,
)


def escape(text: str) -> str:
    """Write free text so that any XML parser reads it as that text."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("]]>", "]]&gt;")
