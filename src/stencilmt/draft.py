"""A text on its way: divided into jobs, and put together again from what became of them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from stencilmt.constraints.constraint import Constraint, Found
from stencilmt.constraints.divide import Divider, Part
from stencilmt.constraints.mark import Kind, Mark, Span
from stencilmt.constraints.markup import Markup, escape, scan
from stencilmt.decode import Choice, Job, Outcome
from stencilmt.restore.restore import Restored
from stencilmt.restore.sound import Guard, weaves
from stencilmt.restore.weave import Woven, weave
from stencilmt.template.cut import Template, cut
from stencilmt.template.renumber import renumber

TAGS = (Kind.OPEN, Kind.CLOSE, Kind.ALONE)
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Translated:
    """A part that is translated."""

    job: Job
    names: Mapping[Mark, Mark]
    """What the whole text calls the marks of the job."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A text put together again."""

    whole: Woven
    targets: Mapping[Mark, str]
    """What stands for each constraint."""
    restored: Sequence[Restored]
    """The parts that were translated."""


class Draft:
    """A text divided into parts, each to be copied or translated."""

    def __init__(self, found: Found, divider: Divider, markup: Markup) -> None:
        self.found = found
        self._constraints = {constraint.mark: constraint for constraint in found.constraints}
        self._parts = divider.divide(found)
        self._guard = _guard(markup, found.text)
        self._translated = {
            index: self._translate(part, markup) for index, part in enumerate(self._parts) if not part.copied
        }

    @property
    def jobs(self) -> list[Job]:
        """What is to be decoded."""
        return [part.job for part in self._translated.values()]

    def finish(self, outcomes: Sequence[Outcome]) -> Finished:
        """Put the parts together; where the whole does not read back with just its tags, weave it more warily."""
        targets = self._targets(outcomes)
        pairs = list(zip(self._translated.values(), outcomes, strict=True))
        chosen = [_first_sound(part.job, outcome) for part, outcome in pairs]
        whole = self._assemble(chosen, targets)
        if not self._guard.is_sound(whole.text):
            for row in zip(*(_weaves(part.job, outcome) for part, outcome in pairs), strict=True):
                chosen = list(row)
                whole = self._assemble(chosen, targets)
                if self._guard.is_sound(whole.text):
                    break
        return Finished(whole, targets, chosen)

    def _translate(self, part: Part, markup: Markup) -> Translated:
        spans, names = renumber([Span(start - part.start, end - part.start, mark) for start, end, mark in part.spans])
        template = cut(self.found.text[part.start : part.end], spans)
        ours = {mark: self._constraints[name] for mark, name in names.items()}
        job = Job(
            Template(template.marks, tuple(_SPACES.sub(" ", free) for free in template.free)),
            {mark: constraint.source_view or constraint.source for mark, constraint in ours.items()},
            {mark: tuple(_choices(constraint)) for mark, constraint in ours.items()},
            _guard(markup, self.found.text[part.start : part.end]),
        )
        return Translated(job, names)

    def _targets(self, outcomes: Sequence[Outcome]) -> dict[Mark, str]:
        targets = {constraint.mark: constraint.target for constraint in self.found.constraints}
        for part, outcome in zip(self._translated.values(), outcomes, strict=True):
            targets |= {part.names[mark]: target for mark, target in outcome.targets.items()}
        return targets

    def _assemble(self, restored: Sequence[Restored], targets: Mapping[Mark, str]) -> Woven:
        """The whole text, its constraints called by their own names."""
        pieces: list[str] = []
        spans: list[Span] = []
        length, ahead = 0, iter(restored)
        for index, part in enumerate(self._parts):
            text, own = self._copy(part, targets) if part.copied else self._renamed(index, next(ahead))
            spans += [Span(length + start, length + end, mark) for start, end, mark in own]
            pieces.append(text)
            length += len(text)
        return Woven("".join(pieces), tuple(spans))

    def _renamed(self, index: int, restored: Restored) -> Woven:
        names = self._translated[index].names
        return Woven(restored.text, tuple(Span(start, end, names[mark]) for start, end, mark in restored.spans))

    def _copy(self, part: Part, targets: Mapping[Mark, str]) -> Woven:
        spans = [Span(start - part.start, end - part.start, mark) for start, end, mark in part.spans]
        return weave(cut(self.found.text[part.start : part.end], spans), targets)


def _weaves(job: Job, outcome: Outcome) -> Iterator[Restored]:
    return weaves(outcome.restored, job.source, outcome.targets, job.guard)


def _first_sound(job: Job, outcome: Outcome) -> Restored:
    restored = outcome.restored
    for restored in _weaves(job, outcome):
        if job.guard.is_sound(restored.text):
            break
    return restored


def _choices(constraint: Constraint) -> Iterator[Choice]:
    yield Choice(constraint.target, constraint.target_view or constraint.target)
    yield from map(Choice, constraint.alternatives, constraint.alternative_views or constraint.alternatives)


def _guard(markup: Markup, text: str) -> Guard:
    if markup is Markup.NONE:
        return Guard()
    wanted = _tags(text, markup)
    return Guard(
        partial(escape, markup=markup),
        partial(escape, markup=markup, wary=True),
        lambda translation: _tags(translation, markup) == wanted,
    )


def _tags(text: str, markup: Markup) -> Counter[str]:
    return Counter(text[tag.start : tag.end] for tag in scan(text, markup).tags if tag.kind in TAGS)
