"""Our own way to write a pair, behind the interface of its rivals."""

from collections.abc import Iterable, Sequence
from functools import partial

from stencilmt.baselines.item import Answer, Constrained, Pair
from stencilmt.baselines.layouts.layout import Layout
from stencilmt.constraints.mark import Mark
from stencilmt.restore.restore import Restored, restore
from stencilmt.template.cut import cut
from stencilmt.template.grammar import write_template
from stencilmt.template.symbols import target_gap


class TemplateLayout(Layout):
    """Constraints, template and derivation."""

    def source(self, item: Constrained) -> list[int]:
        return self.codec.source(cut(item.source, item.spans), item.texts)

    def prefix(self, item: Constrained) -> list[int]:
        return self.codec.prefix(cut(item.source, item.spans), item.targets)

    def target(self, pair: Pair) -> list[int]:
        source = cut(pair.item.source, pair.item.spans)
        return self.codec.target(cut(pair.target, pair.spans), source, pair.item.targets)

    def restore(self, item: Constrained, ids: Sequence[int]) -> Answer:
        codec, source = self.codec, cut(item.source, item.spans)
        sequence, polish = codec.subwords.decode(ids), partial(self.apart, item=item)
        restored = restore(sequence, source, item.targets, codec.form, codec.target_spaced, polish=polish)
        return report(restored, item.marks)


def report(restored: Restored, marks: Iterable[Mark]) -> Answer:
    """A translation, and how its template came out."""
    record = {
        "template": [str(symbol) for symbol in write_template(restored.template.marks, target_gap)],
        "constraints": [{"symbol": str(mark)} for mark in marks],
        "status": "repaired" if restored.repairs else "ok",
        "rearranged": restored.rearranged,
        "omitted": restored.omitted,
    }
    return Answer(restored.text, record)
