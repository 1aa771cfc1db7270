"""A contest: the same questions put to all methods, and their answers and speeds kept in files.

FOLDER/networks/NAME/            a training run for each network
FOLDER/questions/FLAVOUR.jsonl   sentences, references and constraints
FOLDER/answers/FLAVOUR/NAME.jsonl
FOLDER/speeds.json               sentences a second, by method and batch
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from stencilmt.baselines.item import Constrained, Pair, System
from stencilmt.baselines.methods import Method
from stencilmt.baselines.questions import Flavour, read_questions, write_questions
from stencilmt.baselines.speed import sentences_per_second
from stencilmt.baselines.system import LayoutSystem
from stencilmt.baselines.workshop import Workshop
from stencilmt.config import to_dict
from stencilmt.errors import SettingsError
from stencilmt.model.run import differences
from stencilmt.whole import write_bytes, write_json

BATCHES = (1, 32)
"""Sentences at a time when speed is measured."""

Draw = Callable[[Sequence[str] | None], list[Pair]]
"""The questions: all or, given what the unconstrained model answers, the hard ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What all methods have in common beside their training."""

    testset: str
    """Where the questions come from."""
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
    note: Callable[[str], None] = field(default=lambda text: None)

    def adopt(self) -> None:
        """Make the folder that of this contest, or refuse where it is that of one with other rules."""
        path, own = self.folder / "contest.json", self.describe()
        if path.is_file():
            other = [line for _, line in differences(json.loads(path.read_text("utf-8")), own)]
            if other:
                raise SettingsError(f"{self.folder} holds another comparison ({'; '.join(other)}): choose a new folder")
        self.folder.mkdir(parents=True, exist_ok=True)
        write_json(path, own)

    def describe(self) -> dict[str, Any]:
        """All that decides the outcome."""
        workshop = self.workshop
        curriculum = to_dict(workshop.curriculum)
        return {"rules": to_dict(self.rules), "curriculum": curriculum, "data": str(workshop.task.folder)}

    def questions(self, flavour: Flavour) -> Path:
        """The file of questions; drawn once, then the same for all."""
        path = self.folder / "questions" / f"{flavour}.jsonl"
        if not path.is_file():
            write_questions(path, self.draw(self._known if flavour is Flavour.HARD else None)[: self.rules.sentences])
        return path

    def answers(self, name: str, method: Method, flavour: Flavour) -> Path:
        """The file with a method's answers."""
        path = self.folder / "answers" / flavour / f"{name}.jsonl"
        if not path.is_file():
            items = self._items(flavour)
            self.note(f"{method.title} translates {len(items)} sentences, {flavour}")
            answers = self._system(method).translate(items)
            rows = [{"translation": answer.text, **answer.record} for answer in answers]
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(path, "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode())
        return path

    def speed(self, name: str, method: Method) -> Mapping[str, float]:
        """Sentences a second, by the size of the batch."""
        path = self.folder / "speeds.json"
        speeds: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
        if name not in speeds and self.rules.timed:
            self.note(f"{method.title} translates {self.rules.timed} sentences against the clock")
            system, items = self._system(method), self._items(Flavour.NATURAL)[: self.rules.timed]
            speeds[name] = {str(batch): sentences_per_second(system, items, batch) for batch in BATCHES}
            write_json(path, speeds)
        found: dict[str, float] = speeds.get(name, {})
        return found

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
