"""Reading XML of any size: one element at a time, no entities of the file's own, no network, one sentence per error."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lxml import etree

from stencilmt.errors import DataError
from stencilmt.text.files import BROKEN_GZIP, broken_gzip, opened

# "internal" and not False: with False lxml restarts after an undefined entity and reports the wrong line.
_SAFE: dict[str, Any] = {"resolve_entities": "internal", "load_dtd": False, "no_network": True, "huge_tree": False}


def stream(path: Path, root: str, *units: str) -> Iterator[etree._Element]:
    """The elements of these names in a file with this root; each is emptied when the next is asked for."""
    line = 1
    with opened(path) as file:
        try:
            events = etree.iterparse(file, tag=[f"{{*}}{unit}" for unit in units], **_SAFE)
            for count, (_, element) in enumerate(events):
                line = element.sourceline or line
                if count == 0:
                    _check(path, root, element.getroottree().getroot())
                yield element
                _forget(element)
        except etree.XMLSyntaxError as error:
            reason = error.msg.partition(", line")[0]
            raise DataError(f"{path}:{error.lineno or line}: not well-formed XML ({reason})") from error
        except BROKEN_GZIP as error:
            raise broken_gzip(path, line) from error
        _check(path, root, events.root)


def local_name(element: etree._Element) -> str:
    """The element's name without its namespace; empty for comments and processing instructions."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def children(element: etree._Element, name: str) -> Iterator[etree._Element]:
    """The children of this name, in any namespace."""
    return element.iterchildren(f"{{*}}{name}")


def _check(path: Path, expected: str, root: etree._Element) -> None:
    """Refuse another root, and entities of the file's own: they are how a small file unpacks to gigabytes."""
    if local_name(root) != expected:
        raise DataError(f"{path}:{root.sourceline}: the root is <{local_name(root)}>, expected <{expected}>")
    definitions: Any = root.getroottree().docinfo.internalDTD
    if definitions is not None and next(definitions.iterentities(), None) is not None:
        raise DataError(f"{path}:1: the file defines entities, which is refused for safety; write their text instead")


def _forget(element: etree._Element) -> None:
    """Drop an element's content and all that precedes it, so that memory does not grow with the file."""
    element.clear()
    for node in (element, *element.iterancestors()):
        parent = node.getparent()
        while parent is not None and node.getprevious() is not None:
            del parent[0]
