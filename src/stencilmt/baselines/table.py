"""A finished comparison, as plain data, written as a table to read."""

from collections.abc import Iterator, Mapping
from typing import Any

Content = Mapping[str, Any]
"""What `table.json` holds: systems, intervals, titles, speed and how it was all made."""


def as_markdown(content: Content) -> str:
    """The page: a row for each method, the best of each column in bold, and below how it was made."""
    asked = f"{content['segments']} sentences" + (f", {content['terms']} terms." if content["terms"] else ".")
    lines = [f"# {content['testset']}", "", asked, ""]
    lines += [*_rows(content), "", "±: half of the 95 % bootstrap interval. ↓: less is better."]
    lines += ["Pairs: about so many were in the updates after the base; a batch is tokens of a method's own format."]
    lines += [f"Speed: {content['timing']}."] if content["timing"] else []
    lines += ["", "| measure | how it was made |", "| --- | --- |"]
    lines += [f"| {name} | `{text.replace('|', ', ')}` |" for name, text in content["signatures"].items()]
    return "\n".join((*lines, ""))


def _rows(content: Content) -> Iterator[str]:
    measures = content["titles"]
    speeds = [f"sentences/s, batch {batch}" for batch in _batches(content)]
    yield "| " + " | ".join(("Method", *measures.values(), "pairs", *speeds)) + " |"
    yield "| --- |" + " ---: |" * (len(measures) + 1 + len(speeds))
    best = {measure: _best(content, measure) for measure in measures}
    for name, scores in content["systems"].items():
        cells = [_cell(content, name, measure, scores.get(measure) == best[measure]) for measure in measures]
        rates = [f"{content['speed'].get(name, {}).get(batch, 0):.1f}" for batch in _batches(content)]
        yield "| " + " | ".join((name, *cells, f"{content['pairs'][name]:,}", *rates)) + " |"


def _batches(content: Content) -> list[str]:
    return list(dict.fromkeys(batch for speeds in content["speed"].values() for batch in speeds))


def _best(content: Content, measure: str) -> float | None:
    values = [scores[measure] for scores in content["systems"].values() if scores.get(measure) is not None]
    if len(values) < 2:
        return None
    best: float = min(values) if content["titles"][measure].endswith("↓") else max(values)
    return best


def _cell(content: Content, name: str, measure: str, is_best: bool) -> str:
    value = content["systems"][name].get(measure)
    if value is None:
        return "–"
    low, high = content.get("intervals", {}).get(name, {}).get(measure) or (None, None)
    margin = f" ±{(high - low) / 2:.1f}" if low is not None and high is not None else ""
    return f"**{value:.1f}**{margin}" if is_best else f"{value:.1f}{margin}"
