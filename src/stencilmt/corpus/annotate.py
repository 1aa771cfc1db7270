"""The third step: what both sides of a pair have, and what translates what, as records."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.sample import Unit
from stencilmt.corpus.clean import decode_origins, decode_texts
from stencilmt.corpus.correspond import Links, match_placeholders, match_tags, merge_adjacent
from stencilmt.corpus.links import decode_links
from stencilmt.corpus.phrases import find_phrases
from stencilmt.corpus.record import Record
from stencilmt.corpus.refusals import Refusals, Texts
from stencilmt.corpus.shards import encode_shard
from stencilmt.corpus.side import Side, read_side
from stencilmt.template.encode import SequenceKind
from stencilmt.template.symbols import Limits

RULES = {
    "tag tree": "tags that do not correspond",
    "tag count": "more tags than there are symbols",
    "tag rare": "a tag too rare to be a symbol (structural kind)",
}
"""Reasons to refuse a pair that show only now."""
_FIXED = {
    SequenceKind.UNIFIED: {Kind.PLACEHOLDER, Kind.ALONE, Kind.OPEN},
    SequenceKind.LEXICAL: {Kind.PLACEHOLDER},
    SequenceKind.STRUCTURAL: {Kind.ALONE, Kind.OPEN},
    SequenceKind.UNCONSTRAINED: set(),
}
"""What each kind of sequence has a place for; the rest is text."""
_WITH_PHRASES = {SequenceKind.UNIFIED, SequenceKind.LEXICAL}


@dataclass(frozen=True, slots=True)
class Annotator:
    """How pairs become records."""

    source_language: str
    target_language: str
    kind: SequenceKind = SequenceKind.UNIFIED
    limits: Limits = field(default_factory=Limits)
    symbols: frozenset[str] | None = None
    """The only tags there may be, for the structural kind."""

    def annotate(self, texts: Texts, links: Links) -> Record | str:
        """The record of a pair, or the rule that refuses it."""
        source, target = self.read(texts)
        if max(len(source.tags), len(target.tags)) > 4 * self.limits.tags:
            return "tag count"
        if self.symbols is not None and not self.symbols.issuperset((*source.tag_texts, *target.tag_texts)):
            return "tag rare"
        tags = match_tags(source, target, links)
        if tags is None:
            return "tag tree"
        if self.kind is SequenceKind.UNIFIED:
            if inner := _lift(texts, tags):
                return self.annotate(inner, links)
            tags = merge_adjacent(tags)
        if len(tags) > self.limits.tags:
            return "tag count"
        placeholders = match_placeholders(source, target, tags)[: self.limits.terms]
        fixed = tuple(unit for unit in (*tags, *placeholders) if unit.kind in _FIXED[self.kind])
        phrases = find_phrases(source, target, links) if self.kind in _WITH_PHRASES else ()
        return Record(*texts, fixed, phrases)

    def read(self, texts: Texts) -> tuple[Side, Side]:
        """Both sides of a pair, read."""
        return read_side(texts[0], self.source_language), read_side(texts[1], self.target_language)


def _lift(texts: Texts, tags: Sequence[Unit]) -> Texts | None:
    """What a pair of tags around both whole sentences encloses: translation lifts such tags off first."""
    whole = tuple(map(len, texts))
    for kind, source, target in tags:
        if kind is Kind.OPEN and (source.end - source.start, target.end - target.start) == whole:
            inner = texts[0][source.before : -source.after], texts[1][target.before : -target.after]
            return (inner[0].strip(), inner[1].strip()) if all(map(str.strip, inner)) else None
    return None


class Work(NamedTuple):
    """A shard to annotate."""

    annotator: Annotator
    texts: bytes
    """The shard of plain text."""
    links: bytes
    """Its links."""


def annotate_shard(work: Work) -> bytes:
    """The file of a shard; the same work gives the same bytes wherever it is done."""
    refusals = Refusals()
    return encode_shard(_records(work, refusals), refusals)


def _records(work: Work, refusals: Refusals) -> Iterator[Record]:
    pairs = zip(decode_texts(work.texts), decode_origins(work.texts), decode_links(work.links), strict=True)
    for texts, origin, links in pairs:
        result = work.annotator.annotate(texts, links)
        if isinstance(result, Record):
            yield result._replace(origin=origin)
        else:
            refusals.add(result, texts)
