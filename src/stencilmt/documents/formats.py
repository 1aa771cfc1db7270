"""The formats, and opening a file as one of them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from importlib import import_module
from pathlib import PurePath
from types import MappingProxyType

from stencilmt.documents.document import Document
from stencilmt.documents.settings import Settings
from stencilmt.documents.source import XML_DECLARATION, decode
from stencilmt.errors import DataError, SettingsError


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file."""

    extensions: tuple[str, ...]
    description: str
    module: str
    """Which file here reads it; loaded when it is needed."""
    settings: tuple[str, ...] = ()
    """The settings that concern it, beside the encoding."""
    declaration: re.Pattern[bytes] | None = None
    """How it declares its encoding."""
    references: bool = False
    """Whether `&#8364;` means a character in it."""
    is_archive: bool = False
    """Whether it is a zip archive of texts."""


_META = re.compile(
    rb"""<meta[^>]*?[\s;"']charset\s*=\s*["']?\s*([\w.:-]+)|<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)""", re.I
)
_HEADER = re.compile(rb'"Content-Type:[^"\n]*?charset=([\w.:-]+)', re.I)
DEFAULTS = Settings()
_ALWAYS = ("source_language", "target_language")
"""Said of every file, and used where the format has a place for it."""
_ELEMENTS = ("attributes", "block", "inline", "untranslatable")

FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "text": Format((".txt", ".text"), "plain text", "plain", ("markup",)),
        "html": Format((".html", ".htm", ".xhtml"), "web pages", "html", _ELEMENTS, _META, True),
        "xml": Format(
            (".xml", ".dita", ".ditamap", ".dbk", ".docbook", ".xhp", ".page", ".svg", ".fodt", ".fods", ".fodp"),
            "XML: DocBook, DITA, Android strings, LibreOffice help, Mallard, flat OpenDocument, any other",
            "xml",
            _ELEMENTS,
            XML_DECLARATION,
            True,
        ),
        "markdown": Format(
            (".md", ".markdown", ".mdown", ".mkd"),
            "Markdown with tables, footnotes and HTML",
            "markdown",
            ("keys", *_ELEMENTS),
        ),
        "xliff": Format(
            (".xlf", ".xliff"), "XLIFF 1.2 and 2.x", "xliff", ("review", "overwrite"), XML_DECLARATION, True
        ),
        "po": Format((".po", ".pot"), "gettext catalogues", "po", ("markup", "review", "overwrite"), _HEADER),
        "json": Format((".json", ".arb"), "JSON with strings to translate", "json", ("markup", "keys")),
        "yaml": Format((".yaml", ".yml"), "YAML with strings to translate", "yaml", ("markup", "keys")),
        "opendocument": Format(
            (".odt", ".ods", ".odp", ".ott", ".ots", ".otp"),
            "OpenDocument: texts, spreadsheets, presentations",
            "opendocument",
            _ELEMENTS,
            is_archive=True,
        ),
        "openxml": Format(
            (".docx", ".pptx", ".xlsx"), "Word, PowerPoint, Excel (Office Open XML)", "openxml", is_archive=True
        ),
        "srt": Format((".srt",), "SubRip subtitles", "subtitles"),
        "vtt": Format((".vtt",), "WebVTT subtitles", "subtitles"),
    }
)


def open_document(data: bytes, name: str, *, format: str | None = None, settings: Settings = DEFAULTS) -> Document:
    """Find what there is to translate in a file.

    The format follows from the name when it is not given.
    """
    chosen = FORMATS[find_format(name) if format is None else _known(format)]
    _check(settings, chosen, name)
    module = import_module(f"stencilmt.documents.{chosen.module}")
    if chosen.is_archive:
        archive: Document = module.read_bytes(data, name, settings)
        return archive
    source = decode(
        data, name, encoding=settings.encoding, declaration=chosen.declaration, references=chosen.references
    )
    document: Document = module.read(source, settings)
    return document


def find_format(name: str) -> str:
    """The format of a file with such a name."""
    extension = PurePath(name).suffix.lower()
    for format, known in FORMATS.items():
        if extension in known.extensions:
            return format
    raise DataError(f"{name}: unknown format, expected a name that ends in {_listed()}; or name the format")


def _known(format: str) -> str:
    if format not in FORMATS:
        raise SettingsError(f"unknown format {format!r}, expected one of {', '.join(FORMATS)}")
    return format


def _listed() -> str:
    return ", ".join(f"{' '.join(known.extensions)} ({format})" for format, known in FORMATS.items())


def _check(settings: Settings, format: Format, name: str) -> None:
    """Refuse what would be ignored."""
    for field in fields(settings):
        is_set = getattr(settings, field.name) != field.default
        if is_set and field.name not in (*format.settings, *_ALWAYS, *["encoding"] * (not format.is_archive)):
            raise SettingsError(f"{name}: {field.name!r} means nothing for {format.description}, leave it out")
