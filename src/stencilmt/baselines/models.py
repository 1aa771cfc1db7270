"""The networks that the rivals need: what each is asked in, how it differs from Vanilla, and how it is trained."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from stencilmt.baselines.aligner import AlignedTransformer, WatchedTransformer
from stencilmt.baselines.attn_vector import SymbolIds, VectorTransformer
from stencilmt.baselines.item import Keep
from stencilmt.baselines.layouts.aligned import Aligned
from stencilmt.baselines.layouts.inline import Inline
from stencilmt.baselines.layouts.layout import Layout
from stencilmt.baselines.layouts.recipe import AlignedRecipe, LayoutRecipe
from stencilmt.baselines.layouts.replace import Replace
from stencilmt.baselines.layouts.template import TemplateLayout
from stencilmt.baselines.layouts.text_infill import TextInfill
from stencilmt.baselines.layouts.vectors import Vectors
from stencilmt.baselines.losses import AlignmentLoss, OutputLoss
from stencilmt.baselines.pointer import PointerTransformer
from stencilmt.baselines.transformer import Transformer
from stencilmt.config import hint
from stencilmt.constraints.mark import term
from stencilmt.constraints.sample import SamplingSettings
from stencilmt.errors import SettingsError
from stencilmt.model.network import LossNetwork
from stencilmt.subwords.codec import Codec
from stencilmt.template.symbols import SEP, Limits

BASE = "base"
"""The unconstrained network that all others start from."""


def _plain_loss(network: Transformer, smoothing: float) -> LossNetwork:
    return LossNetwork(network.model, smoothing)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of network."""

    layout: Callable[[Codec, Limits], Layout]
    """How it is asked."""
    network: Callable[[Any, Codec, Limits], Transformer] = field(
        default=lambda model, codec, limits: Transformer(model)
    )
    """What it adds to a network."""
    loss: Callable[[Transformer, float], LossNetwork] = _plain_loss
    """What it learns from."""
    keep: Keep = Keep.TERMS
    """What its constraints are."""
    recipe: type[LayoutRecipe] = LayoutRecipe
    """What its batches are made of."""
    sampling: SamplingSettings | None = None
    """How its constraints are drawn; by itself as for all."""
    start: str = BASE
    """The network it starts from; empty for fresh weights."""
    effort: float = 1.0
    """Its updates, as a share of those that all get."""


def _plain(codec: Codec, limits: Limits) -> Layout:
    return Layout(codec)


def _inline(codec: Codec, limits: Limits) -> Layout:
    return Inline(codec, limits.terms)


def _vector_network(model: Any, codec: Codec, limits: Limits) -> Transformer:
    encode = codec.subwords.encode
    terms = frozenset(encode([term(number) for number in range(1, limits.terms + 1)]))
    return VectorTransformer(model, SymbolIds(codec.subwords.end, terms, encode([SEP])[0]))


KINDS = {
    BASE: Kind(_plain, start=""),
    "vanilla": Kind(_plain, lambda model, codec, limits: WatchedTransformer(model)),
    "placeholder": Kind(_inline),
    "replace": Kind(lambda codec, limits: Replace(codec)),
    "replace-pointer": Kind(
        lambda codec, limits: Replace(codec), lambda model, codec, limits: PointerTransformer(model), OutputLoss
    ),
    "attn-vector": Kind(lambda codec, limits: Vectors(codec), _vector_network, OutputLoss),
    "text-infill": Kind(lambda codec, limits: TextInfill(codec)),
    "template": Kind(lambda codec, limits: TemplateLayout(codec)),
    "xml": Kind(_inline, keep=Keep.TAGS),
    "template-tags": Kind(lambda codec, limits: TemplateLayout(codec), keep=Keep.TAGS),
    "aligner": Kind(
        lambda codec, limits: Aligned(codec),
        lambda model, codec, limits: AlignedTransformer(model),
        AlignmentLoss,
        recipe=AlignedRecipe,
        sampling=SamplingSettings(unconstrained=0.0, most=12, decay=1.0, longest_term=2, tags=0.0, placeholders=0.0),
        start="vanilla",
        effort=0.25,
    ),
}
"""Every network there is; `vanilla` is the base with as many further updates as the others get."""


def kind(name: str) -> Kind:
    """The kind of this name."""
    if name not in KINDS:
        raise SettingsError(f"unknown network {name!r}: {hint(name, KINDS)}")
    return KINDS[name]
