"""Texts with tags: taken apart as documents are, so that blocks part sentences and ignored elements stay."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from xml.parsers import expat

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup import Markup
from stencilmt.constraints.markup.xml import XML
from stencilmt.constraints.matching import Matcher
from stencilmt.documents import Document, Settings, open_document
from stencilmt.documents.tags import read_tags
from stencilmt.documents.translate import translate_segments
from stencilmt.errors import InputError
from stencilmt.translator import Options, Translation, Translator

_ROOT = '<stencil-text xml:space="preserve">', "</stencil-text>"
_INK = re.compile(r"\S")
_DECLARATION = re.compile(r"\A\s*<\?xml\s[^<>]*\?>")


@dataclass(frozen=True, slots=True)
class Tags:
    """What is known of the elements in some texts."""

    markup: Markup
    splitting: frozenset[str] = frozenset()
    """Elements that end a sentence."""
    joining: frozenset[str] = frozenset()
    """Elements that do not."""
    ignored: frozenset[str] = frozenset()
    """Elements that stay as they are."""
    guess: bool = True
    """Whether an element is taken to end a sentence by its name or by where it stands."""


def check_xml(texts: Sequence[str]) -> None:
    """Refuse texts that are not well-formed."""
    try:
        for text in texts:
            expat.ParserCreate().Parse(_DECLARATION.sub("", text, count=1).join(_ROOT), True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise InputError(f"Tag handling parsing failed, please check input. (line {error.lineno}: {reason})") from None


def translate_tagged(
    texts: Sequence[str], tags: Tags, translator: Translator, glossary: Matcher | None, options: Options
) -> tuple[list[str], list[Translation]]:
    """Translate texts with tags in them, and give the translation of each segment as well."""
    documents = [_open(text, tags) for text in texts]
    segments = [segment for document in documents for segment in document.segments]
    translations = translate_segments(segments, translator, glossary, options)
    rest = iter(translations)
    written = [_write(document, [next(rest).text for _ in document.segments], tags) for document in documents]
    return written, translations


def _open(text: str, tags: Tags) -> Document:
    if tags.markup is Markup.XML:
        text = text.join(_ROOT)
    settings = Settings(
        encoding="utf-8",
        attributes=frozenset(),
        block=tags.splitting - tags.ignored,
        inline=(tags.joining | _inline(text, tags)) - tags.splitting - tags.ignored,
        untranslatable=tags.ignored,
    )
    return open_document(text.encode(), "text", format=tags.markup.value, settings=settings)


def _write(document: Document, translations: Sequence[str], tags: Tags) -> str:
    text = document.splice(translations).decode()
    return text.removeprefix(_ROOT[0]).removesuffix(_ROOT[1]) if tags.markup is Markup.XML else text


def _inline(text: str, tags: Tags) -> frozenset[str]:
    """Of XML, the elements that stand in a sentence: those beside text at the top, or all when nothing is guessed."""
    if tags.markup is not Markup.XML:
        return frozenset()
    depth, position, has_text = 0, 0, False
    top: set[str] = set()
    names: set[str] = set()
    for tag in read_tags(text, XML):
        has_text = has_text or (depth == 1 and bool(_INK.search(text, position, tag.start)))
        position = tag.end
        if tag.name and tag.kind is not Kind.CLOSE:
            names.add(str(tag.name))
            top |= {str(tag.name)} if depth == 1 else set()
        depth += (tag.kind is Kind.OPEN) - (tag.kind is Kind.CLOSE)
    names -= {"stencil-text"}
    return frozenset(names if not tags.guess else top if has_text else ())
