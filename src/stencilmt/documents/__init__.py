"""Whole files: their text is taken out, translated and put back; every other byte stays."""

from stencilmt.documents.document import Document, Segment
from stencilmt.documents.formats import FORMATS, Format, find_format, open_document
from stencilmt.documents.settings import Settings

__all__ = ["FORMATS", "Document", "Format", "Segment", "Settings", "find_format", "open_document"]
