"""TextInfill (Xiao et al. 2022): the terms stand there in an order that is given, and the network fills the blanks.

Encoder: `x <sep> <blank> <eob> v1 <blank> <eob> v2 … <blank> <eob>`; decoder: `q0 <eob> q1 <eob> …`. In training the
order is that of the target; at inference nobody knows it, and the method has no way to find it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from stencilmt.baselines.item import Answer, Constrained, Pair, strip_tags
from stencilmt.baselines.layouts.layout import Layout
from stencilmt.constraints.mark import Mark, Symbol
from stencilmt.model.examples import Example
from stencilmt.restore.weave import weave
from stencilmt.template.cut import Template, cut
from stencilmt.template.spacing import pack
from stencilmt.template.symbols import JOIN, SEP, source_gap, target_gap

BLANK = target_gap(0)
END_OF_BLANK = source_gap(0)


class Order(StrEnum):
    """Who says in which order the terms stand."""

    SOURCE = "source"
    GIVEN = "given"
    ORACLE = "oracle"


@dataclass(frozen=True)
class TextInfill(Layout):
    """Blanks between terms."""

    order: Order = Order.SOURCE

    def arranged(self, item: Constrained) -> tuple[Mark, ...]:
        """The terms in the order they will have."""
        return {Order.SOURCE: item.marks, Order.GIVEN: item.listed, Order.ORACLE: item.oracle}[self.order]

    def source(self, item: Constrained) -> list[int]:
        return self._source(item, self.arranged(item))

    def target(self, pair: Pair) -> list[int]:
        packed = pack(cut(pair.target, pair.spans), self.codec.target_spaced)
        return self.ids(list(_fillings(packed)))

    def restore(self, item: Constrained, ids: Sequence[int]) -> Answer:
        order = self.arranged(item)
        written = _read(self.codec.subwords.decode(ids), order)
        omitted = len(order) + 1 - len(written.free)
        free = (*written.free, *[""] * omitted)
        template = self.unpacked(Template(order, free, written.joined), item)
        return Answer(weave(template, item.targets).text, {"omitted": omitted})

    def example(self, pair: Pair) -> Example:
        return Example(self._source(pair.item, tuple(span.mark for span in pair.spans)), self.target(pair), 0)

    def _source(self, item: Constrained, order: Sequence[Mark]) -> list[int]:
        text = [self.lead(strip_tags(item).source, self.codec.source_spaced)]
        skeleton: list[str] = [SEP, BLANK, END_OF_BLANK]
        for mark in order:
            skeleton += (self.lead(item.targets[mark], self.codec.target_spaced), BLANK, END_OF_BLANK)
        return [*self.codec.source_subwords.encode(text if text[0] else []), *self.ids(skeleton)]


def _fillings(template: Template) -> Iterator[str]:
    for number, text in enumerate(template.free):
        yield text
        if number in template.joined:
            yield JOIN
        yield END_OF_BLANK


def _read(sequence: Sequence[str], order: Sequence[Mark]) -> Template:
    """The fillings that were written, as many as there are blanks at the most."""
    free, joined = [""], set()
    for item in sequence:
        if not isinstance(item, Symbol):
            free[-1] += item
        elif item == JOIN:
            joined.add(len(free) - 1)
        elif item == END_OF_BLANK:
            free.append("")
    if not free[-1]:
        free.pop()
    return Template((), tuple(free[: len(order) + 1]), frozenset(joined))
