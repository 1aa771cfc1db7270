"""XML: known vocabularies by their rules, any other by what stands beside text."""

import re
from dataclasses import replace

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup.xml import XML
from stencilmt.documents.document import SplicedDocument
from stencilmt.documents.named import find_root, renamed, spliced
from stencilmt.documents.rules import Rules, adapt
from stencilmt.documents.settings import Settings
from stencilmt.documents.source import Source
from stencilmt.documents.tagged import find_slots
from stencilmt.documents.tags import local_name, read_tags
from stencilmt.documents.vocabularies import GENERIC, recognize

_INK = re.compile(r"\S")


def read(source: Source, settings: Settings) -> SplicedDocument:
    """Find what there is to translate."""
    rules = adapt(find_rules(source.text), settings)
    names = renamed(source.text, find_root(source.text, XML), settings)
    return spliced(source, find_slots(source.text, rules), names)


def find_rules(text: str) -> Rules:
    """The rules for a document: those of its vocabulary, or what can be told from the document itself."""
    root = find_root(text, XML)
    if root is None:
        return GENERIC
    name = local_name(root.name)
    return recognize(name, text[root.start : root.end]) or _infer(text, name)


def _infer(text: str, root: str) -> Rules:
    block = GENERIC.block | {root}
    return replace(GENERIC, block=block, inline=(GENERIC.inline | _beside_text(text)) - block)


def _beside_text(text: str) -> frozenset[str]:
    """The elements found in elements that hold text as well; all others are taken for blocks."""
    children: dict[str, set[str]] = {}
    with_text: set[str] = set()
    path: list[str] = []
    position = 0
    for tag in read_tags(text, XML):
        if path and path[-1] not in with_text and _INK.search(text, position, tag.start):
            with_text.add(path[-1])
        position = tag.end
        name = str(tag.name)
        if tag.kind in (Kind.OPEN, Kind.ALONE) and name and path:
            children.setdefault(path[-1], set()).add(name)
        if tag.kind is Kind.OPEN:
            path.append(name)
        elif tag.kind is Kind.CLOSE and path:
            path.pop()
    return frozenset().union(*(children.get(name, frozenset()) for name in with_text))
