"""The language that a document names in its first tag: it is another one after translation."""

from collections.abc import Iterable, Iterator

from stencilmt.constraints.markup.elements import Dialect
from stencilmt.constraints.markup.tags import Found
from stencilmt.documents.document import Slot, SplicedDocument, changed
from stencilmt.documents.settings import Settings
from stencilmt.documents.source import Source
from stencilmt.documents.tags import attribute_spans, read_tags, unquote

_ATTRIBUTES = ("lang", "xml:lang")


def find_root(text: str, dialect: Dialect) -> Found | None:
    """The first tag of an element."""
    return next((tag for tag in read_tags(text, dialect) if tag.name), None)


def named_language(text: str, root: Found) -> str:
    """The language without its region, empty where none is named."""
    named = next((unquote(text[start:end]) for start, end in _places(text, root)), "").partition("-")[0].lower()
    return named if named.isalpha() else ""


def spliced(source: Source, slots: Iterable[Slot], root: Found | None, settings: Settings) -> SplicedDocument:
    """A document of these slots; where there are any, it names the language that is translated into."""
    found = list(slots)
    if not found or root is None or not settings.target_language:
        return SplicedDocument(source, found)
    names = (_written(source.text, *place, settings.target_language) for place in _places(source.text, root))
    return SplicedDocument(source, sorted([*names, *found], key=lambda slot: slot.start))


def _places(text: str, root: Found) -> Iterator[tuple[int, int]]:
    """Where the language stands in a tag, with its quotes."""
    return ((start, end) for name, start, end in attribute_spans(text, root) if name.lower() in _ATTRIBUTES)


def _written(text: str, start: int, end: int, language: str) -> Slot:
    quote = text[start] if text[start] in "\"'" else ""
    return changed(start, end, f"{quote}{language}{quote}")
