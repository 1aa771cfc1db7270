"""`stencil train`: from prepared data to a run folder of checkpoints."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stencilmt.errors import SettingsError

DEV = "dev"
"""The held-out part that a run is watched on."""
DEV_SENTENCES = 300
PRESET = "small"
"""What is trained when nobody says what."""
MOST_TIMES = 1000
"""How often a pair may come in an epoch."""
LEFT_OUT = 0.01
"""A share of pairs that cannot be learned from and is worth a word."""

if TYPE_CHECKING:
    from stencilmt.model.network import Network
    from stencilmt.model.settings import Training
    from stencilmt.model.start import Start
    from stencilmt.model.task import Task


def train(
    data: Annotated[Path, typer.Argument(help="A folder that `stencil prepare` made.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The run folder; an unfinished run goes on.")],
    preset: Annotated[
        str | None, typer.Option(help="paper-base, paper-big, paper-structural, small or tiny; by itself small.")
    ] = None,
    budget: Annotated[str | None, typer.Option(help="Train for so much time: 3h, 45m.")] = None,
    steps: Annotated[int | None, typer.Option(min=1, help="Train for so many updates.")] = None,
    changes: Annotated[list[str] | None, typer.Option("--set", help="A setting: architecture.dropout=0.1")] = None,
    weights: Annotated[
        list[str] | None, typer.Option("--weight", help="Pairs of an origin come so many times: 'help*=4'")
    ] = None,
    compact: Annotated[
        bool | None, typer.Option(help="Write templates without their nonterminals; with --init as that model does.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Where all chance comes from.")] = 1,
    workers: Annotated[int, typer.Option(min=1, help="Processes that make batches.")] = 1,
    advice: Annotated[bool, typer.Option(help="Measure first what is slow on this machine and what helps.")] = True,
    dev_sentences: Annotated[
        int | None, typer.Option(min=1, help=f"Sentences translated at each validation; by itself {DEV_SENTENCES}.")
    ] = None,
    init: Annotated[
        str | None,
        typer.Option(help="Start from a model of ours, by name or folder, or a Marian one of the Hub."),
    ] = None,
    init_language: Annotated[str, typer.Option(help="With --init: its token for our target, as >>deu<<.")] = "",
    method: Annotated[str, typer.Option(help="Train a network of `stencil compare`; it is not validated.")] = "",
    start: Annotated[Path | None, typer.Option(help="With --method: take its first weights from this run.")] = None,
) -> None:
    """Train a model on prepared data; the same command goes on where an earlier one stopped."""
    from stencilmt.model.progress import TerminalReporter
    from stencilmt.model.train import train as run

    base = _start(init) if init is not None else None
    settings = _settings(preset, budget, steps, changes or [], seed, base)
    task = _task(data, settings, compact, base, init_language, weights or [])
    if init and method:
        raise SettingsError("--init is for our own model only: the network of a rival takes its weights by --start")
    if start and not method:
        raise SettingsError("--start is for --method only: our own model starts with fresh weights, or by --init")
    if method and dev_sentences:
        raise SettingsError("--dev-sentences is for our own model only: the network of a rival is not validated")
    if method:
        _train_rival(method, task, settings, output, start, workers, advice)
        return
    has_dev = DEV in task.prepared.held_out
    if dev_sentences and not has_dev:
        raise SettingsError(f"--dev-sentences needs a dev set, and {data} has none: prepare the data with --dev")
    batches = task.batches(workers=workers)
    with TerminalReporter() as reporter:
        run(
            settings,
            _network(task, settings, base),
            batches,
            output,
            dev=task.batches(DEV) if has_dev else None,
            validate=_validation(task, dev_sentences or DEV_SENTENCES) if has_dev else None,
            reporter=reporter,
            data={"folder": str(data), **task.describe(), **(base.describe() if base else {})},
            kept=task.kept,
            notes=_left_out(batches.left_out, task) if batches.left_out >= LEFT_OUT else (),
            advice=advice,
        )


def _left_out(share: float, task: "Task") -> tuple[str, ...]:
    longest, limits = task.batch.longest, task.prepared.limits
    pairs = f"about {share:.0%} of the pairs are left out of training: they have"
    return (f"{pairs} more than {longest} tokens on a side, {limits.tags} tags or {limits.terms} placeholders",)


def _train_rival(
    method: str, task: "Task", settings: "Training", output: Path, start: Path | None, workers: int, advice: bool
) -> None:
    from stencilmt.baselines.lesson import Lesson
    from stencilmt.model.progress import TerminalReporter

    if task.compact and not method.startswith("template"):
        raise SettingsError(f"--compact is a form of templates, which {method!r} has none of: leave it out")
    with TerminalReporter() as reporter:
        Lesson(method, task, settings, task.drawn, workers=workers).train(output, start, reporter, advice)


def _settings(
    preset: str | None,
    budget: str | None,
    steps: int | None,
    overrides: list[str],
    seed: int,
    base: "Start | None",
) -> "Training":
    from stencilmt.config import replace_checked
    from stencilmt.model.settings import training

    changes: dict[str, Any] = {"seed": seed}
    if budget:
        changes |= {"optimization.budget": budget, "optimization.schedule": "budget", "optimization.steps": None}
    if steps:
        changes["optimization.steps"] = steps
    chosen = read_overrides(overrides)
    if (budget and "optimization.budget" in chosen) or (steps and "optimization.steps" in chosen):
        raise SettingsError("budget or steps are given twice, by an option and by --set: leave one of them out")
    changes |= chosen
    settings = replace_checked(base.training(preset) if base else training(preset or PRESET), changes)
    if base:
        base.require_shape(settings.architecture)
    return settings


def _start(init: str) -> "Start":
    """What `--init` names: a model of ours, or else one of the Hub."""
    from stencilmt.model.exported import find_exported
    from stencilmt.model.pretrained import Pretrained

    return find_exported(init) or Pretrained(Path(init))


def read_overrides(overrides: Sequence[str]) -> dict[str, Any]:
    """The settings of `--set`, by their dotted paths."""
    changes: dict[str, Any] = {}
    for override in overrides:
        path, separator, value = override.partition("=")
        if not separator:
            raise SettingsError(f"invalid --set {override!r}, expected SETTING=VALUE")
        if path in changes:
            raise SettingsError(f"--set {path} is given twice: leave one of them out")
        changes[path] = _value(value)
    return changes


def _value(text: str) -> Any:
    """A value as JSON reads it; what is no JSON is text."""
    import json

    try:
        return json.loads(text)
    except ValueError:
        return text


def _network(task: "Task", settings: "Training", base: "Start | None") -> "Network":
    if base is None:
        return task.network(settings.architecture, settings.seed)
    return base.network(settings.architecture, task.vocabulary, settings.seed)


def _task(
    data: Path,
    settings: "Training",
    compact: bool | None,
    base: "Start | None",
    init_language: str,
    weights: Sequence[str],
) -> "Task":
    from stencilmt.model.pools import BatchSettings
    from stencilmt.model.task import Task

    if init_language and not base:
        raise SettingsError(f"--init-language {init_language} is for --init only: our own model knows one language")
    weighted = tuple(map(_weight, weights))
    batch = BatchSettings(tokens=settings.optimization.pass_tokens, seed=settings.seed, weights=weighted)
    task = Task(data, batch, bool(compact), init_language=init_language)
    return base.task(task, compact) if base else task


def _weight(text: str) -> tuple[str, float]:
    """A pattern of origins and a factor."""
    pattern, separator, factor = text.rpartition("=")
    try:
        times = float(factor)
    except ValueError:
        times = -1.0
    if not separator or not pattern or not 0 <= times <= MOST_TIMES:
        raise SettingsError(f"invalid --weight {text!r}, expected ORIGIN=TIMES with 0 to {MOST_TIMES} times")
    return pattern, times


def _validation(task: "Task", sentences: int) -> Any:
    from stencilmt.evaluation.held_out import HeldOut
    from stencilmt.evaluation.watching import Watch

    return Watch(task.codec, HeldOut.load(task.folder, DEV, task.prepared.target_language, sentences))
