"""`stencil evaluate`: how good translations are."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stencilmt.errors import DataError, SettingsError
from stencilmt.evaluation.formats import Format, unpacked_name

if TYPE_CHECKING:
    from stencilmt.constraints.glossary import Glossary
    from stencilmt.evaluation.assemble import System
    from stencilmt.evaluation.compare import Comparison
    from stencilmt.evaluation.score import Score
    from stencilmt.evaluation.testset import Segment, Testset
    from stencilmt.model.folder import ModelFolder
    from stencilmt.translator import Translator


EXAMPLES = 20
WITHOUT = " without terms"
"""Ends the name of a model that was not given the terms."""
TERMS = 1
"""Terms drawn for a sentence of a prepared corpus."""
BLEUS = {"bleu", "moses_bleu"}
"""The BLEU of a row: over sacreBLEU's own tokens, or over those of Moses."""


class Markup(StrEnum):
    """How tags are written."""

    XML = "xml"


def evaluate(
    model: Annotated[str | None, typer.Argument(help="A model to translate with first: a name or a folder.")] = None,
    source: Annotated[Path | None, typer.Option(help="The sentences that were translated.")] = None,
    reference: Annotated[Path | None, typer.Option(help="Their reference translations.")] = None,
    hypothesis: Annotated[list[Path] | None, typer.Option(help="What a system made of them; once per system.")] = None,
    testset: Annotated[str, typer.Option(help="Instead of files: NAME=FOLDER, or a JSON lines file.")] = "",
    terms: Annotated[
        int | None,
        typer.Option(min=0, help=f"Of a prepared corpus: terms drawn a sentence, at the most; by itself {TERMS}."),
    ] = None,
    without_terms: Annotated[
        bool, typer.Option("--without-terms", help="Translate without the terms as well, to compare.")
    ] = False,
    constraints: Annotated[Path | None, typer.Option(help="Terms of each sentence: `u ||| v |||`, jsonl, sgm.")] = None,
    glossary: Annotated[Path | None, typer.Option(help="Terms that count wherever a source has them.")] = None,
    markup: Annotated[Markup | None, typer.Option(help="Measure tags as well.")] = None,
    format: Annotated[Format | None, typer.Option(help="Of all files; else by the end of each name.")] = None,
    source_language: Annotated[str, typer.Option(help="For the glossary, where the test set does not say it.")] = "",
    target_language: Annotated[str, typer.Option(help="For tokenizers, where the test set does not say it.")] = "",
    entities: Annotated[Path | None, typer.Option(help="A JSON list of words to keep, for NE&NUM.")] = None,
    tokenizer: Annotated[str, typer.Option(help="For terms: moses, characters or words.")] = "",
    window: Annotated[list[int] | None, typer.Option(help="Words on each side for window overlap.")] = None,
    measure: Annotated[list[str] | None, typer.Option(help="Only this measure; may be repeated.")] = None,
    bootstrap: Annotated[int, typer.Option(min=0, help="Samples for intervals and significance.")] = 1000,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a report with plots and examples.")] = None,
    examples: Annotated[
        int | None, typer.Option(min=0, help=f"How many examples the report shows; by itself {EXAMPLES}.")
    ] = None,
    record: Annotated[bool, typer.Option("--record", help="Enter the scores into the model's card.")] = False,
) -> None:
    """Measure translations against references; the first system is the one others are compared with."""
    from stencilmt.evaluation.assemble import with_languages
    from stencilmt.evaluation.compare import Options, compare
    from stencilmt.model.folder import ModelFolder
    from stencilmt.translator import Translator

    if examples is not None and not html:
        raise SettingsError("--examples is for the report of --html: name one")
    if (record or without_terms) and not model:
        raise SettingsError("--record and --without-terms are for a model: name one")
    folder = ModelFolder.find(model) if model and record else None
    translator = Translator.load(model) if model else None
    if translator:
        source_language = source_language or translator.model.info.source_language
        target_language = target_language or translator.model.info.target_language
    asked = _read_testset(testset, source, reference, format, target_language, terms)
    asked = _complete(with_languages(asked, source_language, target_language), markup, entities)
    asked = _with_terms(asked, constraints, glossary)
    options = Options(tuple(measure or ()), tokenizer, tuple(window or (2, 3)), bootstrap)
    systems = _read_systems(hypothesis or (), asked, format)
    if model and translator and without_terms:
        systems.append(_translate(translator, Path(model).name + WITHOUT, asked, with_terms=False))
    if model and translator:
        systems.append(_translate(translator, Path(model).name, asked))
    if not systems:
        raise SettingsError("nothing to measure: give --hypothesis, once for every system, or a model")
    comparison = compare(asked, systems, options)
    if html:
        _write_report(html, comparison, EXAMPLES if examples is None else examples)
    _print(comparison, as_json)
    if folder:
        _record(folder, comparison, _row_name(asked, terms, constraints or glossary))


