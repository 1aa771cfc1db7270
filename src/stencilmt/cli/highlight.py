"""Terms and tags in colour."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from stencilmt.constraints.mark import Kind
from stencilmt.translator import Kept, Translation

COLORS = {Kind.TERM: "bold green", Kind.PLACEHOLDER: "cyan"}
TAG_COLOR = "magenta"


def show(translations: Iterable[Translation], console: Console, *, templates: bool) -> None:
    """Print source and translation of each segment, with the constraints in colour."""
    for translation in translations:
        source = [(kept.source_span, kept) for kept in translation.constraints]
        target = [(kept.target_span, kept) for kept in translation.constraints]
        console.print(Text("  ").append(colored(translation.source, source, dim=True)), soft_wrap=True)
        if templates:
            console.print(Text("  " + " ".join(translation.template), "blue"), soft_wrap=True)
            for repair in translation.repairs:
                console.print(Text(f"  repaired: {repair}", "yellow"), soft_wrap=True)
        console.print(colored(translation.text, target), soft_wrap=True)


def colored(text: str, spans: Sequence[tuple[tuple[int, int], Kept]], *, dim: bool = False) -> Text:
    """A text with its constraints in colour."""
    result = Text(text, style="dim" if dim else "")
    for (start, end), kept in spans:
        result.stylize(COLORS.get(kept.kind, TAG_COLOR), start, end)
    return result
