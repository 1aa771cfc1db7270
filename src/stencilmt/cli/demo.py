"""`stencil demo`: the examples of the package, translated before one's eyes."""

import time
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from stencilmt.cli.highlight import COLORS, TAG_COLOR, colored
from stencilmt.cli.output import check_new, make_folder, write_file
from stencilmt.cli.summary import Summary
from stencilmt.constraints.glossary import Glossary
from stencilmt.constraints.mark import Kind
from stencilmt.documents import open_document
from stencilmt.documents.translate import translate_segments
from stencilmt.translator import Translation, Translator

GLOSSARY = "glossary.tsv"
DOCUMENTS = ("page.html", "guide.md", "app.po")


def demo(
    model: Annotated[str, typer.Option(help="An English-German model's name or folder.")] = "en-de",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Also write the files here.")] = None,
    force: Annotated[bool, typer.Option(help="Overwrite files that exist.")] = False,
) -> None:
    """Translate a web page, a Markdown page and a PO file with a glossary, and show both sides."""
    examples = Path(str(resources.files("stencilmt"))) / "examples"
    if output:
        make_folder(output)
        check_new([output / name for name in DOCUMENTS], force=force)
    console, summary = Console(), Summary()
    glossary = Glossary.load(examples / GLOSSARY, source_language="en", target_language="de")
    translator = Translator.load(model)
    console.print(_key(glossary))
    start = time.perf_counter()
    for name in DOCUMENTS:
        document = open_document((examples / name).read_bytes(), name)
        translations = translate_segments(document.segments, translator, glossary)
        summary.add(translations)
        console.print(_side_by_side(name, translations))
        if output:
            write_file(output / name, document.splice([each.text for each in translations]))
    console.print(f"{summary} in {time.perf_counter() - start:.1f} s", markup=False, highlight=False)


def _key(glossary: Glossary) -> Text:
    """The glossary, and what the colours mean."""
    entries = ", ".join(f"{entry.source} → {'|'.join(entry.targets)}" for entry in glossary.entries)
    text = Text.assemble("Glossary: ", (entries, COLORS[Kind.TERM]), ".\n")
    colors = ("terms", COLORS[Kind.TERM]), ("tags", TAG_COLOR), ("placeholders", COLORS[Kind.PLACEHOLDER])
    for name, color in colors:
        text.append(f"{name} ", color)
    return text.append("come through by construction; the words between them are the model's.")


def _side_by_side(name: str, translations: list[Translation]) -> Table:
    table = Table(title=name, title_justify="left", title_style="bold", box=SIMPLE_HEAD, expand=True, show_lines=False)
    table.add_column("English", ratio=1, overflow="fold")
    table.add_column("German", ratio=1, overflow="fold")
    for each in translations:
        source = colored(each.source, [(kept.source_span, kept) for kept in each.constraints])
        target = colored(each.text, [(kept.target_span, kept) for kept in each.constraints])
        table.add_row(source, target)
    return table
