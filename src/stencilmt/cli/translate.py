"""`stencil translate`: text, files and whole folders of them."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from stencilmt.cli.highlight import show
from stencilmt.cli.output import check_new, make_folder, write_file
from stencilmt.cli.summary import Summary
from stencilmt.constraints.glossary import Glossary, Match
from stencilmt.constraints.markup import Markup
from stencilmt.constraints.matching import Matcher
from stencilmt.contract import as_contract
from stencilmt.documents import Document, Settings, open_document
from stencilmt.documents.settings import with_details
from stencilmt.documents.translate import translate_segments
from stencilmt.errors import DataError, SettingsError
from stencilmt.model.folder import find_for_languages
from stencilmt.text.language import matches
from stencilmt.translator import Options, Translation, Translator

STDIN = Path("-")
MOST_NOTES = 5
SLASHES = ("/", os.sep)
"""Either ends the name of a folder."""


def translate(
    files: Annotated[list[Path] | None, typer.Argument(help="Files to translate; - or none reads stdin.")] = None,
    target_language: Annotated[
        str, typer.Option("--to", help="The language to translate into, German unless another model is named.")
    ] = "",
    source_language: Annotated[
        str, typer.Option("--from", help="The language of the texts, English unless another model is named.")
    ] = "",
    model: Annotated[str, typer.Option(help="An installed model's name, a model folder or a training run.")] = "",
    glossary: Annotated[list[Path] | None, typer.Option(help="A glossary: .tsv, .csv, .tbx or .json.")] = None,
    match: Annotated[Match, typer.Option(help="How glossary terms are looked for.")] = Match.EXACT,
    markup: Annotated[
        Markup | None, typer.Option(help="How tags are written, where the format leaves it open.")
    ] = None,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="<path>", help="A file, - for stdout, or a folder for several (folder/)."
        ),
    ] = "",
    format: Annotated[str | None, typer.Option(help="The format, if not by the file's name; stdin is text.")] = None,
    placeholders: Annotated[bool, typer.Option(help="Keep %s, {name}, URLs and their like.")] = True,
    sentences: Annotated[bool, typer.Option(help="Translate sentence by sentence.")] = True,
    strict: Annotated[bool, typer.Option(help="Refuse tags that are not well formed.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per segment.")] = False,
    show_template: Annotated[
        bool, typer.Option("--show-template", help="Show how each segment was put together.")
    ] = False,
    review: Annotated[bool, typer.Option(help="Mark translations for review in PO and XLIFF.")] = False,
    details: Annotated[
        list[str] | None, typer.Option("--set", help="A detail of the format: keys=title,menu.* or overwrite=true")
    ] = None,
    force: Annotated[bool, typer.Option(help="Overwrite files that exist.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no summary.")] = False,
    beam: Annotated[int, typer.Option(min=1, help="Hypotheses kept while decoding.")] = 4,
    threads: Annotated[int, typer.Option(min=0, help="Threads of the engine; 0 takes what is best.")] = 0,
) -> None:
    """Translate text and files; every term of the glossary and every tag comes through."""
    if as_json and show_template and output in ("", "-"):
        raise SettingsError("--json and --show-template both print: give one of them, or --output")
    inputs = files or [STDIN]
    targets = _targets(inputs, output, force=force)
    settings = with_details(Settings(markup=markup, review=review), details or ())
    translator = _load_model(model, source_language, target_language, beam, threads)
    info = translator.model.info
    settings = replace(settings, source_language=info.source_language, target_language=info.target_language)
    documents = [_open(path, format, settings) for path in inputs]
    terms = _load_glossaries(glossary or (), translator, match)
    matcher = Matcher(terms, info.source_language) if terms else None
    options = Options(placeholders=placeholders, strict=strict, sentences=sentences)
    summary = Summary()
    everything: list[Translation] = []
    with _progress(sum(len(document.segments) for document in documents), quiet) as advance:
        for document, target in zip(documents, targets, strict=True):
            translations = translate_segments(document.segments, translator, matcher, options, advance)
            summary.add(translations)
            everything += translations
            data = _write(document, translations, as_json=as_json)
            if target:
                write_file(target, data)
    # Only now that the bar is gone may anything else be printed.
    if targets == [None]:
        _print(data, everything, as_json=as_json, show_template=show_template)
    elif show_template:
        show(everything, Console(stderr=True), templates=True)
    if not quiet:
        _print_summary(summary, terms)


def _targets(inputs: Sequence[Path], output: str, *, force: bool) -> list[Path | None]:
    """Where each input's translation goes; None is stdout."""
    if output in ("", "-"):
        if len(inputs) > 1:
            raise SettingsError("several files need --output with a folder to write to")
        return [None]
    folder = Path(output)
    if len(inputs) == 1 and not folder.is_dir() and not output.endswith(SLASHES):
        targets = [folder]
    else:
        targets = [folder / (path.name if path != STDIN else "stdin.txt") for path in inputs]
        make_folder(folder)
    if len(set(targets)) < len(targets):
        raise SettingsError("two of the files have the same name and would overwrite each other in the output folder")
    check_new(targets, force=force)
    for target in targets:
        if not target.parent.is_dir():
            raise SettingsError(f"there is no folder {target.parent} to write to")
    return [*targets]


