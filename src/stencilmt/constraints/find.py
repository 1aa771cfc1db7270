"""Finding what must survive in a sentence: tags, placeholders and terms, by one rule.

Tags and placeholders come first; what they cover is no term, unless the glossary has the very placeholder. Names and
pictures are placeholders by guess: there the glossary comes first. Of overlapping terms the leftmost longest wins. A
term that a tag cuts is found on the text without tags, and the tags are moved around it.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from stencilmt.constraints.arrange import Placed, move_out
from stencilmt.constraints.bare import Bare, strip_tags
from stencilmt.constraints.constraint import Constraint, Found
from stencilmt.constraints.foreign import find_foreign
from stencilmt.constraints.mark import Kind, Span
from stencilmt.constraints.markup import Markup, Tag, escape, markdown, scan
from stencilmt.constraints.matching import Hit, Matcher
from stencilmt.constraints.piece import Piece, merge_adjacent, number
from stencilmt.constraints.placeholders import find_ahead_of_tags, find_sure_and_guessed, united
from stencilmt.constraints.spelling import drop_breaks, is_spelling
from stencilmt.errors import ConstraintError

LONGEST = 2_000_000
"""Characters of one sentence or segment: no one writes so many without a break, and each costs memory."""
MOST = 100_000
"""Constraints in one of them."""

Word = tuple[int, int, Piece]
"""Something that stands in the bare text: from where to where, and what it is."""


@dataclass(frozen=True, slots=True)
class Finder:
    """What to look for."""

    matcher: Matcher | None = None
    """Finds the terms of a glossary."""
    markup: Markup = Markup.NONE
    """How tags are written."""
    placeholders: bool = True
    """Keep `%s`, `{name}`, URLs and their like."""
    strict: bool = False
    """Refuse markup that is not well formed."""
    merge: bool = True
    """Let tags with nothing between them share one symbol."""
    language: str = ""
    """Of the sentences, where it is known: then words in a script that it does not use are kept."""

    def find(self, sentence: str) -> Found:
        """Find the constraints of a sentence."""
        _require(len(sentence), LONGEST, "characters", sentence)
        scanned = scan(sentence, self.markup, strict=self.strict, codes=self._codes(sentence))
        bare = strip_tags(sentence, scanned.tags)
        sure, guessed = self._placeholders(bare)
        hits, sure = self._terms(bare, sure, _seams(bare, scanned.tags)) if self.matcher else ([], sure)
        placeholders = list(united(sorted([*sure, *_free(guessed, hits)]))) if guessed else sure
        _require(len(scanned.tags) + len(placeholders) + len(hits), MOST, "constraints", sentence)
        if not hits and not placeholders and not scanned.tags:
            return Found(drop_breaks(sentence), (), (), scanned.notes)
        words = list(_words(sentence, bare, placeholders, hits, self.markup))
        placed, moves = _move_tags(bare, scanned.tags, hits)
        if moves or _is_respelled(bare):
            text, pieces = _lay_out(sentence, bare, sorted(words, key=_place), placed, scanned.tags)
        else:
            text, pieces = sentence, _in_place(sentence, [piece for _, _, piece in words], bare, scanned.tags)
        if self.merge:
            pieces = merge_adjacent(pieces)
        return _found(text, pieces, (*scanned.notes, *moves, *_inflected(hits, bare)))

    def _codes(self, sentence: str) -> list[tuple[int, int]]:
        """The placeholders that are found ahead of tags."""
        if not self.placeholders or self.markup == Markup.NONE:
            return []
        codes = find_ahead_of_tags(sentence)
        return sorted([*codes, *markdown.find_codes(sentence)]) if self.markup == Markup.MARKDOWN else codes

    def _placeholders(self, bare: Bare) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Those that no term may touch, unless the glossary has one as it is; and those that give way to terms."""
        if not self.placeholders:
            return [], []
        text = bare.text
        sure, guessed = find_sure_and_guessed(text)
        if self.language and not text.isascii():
            guessed += find_foreign(text, self.language, {place for place, _ in bare.paired})
        return _unbroken(sure, bare), _unbroken(guessed, bare)

    def _terms(
        self, bare: Bare, placeholders: list[tuple[int, int]], seams: set[int]
    ) -> tuple[list[Hit], list[tuple[int, int]]]:
        """The terms, and the placeholders that are none.

        One that the glossary has may be a term here or not: in `%sfile` no word ends behind `%s`. Where it is not, it
        stays a placeholder, and the terms are sought anew around it; where that takes another one its term, around all.
        """
        assert self.matcher is not None
        kept = [(place, place + 1) for place, _ in bare.kept]
        known = {span for span in placeholders if self.matcher.is_term(bare.text[slice(*span)])}
        barred = [span for span in placeholders if span not in known]
        hits = self.matcher.find(bare.text, sorted([*kept, *barred]), seams)
        for last in (False, True):
            lost = [span for span in known.difference(barred) if not _is_term(span, hits)]
            if not lost:
                break
            barred = placeholders if last else sorted([*barred, *lost])
            hits = self.matcher.find(bare.text, sorted([*kept, *barred]), seams)
        return hits, barred


