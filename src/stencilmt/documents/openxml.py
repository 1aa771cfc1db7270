"""Office Open XML: documents of Word, slides of PowerPoint, tables of Excel.

A paragraph is a row of runs, each with its format and some text. The translator gets the text of the most used format
as it is, other formats as pairs of tags and all else as single ones; every tag stands for the XML that ends one run and
begins the next.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from stencilmt.constraints.markup import Markup
from stencilmt.constraints.markup.xml import XML
from stencilmt.documents.archive import ArchiveDocument, read_archive, read_members
from stencilmt.documents.document import Segment, Slot, SplicedDocument
from stencilmt.documents.letters import has_words, resolve
from stencilmt.documents.openxml_runs import Close, Code, Format, Item, Open, Text, read_items, xml_of
from stencilmt.documents.openxml_tree import CELLS, Element, find_paragraphs
from stencilmt.documents.settings import Settings
from stencilmt.documents.source import Source
from stencilmt.documents.standins import StandIns
from stencilmt.documents.tags import attribute_values, local_name, read_tags

_TEXTS = re.compile(
    r"""word/(?:document|header|footer|footnotes|endnotes)\d*\.xml
    | ppt/(?:slides/slide|notesSlides/notesSlide)\d+\.xml
    | xl/(?:sharedStrings|worksheets/sheet\d+|drawings/drawing\d+)\.xml
    | (?:word|ppt|xl)/(?:charts/chart|diagrams/(?:data|drawing))\d+\.xml""",
    re.VERBOSE,
)
_TABLES = re.compile(r"xl/tables/table\d+\.xml")
_CODE = re.compile(r"_x([0-9A-Fa-f]{4})_")


def read_bytes(data: bytes, name: str, settings: Settings) -> ArchiveDocument:
    """Find what there is to translate."""
    columns = _column_names(read_members(data, name, _TABLES).values())
    return read_archive(data, name, _TEXTS, lambda source: SplicedDocument(source, find_slots(source, columns)))


def find_slots(source: Source, columns: frozenset[str] = frozenset()) -> Iterator[Slot]:
    """A slot for every paragraph with words, cut where a text box stands in it; names of columns stay."""
    for number, paragraph in enumerate(find_paragraphs(source), 1):
        if not (columns and paragraph.local in CELLS and _cell_text(source.text, paragraph) in columns):
            yield from _slots(source.text, paragraph, f"paragraph {number}")


def _column_names(tables: Iterable[Source]) -> frozenset[str]:
    """How the columns of tables are called: their cells must say the same, and formulas refer to it."""
    return frozenset(
        _plain(attribute_values(table.text, tag).get("name", ""))
        for table in tables
        for tag in read_tags(table.text, XML)
        if local_name(tag.name) == "tableColumn"
    )


def _cell_text(text: str, cell: Element) -> str:
    return _plain("".join(item.raw for item in read_items(text, cell.children) if isinstance(item, Text)))


def _plain(written: str) -> str:
    """A name without what tables and cells write differently: `_x000a_` for a line break, and white space."""
    return " ".join(_CODE.sub(lambda match: chr(int(match[1], 16)), resolve(written)).split())


def _slots(text: str, paragraph: Element, note: str) -> Iterator[Slot]:
    stretch: list[Element] = []
    for child in paragraph.children:
        if child.has_paragraphs:
            yield from _slot(text, stretch, note)
            for inner in child.paragraphs():
                yield from _slots(text, inner, note)
            stretch = []
        else:
            stretch.append(child)
    yield from _slot(text, stretch, note)


def _slot(text: str, elements: Sequence[Element], note: str) -> Iterator[Slot]:
    items = read_items(text, elements)
    first, last = _trimmed(items)
    if has_words(_words(items[first:last])):
        view = _View(items[first:last])
        writer = _Writer(xml_of(items[:first]), view, xml_of(items[last:]))
        yield Slot(elements[0].start, elements[-1].end, (Segment(view.text, Markup.XML, note),), writer)


def _words(items: Sequence[Item]) -> str:
    return resolve("".join(item.raw if isinstance(item, Text) else " " for item in items))


def _trimmed(items: Sequence[Item]) -> tuple[int, int]:
    """From where to where there is text: without codes and blanks at both ends, and without what encloses it all."""
    first, last = 0, len(items)
    while first < last:
        if _is_idle(items[first]):
            first += 1
        elif _is_idle(items[last - 1]):
            last -= 1
        elif isinstance(items[first], Open) and _end(items, first) == last - 1:
            first, last = first + 1, last - 1
        else:
            break
    return first, last


def _is_idle(item: Item) -> bool:
    return isinstance(item, Code) or (isinstance(item, Text) and item.raw.isspace())


def _end(items: Sequence[Item], start: int) -> int:
    """Where what opens here closes."""
    depth = 0
    for index in range(start, len(items)):
        depth += isinstance(items[index], Open) - isinstance(items[index], Close)
        if not depth:
            return index
    return len(items)


class _View:
    """Items as the translator gets them."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.stand_ins = StandIns()
        self.formats = dict.fromkeys(item.format for item in items if isinstance(item, Text))
        self.format = _most_used(items) or next(iter(self.formats))
        shown = "".join(self._show(items, self.format))
        self.text = shown.strip()
        self.lead = shown[: len(shown) - len(shown.lstrip())]
        self.trail = shown[len(shown.rstrip()) :]

    def _show(self, items: Sequence[Item], around: Format) -> Iterator[str]:
        """The texts in the format around them as they are, all else as tags that leave that format and return to it."""
        index = 0
        while index < len(items):
            item, end = items[index], index
            if isinstance(item, Text):
                yield from self._show_text(item, around)
            elif isinstance(item, Open):
                end = _end(items, index)
                yield from self._show_enclosed(items[index : end + 1], around)
            else:
                yield self.stand_ins.alone(f"{around.close}{item.xml}{around.open}")
            index = end + 1

    def _show_text(self, item: Text, around: Format) -> Iterator[str]:
        if item.format == around or item.raw.isspace():
            yield item.raw
            return
        first, last = f"{around.close}{item.format.open}", f"{item.format.close}{around.open}"
        opening, closing = self.stand_ins.pair(first, last)
        yield from (opening, item.raw, closing)

    def _show_enclosed(self, items: Sequence[Item], around: Format) -> Iterator[str]:
        inside = items[1:-1]
        if not has_words(_words(inside)):
            yield self.stand_ins.alone(f"{around.close}{xml_of(items)}{around.open}")
            return
        format = _most_used(inside) or around
        first = f"{around.close}{items[0].xml}{format.open}"
        last = f"{format.close}{items[-1].xml}{around.open}"
        opening, closing = self.stand_ins.pair(first, last)
        yield from (opening, *self._show(inside, format), closing)


def _most_used(items: Sequence[Item]) -> Format | None:
    """The format of most of the text that is not enclosed by anything here."""
    lengths: Counter[Format] = Counter()
    depth = 0
    for item in items:
        depth += isinstance(item, Open) - isinstance(item, Close)
        if isinstance(item, Text) and not depth:
            lengths[item.format] += len(item.raw)
    return max(lengths, key=lengths.__getitem__, default=None)


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the translation of a paragraph as runs."""

    before: str
    view: _View
    after: str

    def __call__(self, translations: Sequence[str]) -> str:
        view, format = self.view, self.view.format
        body = f"{view.lead}{view.stand_ins.put_back(translations[0])}{view.trail}"
        runs = f"{format.open}{body}{format.close}"
        for each in view.formats:
            runs = runs.replace(f"{each.open}{each.close}", "")
        return f"{self.before}{runs}{self.after}"
