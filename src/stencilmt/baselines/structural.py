"""Tags without a network that knows of them: left out, translated around, or put back by alignment."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from stencilmt.baselines.aligner import align
from stencilmt.baselines.engine import SteeredEngine
from stencilmt.baselines.item import Answer, Constrained, System
from stencilmt.baselines.layouts.layout import Layout
from stencilmt.baselines.transformer import Transformer
from stencilmt.constraints.mark import Mark, Span
from stencilmt.model.engine import Request
from stencilmt.restore.weave import weave
from stencilmt.template.cut import Template, cut


@dataclass(frozen=True)
class SplitInject:
    """Translate the text between the tags piece by piece, and put it back where it was (Al-Anzi 1997)."""

    plain: System
    """Translates without tags."""

    def translate(self, items: Sequence[Constrained]) -> list[Answer]:
        """Translate sentences."""
        templates = [cut(item.source, item.spans) for item in items]
        pieces = [piece.strip() for template in templates for piece in template.free if has_words(piece)]
        answers = iter(self.plain.translate([Constrained(piece) for piece in pieces]))
        return [
            Answer(weave(self._put_back(template, answers), item.targets).text)
            for item, template in zip(items, templates, strict=True)
        ]

    def _put_back(self, template: Template, answers: Iterator[Answer]) -> Template:
        free = (_between(piece, next(answers).text) if has_words(piece) else piece for piece in template.free)
        return Template(template.marks, tuple(free))


def has_words(text: str) -> bool:
    """Whether there is anything to translate."""
    return any(character.isalpha() for character in text)


def _between(source: str, text: str) -> str:
    """A translation with the white space that was around its source."""
    begin, end = len(source) - len(source.lstrip()), len(source.rstrip())
    return source[:begin] + text.strip() + source[end:]


class Place(NamedTuple):
    """Where a tag pair, or a tag alone, goes in a translation."""

    start: int
    end: int
    mark: Mark


@dataclass(frozen=True)
class DetagProject:
    """Translate without tags, then wrap each around the words that come from those it was around.

    Where the words of two pairs come to lie across each other, so do their tags: the method has nothing against it.
    """

    layout: Layout
    engine: SteeredEngine
    network: Transformer
    """Whose attention aligns the two."""

    def translate(self, items: Sequence[Constrained]) -> list[Answer]:
        """Translate sentences."""
        parts = [self._parts(item) for item in items]
        end = self.layout.codec.subwords.end
        sources = [[*(token for part in several for token in part), end] for several in parts]
        decoded = self.engine.decode([Request(source, []) for source in sources])
        return [self._project(*row) for row in zip(items, parts, sources, (one.ids for one in decoded), strict=True)]

    def _parts(self, item: Constrained) -> list[list[int]]:
        """The tokens before, between and after the tags."""
        codec = self.layout.codec
        free = list(cut(item.source, item.spans).free)
        if codec.source_spaced:
            free[0] = f" {free[0]}"
            _move_spaces(free)
        return [codec.source_subwords.encode([text] if text else []) for text in free]

    def _project(
        self, item: Constrained, parts: Sequence[Sequence[int]], source: list[int], target: list[int]
    ) -> Answer:
        text, limits = self._text(target)
        links = {
            place: link
            for place, link in enumerate(align(self.network, source, target))
            if text[limits[place] : limits[place + 1]].strip()
        }
        starts = list(accumulate(map(len, parts), initial=0))
        places = [
            _place(mark, _covered(item.marks, number, links, starts), limits, text)
            for number, mark in enumerate(item.marks)
            if not mark.closes
        ]
        return Answer(weave(cut(text, _spans(places)), item.targets).text)

    def _text(self, ids: Sequence[int]) -> tuple[str, list[int]]:
        """The translation, and where each of its tokens begins in it."""
        decode = self.layout.codec.subwords.decode
        limits = [len(self.layout.text(decode(ids[:count]))) for count in range(len(ids) + 1)]
        return self.layout.text(decode(ids)), limits


def _move_spaces(free: list[str]) -> None:
    """Let words take the space before them along, as subwords do, also where a tag stands between."""
    for number in range(len(free) - 1):
        if free[number].endswith(" "):
            free[number : number + 2] = free[number][:-1], " " + free[number + 1]


def _covered(marks: Sequence[Mark], number: int, links: Mapping[int, int], starts: Sequence[int]) -> list[int]:
    """The target tokens that come from inside a pair; of a tag alone the first one that comes from after it."""
    if not marks[number].opens:
        return [place for place, link in links.items() if link >= starts[number + 1]][:1]
    last = marks.index(marks[number].partner)
    return [place for place, link in links.items() if starts[number + 1] <= link < starts[last + 1]]


def _place(mark: Mark, covered: Sequence[int], limits: Sequence[int], text: str) -> Place:
    """The words that tokens belong to; the end of the sentence where there are none."""
    if not covered:
        return Place(len(text), len(text), mark)
    start, end = limits[covered[0]], limits[covered[-1] + 1]
    start += len(text[start:end]) - len(text[start:end].lstrip())
    end = start + len(text[start:end].rstrip())
    while start and text[start - 1].isalnum() and text[start : start + 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum() and text[end - 1].isalnum():
        end += 1
    return Place(start, end if mark.opens else start, mark)


def _spans(places: Sequence[Place]) -> list[Span]:
    """The spans of all tags in order: where several stand at one place, inner ones close and outer ones open first."""
    keyed: list[tuple[tuple[int, ...], Span]] = []
    for number, (start, end, mark) in enumerate(places):
        if not mark.opens:
            keyed.append(((start, 2, 0, number), Span(start, start, mark)))
            continue
        keyed.append(((start, 1, -end, number), Span(start, start, mark)))
        keyed.append(((end, 0 if end > start else 3, -start, -number), Span(end, end, mark.partner)))
    return [span for _, span in sorted(keyed, key=lambda item: item[0])]
