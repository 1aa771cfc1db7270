"""Sequences whose constraints can be found again among their tokens: what CDAlign reads, and learns to align from."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from stencilmt.baselines.item import Constrained, Pair, strip_tags
from stencilmt.baselines.layouts.layout import Layout
from stencilmt.constraints.mark import Mark, Span
from stencilmt.model.pools import NO_LOSS
from stencilmt.subwords import Subwords
from stencilmt.template.cut import cut
from stencilmt.template.spacing import pack


class Placed(NamedTuple):
    """The ids of a sentence, and where its constraints stand among them."""

    ids: list[int]
    places: dict[Mark, range]


class AlignedExample(NamedTuple):
    """A pair and, for each token of the target, a token of the source that belongs to it."""

    source: list[int]
    target: list[int]
    forced: int
    links: list[int]


class Aligned(Layout):
    """Vanilla's sequences, with the places of the constraints."""

    def place(self, item: Constrained) -> Placed:
        """The encoder's input and where the constraints stand in it."""
        item = strip_tags(item)
        placed = place(item.source, item.spans, self.codec.source_subwords, self.codec.source_spaced)
        return Placed([*placed.ids, self.codec.subwords.end], placed.places)

    def source(self, item: Constrained) -> list[int]:
        return self.place(item).ids

    def example(self, pair: Pair) -> AlignedExample:  # type: ignore[override]
        source = self.place(pair.item)
        target = place(pair.target, pair.spans, self.codec.subwords, self.codec.target_spaced)
        ids = [*target.ids, self.codec.subwords.end]
        return AlignedExample(source.ids, ids, 0, link(source.places, target.places, len(ids)))


def place(text: str, spans: Sequence[Span], subwords: Subwords, spaced: bool) -> Placed:
    """Encode a text piece by piece; constraints are whole words, so the ids are those of the whole text."""
    template = pack(cut(text, spans), spaced)
    ids, places = subwords.encode([template.free[0]]), {}
    for number, (start, end, mark) in enumerate(spans):
        space = " " if spaced and number not in template.joined else ""
        own = subwords.encode([space + text[start:end]])
        places[mark] = range(len(ids), len(ids) + len(own))
        ids += own + subwords.encode([template.free[number + 1]])
    return Placed(ids, places)


def link(source: Mapping[Mark, range], target: Mapping[Mark, range], length: int) -> list[int]:
    """For each target token the source token at the same share of its constraint, or none."""
    links = [NO_LOSS] * length
    for mark, place in target.items():
        for number, token in enumerate(place):
            links[token] = source[mark][number * len(source[mark]) // len(place)]
    return links
