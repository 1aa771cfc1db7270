"""Plain text: lines, and sentences that go on over wrapped lines."""

from stencilmt.documents.document import SplicedDocument
from stencilmt.documents.passages import find_passages
from stencilmt.documents.settings import Settings
from stencilmt.documents.source import Source


def read(source: Source, settings: Settings) -> SplicedDocument:
    """Find what there is to translate."""
    return SplicedDocument(source, find_passages(source.text, markup=settings.markup))