def _is_term(span: tuple[int, int], hits: Sequence[Hit]) -> bool:
    """Whether one of the terms, which stand in order, has all of a stretch."""
    index = bisect_right(hits, span[0], key=_start_of) - 1
    return index >= 0 and hits[index].end >= span[1]


def _free(spans: Sequence[tuple[int, int]], hits: Sequence[Hit]) -> Iterator[tuple[int, int]]:
    """The spans that no term touches."""
    for start, end in spans:
        index = bisect_left(hits, end, key=_start_of)
        if not index or hits[index - 1].end <= start:
            yield start, end


def _start_of(hit: Hit) -> int:
    return hit.start


def _require(count: int, most: int, what: str, sentence: str) -> None:
    """Refuse what would take more time and memory than anyone has for a sentence."""
    if count > most:
        raise ConstraintError(f"the segment {sentence[:20]!r}… has {count:,} {what}, more than {most:,}: divide it")


def _unbroken(spans: Sequence[tuple[int, int]], bare: Bare) -> list[tuple[int, int]]:
    """The spans with no tag inside them."""
    return [span for span in spans if not _has_inside(bare.paired, *span) and not _has_inside(bare.kept, *span)]


def _has_inside(placed: Sequence[tuple[int, object]], start: int, end: int) -> bool:
    """Whether one of these things, which stand in order, has its place inside of a stretch."""
    index = bisect_right(placed, start, key=_place)
    return index < len(placed) and placed[index][0] < end


def _seams(bare: Bare, tags: Sequence[Tag]) -> set[int]:
    """Where one tag closes and another opens with nothing between, as from menu item to menu item: no word goes on."""
    return {
        place
        for (place, index), (following, other) in pairwise(bare.paired)
        if place == following and tags[index].kind is Kind.CLOSE and tags[other].kind is Kind.OPEN
    }


def _words(
    sentence: str, bare: Bare, placeholders: Sequence[tuple[int, int]], hits: Sequence[Hit], markup: Markup
) -> Iterator[Word]:
    for start, end in placeholders:
        piece = _kept(Kind.PLACEHOLDER, sentence, bare.origin[start], _end(bare, end))
        view = bare.text[start:end] if bare.escaped else ""
        yield start, end, piece._replace(source_view=view, target_view=view)
    for hit in hits:
        yield hit.start, hit.end, _term(sentence, bare, hit, markup)
    for place, tag in (*bare.kept, *_uncovered(bare, [*placeholders, *((hit.start, hit.end) for hit in hits)])):
        piece = _kept(tag.kind, sentence, tag.start, tag.end)
        yield place, place + 1, piece._replace(source_view=tag.view, target_view=tag.view)


def _uncovered(bare: Bare, spans: Sequence[tuple[int, int]]) -> Sequence[tuple[int, Tag]]:
    """The escaped characters that are no part of a word, term or placeholder."""
    if not bare.escaped:
        return ()
    covered = {place for span in spans for place in range(*span)}
    return [(place, tag) for place, tag in bare.escaped if place not in covered and not is_spelling(bare.text, place)]


def _is_respelled(bare: Bare) -> bool:
    """Whether the model reads words otherwise than the sentence has them."""
    return drop_breaks(bare.text) != bare.text or any(is_spelling(bare.text, place) for place, _ in bare.escaped)


def _kept(kind: Kind, sentence: str, start: int, end: int) -> Piece:
    text = sentence[start:end]
    return Piece(kind, text, text, (start, end), start)


