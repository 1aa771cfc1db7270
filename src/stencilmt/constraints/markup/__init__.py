"""Inline markup of XML, HTML and Markdown as tags with their original bytes."""

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache

from stencilmt.constraints.markup import elements, html, links, markdown, xml
from stencilmt.constraints.markup.tags import Found, Scan, Tag, assemble, set_apart
from stencilmt.errors import SettingsError

__all__ = ["Markup", "Scan", "Tag", "escape", "scan"]

_NOTHING = Scan()


class Markup(StrEnum):
    """The language a segment's inline markup is written in."""

    NONE = "none"
    XML = "xml"
    HTML = "html"
    MARKDOWN = "markdown"


_DIALECTS = {Markup.XML: xml.XML, Markup.HTML: html.HTML}


def scan(
    text: str,
    markup: Markup,
    *,
    strict: bool = False,
    references: frozenset[str] | None = None,
    codes: Sequence[tuple[int, int]] = (),
) -> Scan:
    """Find the inline markup of one segment.

    What is not well formed is kept and noted, or refused when strict. `references` are the link labels a
    Markdown document defines; when they are not known, `[text][label]` is taken for a link, `[text]` for text.
    `codes` are stretches that stay whole: what looks like markup in them is none.

    >>> [(tag.kind.value, tag.partner) for tag in scan("Use <b>this</b>&nbsp;one", Markup.XML).tags]
    [('open', 1), ('close', 0), ('placeholder', None)]
    """
    if references is not None and markup != Markup.MARKDOWN:
        raise SettingsError(f"references are for Markdown: leave them out for {str(markup)!r}")
    if markup == Markup.NONE:
        return _NOTHING
    found, unfinished = _read(text, markup, references)
    if codes:
        found = set_apart(text, found, codes)
    return assemble(text, found, unfinished, strict=strict) if found or unfinished else _NOTHING


def _read(text: str, markup: Markup, references: frozenset[str] | None) -> tuple[list[Found], list[int]]:
    if markup == Markup.MARKDOWN:
        return markdown.read(text, None if references is None else _labels(references)), []
    return elements.read(text, _DIALECTS[markup]) if "<" in text or "&" in text else ([], [])


@lru_cache(maxsize=8)
def _labels(references: frozenset[str]) -> frozenset[str]:
    """The labels in the form in which they are compared, worked out once for all segments of a document."""
    return frozenset(map(links.normalize_label, references))


def escape(text: str, markup: Markup, *, wary: bool = False) -> str:
    """Make free text safe to stand between tags: it never becomes a tag or an entity itself.

    XML and HTML text is safe beside any tag. Markdown is escaped only where the text alone would hold
    markup; wary, also where it could become markup together with what stands beside it.
    """
    match markup:
        case Markup.XML:
            return xml.escape(text)
        case Markup.HTML:
            return html.escape(text)
        case Markup.MARKDOWN:
            return markdown.escape(text, wary=wary)
        case Markup.NONE:
            return text
