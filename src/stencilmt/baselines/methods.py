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

Make = Callable[[Workshop, int], System]
"""From trained networks and a beam to a system."""


@dataclass(frozen=True, slots=True)
class Method:
    """A row of the table."""

    title: str
    make: Make
    beam: int | None = None
    """Its own beam, where it is not that of all."""

    def system(self, workshop: Workshop, beam: int = 4) -> System:
        """The method at work; networks that are missing are trained."""
        return self.make(workshop, self.beam or beam)


def _asked(model: str, system: type[LayoutSystem] = LayoutSystem) -> Make:
    """A network asked in its own layout."""
    return lambda workshop, beam: system(workshop.layout(model), workshop.engine(workshop.network(model), beam))


def _cdalign(model: str) -> Make:
    return lambda workshop, beam: CdAlign(Aligned(workshop.codec), workshop.engine(workshop.network(model), beam))


def _infill(order: Order, system: type[LayoutSystem] = LayoutSystem) -> Make:
    def make(workshop: Workshop, beam: int) -> System:
        engine = workshop.engine(workshop.network("text-infill"), beam)
        return system(TextInfill(workshop.codec, order), engine)

    return make


def _template(model: str) -> Make:
    return lambda workshop, beam: TemplateSystem(
        Decoder(workshop.codec, workshop.engine(workshop.network(model), beam))
    )


def _masked_template(model: str) -> Make:
    return lambda workshop, beam: MaskedTemplate(
        TemplateLayout(workshop.codec), workshop.engine(workshop.network(model), beam), workshop.symbols
    )


def _filtered_xml(workshop: Workshop, beam: int) -> System:
    engine = workshop.engine(workshop.network("xml"), beam)
    return FilteredXml(Inline(workshop.codec), engine, workshop.symbols)


def _split_inject(workshop: Workshop, beam: int) -> System:
    return SplitInject(_asked("vanilla")(workshop, beam))


def _detag_project(workshop: Workshop, beam: int) -> System:
    network = workshop.network("vanilla")
    return DetagProject(workshop.layout("vanilla"), workshop.engine(network, beam), network)


METHODS: dict[Keep, dict[str, Method]] = {
    Keep.TERMS: {
        "vanilla": Method("Vanilla", _asked("vanilla")),
        "placeholder": Method("Placeholder", _asked("placeholder")),
        "placeholder-guarded": Method("Placeholder, guarded", _asked("placeholder", GuardedPlaceholder)),
        "vdba": Method("VDBA", _asked("vanilla", Vdba)),
        "vdba-10": Method("VDBA, beam 10", _asked("vanilla", Vdba), beam=10),
        "replace": Method("Replace", _asked("replace")),
        "replace-pointer": Method("Replace, pointer", _asked("replace-pointer")),
        "cdalign": Method("CDAlign, attention", _cdalign("vanilla")),
        "cdalign-module": Method("CDAlign, module", _cdalign("aligner")),
        "attn-vector": Method("AttnVector", _asked("attn-vector")),
        "text-infill": Method("TextInfill, source order", _infill(Order.SOURCE)),
        "text-infill-given": Method("TextInfill, given order", _infill(Order.GIVEN)),
        "text-infill-oracle": Method("TextInfill, oracle order", _infill(Order.ORACLE)),
        "text-infill-guarded": Method("TextInfill, guarded", _infill(Order.SOURCE, GuardedInfill)),
        "template": Method("Template (ours)", _template("template")),
        "template-masked": Method("Template, masked", _masked_template("template")),
    },
    Keep.TAGS: {
        "remove": Method("Remove", _asked("vanilla")),
        "split-inject": Method("Split-Inject", _split_inject),
        "detag-project": Method("Detag-and-project", _detag_project),
        "xml": Method("XML", _asked("xml")),
        "xml-filter": Method("XML, filtered", _filtered_xml),
        "template": Method("Template (ours)", _template("template-tags")),
        "template-masked": Method("Template, masked", _masked_template("template-tags")),
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