def _term(sentence: str, bare: Bare, hit: Hit, markup: Markup) -> Piece:
    origin = bare.origin[hit.start], _end(bare, hit.end)
    seen = bare.text[hit.start : hit.end]
    source = escape(seen, markup) if _has_inside(bare.paired, hit.start, hit.end) else sentence[origin[0] : origin[1]]
    target, *others = (seen,) if hit.entry.keep else hit.entry.targets
    return Piece(
        Kind.TERM,
        source,
        source if hit.entry.keep else escape(target, markup),
        origin,
        origin[0],
        alternatives=tuple(escape(other, markup) for other in others),
        alternative_views=tuple(others),
        source_view=seen,
        target_view=target,
        entry=hit.entry.source,
    )


def _end(bare: Bare, position: int) -> int:
    """Where in the sentence the character before a position of the bare text ends."""
    last = position - 1
    index = bisect_left(bare.escaped, last, key=_place)
    is_escaped = index < len(bare.escaped) and bare.escaped[index][0] == last
    return bare.escaped[index][1].end if is_escaped else bare.origin[last] + 1


def _place(thing: tuple[int, object] | Word) -> int:
    return thing[0]


def _move_tags(bare: Bare, tags: Sequence[Tag], hits: Sequence[Hit]) -> tuple[Placed, list[str]]:
    placed, notes = list(bare.paired), []
    place = {index: position for position, index in placed}
    for hit in hits:
        if _has_inside(placed, hit.start, hit.end):
            move_out(placed, place, tags, hit.start, hit.end)
            notes.append(f"tags inside the term {bare.text[hit.start : hit.end]!r} were moved around it")
    return placed, notes


def _inflected(hits: Sequence[Hit], bare: Bare) -> Iterator[str]:
    for hit in hits:
        if hit.form != "exact":
            yield f"{bare.text[hit.start : hit.end]!r} was taken as a form of the term {hit.entry.source!r}"


def _in_place(sentence: str, words: Sequence[Piece], bare: Bare, tags: Sequence[Tag]) -> list[Piece]:
    """All pieces in order, where nothing was moved."""
    pieces = [
        *words,
        *(_kept(tags[index].kind, sentence, tags[index].start, tags[index].end) for _, index in bare.paired),
    ]
    pieces.sort(key=_start)
    if bare.paired:
        home = {piece.start: position for position, piece in enumerate(pieces)}
        for _, index in bare.paired:
            position, partner = home[tags[index].start], home[tags[tags[index].partner or 0].start]
            pieces[position] = pieces[position]._replace(partner=partner)
    return pieces


def _start(piece: Piece) -> int:
    return piece.start


def _lay_out(
    sentence: str, bare: Bare, words: Sequence[Word], placed: Placed, tags: Sequence[Tag]
) -> tuple[str, list[Piece]]:
    """Write the text with every tag and word in its place, and say where each stands in it."""
    events = [(place, 0, order, index) for order, (place, index) in enumerate(placed)]
    events += [(start, 1, order, order) for order, (start, _, _) in enumerate(words)]
    parts: list[str] = []
    pieces: list[Piece] = []
    home: dict[int, int] = {}
    length = cursor = 0
    for place, is_word, _, index in sorted(events):
        parts.append(drop_breaks(bare.text[cursor:place]))
        length += len(parts[-1])
        cursor = words[index][1] if is_word else place
        piece = words[index][2] if is_word else _kept(tags[index].kind, sentence, tags[index].start, tags[index].end)
        if not is_word:
            home[index] = len(pieces)
        pieces.append(piece._replace(start=length))
        parts.append(piece.source)
        length += len(piece.source)
    parts.append(drop_breaks(bare.text[cursor:]))
    for index, position in home.items():
        pieces[position] = pieces[position]._replace(partner=home[tags[index].partner or 0])
    return "".join(parts), pieces


def _found(text: str, pieces: Sequence[Piece], notes: tuple[str, ...]) -> Found:
    marks = number(pieces)
    spans = tuple(Span(piece.start, piece.end, mark) for piece, mark in zip(pieces, marks, strict=True))
    constraints = tuple(
        Constraint(
            mark,
            piece.kind,
            piece.source_view if piece.kind is Kind.TERM else piece.source,
            piece.target,
            *piece.origin,
            piece.alternatives,
            piece.source_view,
            piece.target_view,
            piece.alternative_views,
            piece.entry,
        )
        for piece, mark in zip(pieces, marks, strict=True)
    )
    return Found(text, spans, constraints, notes)
