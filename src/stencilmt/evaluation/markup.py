"""Text with inline XML tags, seen as a tree, as fragments, or without them."""

import html
import re
from collections.abc import Iterator

from lxml import etree

_ENTITY = re.compile(r"&#?\w+;")
_TAG = re.compile(r"</?[A-Za-z_][^<>]*>|<!--.*?-->|<\?[^<>]*\?>", re.DOTALL)

Outline = tuple[object, ...]
"""The name of an element and the outlines of those in it."""


def parse(text: str) -> etree._Element | None:
    """The tree of a text inside one root, or nothing where it is not well formed."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    try:
        return etree.fromstring(f"<root>{text}</root>".encode(errors="surrogatepass"), parser)
    except etree.XMLSyntaxError:
        return None


def outline(element: etree._Element) -> Outline:
    """The names of an element and all in it, nesting and order."""
    return (element.tag, *(outline(child) for child in element))


def fragments(element: etree._Element) -> Iterator[str]:
    """The texts before, between and after all tags; texts of one outline have equally many."""
    yield element.text or ""
    for child in element:
        yield from fragments(child)
        yield child.tail or ""


def strip_tags(text: str) -> str:
    """The text without its tags and with its entities resolved, well formed or not."""
    return resolve_entities(_TAG.sub("", text))


def part_at_tags(text: str) -> str:
    """The same with a space for each tag, so that no word runs on into the next."""
    return resolve_entities(_TAG.sub(" ", text))


def resolve_entities(text: str) -> str:
    """The text with the characters its entities stand for."""
    return _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
