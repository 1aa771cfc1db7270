"""`stencil train`: from prepared data to a run folder of checkpoints."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stencilmt.errors import SettingsError

DEV = "dev"
"""The held-out part that a run is watched on."""

if TYPE_CHECKING:
    from stencilmt.model.settings import Training
    from stencilmt.model.task import Task


def train(
    data: Annotated[Path, typer.Argument(help="A folder that `stencil prepare` made.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The run folder; an unfinished run goes on.")],
    preset: Annotated[str, typer.Option(help="paper-base, paper-big, paper-structural, small or tiny.")] = "small",
    budget: Annotated[str | None, typer.Option(help="Train for so much time: 3h, 45m.")] = None,
    steps: Annotated[int | None, typer.Option(min=1, help="Train for so many updates.")] = None,
    changes: Annotated[list[str] | None, typer.Option("--set", help="A setting: architecture.dropout=0.1")] = None,
    compact: Annotated[bool, typer.Option(help="Write templates without their nonterminals.")] = False,
    seed: Annotated[int, typer.Option(help="Where all chance comes from.")] = 1,
    workers: Annotated[int, typer.Option(min=1, help="Processes that make batches.")] = 1,
    advice: Annotated[bool, typer.Option(help="Measure first what is slow on this machine and what helps.")] = True,
    dev_sentences: Annotated[int, typer.Option(min=1, help="Sentences translated at each validation.")] = 300,
) -> None:
    """Train a model on prepared data; the same command goes on where an earlier one stopped."""
    from stencilmt.model.progress import TerminalReporter
    from stencilmt.model.train import train as run

    settings = _settings(preset, budget, steps, changes or [], seed)
    task = _task(data, settings, compact)
    has_dev = DEV in task.prepared.held_out
    with TerminalReporter() as reporter:
        run(
            settings,
            task.network(settings.architecture, settings.seed),
            task.batches(workers=workers),
            output,
            dev=task.batches(DEV) if has_dev else None,
            validate=_validation(task, dev_sentences) if has_dev else None,
            reporter=reporter,
            data={"folder": str(data), **task.describe()},
            kept=task.kept,
            advice=advice,
        )


def _settings(preset: str, budget: str | None, steps: int | None, overrides: list[str], seed: int) -> "Training":
    from stencilmt.config import replace_checked
    from stencilmt.model.settings import training

    changes: dict[str, Any] = {"seed": seed}
    if budget:
        changes |= {"optimization.budget": budget, "optimization.schedule": "budget"}
    if steps:
        changes["optimization.steps"] = steps
    for override in overrides:
        path, separator, value = override.partition("=")
        if not separator:
            raise SettingsError(f"invalid --set {override!r}, expected SETTING=VALUE")
        changes[path] = _value(value)
    return replace_checked(training(preset), changes)


def _value(text: str) -> Any:
    """A value as JSON reads it; what is no JSON is text."""
    import json

    try:
        return json.loads(text)
    except ValueError:
        return text


def _task(data: Path, settings: "Training", compact: bool) -> "Task":
    from stencilmt.model.pools import BatchSettings
    from stencilmt.model.task import Task

    return Task(data, BatchSettings(tokens=settings.optimization.pass_tokens, seed=settings.seed), compact)


def _validation(task: "Task", sentences: int) -> Any:
    from stencilmt.evaluation.held_out import HeldOut
    from stencilmt.evaluation.watching import Watch

    return Watch(task.codec, HeldOut.load(task.folder, DEV, task.prepared.target_language, sentences))
