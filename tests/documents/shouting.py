"""A translator for tests: it shouts. Letters become capitals; tags and placeholders stay."""

from string import ascii_lowercase, ascii_uppercase

from stencilmt.constraints.markup import scan
from stencilmt.constraints.placeholders import find_placeholders
from stencilmt.documents import Document, Segment

_CAPITALS = str.maketrans(ascii_lowercase, ascii_uppercase)


def shout(segment: Segment) -> str:
    """The text in capitals, with its tags as they were."""
    spans = [(tag.start, tag.end) for tag in scan(segment.text, segment.markup).tags]
    return _outside(segment.text, spans, _shout)


def _shout(text: str) -> str:
    return _outside(text, find_placeholders(text), lambda part: part.translate(_CAPITALS))


def _outside(text, spans, change) -> str:
    parts = []
    cursor = 0
    for start, end in spans:
        parts += (change(text[cursor:start]), text[start:end])
        cursor = end
    return "".join((*parts, change(text[cursor:])))


def shouted(document: Document) -> bytes:
    """The whole file, shouted."""
    return document.splice([shout(segment) for segment in document.segments])


def unchanged(document: Document) -> bytes:
    """The whole file, with every segment translated to itself."""
    return document.splice([segment.text for segment in document.segments])


def texts(document: Document) -> list[str]:
    """What there is to translate."""
    return [segment.text for segment in document.segments]
