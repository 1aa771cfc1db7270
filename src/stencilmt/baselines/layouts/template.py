"""Our own way to write a pair, behind the interface of its rivals."""

from collections.abc import Sequence

from stencilmt.baselines.item import Answer, Constrained, Pair
from stencilmt.baselines.layouts.layout import Layout
from stencilmt.restore.restore import restore
from stencilmt.template.cut import cut


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
        sequence = codec.subwords.decode(ids)
        return Answer(restore(sequence, source, item.targets, codec.form, codec.target_spaced).text)
