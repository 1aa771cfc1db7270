"""The terms of every sentence, read from a file beside it."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from stencilmt.errors import ConstraintError, DataError
from stencilmt.evaluation.files import read_json_lines
from stencilmt.evaluation.formats import unpacked_name
from stencilmt.evaluation.testset import Term
from stencilmt.text.files import read_lines

_BAR = "|||"


def read_constraints(path: Path) -> list[tuple[Term, ...]]:
    """The terms of every sentence, from JSON lines or from lines in the paper's format."""
    lines = list(read_lines(path))
    first = next((line.lstrip() for line in lines if line.strip()), "")
    if unpacked_name(path).suffix.lower() == ".jsonl" or first[:1] in ("[", "{"):
        return [parse_terms(value, f"{path}:{number}") for number, value in read_json_lines(path)]
    return [parse_line(line, f"{path}:{number}") for number, line in enumerate(lines, start=1)]


def parse_line(line: str, place: str = "line") -> tuple[Term, ...]:
    """The terms of a line `u ||| v ||| u ||| v |||`; the last bar may be missing.

    >>> parse_line("italy ||| Italien |||")[0].target
    'Italien'
    """
    parts = [part.strip() for part in line.strip().removesuffix(_BAR).split(_BAR)] if line.strip() else []
    if len(parts) % 2:
        raise ConstraintError(f"{place}: expected pairs of source and target between {_BAR} (not {line.strip()!r})")
    return tuple(_term(source, [target], place) for source, target in zip(parts[::2], parts[1::2], strict=True))


def parse_terms(value: Any, place: str) -> tuple[Term, ...]:
    """The terms of a JSON value: pairs, or objects with source and target; several targets are alternatives."""
    if isinstance(value, dict):
        value = value.get("terms", value.get("constraints"))
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise DataError(f"{place}: expected a list of terms (not {value!r})")
    return tuple(_parse_term(entry, place) for entry in value if not _is_tag(entry))


def _is_tag(entry: Any) -> bool:
    return isinstance(entry, dict) and entry.get("kind", "term") not in ("term", "placeholder")


def _parse_term(entry: Any, place: str) -> Term:
    if isinstance(entry, dict):
        entry = [entry.get("source"), [entry.get("target"), *_listed(entry.get("alternatives") or [], place)]]
    if not isinstance(entry, list) or len(entry) != 2:
        raise DataError(f"{place}: expected a pair of source and target (not {entry!r})")
    source, targets = entry
    return _term(source, [targets] if isinstance(targets, str) else targets, place)


def _listed(alternatives: Any, place: str) -> list[Any]:
    if not isinstance(alternatives, list):
        raise DataError(f"{place}: expected a list of alternatives (not {alternatives!r})")
    return alternatives


def _term(source: Any, targets: Any, place: str) -> Term:
    texts = [source, *targets] if isinstance(targets, Iterable) else [source, targets]
    if len(texts) < 2 or not all(isinstance(text, str) and text.strip() for text in texts):
        raise ConstraintError(f"{place}: a term needs a source and a target, neither empty (not {texts!r})")
    return Term(source, tuple(dict.fromkeys(texts[1:])))
