"""What AttnVector's network reads: the sentence, its end, and behind it the constraints: `C1 u1 <sep> v1 C2 …`."""

from stencilmt.baselines.item import Constrained
from stencilmt.baselines.layouts.layout import Layout
from stencilmt.template.symbols import SEP


class Vectors(Layout):
    """The sentence as it is, and the constraints beside it."""

    def source(self, item: Constrained) -> list[int]:
        sequence: list[str] = []
        for start, end, mark in item.spans:
            source = self.lead(item.source[start:end], self.codec.source_spaced)
            sequence += (mark, source, SEP, self.lead(item.targets[mark], self.codec.target_spaced))
        return [*super().source(item), *self.codec.subwords.encode(sequence)]