def _open(path: Path, format: str | None, settings: Settings) -> Document:
    if path == STDIN:
        return open_document(sys.stdin.buffer.read(), "stdin", format=format or "text", settings=settings)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror}") from error
    return open_document(data, str(path), format=format, settings=settings)


def _load_model(name: str, source: str, target: str, beam: int, threads: int) -> Translator:
    """The model that was named, or the one for the languages; of a model that is named the languages must be right."""
    folder = name or find_for_languages(source, target).path
    translator = Translator.load(folder, beam=beam, threads=threads)
    info = translator.model.info
    for option, asked, own in (("--from", source, info.source_language), ("--to", target, info.target_language)):
        if asked and not matches(own, asked):
            pair = f"{info.source_language} to {info.target_language}"
            raise SettingsError(f"{option} is {asked!r}, but the model {name} translates {pair}: leave it out")
    return translator


def _load_glossaries(paths: Sequence[Path], translator: Translator, match: Match) -> Glossary | None:
    info = translator.model.info
    loaded = [
        Glossary.load(path, source_language=info.source_language, target_language=info.target_language, match=match)
        for path in paths
    ]
    return Glossary.merge(loaded) if loaded else None


@contextmanager
def _progress(total: int, quiet: bool) -> Iterator[Callable[[int], None]]:
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda count: None
        return
    columns = TextColumn("translating"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("translating", total=total)
        yield lambda count: bar.advance(task, count)


def _write(document: Document, translations: Sequence[Translation], *, as_json: bool) -> bytes:
    if as_json:
        lines = "".join(json.dumps(as_contract(each), ensure_ascii=False) + "\n" for each in translations)
        return lines.encode("utf-8", "backslashreplace")  # lone surrogates, which JSON writes as escapes
    return document.splice([translation.text for translation in translations])


def _print(data: bytes, translations: Sequence[Translation], *, as_json: bool, show_template: bool) -> None:
    if not as_json and (show_template or (sys.stdout.isatty() and len(translations) <= 200)):
        show(translations, Console(), templates=show_template)
    else:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def _print_summary(summary: Summary, glossary: Glossary | None) -> None:
    console = Console(stderr=True, highlight=False)
    console.print(str(summary), markup=False, soft_wrap=True)
    notes = list(dict.fromkeys(summary.notes))
    for note in notes[:MOST_NOTES]:
        console.print(f"note: {note}", markup=False, soft_wrap=True)
    if len(notes) > MOST_NOTES:
        console.print(f"and {len(notes) - MOST_NOTES} more notes: --json has them all", markup=False, soft_wrap=True)
    if glossary is None:
        return
    idle = [entry.source for entry in glossary.entries if entry.source not in summary.used]
    if len(idle) == len(glossary.entries):
        console.print(
            "warning: no entry of the glossary occurs in the text", style="bold yellow", markup=False, soft_wrap=True
        )
    elif idle:
        console.print(
            f"{len(idle)} of {len(glossary.entries)} glossary entries did not occur", markup=False, soft_wrap=True
        )
