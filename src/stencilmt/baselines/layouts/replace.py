"""Replace (Song et al. 2019): source phrases are replaced by their translations, which the network copies."""

from stencilmt.baselines.item import Constrained, strip_tags
from stencilmt.baselines.layouts.layout import Layout
from stencilmt.restore.weave import weave
from stencilmt.template.cut import cut


class Replace(Layout):
    """The source in two languages."""

    def source(self, item: Constrained) -> list[int]:
        item = strip_tags(item)
        mixed = weave(cut(item.source, item.spans), item.targets).text
        return self.source_ids([self.lead(mixed, self.codec.source_spaced)])
