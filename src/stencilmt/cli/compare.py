"""`stencil compare`: our method and its rivals, trained on the same data, asked the same, measured alike."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from stencilmt.baselines.item import Keep
from stencilmt.errors import SettingsError

if TYPE_CHECKING:
    from stencilmt.baselines.methods import Method
    from stencilmt.baselines.questions import Flavour
    from stencilmt.baselines.workshop import Curriculum
    from stencilmt.cli.comparison import Smaller


class Budget(NamedTuple):
    """The shape of the networks and how long they are trained."""

    preset: str
    changes: tuple[str, ...]
    first_steps: int
    steps: int


FULL = Budget("small", (), 20_000, 10_000)
LITE = Budget(
    "small",
    (
        "architecture.width=128",
        "architecture.feed_forward=512",
        "architecture.encoder_layers=3",
        "optimization.batch_tokens=2000",
        "optimization.pass_tokens=2000",
    ),
    1500,
    300,
)
"""A first table in less than an hour on two cores."""


def compare(
    data: Annotated[Path, typer.Argument(help="A folder that `stencil prepare` made.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Networks, answers, tables; what is there is kept.")],
    methods: Annotated[str, typer.Option(help="Names with commas between; by itself all there are.")] = "",
    testset: Annotated[str, typer.Option(help="A held-out part of DATA, a folder, FILE.jsonl, NAME=FOLDER.")] = "test",
    keep: Annotated[Keep, typer.Option(help="Compare how terms or how tags are kept.")] = Keep.TERMS,
    flavours: Annotated[str, typer.Option(help="natural, hard (not what Vanilla writes); by itself all.")] = "",
    lite: Annotated[bool, typer.Option(help="Small networks and few updates, for a first table.")] = False,
    preset: Annotated[str, typer.Option(help="The shape of the networks, as for `stencil train`.")] = "",
    changes: Annotated[list[str] | None, typer.Option("--set", help="A setting: architecture.dropout=0.1")] = None,
    first_steps: Annotated[int | None, typer.Option(min=1, help="Updates of the network others start from.")] = None,
    steps: Annotated[int | None, typer.Option(min=1, help="Updates of each after that.")] = None,
    scratch: Annotated[bool, typer.Option(help="Train each from fresh weights, with all these updates.")] = False,
    shares: Annotated[str, typer.Option(help="Shares of the data to train with as well: 0.1,0.3")] = "",
    share_methods: Annotated[str, typer.Option(help="Only these with a share of the data.")] = "",
    most: Annotated[int, typer.Option(min=1, help="Terms of a sentence at the most; tags are all kept.")] = 3,
    sentences: Annotated[int, typer.Option(min=1, help="Sentences to translate.")] = 500,
    timed: Annotated[int, typer.Option(min=0, help="Sentences to translate against the clock.")] = 64,
    beam: Annotated[int, typer.Option(min=1, help="Hypotheses of a search.")] = 4,
    seed: Annotated[int, typer.Option(help="Where all chance comes from.")] = 1,
    threads: Annotated[int | None, typer.Option(min=1, help="Cores to use; by itself all.")] = None,
    bootstrap: Annotated[int, typer.Option(min=0, help="Samples for the intervals.")] = 1000,
) -> None:
    """Train every rival, translate the same sentences under the same constraints, write tables, plots and examples."""
    from stencilmt.baselines.contest import Rules
    from stencilmt.baselines.methods import choose
    from stencilmt.cli.comparison import Comparing, ContestReporter

    chosen, tastes = choose(_names(methods), keep), _flavours(flavours, keep)
    smaller = _smaller(shares, share_methods, chosen)
    budget = _budget(lite, preset, first_steps, steps)
    curriculum = _curriculum(budget, [f"seed={seed}", *(changes or [])], threads, scratch, most)
    rules = Rules(testset=testset, keep=keep, beam=beam, sentences=sentences, timed=timed)
    with ContestReporter() as reporter:
        comparing = Comparing(data, output, curriculum, rules, bootstrap, reporter)
        pages = [comparing.write(flavour, chosen, smaller) for flavour in tastes]
    for page in pages:
        print(page.read_text("utf-8"))


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _flavours(text: str, keep: Keep) -> list["Flavour"]:
    from stencilmt.baselines.questions import Flavour

    known = list(Flavour) if keep is Keep.TERMS else [Flavour.NATURAL]
    for name in _names(text):
        if name not in known:
            raise SettingsError(f"invalid flavour for {keep}, expected {' or '.join(known)} (not {name!r})")
    return [flavour for flavour in known if not text or flavour in _names(text)]


def _smaller(shares: str, names: str, methods: dict[str, "Method"]) -> "Smaller":
    from stencilmt.cli.comparison import Smaller

    if names and not shares:
        raise SettingsError("--share-methods needs --shares, as 0.1,0.3")
    for name in _names(names):
        if name not in methods:
            raise SettingsError(f"invalid --share-methods, expected some of {', '.join(methods)} (not {name!r})")
    chosen = {name: method for name, method in methods.items() if not names or name in _names(names)}
    return Smaller([_share(text) for text in _names(shares)], chosen)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = 0.0
    if not 0 < share < 1:
        raise SettingsError(f"invalid share of the data, expected a number between 0 and 1 (not {text!r})")
    return share


def _budget(lite: bool, preset: str, first_steps: int | None, steps: int | None) -> Budget:
    if lite and preset:
        raise SettingsError("--lite is a shape of its own: give either --lite or --preset")
    usual = LITE if lite else FULL
    return Budget(preset or usual.preset, usual.changes, first_steps or usual.first_steps, steps or usual.steps)


def _curriculum(budget: Budget, changes: list[str], threads: int | None, scratch: bool, most: int) -> "Curriculum":
    from stencilmt.baselines.workshop import Curriculum
    from stencilmt.cli.train import read_overrides
    from stencilmt.config import replace_checked
    from stencilmt.model.settings import training

    overrides = {"threads": threads, **read_overrides(budget.changes), **read_overrides(changes)}
    shape = replace_checked(training(budget.preset), overrides)
    return Curriculum(training=shape, first_steps=budget.first_steps, steps=budget.steps, scratch=scratch, most=most)
