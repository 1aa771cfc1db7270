"""`stencil prepare`: from parallel files to training data."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from stencilmt.cli.tables import wide_console
from stencilmt.cli.train import read_overrides
from stencilmt.errors import SettingsError
from stencilmt.subwords import SubwordKind
from stencilmt.template.encode import SequenceKind

if TYPE_CHECKING:
    from stencilmt.corpus.report import Report
    from stencilmt.corpus.settings import Corpus

STEPS = {
    "clean": "cleaning",
    "words": "finding words",
    "aligner": "aligning them",
    "annotate": "finding tags and phrases",
    "subwords": "learning subwords",
    "report": "drawing examples",
}
"""What the steps of the preparation are called on the screen."""


def prepare(
    corpus: Annotated[list[Path] | None, typer.Argument(help="Files of pairs: .tsv, .tmx, .po, .mo, .xlf.")] = None,
    *,
    source_language: Annotated[str, typer.Option("--from", help="The language to translate from.")],
    target_language: Annotated[str, typer.Option("--to", help="The language to translate into.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder to write.")],
    source: Annotated[list[Path] | None, typer.Option(help="A text, one sentence a line (with --target).")] = None,
    target: Annotated[list[Path] | None, typer.Option(help="Its translation, line by line.")] = None,
    dev: Annotated[Path | None, typer.Option(help="Pairs for validation: prepared, but never trained on.")] = None,
    test: Annotated[Path | None, typer.Option(help="Pairs for tests: prepared, but never trained on.")] = None,
    exclude: Annotated[list[Path] | None, typer.Option(help="Dev or test pairs, never to train on.")] = None,
    aligner: Annotated[str, typer.Option(help="eflomal, fast_align, or a file of links.")] = "eflomal",
    kind: Annotated[SequenceKind, typer.Option(help="Which kind of sequence.")] = SequenceKind.UNIFIED,
    subwords: Annotated[
        SubwordKind, typer.Option(help="How text is cut; moses-bpe is the paper's way.")
    ] = SubwordKind.SENTENCEPIECE,
    vocabulary: Annotated[int | None, typer.Option(help="Subwords, both languages; 12000, moses-bpe 32000.")] = None,
    changes: Annotated[list[str] | None, typer.Option("--set", help="A detail: sampling.tags=0.4")] = None,
    limit: Annotated[int | None, typer.Option(help="Read only so many pairs.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes; the result does not depend on it.")] = None,
    cluster: Annotated[str | None, typer.Option(help="Work on Ray: local, or ray://HOST:PORT.")] = None,
    force: Annotated[bool, typer.Option(help="Do again what was done with other settings.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Make training data from parallel files: clean, align, find what can be a constraint, learn subwords.

    Interrupted, it goes on where it stopped.
    """
    from stencilmt.corpus.prepare import prepare
    from stencilmt.corpus.settings import PrepareSettings

    settings = PrepareSettings(
        (*(corpus or ()), *_pairs(source or [], target or [])),
        source_language,
        target_language,
        output,
        tuple(exclude or ()),
        tuple((name, path) for name, path in (("dev", dev), ("test", test)) if path),
        kind=kind,
        aligner=aligner,
        limit=limit,
        vocabulary=vocabulary,
        subword_kind=subwords,
        workers=os.cpu_count() or 1 if workers is None else workers,
        cluster=cluster,
        force=force,
    )
    with _bar() as bar:
        report = prepare(settings.changed(read_overrides(changes or [])), bar)
    _print(report, output, as_json)


def _pairs(sources: list[Path], targets: list[Path]) -> "Iterator[Corpus]":
    if len(sources) != len(targets):
        raise SettingsError(f"--source was given {len(sources)} times, --target {len(targets)} times: they are pairs")
    return zip(sources, targets, strict=True)


class Rate(ProgressColumn):
    """How many pairs a second, from the start of the step."""

    def render(self, task: Task) -> Text:
        """Nothing for a step that does not count pairs."""
        seconds = task.finished_time or task.elapsed
        return Text(f"{task.completed / seconds:,.0f} pairs/s" if seconds and task.completed > 1 else "")


class Bar:
    """Shows each step on a line of its own."""

    def __init__(self, display: Progress) -> None:
        self._display = display
        self._task: TaskID | None = None

    def start(self, step: str, total: int | None = None) -> None:
        """Begin a line."""
        self.end()
        self._task = self._display.add_task(STEPS[step], total=total)

    def advance(self, pairs: int) -> None:
        """Move on."""
        if self._task is not None:
            self._display.advance(self._task, pairs)

    def end(self) -> None:
        """Finish the line."""
        if self._task is not None:
            task = self._display.tasks[self._task]
            self._display.update(self._task, total=task.completed or 1, completed=task.completed or 1)


@contextmanager
def _bar() -> Iterator[Bar]:
    """A display on stderr, on a terminal only."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), Rate(), TimeElapsedColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, disable=not console.is_terminal) as display:
        bar = Bar(display)
        yield bar
        bar.end()


def _print(report: "Report", folder: Path, as_json: bool) -> None:
    from stencilmt.config import to_dict

    if as_json:
        typer.echo(json.dumps(to_dict(report), ensure_ascii=False, indent=2))
        return
    console = wide_console()
    for table in (_rules(report), _lengths(report), _constraints(report), _examples(report)):
        console.print(table)
    console.print(f"{report.kept:,} records in {folder}, ready for `stencil train`", markup=False, highlight=False)


def _rules(report: "Report") -> Table:
    table = Table("rule", "refused", "an example", title="Pairs")
    table.add_row("read", f"{report.read:,}")
    for rule in report.rules:
        example = " ⇒ ".join(text[:60] for text in rule.examples[0]) if rule.examples else ""
        table.add_row(rule.why, f"−{rule.refused:,}", Text(example))
    table.add_row("kept", f"{report.kept:,}")
    for name, part in report.held_out.items():
        table.add_row(f"beside it, never trained on: {name}", f"{part.kept:,} of {part.read:,}")
    return table


def _lengths(report: "Report") -> Table:
    table = Table("", "mean", "median", "95 %", "longest", title="Lengths (of a sample)")
    for unit, sides in (("characters", report.characters), ("subwords and symbols", report.pieces)):
        for side, lengths in sides.items():
            table.add_row(f"{side}, {unit}", *map(str, (lengths.mean, lengths.median, lengths.most, lengths.longest)))
    return table


def _constraints(report: "Report") -> Table:
    drawn = report.constraints
    table = Table("constraints", "examples", title="Constraints (as training draws them)")
    for number, share in drawn.shares.items():
        table.add_row(number, f"{share} %")
    table.caption = (
        f"{drawn.terms} terms and {drawn.tags} tags an example, "
        f"{drawn.reordered} % of the constraints in another order than the source's"
    )
    return table


def _examples(report: "Report") -> Table:
    table = Table("encoder", "decoder", title="Examples", show_lines=True)
    for example in report.examples:
        table.add_row(Text(example.encoder), Text(example.decoder))
    return table
