"""OpenDocument: texts, spreadsheets and presentations of LibreOffice and others."""

import re

from stencilmt.documents import xml
from stencilmt.documents.archive import ArchiveDocument, read_archive
from stencilmt.documents.settings import Settings

_TEXTS = re.compile(r"content\.xml|styles\.xml")
"""The second has headers and footers."""


def read_bytes(data: bytes, name: str, settings: Settings) -> ArchiveDocument:
    """Find what there is to translate."""
    return read_archive(data, name, _TEXTS, lambda source: xml.read(source, settings))
