"""The SGM files of WMT, with the term annotation of its 2021 terminology task.

They look like XML and are not: ampersands stand alone, and elements are left open.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from stencilmt.errors import DataError
from stencilmt.evaluation.markup import resolve_entities, strip_tags
from stencilmt.evaluation.testset import Term

_SET = re.compile(r"<(?:src|ref|tst)set\b([^>]*)>", re.IGNORECASE)
_PART = re.compile(r"<doc\b(?P<doc>[^>]*)>|<seg\b(?P<seg>[^>]*)>(?P<text>.*?)</seg\s*>", re.DOTALL | re.IGNORECASE)
_TERM = re.compile(r"<term\b(?P<attributes>[^>]*)>(?P<text>.*?)</term\s*>", re.DOTALL | re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")


@dataclass(frozen=True, slots=True)
class SgmSegment:
    """One `<seg>`."""

    id: str
    """Document and number."""
    document: str
    text: str
    line: int
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Segments:
    """All of a file."""

    source_language: str
    target_language: str
    segments: tuple[SgmSegment, ...]


def read_segments(content: str, name: str, annotation_is_target: bool = False) -> Segments:
    """Read the content of a file of this name; annotations mark target terms in a reference, else source terms."""
    head = _SET.search(content)
    languages = _attributes(head[1]) if head else {}
    source, target = (languages.get(key, "") for key in ("srclang", "trglang"))
    return Segments(source, target, tuple(_segments(content, name, annotation_is_target)))


def _segments(content: str, name: str, annotation_is_target: bool) -> Iterator[SgmSegment]:
    document, line, seen = "", 1, 0
    for part in _PART.finditer(content):
        line += content.count("\n", seen, part.start())
        seen = part.start()
        if part["seg"] is None:
            document = _attributes(part["doc"]).get("docid", "")
            continue
        number = _attributes(part["seg"]).get("id")
        if number is None:
            raise DataError(f"{name}:{line}: this <seg> has no id")
        key = f"{document}/{number}" if document else number
        yield SgmSegment(key, document, _text(part["text"]), line, tuple(_terms(part["text"], annotation_is_target)))


def _terms(content: str, annotation_is_target: bool) -> Iterator[Term]:
    for annotation in _TERM.finditer(content):
        attributes = _attributes(annotation["attributes"])
        marked = _text(annotation["text"])
        listed = [target.strip() for target in attributes.get("tgt", "").split("|")]
        targets = dict.fromkeys([marked, *listed] if annotation_is_target else listed)
        source = attributes.get("src", "") if annotation_is_target else marked
        if any(targets):
            inflected = "tgt_lemma" in attributes.get("type", "")
            yield Term(source, tuple(target for target in targets if target), inflected)


def _text(content: str) -> str:
    return " ".join(strip_tags(content).split())


def _attributes(tag: str) -> dict[str, str]:
    found = _ATTRIBUTE.findall(tag)
    return {name.lower(): resolve_entities(double or single) for name, double, single in found}
