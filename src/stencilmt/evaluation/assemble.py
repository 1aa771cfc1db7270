"""From files to a test set and the systems to measure with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from stencilmt.errors import DataError, MarkupError, SettingsError
from stencilmt.evaluation.constraint_lines import read_constraints
from stencilmt.evaluation.formats import Format, Role, unpacked_name
from stencilmt.evaluation.language import guess_language
from stencilmt.evaluation.markup import parse
from stencilmt.evaluation.rows import Row, Rows, match_rows, read_rows
from stencilmt.evaluation.testset import Segment, Term, Testset
from stencilmt.text.language import normalize


@dataclass(frozen=True, slots=True)
class System:
    """What one system made of a test set."""

    name: str
    hypotheses: tuple[str, ...]
    records: tuple[Mapping[str, Any], ...] = ()
    """The objects of `stencil translate --json`, where it wrote them."""


def read_testset(source: Path, reference: Path, format: Format | None = None, target_language: str = "") -> Testset:
    """The test set of a source and a reference file."""
    references = read_rows(reference, Role.REFERENCE, format)
    sources = read_rows(source, Role.SOURCE, format)
    pairs = zip(match_rows(references, sources), references.rows, strict=True)
    segments = tuple(_segment(left, right) for left, right in pairs)
    is_sgm = references.format is Format.WMT_SGM
    language = _agreed(target_language, _known(references.language), f"{reference} is in")
    return Testset(
        name=str(reference),
        source_language=_known(sources.language),
        target_language=language or guess_language(row.text for row in references.rows),
        segments=segments,
        tokenized=is_sgm and any(segment.terms for segment in segments),
        annotated=is_sgm and any(row.terms for row in references.rows),
    )


def with_languages(testset: Testset, source: str = "", target: str = "") -> Testset:
    """The test set with languages it does not know itself; what it knows must not be contradicted."""
    return replace(
        testset,
        source_language=_agreed(source, testset.source_language, f"the sources of {testset.name} are in"),
        target_language=_agreed(target, testset.target_language, f"the references of {testset.name} are in"),
    )


def _agreed(asked: str, known: str, saying: str) -> str:
    """The language that is asked for or known, where there is no quarrel."""
    code = normalize(asked) if asked else known
    if known and code != known:
        raise SettingsError(f"{saying} {known!r}, leave the language out or name that (not {asked!r})")
    return code


def _known(language: str) -> str:
    """The code a file gives its language, or nothing where it gives none that is one ("any", "French")."""
    try:
        return "" if language == "any" else normalize(language)
    except SettingsError:
        return ""


def _segment(source: Row, reference: Row) -> Segment:
    return Segment(
        id=reference.id,
        source=source.text,
        reference=reference.text,
        terms=reference.terms or source.terms,
        document=reference.document or source.document,
    )


def with_markup(testset: Testset) -> Testset:
    """The test set with its texts taken as XML."""
    for number, segment in enumerate(testset.segments, start=1):
        if parse(segment.reference) is None:
            place = segment.id or f"line {number}"
            raise MarkupError(
                f"{testset.name}, {place}: not well-formed XML, mend the reference or measure without --markup xml"
            )
    return replace(testset, markup=True)


def with_constraints(testset: Testset, path: Path) -> Testset:
    """The test set with the terms of a constraints file instead of its own."""
    if unpacked_name(path).suffix.lower() == ".sgm":
        return _with_annotation(testset, path)
    terms = read_constraints(path)
    if len(terms) != len(testset.segments):
        raise DataError(
            f"{path}: constraints for {len(terms)} segments, but {testset.name} has {len(testset.segments)}; "
            "a segment without any needs an empty line, or [] in JSON lines"
        )
    return _with_some(testset, terms, path)


def _with_annotation(testset: Testset, path: Path) -> Testset:
    annotation = read_rows(path, Role.SOURCE, Format.WMT_SGM)
    return _with_some(testset, [row.terms for row in match_rows(_as_rows(testset), annotation)], path)


def _with_some(testset: Testset, terms: Sequence[tuple[Term, ...]], path: Path) -> Testset:
    if not any(terms):
        raise DataError(f"{path}: not one constraint in all {len(terms)} segments, so there is nothing to measure")
    return with_terms(testset, terms)


def with_terms(testset: Testset, terms: Sequence[tuple[Term, ...]]) -> Testset:
    """The test set with other terms."""
    pairs = zip(testset.segments, terms, strict=True)
    segments = tuple(replace(segment, terms=wanted) for segment, wanted in pairs)
    return replace(testset, segments=segments, annotated=False)


def read_system(path: Path, testset: Testset, format: Format | None = None, name: str = "") -> System:
    """The hypotheses of a file for a test set."""
    rows = match_rows(_as_rows(testset), read_rows(path, Role.HYPOTHESIS, format))
    records = tuple(row.record for row in rows if row.record is not None)
    return System(name or unpacked_name(path).stem, tuple(row.text for row in rows), records)


def _as_rows(testset: Testset) -> Rows:
    rows = [Row(segment.reference, id=segment.id) for segment in testset.segments]
    return Rows(Path(testset.name), Format.TEXT, rows)
