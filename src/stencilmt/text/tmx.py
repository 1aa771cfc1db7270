"""TMX 1.4 translation memories, read unit by unit."""

from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from stencilmt.errors import DataError
from stencilmt.text import language
from stencilmt.text.elements import children, stream
from stencilmt.text.inline import Numbers, render
from stencilmt.text.pairs import Pair, one_line

XML_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def read(path: Path, source_language: str, target_language: str) -> Iterator[Pair]:
    """The pairs of all units that hold both languages."""
    found: set[str] = set()
    count = 0
    for unit in stream(path, "tmx", "tu"):
        variants = list(children(unit, "tuv"))
        source = _choose(variants, source_language)
        target = _choose([variant for variant in variants if variant is not source], target_language)
        if source is None or target is None:
            found.update(map(_language, variants))
            continue
        count += 1
        yield _pair(source, target, path.name)
    if found and not count:
        wanted = f"{source_language} and {target_language}"
        raise DataError(f"{path}: no unit holds both {wanted}, the languages are {', '.join(sorted(found))}")


def _choose(variants: list[etree._Element], wanted: str) -> etree._Element | None:
    """The variant in this language, the one with the very same code before `de-AT` for `de`."""
    fitting = [variant for variant in variants if language.matches(wanted, _language(variant))]
    exact = [variant for variant in fitting if _language(variant).lower() == wanted.lower()]
    return next(iter(exact or fitting), None)


def _language(variant: etree._Element) -> str:
    return variant.get(XML_LANGUAGE) or variant.get("lang") or ""


def _pair(source: etree._Element, target: etree._Element, origin: str) -> Pair:
    numbers = Numbers()
    left, right = ("".join(render(segment, numbers) for segment in children(side, "seg")) for side in (source, target))
    return Pair(one_line(left), one_line(right), origin)
