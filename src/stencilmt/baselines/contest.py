"""A contest: the same questions put to all methods, and their answers and speeds kept in files.

FOLDER/contest.json              what all methods have in common
FOLDER/questions/FLAVOUR.jsonl   sentences, references and constraints
FOLDER/answers/FLAVOUR/NAME.jsonl
FOLDER/speeds.json               sentences a second, by method and batch, all of one sitting
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import torch

from stencilmt.baselines.claim import claim
from stencilmt.baselines.item import Answer, Constrained, Keep, Pair, System, batches
from stencilmt.baselines.methods import Method
from stencilmt.baselines.questions import Flavour, read_questions, require_constraints, write_questions
from stencilmt.baselines.speed import ROUNDS, measure_speeds, round_size
from stencilmt.baselines.system import LayoutSystem
from stencilmt.baselines.workshop import Workshop
from stencilmt.config import to_dict
from stencilmt.model.progress import Reporter
from stencilmt.whole import write_bytes, write_json

BATCHES = (1, 32)
"""Sentences at a time when speed is measured."""
TOLD = 64
"""Sentences after which the progress of a translation is told."""

Draw = Callable[[Sequence[str] | None], list[Pair]]
"""The questions: all or, given what the unconstrained model answers, the hard ones."""

Timing = dict[str, Any]
"""What `speeds.json` holds: `speeds` by method and batch, the `threads`, and in words how they were measured."""


class Audience(Reporter, Protocol):
    """Someone who follows a contest: training, and what is translated."""

    def translated(self, title: str, done: int, whole: int) -> None:
        """How many of its sentences a method has translated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What all methods have in common beside their training."""

    testset: str
    """Where the questions come from."""
    keep: Keep = Keep.TERMS
    """What the constraints are."""
    beam: int = 4
    sentences: int = 500
    """How many are translated."""
    timed: int = 64
    """How many of them are translated against the clock; 0 for none."""


@dataclass(frozen=True)
class Contest:
    """Methods, and the folder where all that they do is kept."""

    workshop: Workshop
    folder: Path
    rules: Rules
    draw: Draw
    audience: Audience

    def __post_init__(self) -> None:
        claim(self.folder / "contest.json", self.describe())

    def describe(self) -> dict[str, Any]:
        """All that decides the outcome."""
        return {"rules": to_dict(self.rules), **self.workshop.describe()}

    def questions(self, flavour: Flavour) -> Path:
        """The file of questions; drawn once, then the same for all."""
        path = self._questions(flavour)
        if not path.is_file():
            drawn = self.draw(self._known if flavour is Flavour.HARD else None)
            limits = self.workshop.task.prepared.limits
            asked = [pair for pair in drawn if limits.admit(pair.item.marks)][: self.rules.sentences]
            require_constraints(asked, self.rules.keep, f"{self.rules.testset}, {flavour}")
            write_questions(path, asked)
        return path

    def take_questions(self, other: "Contest", flavour: Flavour) -> None:
        """Ask what another contest asks: its hard questions are hard for its own networks."""
        asked = other.questions(flavour).read_bytes()
        self._questions(flavour).parent.mkdir(parents=True, exist_ok=True)
        write_bytes(self._questions(flavour), asked)

    def answers(self, name: str, method: Method, flavour: Flavour) -> Path:
        """The file with a method's answers."""
        path = self.folder / "answers" / flavour / f"{name}.jsonl"
        if not path.is_file():
            system, items = self._system(method), self._items(flavour)
            self.audience.note(f"{method.title} translates {len(items)} sentences, {flavour}")
            rows = [{"translation": answer.text, **answer.record} for answer in self._translate(system, items, method)]
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(path, "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode())
        return path

    @property
    def threads(self) -> int:
        """The threads that all of it is computed with."""
        return torch.get_num_threads()

    def speeds(self, methods: Mapping[str, Method]) -> Timing:
        """Sentences a second, by method and the size of the batch; all anew where one is missing or threads differ."""
        if not self.rules.timed:
            return {"threads": self.threads, "how": "", "speeds": {}}
        path = self.folder / "speeds.json"
        kept: Timing = json.loads(path.read_text("utf-8")) if path.is_file() else {}
        if kept.get("threads") != self.threads or not methods.keys() <= kept["speeds"].keys():
            kept = self._timed(methods)
            write_json(path, kept)
        return kept | {"speeds": {name: kept["speeds"][name] for name in methods}}

    def _timed(self, methods: Mapping[str, Method]) -> Timing:
        items = self._items(Flavour.NATURAL)[: self.rules.timed]
        self.audience.note(f"{len(methods)} methods translate {len(items)} sentences against the clock")
        systems = {name: self._system(method) for name, method in methods.items()}
        speeds = measure_speeds(systems, items, BATCHES)
        asked = " and ".join(f"{round_size(len(items), batch)} (batch {batch})" for batch in BATCHES)
        how = f"the first {asked} natural sentences, {ROUNDS} rounds by turns, the median; threads: {self.threads}"
        return {"threads": self.threads, "how": how, "speeds": speeds}

    def _translate(self, system: System, items: Sequence[Constrained], method: Method) -> list[Answer]:
        answers: list[Answer] = []
        for some in batches(items, TOLD):
            answers += system.translate(some)
            self.audience.translated(method.title, len(answers), len(items))
        return answers

    def _questions(self, flavour: Flavour) -> Path:
        return self.folder / "questions" / f"{flavour}.jsonl"

    def _items(self, flavour: Flavour) -> list[Constrained]:
        return [pair.item for pair in read_questions(self.questions(flavour))]

    def _system(self, method: Method) -> System:
        return method.system(self.workshop, self.rules.beam)

    @cached_property
    def _known(self) -> list[str]:
        """What the unconstrained network answers, greedily: hard constraints are not in it."""
        network, layout = self.workshop.network("vanilla"), self.workshop.layout("vanilla")
        system = LayoutSystem(layout, self.workshop.engine(network, beam=1))
        return [answer.text for answer in system.translate([pair.item for pair in self.draw(None)])]
