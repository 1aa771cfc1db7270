"""Marks in the running text: Placeholder (Crego et al. 2016) for terms, XML (Hashimoto et al. 2019) for tags.

A term becomes a numbered placeholder on both sides and is put back afterwards; the model never sees it. Numbers are
drawn by lot for each sentence: else the model learns that they ascend, and never sees the high ones. A tag becomes its
numbered mark, which stands for its bytes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from stencilmt.baselines.item import Answer, Constrained, Pair
from stencilmt.baselines.layouts.layout import Layout
from stencilmt.constraints.mark import Mark, Span, Symbol, term
from stencilmt.restore.weave import weave
from stencilmt.template.cut import Template, cut
from stencilmt.template.spacing import pack
from stencilmt.template.symbols import JOIN, Limits


@dataclass(frozen=True)
class Inline(Layout):
    """Text with a mark in the place of each constraint."""

    numbers: int = Limits().terms
    """How many placeholders the vocabulary has."""

    def source(self, item: Constrained) -> list[int]:
        names = self.names(item)
        return self.source_ids(inline(pack(cut(item.source, rename(item.spans, names)), self.codec.source_spaced)))

    def target(self, pair: Pair) -> list[int]:
        names = self.names(pair.item)
        return self.ids(inline(pack(cut(pair.target, rename(pair.spans, names)), self.codec.target_spaced)))

    def restore(self, item: Constrained, ids: Sequence[int]) -> Answer:
        names = self.names(item)
        texts = {name: item.targets[mark] for mark, name in names.items()}
        written = read_inline(self.codec.subwords.decode(ids), set(texts))
        renamed = Constrained(item.source, tuple(rename(item.spans, names)), texts)
        return Answer(weave(self.unpacked(written, renamed), texts).text)

    def names(self, item: Constrained) -> dict[Mark, Mark]:
        """The mark that stands for each constraint: of a term any, the same each time the sentence is met."""
        terms = [mark for mark in item.marks if mark.is_term]
        numbers = Random(item.source).sample(range(1, max(self.numbers, len(terms)) + 1), len(terms))
        chosen = {mark: term(number) for mark, number in zip(terms, numbers, strict=True)}
        return {mark: chosen.get(mark, mark) for mark in item.marks}

    def mark_ids(self, item: Constrained) -> list[int]:
        """The ids of the marks in the order of the source."""
        names = self.names(item)
        return self.codec.subwords.encode([names[mark] for mark in item.marks])


def rename(spans: Sequence[Span], names: Mapping[Mark, Mark]) -> list[Span]:
    """The spans with other marks."""
    return [Span(start, end, names[mark]) for start, end, mark in spans]


def inline(template: Template) -> list[str]:
    """A packed template as one line of text and marks."""
    line = [template.free[0]]
    for index, (mark, text) in enumerate(zip(template.marks, template.free[1:], strict=True)):
        line += (JOIN, mark, text) if index in template.joined else (mark, text)
    return line


def read_inline(sequence: Sequence[str], known: set[Mark]) -> Template:
    """Undo `inline`, whatever was written; symbols that are no marks of the sentence are dropped."""
    marks: list[Mark] = []
    free, joined, join = [""], set(), False
    for item in sequence:
        if not isinstance(item, Symbol):
            free[-1] += item
            join = False
        elif item == JOIN:
            join = True
        elif item in known:
            if join:
                joined.add(len(marks))
            marks.append(Mark(item))
            free.append("")
            join = False
    return Template(tuple(marks), tuple(free), frozenset(joined))
