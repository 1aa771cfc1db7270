"""Inline elements of TMX and XLIFF segments, written as literal tags: `<g id="1">…</g>` and `<x id="2"/>`.

Both formats wrap the tags of the original file into elements of their own, each tool in its own way. What counts for
translation is the same everywhere: which places are paired, which stand alone, and which tag of the source is which
tag of the target. So the names are reduced to two and the ids counted anew, in source order, for each unit.
"""

from lxml import etree

from stencilmt.text.elements import local_name

SPANS = frozenset({"g", "pc", "hi", "mrk"})
ALONE = frozenset({"x", "ph", "it", "ut"})
STARTS = frozenset({"bx", "bpt", "sc"})
ENDS = frozenset({"ex", "ept", "ec"})
NOTES = frozenset({"seg", "term", "comment"})
"""Kinds of `<mrk>` that say something about the text; they are no markup, and often on one side only."""


class Numbers:
    """The ids of one unit's tags, shared by source and target."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def of(self, element: etree._Element) -> int:
        """The number of a tag: the same for elements with the same id or, without ids, the same native code."""
        native = "".join(map(str, element.itertext()))
        identity = element.get("id") or element.get("x") or native or element.get("i") or ""
        return self._numbers.setdefault(identity, len(self._numbers) + 1)


def render(segment: etree._Element, numbers: Numbers) -> str:
    """The text of a segment with literal tags; it is well nested, since a lone start or end is written `<x/>`."""
    writer = _Writer(numbers)
    writer.write_content(segment)
    return "".join(writer.pieces)


class _Writer:
    """Collects the pieces of one segment."""

    def __init__(self, numbers: Numbers) -> None:
        self.pieces: list[str] = []
        self._numbers = numbers
        self._starts: dict[str, int] = {}
        """At which piece each start stands whose end has not come yet."""

    def write_content(self, parent: etree._Element) -> None:
        self.pieces.append(parent.text or "")
        for element in parent:
            self._write_element(element, local_name(element))
            self.pieces.append(element.tail or "")

    def _write_element(self, element: etree._Element, name: str) -> None:
        if name in ALONE:
            self._write_alone(element)
        elif name in STARTS:
            self._starts[_partner(element)] = len(self.pieces)
            self._write_alone(element)
        elif name in ENDS:
            self._write_end(element)
        elif name in SPANS and (element.get("mtype") or element.get("type")) not in NOTES:
            self.pieces.append(f'<g id="{self._numbers.of(element)}">')
            self.write_content(element)
            self.pieces.append("</g>")
        elif name:
            self.write_content(element)

    def _write_alone(self, element: etree._Element) -> None:
        self.pieces.append(f'<x id="{self._numbers.of(element)}"/>')

    def _write_end(self, element: etree._Element) -> None:
        """Close the start it belongs to, which only now turns from `<x/>` into an opening tag."""
        start = self._starts.pop(_partner(element), None)
        if start is None:
            self._write_alone(element)
        else:
            self.pieces[start] = self.pieces[start].replace("<x", "<g").replace("/>", ">")
            self.pieces.append("</g>")


def _partner(element: etree._Element) -> str:
    """What a start and its end have in common."""
    return element.get("startRef") or element.get("rid") or element.get("i") or element.get("id") or ""
