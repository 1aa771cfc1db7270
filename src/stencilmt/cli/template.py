"""`stencil template`: see what the model would be given."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from stencilmt.cli.tables import plain_table, wide_console
from stencilmt.constraints.constraint import Constraint, Found
from stencilmt.constraints.find import Finder
from stencilmt.constraints.glossary import Glossary, Match
from stencilmt.constraints.mark import Symbol
from stencilmt.constraints.markup import Markup
from stencilmt.constraints.matching import Matcher
from stencilmt.template.cut import cut
from stencilmt.template.encode import Format, SequenceKind, encode_prefix, encode_source, words


def template(
    text: Annotated[str, typer.Argument(help="A sentence.")],
    glossary: Annotated[list[Path] | None, typer.Option(help="A glossary: .tsv, .csv, .tbx or .json.")] = None,
    markup: Annotated[Markup, typer.Option(help="How tags are written in it.")] = Markup.NONE,
    kind: Annotated[SequenceKind, typer.Option(help="Which kind of sequence.")] = SequenceKind.UNIFIED,
    compact: Annotated[bool, typer.Option(help="Leave the nonterminals out of the template.")] = False,
    placeholders: Annotated[bool, typer.Option(help="Keep %s, {name}, URLs and their like.")] = True,
    match: Annotated[Match, typer.Option(help="How glossary terms are looked for.")] = Match.EXACT,
    strict: Annotated[bool, typer.Option(help="Refuse tags that are not well formed.")] = False,
    source_language: Annotated[str, typer.Option("--from", help="The language of the text.")] = "en",
    target_language: Annotated[str | None, typer.Option("--to", help="The language to translate into.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print what the model would be given for a sentence: encoder input, forced prefix and constraints."""
    matcher = None
    if glossary:
        loaded = [
            Glossary.load(path, source_language=source_language, target_language=target_language, match=match)
            for path in glossary
        ]
        matcher = Matcher(Glossary.merge(loaded), source_language)
    is_paper = kind in (SequenceKind.STRUCTURAL, SequenceKind.UNCONSTRAINED)
    keep, merge = placeholders and not is_paper, kind is SequenceKind.UNIFIED
    finder = Finder(matcher, markup, keep, strict, merge, source_language)
    found = finder.find(text)
    encoder, prefix = _sequences(found, Format(kind, compact))
    if as_json:
        print(json.dumps(_contract(encoder, prefix, found), ensure_ascii=False))
    else:
        _show(encoder, prefix, found)


def _sequences(found: Found, form: Format) -> tuple[tuple[str, ...], tuple[str, ...]]:
    source = cut(found.text, found.spans)
    sources = {constraint.mark: constraint.source for constraint in found.constraints}
    targets = {constraint.mark: constraint.target for constraint in found.constraints}
    return encode_source(source, sources, form), encode_prefix(source, targets, form)


def _contract(encoder: tuple[str, ...], prefix: tuple[str, ...], found: Found) -> dict[str, Any]:
    return {
        "encoder": words(encoder),
        "prefix": words(prefix),
        "constraints": [_row(constraint) for constraint in found.constraints],
        "notes": list(found.notes),
    }


def _row(constraint: Constraint) -> dict[str, Any]:
    return {
        "symbol": str(constraint.mark),
        "kind": str(constraint.kind),
        "source": constraint.source,
        "target": constraint.target,
        "start": constraint.start,
        "end": constraint.end,
        "alternatives": list(constraint.alternatives),
    }


def _show(encoder: tuple[str, ...], prefix: tuple[str, ...], found: Found) -> None:
    console = wide_console()
    console.print(Text("encoder  ", "bold"), _colored(encoder), sep="", soft_wrap=True)
    console.print(Text("prefix   ", "bold"), _colored(prefix), sep="", soft_wrap=True)
    if found.constraints:
        table = plain_table("symbol", "kind", "source", "target", "place")
        for constraint in found.constraints:
            target = " | ".join((constraint.target, *constraint.alternatives))
            place = f"{constraint.start}-{constraint.end}"
            table.add_row(*map(Text, (constraint.mark, constraint.kind, constraint.source, target, place)))
        console.print(table)
    for note in found.notes:
        console.print(Text(f"note: {note}", "yellow"), soft_wrap=True)


def _colored(sequence: tuple[str, ...]) -> Text:
    parts = [(str(item), _color(item)) if isinstance(item, Symbol) else (item.strip(), "") for item in sequence]
    return Text(" ").join(Text(*part) for part in parts if part[0])


def _color(symbol: Symbol) -> str:
    return {"C": "bold red", "X": "green", "Y": "blue"}.get(symbol[0], "bold magenta")
