"""The questions of a test, drawn once and put to all methods alike: a line of JSON for each sentence.

Natural constraints are drawn as in training. Hard ones, as in the paper, are only those whose target is not in what the
unconstrained model writes by itself: that is why it hardly ever meets one, and every method gains more.
"""

import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any

from stencilmt.baselines.item import Constrained, Keep, Pair, make_pair
from stencilmt.constraints.boundaries import are_joined, ends_word
from stencilmt.constraints.mark import Mark, Span, term
from stencilmt.constraints.markup import Markup, scan
from stencilmt.constraints.piece import Piece, number
from stencilmt.constraints.sample import Sample, SamplingSettings, place, sample
from stencilmt.corpus.record import Record
from stencilmt.errors import DataError
from stencilmt.template.renumber import renumber
from stencilmt.text.files import read_lines
from stencilmt.whole import write_bytes

_SIDES = ("source", "target")


class Flavour(StrEnum):
    """How test constraints are chosen."""

    NATURAL = "natural"
    HARD = "hard"


def draw(
    records: Sequence[Record], keep: Keep, seed: int, most: int = 3, known: Sequence[str] | None = None
) -> list[Pair]:
    """Draw constraints for each record; where translations are known, none that stand in them already."""
    texts = known or [""] * len(records)
    return [
        make_pair(record, _drawn(record, keep, Random(f"{seed} {row}"), most, text), keep)
        for row, (record, text) in enumerate(zip(records, texts, strict=True))
    ]


def _drawn(record: Record, keep: Keep, random: Random, most: int, known: str) -> Sample:
    if keep is Keep.TAGS:
        return place(record.fixed)
    new = [one for one in record.phrases if not known or record.target[one.target_start : one.target_end] not in known]
    return sample(record.fixed, new, SamplingSettings.paper(most), random)


def ask(source: str, reference: str, terms: Sequence[tuple[str, str]], most: int = 3, known: str = "") -> Pair:
    """A question from the first so many of a list of terms: left out are those that the source does not have."""
    spans: list[Span] = []
    targets: dict[Mark, str] = {}
    for left, right in terms:
        found = _free_place(source, left, spans) if len(spans) < most else None
        if found is not None and not (known and right in known):
            mark = term(len(spans) + 1)
            spans.append(Span(*found, mark))
            targets[mark] = right
    ordered, names = renumber(sorted(spans))
    texts = {mark: targets[name] for mark, name in names.items()}
    places = sorted((_first(reference, texts[mark]), mark) for mark in texts)
    oracle = tuple(mark for _, mark in places)
    reference_spans = tuple(Span(start, start + len(texts[mark]), mark) for start, mark in places)
    listed = Random(source).sample(oracle, len(oracle))
    return Pair(Constrained(source, tuple(ordered), texts, tuple(listed), oracle), reference, reference_spans)


def ask_tags(source: str, reference: str) -> Pair:
    """A question from tagged text: every tag of the source is a constraint, wherever the reference has it."""
    tags = scan(source, Markup.XML).tags
    pieces = [Piece(tag.kind, source[tag.start : tag.end], "", (0, 0), tag.start, tag.partner) for tag in tags]
    spans = tuple(Span(tag.start, tag.end, mark) for tag, mark in zip(tags, number(pieces), strict=True))
    texts = {mark: source[start:end] for start, end, mark in spans}
    marks = tuple(texts)
    nowhere = tuple(Span(len(reference), len(reference), mark) for mark in marks)
    return Pair(Constrained(source, spans, texts, marks, marks), reference, nowhere)


def _free_place(text: str, phrase: str, taken: Sequence[Span]) -> tuple[int, int] | None:
    """The first place of a phrase that is whole words and not taken."""
    bounded, start = f"{text} ", text.find(phrase)
    while phrase and start >= 0:
        end = start + len(phrase)
        free = all(end <= span.start or span.end <= start for span in taken)
        if free and _is_whole(bounded, start, end):
            return start, end
        start = text.find(phrase, start + 1)
    return None


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether a stretch is no part of a longer word; a hyphen parts words, as in exact match."""
    ends = ends_word(text, end) or not are_joined(text[end - 1], text[end])
    return ends and not are_joined(text[start - 1], text[start])


def _first(text: str, phrase: str) -> int:
    """Where a phrase begins; at the end of the text where it is not in it."""
    place = text.find(phrase)
    return place if place >= 0 else len(text)


def require_constraints(pairs: Sequence[Pair], keep: Keep, place: str) -> None:
    """Refuse questions that all methods would answer alike."""
    if not any(pair.item.marks for pair in pairs):
        raise DataError(f"{place}: no sentence in it has {keep} to compare, take another --testset")


def write_questions(path: Path, pairs: Sequence[Pair]) -> None:
    """Write a file that `stencil evaluate --testset` reads as well."""
    lines = (json.dumps(_row(line, pair), ensure_ascii=False) for line, pair in enumerate(pairs, start=1))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(path, "".join(f"{line}\n" for line in lines).encode())


def read_questions(path: Path) -> list[Pair]:
    """Undo `write_questions`."""
    pairs = []
    for row, line in enumerate(read_lines(path), start=1):
        try:
            pairs.append(_pair(json.loads(line)))
        except (ValueError, KeyError, TypeError) as error:
            raise DataError(f"{path}:{row}: no question as `stencil compare` writes them ({error!r})") from error
    return pairs


def _row(line: int, pair: Pair) -> dict[str, Any]:
    item = pair.item
    sides = {"source": _places(item.spans), "target": _places(pair.spans)}
    terms = [
        {
            "symbol": str(mark),
            "kind": "term" if mark.is_term else "tag",
            "source": item.texts[mark],
            "target": item.targets[mark],
            **{f"{side}_place": places[mark] for side, places in sides.items()},
        }
        for mark in item.listed
    ]
    return {"id": str(line), "source": item.source, "reference": pair.target, "terms": terms}


def _places(spans: Sequence[Span]) -> dict[Mark, list[int]]:
    """Of each mark its rank among the spans, and where it begins and ends: tags may share a place."""
    return {mark: [rank, start, end] for rank, (start, end, mark) in enumerate(spans)}


def _pair(row: dict[str, Any]) -> Pair:
    terms = {Mark(term["symbol"]): term for term in row["terms"]}
    source, target = (_spans({mark: term[f"{side}_place"] for mark, term in terms.items()}) for side in _SIDES)
    texts = {mark: term["target"] for mark, term in terms.items()}
    item = Constrained(row["source"], source, texts, tuple(terms), tuple(span.mark for span in target))
    return Pair(item, row["reference"], target)


def _spans(places: dict[Mark, list[int]]) -> tuple[Span, ...]:
    """Undo `_places`."""
    ranked = sorted(places.items(), key=lambda place: place[1][0])
    return tuple(Span(start, end, mark) for mark, (_, start, end) in ranked)
