"""The way a method writes its sequences; here that of an unconstrained network, which others build on."""

from collections.abc import Sequence
from dataclasses import dataclass

from stencilmt.baselines.item import Answer, Constrained, Pair, strip_tags
from stencilmt.constraints.mark import Symbol
from stencilmt.model.examples import Example
from stencilmt.restore.apart import keep_apart
from stencilmt.subwords.codec import Codec
from stencilmt.template.cut import Template, cut
from stencilmt.template.spacing import unpack


@dataclass(frozen=True)
class Layout:
    """Vanilla: the sentence as it is, tags taken out, constraints ignored."""

    codec: Codec

    def source(self, item: Constrained) -> list[int]:
        """The encoder's input."""
        return self.source_ids([self.lead(strip_tags(item).source, self.codec.source_spaced)])

    def prefix(self, item: Constrained) -> list[int]:
        """What the decoder is forced to begin with."""
        return []

    def target(self, pair: Pair) -> list[int]:
        """The decoder's whole output."""
        return self.ids([self.lead(plain_target(pair), self.codec.target_spaced)])

    def restore(self, item: Constrained, ids: Sequence[int]) -> Answer:
        """The translation in what the network wrote."""
        return Answer(self.text(self.codec.subwords.decode(ids)))

    def example(self, pair: Pair) -> Example:
        """A pair to learn from."""
        return Example(self.source(pair.item), self.target(pair), len(self.prefix(pair.item)))

    def source_ids(self, sequence: Sequence[str]) -> list[int]:
        """A sequence of the source's text as ids, with its end."""
        return [*self.codec.source_subwords.encode([item for item in sequence if item]), self.codec.subwords.end]

    def ids(self, sequence: Sequence[str]) -> list[int]:
        """A sequence of the target's text as ids, with its end."""
        return [*self.codec.subwords.encode([item for item in sequence if item]), self.codec.subwords.end]

    def unpacked(self, template: Template, item: Constrained) -> Template:
        """What was written around terms, spaced as running text; all methods leave terms words, as ours does."""
        return self.apart(unpack(template, self.codec.target_spaced), item)

    def apart(self, template: Template, item: Constrained) -> Template:
        """A template whose terms are words of their own, where words are spaced."""
        if not self.codec.target_spaced:
            return template
        return keep_apart(template, item.targets, cut(item.source, item.spans), item.texts)

    def text(self, sequence: Sequence[str]) -> str:
        """The text of a sequence without its symbols."""
        text = "".join(item for item in sequence if not isinstance(item, Symbol))
        return text.removeprefix(" ") if self.codec.target_spaced else text

    def lead(self, text: str, spaced: bool) -> str:
        """A text as it stands in running text, where spaces part words."""
        return f" {text}" if spaced and text else text


def plain_target(pair: Pair) -> str:
    """The translation without tags."""
    return strip_tags(Constrained(pair.target, pair.spans)).source
