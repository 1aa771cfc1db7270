"""Every method by its name: ours and its rivals, ready to translate."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stencilmt.baselines.item import Keep, System
from stencilmt.baselines.layouts.aligned import Aligned
from stencilmt.baselines.layouts.inline import Inline
from stencilmt.baselines.layouts.template import TemplateLayout
from stencilmt.baselines.layouts.text_infill import Order, TextInfill
from stencilmt.baselines.structural import DetagProject, SplitInject
from stencilmt.baselines.system import (
    CdAlign,
    FilteredXml,
    GuardedInfill,
    GuardedPlaceholder,
    LayoutSystem,
    MaskedTemplate,
    TemplateSystem,
    Vdba,
)
from stencilmt.baselines.workshop import Workshop
from stencilmt.config import hint
from stencilmt.decode import Decoder
from stencilmt.errors import SettingsError

Make = Callable[[Workshop, str, int], System]
"""From trained networks, the name of one of them and a beam to a system."""


def _asked(system: type[LayoutSystem] = LayoutSystem) -> Make:
    """A network asked in its own layout."""
    return lambda workshop, name, beam: system(workshop.layout(name), workshop.engine(workshop.network(name), beam))


_PLAIN = _asked()


@dataclass(frozen=True, slots=True)
class Method:
    """A row of the table."""

    title: str
    network: str
    """What it asks."""
    make: Make = _PLAIN
    beam: int | None = None
    """Its own beam, where it is not that of all."""

    def system(self, workshop: Workshop, beam: int = 4) -> System:
        """The method at work; networks that are missing are trained."""
        return self.make(workshop, self.network, self.beam or beam)


def _cdalign(workshop: Workshop, name: str, beam: int) -> System:
    return CdAlign(Aligned(workshop.codec), workshop.engine(workshop.network(name), beam))


def _infill(order: Order, system: type[LayoutSystem] = LayoutSystem) -> Make:
    def make(workshop: Workshop, name: str, beam: int) -> System:
        return system(TextInfill(workshop.codec, order), workshop.engine(workshop.network(name), beam))

    return make


def _template(workshop: Workshop, name: str, beam: int) -> System:
    return TemplateSystem(Decoder(workshop.codec, workshop.engine(workshop.network(name), beam)))


def _masked_template(workshop: Workshop, name: str, beam: int) -> System:
    engine = workshop.engine(workshop.network(name), beam)
    return MaskedTemplate(TemplateLayout(workshop.codec), engine, workshop.symbols)


def _filtered_xml(workshop: Workshop, name: str, beam: int) -> System:
    return FilteredXml(Inline(workshop.codec), workshop.engine(workshop.network(name), beam), workshop.symbols)


def _split_inject(workshop: Workshop, name: str, beam: int) -> System:
    return SplitInject(_asked()(workshop, name, beam))


def _detag_project(workshop: Workshop, name: str, beam: int) -> System:
    network = workshop.network(name)
    return DetagProject(workshop.layout(name), workshop.engine(network, beam), network)


METHODS: dict[Keep, dict[str, Method]] = {
    Keep.TERMS: {
        "vanilla": Method("Vanilla", "vanilla"),
        "placeholder": Method("Placeholder", "placeholder"),
        "placeholder-guarded": Method("Placeholder, guarded", "placeholder", _asked(GuardedPlaceholder)),
        "vdba": Method("VDBA", "vanilla", _asked(Vdba)),
        "vdba-10": Method("VDBA, beam 10", "vanilla", _asked(Vdba), beam=10),
        "replace": Method("Replace", "replace"),
        "replace-pointer": Method("Replace, pointer", "replace-pointer"),
        "cdalign": Method("CDAlign, attention", "vanilla", _cdalign),
        "cdalign-module": Method("CDAlign, module", "aligner", _cdalign),
        "attn-vector": Method("AttnVector", "attn-vector"),
        "text-infill": Method("TextInfill, source order", "text-infill", _infill(Order.SOURCE)),
        "text-infill-given": Method("TextInfill, given order", "text-infill", _infill(Order.GIVEN)),
        "text-infill-oracle": Method("TextInfill, oracle order", "text-infill", _infill(Order.ORACLE)),
        "text-infill-guarded": Method("TextInfill, guarded", "text-infill", _infill(Order.SOURCE, GuardedInfill)),
        "template": Method("Template (ours)", "template", _template),
        "template-masked": Method("Template, masked", "template", _masked_template),
    },
    Keep.TAGS: {
        "remove": Method("Remove", "vanilla"),
        "split-inject": Method("Split-Inject", "vanilla", _split_inject),
        "detag-project": Method("Detag-and-project", "vanilla", _detag_project),
        "xml": Method("XML", "xml"),
        "xml-filter": Method("XML, filtered", "xml", _filtered_xml),
        "template": Method("Template (ours)", "template-tags", _template),
        "template-masked": Method("Template, masked", "template-tags", _masked_template),
    },
}
"""The rows of the two tables, in their order."""


def choose(names: Sequence[str], keep: Keep) -> dict[str, Method]:
    """Methods by name; all that there are where none is named."""
    known = METHODS[keep]
    for name in names:
        if name not in known:
            raise SettingsError(f"unknown method {name!r} for {keep}: {hint(name, known)}")
    return {name: method for name, method in known.items() if name in names or not names}
