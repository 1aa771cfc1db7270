"""What AttnVector's network reads: the sentence, its end, and behind it the constraints: `C1 u1 <sep> v1 C2 …`."""

from stencilmt.baselines.item import Constrained
from stencilmt.baselines.layouts.layout import Layout
from stencilmt.template.symbols import SEP


class Vectors(Layout):
    """The sentence as it is, and the constraints beside it."""

    def source(self, item: Constrained) -> list[int]:
        ids, codec = super().source(item), self.codec
        for start, end, mark in item.spans:
            source = self.lead(item.source[start:end], codec.source_spaced)
            ids += codec.source_subwords.encode([mark, source])
            ids += codec.subwords.encode([SEP, self.lead(item.targets[mark], codec.target_spaced)])
        return ids