def _read_testset(
    name: str,
    source: Path | None,
    reference: Path | None,
    format: Format | None,
    target_language: str,
    terms: int | None,
) -> "Testset":
    from stencilmt.evaluation import prepared
    from stencilmt.evaluation.assemble import read_testset
    from stencilmt.evaluation.testsets import NAMES, load_testset

    if terms is not None and name.partition("=")[0] not in prepared.NAMES:
        raise SettingsError("--terms is for test sets of a prepared corpus; others have their own terms, or none")
    if name and (source or reference):
        raise SettingsError("give either --testset or --source and --reference, not both")
    if name:
        known, separator, folder = name.partition("=")
        if separator and known in NAMES:
            return load_testset(known, Path(folder), target_language)
        if separator and known in prepared.NAMES:
            return prepared.prepared_testset(known, Path(folder), TERMS if terms is None else terms)
        if name.endswith((".jsonl", ".jsonl.gz")):
            return read_testset(Path(name), Path(name), Format.JSONL, target_language)
        names = ", ".join((*NAMES, *prepared.NAMES))
        raise SettingsError(f"invalid --testset {name!r}, expected FILE.jsonl or NAME=FOLDER with one of {names}")
    if not source or not reference:
        raise SettingsError("nothing to measure against: give --source and --reference, or --testset")
    return read_testset(source, reference, format, target_language)


def _complete(testset: "Testset", markup: Markup | None, entities: Path | None) -> "Testset":
    from stencilmt.evaluation.assemble import with_markup
    from stencilmt.evaluation.files import read_entities

    if markup is Markup.XML:
        testset = with_markup(testset)
    return replace(testset, entities=read_entities(entities)) if entities else testset


def _with_terms(testset: "Testset", constraints: Path | None, glossary: Path | None) -> "Testset":
    from stencilmt.constraints.glossary import Glossary
    from stencilmt.evaluation.assemble import with_constraints
    from stencilmt.evaluation.glossary_terms import with_glossary

    if constraints and glossary:
        raise SettingsError("give either --constraints or --glossary, not both")
    if constraints:
        return with_constraints(testset, constraints)
    if not glossary:
        return testset
    languages = testset.source_language or None, testset.target_language or None
    return with_glossary(testset, Glossary.load(glossary, source_language=languages[0], target_language=languages[1]))


def _read_systems(paths: Sequence[Path], testset: "Testset", format: Format | None) -> list["System"]:
    from stencilmt.evaluation.assemble import read_system

    stems = [unpacked_name(path).stem for path in paths]
    names = [stem if stems.count(stem) == 1 else str(path) for stem, path in zip(stems, paths, strict=True)]
    return [read_system(path, testset, format, name) for path, name in zip(paths, names, strict=True)]


def _translate(translator: "Translator", name: str, testset: "Testset", *, with_terms: bool = True) -> "System":
    """What a model makes of a test set, given the terms of each sentence or none."""
    from stencilmt.constraints.markup import Markup as Inline
    from stencilmt.contract import as_contract
    from stencilmt.evaluation.assemble import System
    from stencilmt.translator import Options

    options = Options(Inline.XML if testset.markup else Inline.NONE)
    glossaries = [_glossary(segment) for segment in testset.segments] if with_terms else None
    translations = translator.translate(testset.sources, glossaries, options)
    texts, records = [each.text for each in translations], [as_contract(each) for each in translations]
    return System(name, tuple(texts), tuple(records))


def _row_name(testset: "Testset", terms: int | None, file: Path | None) -> str:
    """What the card calls the scores of a test set: its name, and its terms where they are not the usual ones."""
    if file:
        return f"{testset.name} (terms of {file.name})"
    return testset.name if terms in (None, TERMS) else f"{testset.name} (up to {terms} terms)"


def _record(folder: "ModelFolder", comparison: "Comparison", row_name: str) -> None:
    """Enter the scores of a model into its folder and its card, beside the measures taken before."""
    from stencilmt.model.card import write_card
    from stencilmt.model.folder import CARD, save_info

    rows = dict(folder.info.scores)
    for name, scores in comparison.scores.items():
        if name.removesuffix(WITHOUT) == folder.path.name:
            key = f"{row_name},{WITHOUT}" if name.endswith(WITHOUT) else row_name
            rows[key] = _merged(rows.get(key, {}), scores)
    info = replace(folder.info, scores=rows)
    save_info(info, folder.path)
    write_card(info, folder.path / CARD)


def _merged(known: Mapping[str, float], scores: Mapping[str, "Score"]) -> dict[str, float]:
    """The known scores of a row with new ones; one with nothing to count says nothing, and a row has one BLEU."""
    counted = {name: score for name, score in scores.items() if not isnan(score.value)}
    new = {_recorded_name(name, score): round(score.value, 4) for name, score in counted.items()}
    replaced = BLEUS if BLEUS & new.keys() else set()
    return {**{name: value for name, value in known.items() if name not in replaced}, **new}


def _recorded_name(measure: str, score: "Score") -> str:
    """The measure as the card tells it apart: not every BLEU is over the same tokens."""
    return "moses_bleu" if measure == "bleu" and "|tok:moses" in score.signature else measure


def _glossary(segment: "Segment") -> "Glossary":
    from stencilmt.constraints.glossary import Glossary

    targets: dict[str, list[str]] = {}
    for term in segment.terms:
        known = targets.setdefault(term.source, [])
        known += [target for target in term.targets if target not in known]
    return Glossary.from_pairs(targets)


def _write_report(path: Path, comparison: "Comparison", examples: int) -> None:
    from stencilmt.evaluation.html import as_html

    try:
        path.write_text(as_html(comparison, examples), encoding="utf-8", errors="xmlcharrefreplace")
    except OSError as error:
        raise DataError(f"{path}: cannot be written ({error.strerror})") from error


def _print(comparison: "Comparison", as_json: bool) -> None:
    from stencilmt.cli.tables import wide_console
    from stencilmt.evaluation import report

    if as_json:
        typer.echo(json.dumps(report.as_json(comparison), ensure_ascii=False, indent=2))
        return
    wide_console().print(report.as_table(comparison))
    for line in report.signature_lines(comparison):
        typer.echo(line)
