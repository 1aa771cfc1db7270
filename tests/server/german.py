"""An engine that knows a few sentences by heart, reordering and all, and echoes the rest."""

from fakes import EchoEngine, model_folder
from stencilmt.constraints.mark import Mark, Symbol
from stencilmt.model.engine import Request
from stencilmt.template.cut import Template
from stencilmt.template.symbols import SEP

EXAMPLE = "Press {key} to cancel the <b>print job</b> of the mail merge."
TERMS = {"print job": "Druckauftrag", "mail merge": "Seriendruck"}
TRANSLATED = "Drücken Sie {key}, um beim Seriendruck den <b>Druckauftrag</b> abzubrechen."

# What stands between the constraints, and the translation with the marks in their new order.
_SENTENCES = {
    "Press|to cancel the|||of the|.": "Drücken Sie |C1|, um beim |C3| den |<1>||C2||</1>| abzubrechen.",
    "Press|to cancel the print job of the mail merge.": "Drücken Sie |C1|, um den Druck des Serienbriefs abzubrechen.",
    "Press|to cancel the||print job||of the mail merge.": "Drücken Sie |C1|, um |<1>|den Druck|</1>| abzubrechen.",
    "Wait until the|is done.": "Warten Sie, bis der |C1| fertig ist.",
    "Printing": "Drucken",
}


class GermanEngine(EchoEngine):
    """German for the sentences above."""

    def _echo(self, request: Request) -> list[int]:
        sequence = self.subwords.decode(request.source)
        last = max(index for index, item in enumerate(sequence) if isinstance(item, Symbol) and item == SEP)
        known = _SENTENCES.get(_between(sequence[last + 1 :]))
        if known is None:
            return super()._echo(request)
        parts = known.split("|")
        template = Template(tuple(map(Mark, parts[1::2])), tuple(parts[::2]))
        source = Template(tuple(sorted(template.marks)), ())
        return model_folder().codec.target(template, source, dict.fromkeys(template.marks, ""))


def _between(derivation: list[str]) -> str:
    """The fragments of the source, without the spaces around them."""
    fragments: list[str] = []
    for item in derivation:
        if isinstance(item, Symbol):
            fragments += [""] if item[0] == "X" else []
        else:
            fragments[-1] += item
    return "|".join(fragment.strip() for fragment in fragments)
