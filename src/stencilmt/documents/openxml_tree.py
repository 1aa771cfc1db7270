"""The paragraphs of a part of Office Open XML, each as a small tree of elements."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup.tags import Found
from stencilmt.constraints.markup.xml import XML
from stencilmt.documents.source import Source
from stencilmt.documents.tags import local_name, read_tags

CELLS = frozenset(["si", "is"])
"""The strings of a spreadsheet: those that cells share, and those in a cell."""
PARAGRAPHS = CELLS | {"p"}
_PARAGRAPH = re.compile(r"<(?:[\w.-]+:)?(?:p|si|is)[\s/>]")
_DEEPEST = 200
"""Elements within elements; Word has some thirty."""


@dataclass(slots=True)
class Element:
    """An element and where it stands."""

    name: str
    start: int
    body_start: int
    body_end: int
    end: int
    children: list["Element"] = field(default_factory=list)
    has_paragraphs: bool = False
    """Whether a text box stands in it."""

    @property
    def local(self) -> str:
        """Its name without the namespace."""
        return local_name(self.name)

    def paragraphs(self) -> Iterator["Element"]:
        """The outermost paragraphs in it."""
        for child in self.children:
            if child.local in PARAGRAPHS:
                yield child
            elif child.has_paragraphs:
                yield from child.paragraphs()


def find_paragraphs(source: Source) -> Iterator[Element]:
    """The outermost paragraphs, in order."""
    if not _PARAGRAPH.search(source.text):
        return
    path: list[Element] = []
    for tag in read_tags(source.text, XML):
        if not tag.name or not (path or local_name(tag.name) in PARAGRAPHS):
            continue
        if tag.kind is Kind.CLOSE:
            element = _close(source, path, tag)
        else:
            element = Element(str(tag.name), tag.start, tag.end, tag.end, tag.end)
            _add(source, path, element)
            if tag.kind is Kind.OPEN:
                path.append(element)
        if not path:
            yield element
    if path:
        raise source.error(path[-1].start, f"<{path[-1].name}> has no end, the file is damaged")


def _add(source: Source, path: list[Element], element: Element) -> None:
    if len(path) > _DEEPEST:
        raise source.error(element.start, f"elements nested deeper than {_DEEPEST}")
    if path:
        path[-1].children.append(element)
    if element.local in PARAGRAPHS:
        for outer in path:
            outer.has_paragraphs = True


def _close(source: Source, path: list[Element], tag: Found) -> Element:
    if not path or path[-1].name != tag.name:
        raise source.error(tag.start, f"</{tag.name}> ends nothing, the file is damaged")
    element = path.pop()
    element.body_end, element.end = tag.start, tag.end
    return element
