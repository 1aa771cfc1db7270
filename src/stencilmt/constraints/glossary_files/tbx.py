"""Glossaries in TBX, the terminology exchange format: version 2 (`martif`) and version 3 (`tbx`)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import chain
from typing import cast

from lxml import etree

from stencilmt.constraints.entry import Draft
from stencilmt.constraints.glossary_files.languages import Languages, choose_among
from stencilmt.errors import GlossaryError

_CONCEPTS = ("{*}termEntry", "{*}conceptEntry")
_LANGUAGES = ("langSet", "langSec")
_STATUSES = ("administrativeStatus", "normativeAuthorization")
_UNUSED = ("deprecated", "superseded", "obsolete", "forbidden", "notRecommended")
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


@dataclass(frozen=True, slots=True)
class Term:
    """One name of a concept."""

    text: str
    line: int
    status: str = ""
    """What the file says on its use: `preferredTerm-admn-sts`, `deprecatedTerm-admn-sts`, or nothing."""


Concept = dict[str, list[Term]]
"""The names of one concept, by language."""


def read(data: bytes, asked: Languages, draft: Draft) -> Languages:
    """Read a glossary in TBX; a name that several concepts share gets the targets of them all."""
    concepts = list(_concepts(data, draft))
    codes = list(dict.fromkeys(chain.from_iterable(concepts)))
    if not codes:
        raise GlossaryError(f"{draft.name}: no termEntry or conceptEntry with terms in it, so it is no TBX")
    pair = choose_among(asked, codes, draft.name)
    lines: dict[str, int] = {}
    targets: dict[str, dict[str, None]] = {}
    for concept in concepts:
        names = _usable(concept.get(pair.target or "", ()))
        for term in concept.get(pair.source or "", ()) if names else ():
            lines.setdefault(term.text, term.line)
            targets.setdefault(term.text, {}).update(dict.fromkeys(names))
    for source, texts in targets.items():
        draft.add(lines[source], source, tuple(texts))
    return pair


def _usable(terms: Sequence[Term]) -> list[str]:
    """The names fit for a translation, preferred ones first."""
    used = [term for term in terms if not term.status.startswith(_UNUSED)]
    return [term.text for term in sorted(used, key=lambda term: not term.status.startswith("preferred"))]


def _concepts(data: bytes, draft: Draft) -> Iterator[Concept]:
    """The concepts one by one; what is read is dropped, and nothing outside the file is ever loaded."""
    events = etree.iterparse(
        BytesIO(data),
        tag=_CONCEPTS,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        for _, element in events:
            yield _concept(element, draft)
            element.clear()
    except etree.XMLSyntaxError as error:
        raise GlossaryError(f"{draft.name}:{error.lineno or 1}: not well-formed XML: {error.msg}") from None


def _concept(concept: etree._Element, draft: Draft) -> Concept:
    """The names of a concept in one walk over its elements: a term stands before the notes on it."""
    names: Concept = {}
    terms: list[Term] = []
    for element in concept.iter():
        name = _name(element)
        if name in _LANGUAGES:
            terms = names.setdefault(element.get(_XML_LANG) or element.get("lang") or "und", [])
        elif name == "term":
            terms.append(Term(_text(element), cast(int, element.sourceline)))
        elif terms and (name in _STATUSES or (name == "termNote" and element.get("type") in _STATUSES)):
            terms[-1] = replace(terms[-1], status=(element.text or "").strip())
        elif not name:
            draft.fault(cast(int, concept.sourceline), f"the entity {element.text} is not resolved; write its text")
    return names


def _text(element: etree._Element) -> str:
    text = "".join(map(str, element.itertext())) if len(element) else element.text or ""
    return " ".join(text.split())


def _name(element: etree._Element) -> str:
    """The name of an element without its namespace; an entity has none."""
    tag = element.tag
    return tag[tag.rfind("}") + 1 :] if isinstance(tag, str) else ""
