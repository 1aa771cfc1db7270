"""A comparison as a table to read and as JSON to script against."""

from collections.abc import Iterator
from math import isnan
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from stencilmt.evaluation.compare import Comparison
from stencilmt.evaluation.measures import heading

SIGNIFICANT = 0.05
"""Differences less probable than this by chance are marked."""


def as_json(comparison: Comparison) -> dict[str, Any]:
    """The comparison as plain data; a value that does not exist is null."""
    content: dict[str, Any] = {
        "testset": comparison.testset.name,
        "segments": len(comparison.testset.segments),
        "terms": sum(map(len, comparison.testset.terms)),
        "systems": {
            name: {measure: _number(score.value) for measure, score in scores.items()}
            for name, scores in comparison.scores.items()
        },
        "signatures": comparison.signatures,
    }
    if comparison.intervals:
        content["intervals"] = {
            name: {measure: [_number(interval.low), _number(interval.high)] for measure, interval in intervals.items()}
            for name, intervals in comparison.intervals.items()
        }
        content["significance"] = {
            name: {measure: _number(chance) for measure, chance in chances.items()}
            for name, chances in comparison.significance.items()
        }
    return content


def _number(value: float) -> float | None:
    return None if isnan(value) else round(value, 4)


def as_table(comparison: Comparison) -> Table:
    """A row per system; a star marks a difference from the first system that is hardly chance."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1), caption=Text(_caption(comparison)), caption_justify="left")
    table.add_column("System", overflow="fold")
    for measure in comparison.measures:
        known = heading(measure)
        table.add_column(known.title if known.higher_is_better else f"{known.title} ↓", justify="right")
    for system in comparison.systems:
        table.add_row(Text(system.name), *(cell(comparison, system.name, measure) for measure in comparison.measures))
    return table


def cell(comparison: Comparison, system: str, measure: str) -> str:
    """A score with the half of its interval and its star."""
    score = comparison.scores[system].get(measure)
    if score is None or isnan(score.value):
        return "–"
    interval = comparison.intervals.get(system, {}).get(measure)
    margin = f" ±{(interval.high - interval.low) / 2:.1f}" if interval else ""
    return f"{score.value:.1f}{margin}{'*' if is_significant(comparison, system, measure) else ''}"


def is_significant(comparison: Comparison, system: str, measure: str) -> bool:
    """Whether a system differs from the first by more than chance."""
    return comparison.significance.get(system, {}).get(measure, 1.0) < SIGNIFICANT


def _caption(comparison: Comparison) -> str:
    testset = comparison.testset
    terms = sum(map(len, testset.terms))
    counted = f"{len(testset.segments)} segments" + (f", {terms} terms" if terms else "")
    notes = [f"{testset.name}: {counted}"]
    if comparison.intervals:
        notes.append("±: half of the 95 % bootstrap interval")
    if comparison.significance:
        notes.append(f"*: differs from {comparison.systems[0].name}, p < {SIGNIFICANT}")
    return "\n".join(notes)


def signature_lines(comparison: Comparison) -> Iterator[str]:
    """How each measure was made, a line each."""
    for measure, signature in comparison.signatures.items():
        yield f"{measure}: {signature}"
