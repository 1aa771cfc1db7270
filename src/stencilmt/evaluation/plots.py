"""Plots as SVG that stands in a page and takes its colours from it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import isfinite, isnan

WIDTH = 420
_LABEL, _VALUE, _ROW, _BAR = 140, 48, 22, 14
_PLOT = WIDTH - _LABEL - _VALUE


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar, with its interval where there is one."""

    label: str
    value: float
    low: float
    high: float


def draw_bars(title: str, bars: Sequence[Bar], limit: float = 100.0) -> str:
    """Horizontal bars from 0 to the limit, with whiskers."""
    top = max([limit, *(bar.high for bar in bars if isfinite(bar.high))])
    height = _ROW * len(bars) + 4
    rows = "".join(_bar(number, bar, top) for number, bar in enumerate(bars))
    return _figure(title, height, rows)


def _bar(number: int, bar: Bar, top: float) -> str:
    y = number * _ROW + 4
    middle = y + _BAR / 2
    length = _scale(bar.value, top) if isfinite(bar.value) else 0.0
    low, high = _scale(bar.low, top), _scale(bar.high, top)
    whisker = (
        f'<path class="whisker" d="M{_LABEL + low:.1f} {middle}H{_LABEL + high:.1f}'
        f'M{_LABEL + low:.1f} {middle - 3}v6M{_LABEL + high:.1f} {middle - 3}v6"/>'
        if isfinite(bar.low + bar.high)
        else ""
    )
    return (
        f'<text x="{_LABEL - 6}" y="{middle + 4}" text-anchor="end">{escape(_short(bar.label))}</text>'
        f'<rect class="s{number % 6}" x="{_LABEL}" y="{y}" width="{length:.1f}" height="{_BAR}" rx="2"/>{whisker}'
        f'<text x="{WIDTH - 2}" y="{middle + 4}" text-anchor="end">{_value(bar.value)}</text>'
    )


def _scale(value: float, top: float) -> float:
    return _PLOT * min(max(value, 0.0), top) / top


def _value(value: float) -> str:
    return f"{value:.1f}" if isfinite(value) else "–"


def _short(label: str, longest: int = 20) -> str:
    return label if len(label) <= longest else "…" + label[-longest + 1 :]


def draw_histogram(title: str, rows: Sequence[tuple[str, Sequence[float]]], bins: int = 20) -> str:
    """How often values from 0 to 100 occur, a row of columns per system."""
    height = 60 * len(rows) + 16
    parts = "".join(_columns(number, *row, bins) for number, row in enumerate(rows))
    axis = "".join(
        f'<text x="{_LABEL + _PLOT * mark / 100:.1f}" y="{height - 2}" text-anchor="middle">{mark}</text>'
        for mark in (0, 25, 50, 75, 100)
    )
    return _figure(title, height, parts + axis)


def _columns(number: int, label: str, values: Sequence[float], bins: int) -> str:
    counts = [0] * bins
    for value in values:
        if isnan(value):  # a sentence with nothing to measure
            continue
        counts[min(max(int(value * bins / 100), 0), bins - 1)] += 1
    bottom, width, tallest = 60 * number + 54, _PLOT / bins, max(1, *counts)
    name = f'<text x="{_LABEL - 6}" y="{bottom - 4}" text-anchor="end">{escape(_short(label))}</text>'
    return name + "".join(_column(number, *column) for column in _boxes(counts, bottom, width, tallest))


def _boxes(
    counts: Sequence[int], bottom: int, width: float, tallest: int
) -> Iterator[tuple[int, float, float, float, float]]:
    for place, count in enumerate(counts):
        height = 48 * count / tallest
        yield count, _LABEL + place * width, bottom - height, width - 1, height


def _column(number: int, count: int, x: float, y: float, width: float, height: float) -> str:
    return (
        f'<rect class="s{number % 6}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}">'
        f"<title>{count} sentences</title></rect>"
    )


def _figure(title: str, height: int, content: str) -> str:
    return (
        f"<figure><figcaption>{escape(title)}</figcaption>"
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">{content}</svg></figure>'
    )
