"""The held-out parts of a prepared corpus as test sets, with terms drawn from its references.

Texts become XML: the tags of a pair stay, and what only looks like markup is escaped. So tagged and plain text are
measured alike, and well-formedness can be told.
"""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from xml.sax.saxutils import escape

from stencilmt.constraints.boundaries import begins_word, ends_word
from stencilmt.constraints.mark import Kind, Span
from stencilmt.constraints.sample import Phrase, Sample, Unit, compatible, place, unit_of
from stencilmt.corpus.prepared import Prepared
from stencilmt.corpus.record import Record
from stencilmt.corpus.shards import Shards
from stencilmt.errors import SettingsError
from stencilmt.evaluation.markup import parse
from stencilmt.evaluation.testset import Segment, Term, Testset

TAGGED, PLAIN = "tagged", "plain"
NAMES = {
    "prepared": ("test", (TAGGED, PLAIN)),
    "prepared-tagged": ("test", (TAGGED,)),
    "prepared-plain": ("test", (PLAIN,)),
    "prepared-dev": ("dev", (TAGGED, PLAIN)),
}
"""Which sentences of which held-out part each test set has."""
LONGEST = 3
"""Words of a term that is drawn."""


def prepared_testset(name: str, folder: Path, terms: int = 1) -> Testset:
    """Sentences of a prepared corpus that were held out, each with so many terms, or as many as it has.

    The few whose tags are no XML by themselves, as those with a namespace declared elsewhere, are left out.
    """
    prepared = Prepared.load(folder)
    part, kinds = NAMES[name]
    if part not in prepared.held_out:
        raise SettingsError(f"{folder} has no {part} part: prepare it with --{part}")
    records = (record for record in Shards(folder, prepared, part) if _kind(record) in kinds)
    segments = (_segment(record, terms, Random(number)) for number, record in enumerate(records))
    measurable = tuple(segment for segment in segments if parse(segment.reference) is not None)
    return Testset(name, prepared.source_language, prepared.target_language, measurable, markup=True)


def _kind(record: Record) -> str:
    return TAGGED if any(unit.kind is not Kind.PLACEHOLDER for unit in record.fixed) else PLAIN


def _segment(record: Record, terms: int, random: Random) -> Segment:
    drawn = place(_drawn(record, terms, random))
    tags = place([unit for unit in record.fixed if unit.kind is not Kind.PLACEHOLDER])
    return Segment(
        "", _as_xml(record.source, tags.source), _as_xml(record.target, tags.target), tuple(_terms(record, drawn))
    )


def _drawn(record: Record, most: int, random: Random) -> list[Unit]:
    """Terms of a pair, as many as it has and as are wanted."""
    phrases = [phrase for phrase in record.phrases if _is_like_a_term(record, phrase)]
    random.shuffle(phrases)
    drawn: list[Unit] = []
    for phrase in phrases:
        unit = unit_of(Kind.TERM, phrase)
        if len(drawn) < most and all(compatible(unit, other) for other in (*record.fixed, *drawn)):
            drawn.append(unit)
    return drawn


def _is_like_a_term(record: Record, phrase: Phrase) -> bool:
    """Whether a glossary could have it: whole words, few, and no second place in the source that it would mean too."""
    source = record.source[phrase.source_start : phrase.source_end].casefold()
    return phrase.words <= LONGEST and _is_wordy(record, phrase) and record.source.casefold().count(source) == 1


def _is_wordy(record: Record, phrase: Phrase) -> bool:
    """Whether both sides are whole words, as terms are and any stretch of text need not be."""
    source, target = record.source + " ", record.target + " "
    return _is_whole(source, phrase.source_start, phrase.source_end) and _is_whole(
        target, phrase.target_start, phrase.target_end
    )


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether words begin and end here; a dot within the text may belong to an abbreviation."""
    edges = text[start].isalnum() and text[end - 1].isalnum() and not text.startswith(".", end, len(text.rstrip()) - 1)
    return edges and begins_word(text, start) and ends_word(text, end)


def _terms(record: Record, drawn: Sample) -> list[Term]:
    targets = {span.mark: record.target[span.start : span.end] for span in drawn.target}
    sources = {span.mark: record.source[span.start : span.end] for span in drawn.source if span.mark.is_term}
    return [Term(source, (targets[mark],)) for mark, source in sources.items()]


def _as_xml(text: str, tags: Sequence[Span]) -> str:
    edges = [0, *(edge for span in tags for edge in (span.start, span.end)), len(text)]
    pieces = [text[start:end] for start, end in pairwise(edges)]
    return "".join(piece if number % 2 else escape(piece) for number, piece in enumerate(pieces))
