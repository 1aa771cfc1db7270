"""A comparison as one HTML page that needs nothing else: no script, no font, no picture from elsewhere."""

from collections.abc import Iterator
from html import escape
from math import isnan, nan

from stencilmt.evaluation.bootstrap import Interval
from stencilmt.evaluation.compare import Comparison
from stencilmt.evaluation.examples import Example, choose_measure, find_examples
from stencilmt.evaluation.highlight import colour_source, colour_target
from stencilmt.evaluation.markup import part_at_tags
from stencilmt.evaluation.measures import heading
from stencilmt.evaluation.places import forms_in
from stencilmt.evaluation.plots import Bar, draw_bars, draw_histogram
from stencilmt.evaluation.report import SIGNIFICANT, cell
from stencilmt.evaluation.style import STYLE


def as_html(comparison: Comparison, examples: int = 20) -> str:
    """The whole page."""
    testset = comparison.testset
    terms = sum(map(len, testset.terms))
    body = "".join(
        (
            f"<h1>{escape(testset.name)}</h1>",
            f"<p>{len(testset.segments)} segments, {terms} terms, {len(comparison.systems)} systems</p>",
            _table(comparison),
            f'<section class="plots">{"".join(_plots(comparison))}</section>',
            _examples(comparison, examples),
            _signatures(comparison),
        )
    )
    language = escape(testset.target_language or "en")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(testset.name)}</title><style>{STYLE}</style></head>"
        f'<body data-target="{language}">{body}</body></html>\n'
    )


def _table(comparison: Comparison) -> str:
    heads = (f'<th title="{escape(heading(m).meaning)}">{escape(_title(m))}</th>' for m in comparison.measures)
    rows = "".join(_table_row(comparison, system.name) for system in comparison.systems)
    note = f"±: half of the 95 % bootstrap interval · *: differs from the first system, p &lt; {SIGNIFICANT}"
    notes = f"<p class=note>{note}</p>" if comparison.intervals else ""
    return f"<table><thead><tr><th>System</th>{''.join(heads)}</tr></thead><tbody>{rows}</tbody></table>{notes}"


def _title(measure: str) -> str:
    known = heading(measure)
    return known.title if known.higher_is_better else f"{known.title} ↓"


def _table_row(comparison: Comparison, name: str) -> str:
    cells = (
        f"<td{' class=best' if _is_best(comparison, name, measure) else ''}>{cell(comparison, name, measure)}</td>"
        for measure in comparison.measures
    )
    return f"<tr><th>{escape(name)}</th>{''.join(cells)}</tr>"


def _is_best(comparison: Comparison, name: str, measure: str) -> bool:
    values = {system: scores[measure].value for system, scores in comparison.scores.items() if measure in scores}
    known = [value for value in values.values() if not isnan(value)]
    if len(known) < 2 or name not in values:
        return False
    return values[name] == (max(known) if heading(measure).higher_is_better else min(known))


def _plots(comparison: Comparison) -> Iterator[str]:
    for measure in comparison.measures:
        yield draw_bars(_title(measure), list(_bars(comparison, measure)))
    measure = choose_measure(comparison)
    scores = ((name, own[measure]) for name, own in comparison.scores.items() if measure in own)
    yield draw_histogram(f"{_title(measure)} of single sentences", [(name, s.per_sentence) for name, s in scores])


def _bars(comparison: Comparison, measure: str) -> Iterator[Bar]:
    for name, scores in comparison.scores.items():
        interval = comparison.intervals.get(name, {}).get(measure, Interval(nan, nan))
        yield Bar(name, scores[measure].value if measure in scores else nan, interval.low, interval.high)


def _examples(comparison: Comparison, count: int) -> str:
    title = "Where the systems differ most" if len(comparison.systems) > 1 else "The worst sentences"
    found = "".join(_example(example, comparison) for example in find_examples(comparison, count))
    measured = escape(_title(choose_measure(comparison)))
    return f"<h2>{title}</h2><p class=note>Numbers are {measured} of the sentence.</p>{found}"


def _example(example: Example, comparison: Comparison) -> str:
    terms = example.segment.terms
    name = f" · {escape(example.segment.id)}" if example.segment.id else ""
    rows = [("source", "", colour_source(example.segment.source, terms), "")]
    rows.append(("reference", "", colour_target(example.segment.reference, terms), ""))
    for system, hypothesis in example.hypotheses.items():
        value = f"{example.values[system]:.1f}" if system in example.values else ""
        rows.append((system, value, colour_target(hypothesis, terms), _missing(example, hypothesis, comparison)))
    lines = "".join(
        f"<dt>{escape(label)} <small>{value}</small></dt><dd>{text}{missing}</dd>"
        for label, value, text, missing in rows
    )
    return f"<article><h3>Segment {example.number}{name}</h3><dl>{lines}</dl></article>"


def _missing(example: Example, hypothesis: str, comparison: Comparison) -> str:
    terms, words = example.segment.terms, comparison.words
    text = part_at_tags(hypothesis) if comparison.testset.markup else hypothesis
    missed = [term.target for term, form in zip(terms, forms_in(text, terms, words), strict=True) if not form]
    marks = " ".join(f"<del>{escape(target)}</del>" for target in missed)
    return f'<p class="missing">missing: {marks}</p>' if missed else ""


def _signatures(comparison: Comparison) -> str:
    rows = "".join(
        f"<dt>{escape(measure)}</dt><dd><code>{escape(signature)}</code></dd>"
        for measure, signature in comparison.signatures.items()
    )
    return f'<h2>How it was measured</h2><dl class="signatures">{rows}</dl>'
