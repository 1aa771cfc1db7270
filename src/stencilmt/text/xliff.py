"""XLIFF 1.2 and 2.x, read unit by unit; untranslated segments are left out."""

from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from stencilmt.errors import DataError
from stencilmt.text import language
from stencilmt.text.elements import children, local_name, stream
from stencilmt.text.inline import Numbers, render
from stencilmt.text.pairs import Pair, one_line

UNFINISHED = frozenset({"new", "needs-translation", "initial"})
"""States of a target that is still a tool's guess, in 1.2 and 2.x."""

Sides = tuple[etree._Element, etree._Element]


def read(path: Path, source_language: str, target_language: str) -> Iterator[Pair]:
    """The pairs of all translated segments; a file in the other direction is turned round."""
    for unit in stream(path, "xliff", "trans-unit", "unit"):
        turned = _is_turned(path, unit, source_language, target_language)
        for source, target in _segments(unit):
            numbers = Numbers()
            left, right = one_line(render(source, numbers)), one_line(render(target, numbers))
            if right:
                yield Pair(right, left, path.name) if turned else Pair(left, right, path.name)


def _is_turned(path: Path, unit: etree._Element, source: str, target: str) -> bool:
    """Whether the file translates from our target language to our source language; other languages are an error."""
    found = _languages(unit)
    for left, right in ((source, target), (target, source)):
        # A file made for translation may leave the target language open.
        if language.matches(left, found[0]) and (not found[1] or language.matches(right, found[1])):
            return left != source
    place = f"{path}:{unit.sourceline}"
    raise DataError(f"{place}: the languages are {found[0]!r} and {found[1]!r}, not {source!r} and {target!r}")


def _languages(unit: etree._Element) -> tuple[str, str]:
    """The languages that the unit's <file> (1.2) or <xliff> (2.x) declares; empty for one that is missing."""
    for element in unit.iterancestors():
        if source := element.get("source-language") or element.get("srcLang"):
            return source, element.get("target-language") or element.get("trgLang") or ""
    return "", ""


def _segments(unit: etree._Element) -> Iterator[Sides]:
    """The translated segments of a unit: in 2.x its <segment>s, in 1.2 those marked in it, or else all of it."""
    if local_name(unit) == "unit":
        for segment in children(unit, "segment"):
            yield from _sides(segment)
        return
    for source, target in _sides(unit):
        marked = _marked(next(children(unit, "seg-source"), source)), _marked(target)
        if marked[0] and marked[1]:
            yield from ((marked[0][key], segment) for key, segment in marked[1].items() if key in marked[0])
        else:
            yield source, target


def _sides(parent: etree._Element) -> Iterator[Sides]:
    """The source and the target, if there is one that is no mere guess."""
    source, target = next(children(parent, "source"), None), next(children(parent, "target"), None)
    if source is not None and target is not None and UNFINISHED.isdisjoint((parent.get("state"), target.get("state"))):
        yield source, target


def _marked(side: etree._Element) -> dict[str | None, etree._Element]:
    """The segments marked inside a 1.2 text, by their id."""
    return {mark.get("mid"): mark for mark in side.iter("{*}mrk") if mark.get("mtype") == "seg"}
