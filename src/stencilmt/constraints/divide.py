"""Dividing a text into parts that are translated one by one, never through a constraint.

What need not be translated — white space, list marks, tags around a whole part — becomes a part that is copied.
Sentences end where no tag pair is open. Only what is too long for the model is cut further: around its tag pairs, then
at clauses, then anywhere.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from stencilmt.constraints.constraint import Constraint, Found
from stencilmt.constraints.mark import Mark, Span
from stencilmt.text.sentences import clauses, split

_LEAD = re.compile(r"\s*(?:(?:[*•·‣▪#>\-–—]+|\d{1,3}[.)])\s+)?")
_FIELD_END = re.compile(r"(?:[\n\t]|[ ]{3})\s*")
_NEXT_FORM = re.compile(r"(?<=\s)\|{4}\s+")  # between the plural forms of Polyglot
_MAY_END = re.compile(r"[.!?…。！？]")
_VISIBLE = re.compile(r"[^\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a text with the constraints in it."""

    start: int
    end: int
    spans: tuple[Span, ...]
    """Placed in the whole text, and numbered as there."""
    copied: bool
    """Whether it is copied, with the constraints' targets, rather than translated."""


@dataclass(frozen=True, slots=True)
class Divider:
    """How texts are divided."""

    language: str
    fits: Callable[[str, Sequence[Constraint]], bool]
    """Whether the model can take a stretch of text with the constraints in it."""
    sentences: bool = True
    """Translate sentence by sentence."""
    lines: bool = True
    """Whether a line break ends a sentence, or a tab or gap between columns; in HTML they are spaces like any other."""
    longest: int = 4000
    """Characters that no model takes at once, so that it need not be asked."""

    def divide(self, found: Found) -> list[Part]:
        """The parts of a text in order; together they are the whole of it."""
        text = _Text(found)
        ends = text.by_depth(self._sentence_ends(text))
        parts: list[Part] = []
        waiting = [(0, len(found.text))]
        while waiting:
            start, end = waiting.pop()
            inner, rest = text.trim(start, end)
            parts += [text.part(*edge, copied=True) for edge in ((start, inner), (rest, end)) if edge[0] < edge[1]]
            cuts = text.between(ends, inner, rest) or self._cuts(text, inner, rest)
            if cuts:
                waiting.extend(pairwise((inner, *cuts, rest)))
            elif inner < rest:
                parts.append(text.part(inner, rest, copied=not text.has_words(inner, rest)))
        return sorted(parts, key=lambda part: part.start)

    def _cuts(self, text: "_Text", start: int, end: int) -> list[int]:
        """Where a sentence is cut; nowhere, if it fits."""
        if end - start <= self.longest and self.fits(text.text[start:end], text.constraints_in(start, end)):
            return []
        return text.pair_edges(start, end) or self._forced_cuts(text, start, end)

    def _sentence_ends(self, text: "_Text") -> Iterator[int]:
        if self.lines:
            yield from (match.end() for match in _FIELD_END.finditer(text.text))
        if "||||" in text.text:
            yield from (edge for match in _NEXT_FORM.finditer(text.text) for edge in match.span())
        if self.sentences and _MAY_END.search(text.text):
            yield from text.ends_of(lambda reading: split(reading, self.language), 0, len(text.text))

    def _forced_cuts(self, text: "_Text", start: int, end: int) -> list[int]:
        half = min(max(1, (end - start) // 2), self.longest)
        clause_ends = text.ends_of(lambda reading: clauses(reading, self.language, half), start, end)
        edges = (edge for span in text.spans_in(start, end) for edge in span[:2])
        return text.legal(clause_ends, start, end) or text.legal(edges, start, end)


class _Text:
    """A found text with its spans at hand."""

    def __init__(self, found: Found) -> None:
        self.text = found.text
        self.spans = found.spans
        self.constraints = found.constraints
        self._starts = [span.start for span in found.spans]
        self._ends = [span.end for span in found.spans]
        self._depths = [0, *accumulate(span.mark.opens - span.mark.closes for span in found.spans)]
        """How many tag pairs are open before each span, and at the end."""
        self._place: dict[Mark, int] = {span.mark: index for index, span in enumerate(found.spans)}

    def part(self, start: int, end: int, copied: bool) -> Part:
        return Part(start, end, self.spans_in(start, end), copied)

    def spans_in(self, start: int, end: int) -> tuple[Span, ...]:
        return self.spans[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def constraints_in(self, start: int, end: int) -> tuple[Constraint, ...]:
        return self.constraints[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def trim(self, start: int, end: int) -> tuple[int, int]:
        """The stretch without white space, list marks, lone tags and tag pairs at its edges."""
        while True:
            before = start, end
            start = min(self._skip_lead(start, end), end)
            while end > start and self.text[end - 1].isspace():
                end -= 1
            start, end = self._lift(start, end)
            if (start, end) == before:
                return before

    def _skip_lead(self, start: int, end: int) -> int:
        match = _LEAD.match(self.text, start, end)
        skipped = match.end() if match else start
        covered = next((span.start for span in self.spans_in(start, skipped)), skipped)
        return min(skipped, covered)

    def _lift(self, start: int, end: int) -> tuple[int, int]:
        """The stretch without the tag or the pair at its edges, if it has one there."""
        first, after = bisect_left(self._starts, start), bisect_left(self._starts, end)
        if first == after:
            return start, end
        left, right = self.spans[first], self.spans[after - 1]
        if left.start == start and self._is_copied(left):
            return left.end, end
        if right.end == end and self._is_copied(right):
            return start, right.start
        if left.start == start and right.end == end and right.mark.closes and right.mark.partner == left.mark:
            return left.end, right.start
        return start, end

    def _is_copied(self, span: Span) -> bool:
        """Whether a constraint at an edge stays there: a lone tag, or what cannot be seen."""
        is_lone = not span.mark.is_term and not span.mark.opens and not span.mark.closes
        return is_lone or not _VISIBLE.search(self.text, span.start, span.end)

    def has_words(self, start: int, end: int) -> bool:
        """Whether there is anything to translate outside the constraints."""
        edges = [start, *(edge for span in self.spans_in(start, end) for edge in span[:2]), end]
        return any(_LETTER.search(self.text, *edge) for edge in zip(edges[::2], edges[1::2], strict=True))

    def ends_of(self, divide: Callable[[str], Sequence[str]], start: int, end: int) -> Iterator[int]:
        """Where the pieces end that the text without its tags is divided into."""
        tags = [span for span in self.spans_in(start, end) if not span.mark.is_term]
        edges = [start, *(edge for span in tags for edge in span[:2]), end]
        stretches = list(zip(edges[::2], edges[1::2], strict=True))
        reading = "".join(self.text[first:last] for first, last in stretches)
        position, shift, ahead = 0, start, iter(stretches)
        first, last = next(ahead)
        for piece in divide(reading)[:-1]:
            position += len(piece)
            while position + shift > last:
                shift += -last
                first, last = next(ahead)
                shift += first
            yield position + shift

    def by_depth(self, places: Iterable[int]) -> dict[int, list[int]]:
        """The places inside no constraint, in order, by the number of tag pairs that are open there."""
        found: dict[int, list[int]] = {}
        for place in sorted(set(places)):
            index = bisect_right(self._ends, place)
            if index == len(self.spans) or self._starts[index] >= place:
                found.setdefault(self._depths[index], []).append(place)
        return found

    def legal(self, places: Iterable[int], start: int, end: int) -> list[int]:
        """The same for places that are not in order yet."""
        return self.between(self.by_depth(places), start, end)

    def between(self, places: Mapping[int, list[int]], start: int, end: int) -> list[int]:
        """Those of some places at which a stretch may be cut: inside it, and with no tag pair open."""
        level = places.get(self._depths[bisect_left(self._starts, start)], [])
        return level[bisect_right(level, start) : bisect_left(level, end)]

    def pair_edges(self, start: int, end: int) -> list[int]:
        """The outer edges of the outermost tag pairs."""
        edges: set[int] = set()
        index, last = bisect_left(self._starts, start), bisect_left(self._starts, end)
        while index < last:
            span = self.spans[index]
            if span.mark.opens:
                index = self._place[span.mark.partner]
                edges |= {span.start, self.spans[index].end}
            index += 1
        return sorted(edge for edge in edges if start < edge < end)
