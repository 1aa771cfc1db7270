"""Help pages in two languages: Mallard (`.page`, GNOME) and DocBook (`.docbook`, GNOME and KDE).

A translated page has the sections and paragraphs of the original, in its order and with its ids. So paragraphs are
matched within the element with an id that they stand in, and only where both pages have the same ones there.

Inline elements stay as literal tags. Entities that a distant DTD defines, as KDE's `&kate;`, stay as they are.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.sax.saxutils import quoteattr

from lxml import etree

from stencilmt.errors import DataError
from stencilmt.text import language
from stencilmt.text.elements import local_name
from stencilmt.text.files import read_whole
from stencilmt.text.pairs import Pair

BLOCKS = frozenset(
    {"title", "subtitle", "titleabbrev", "desc", "p"}
    | {"para", "simpara", "term", "glossterm", "member", "entry", "refpurpose", "phrase", "caption"}
)
"""Elements that hold a sentence or a few of them."""
UNREAD = frozenset({"code", "screen", "programlisting", "synopsis", "indexterm", "remark", "comment"})
"""Elements that hold no sentences, or none that a reader sees."""
_XML = "{http://www.w3.org/XML/1998/namespace}"
_SPACES = re.compile(r"[ \t\r\n]+")
_DECLARATION = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*\?>)?")

Section = list[etree._Element]


def read(source: Path, target: Path, target_language: str) -> Iterator[Pair]:
    """The pairs of a page and its translation, as far as the two match."""
    original, translation = _parse(source), _parse(target)
    _check_language(target, translation, target_language)
    translated = _sections(translation)
    for identity, blocks in _sections(original).items():
        others = translated.get(identity, [])
        if list(map(local_name, blocks)) == list(map(local_name, others)):
            for block, other in zip(blocks, others, strict=True):
                yield Pair(_text(block), _text(other), source.name)


def _parse(path: Path) -> etree._Element:
    """The root of a page; none of its entities is looked up."""
    content = read_whole(path)
    if b"<!DOCTYPE" not in content:  # a chapter of its own uses the entities of the book
        start = _DECLARATION.match(content)
        end = start.end() if start else 0
        content = content[:end] + b"<!DOCTYPE page SYSTEM ''>" + content[end:]
    parser = etree.XMLParser(resolve_entities=False, load_dtd=False, no_network=True, remove_comments=True)
    try:
        return etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        reason = error.msg.partition(", line")[0]
        raise DataError(f"{path}:{error.lineno or 1}: not well-formed XML ({reason})") from error


def _check_language(path: Path, page: etree._Element, wanted: str) -> None:
    found = page.get(f"{_XML}lang") or page.get("lang") or ""
    if language.is_code(found) and not language.matches(wanted, found):
        raise DataError(f"{path}: the page is in {found!r}, not in {wanted!r}")


def _sections(page: etree._Element) -> Mapping[str, Section]:
    """The blocks of a page by the id of the nearest element around them that has one."""
    sections: dict[str, Section] = defaultdict(list)
    _gather(page, "", sections)
    return sections


def _gather(element: etree._Element, identity: str, sections: dict[str, Section]) -> bool:
    """Gather the innermost blocks of an element; true if there are any."""
    name = local_name(element)
    if not name or name in UNREAD:
        return False
    own = element.get("id") or element.get(f"{_XML}id") or identity
    inner = [_gather(child, own, sections) for child in element]
    if any(inner):
        return True
    if name in BLOCKS and _text(element):
        sections[own].append(element)
    return name in BLOCKS


def _text(block: etree._Element) -> str:
    return _SPACES.sub(" ", "".join(_pieces(block))).strip()


def _pieces(element: etree._Element) -> Iterator[str]:
    """The text of an element with its inline elements as tags."""
    yield element.text or ""
    for child in element:
        if child.tag is etree.Entity:
            yield child.text or ""
        elif (name := local_name(child)) and name != "indexterm":
            yield from _inline(child, name)
        yield child.tail or ""


def _inline(element: etree._Element, name: str) -> Iterator[str]:
    attributes = "".join(f" {etree.QName(key).localname}={quoteattr(str(value))}" for key, value in element.items())
    if len(element) or element.text:
        yield f"<{name}{attributes}>"
        yield from _pieces(element)
        yield f"</{name}>"
    else:
        yield f"<{name}{attributes}/>"
