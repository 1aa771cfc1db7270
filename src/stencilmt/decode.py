"""A batch of templates through the engine: alternatives weighed, templates repaired, hollow tags filled."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod

from stencilmt.constraints.mark import Mark
from stencilmt.model.engine import Decoded, Engine, Request
from stencilmt.restore.apart import keep_apart
from stencilmt.restore.hollow import fill, find_hollow, says_something
from stencilmt.restore.restore import Restored, restore
from stencilmt.restore.sound import Guard, keep_source
from stencilmt.restore.tidy import tidy
from stencilmt.subwords.codec import Codec
from stencilmt.template.cut import Template
from stencilmt.template.grammar import only_order

MOST_COMBINATIONS = 8
"""Combinations of alternatives that are decoded side by side; beyond, one term is settled after the other."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A text that may stand for a constraint."""

    target: str
    """What is put into the translation."""
    view: str
    """What the model sees."""


Choices = Mapping[Mark, Choice]


@dataclass(frozen=True, slots=True)
class Job:
    """A sentence to translate."""

    source: Template
    views: Mapping[Mark, str]
    """What the model sees of each constraint in the source."""
    choices: Mapping[Mark, Sequence[Choice]]
    """What may stand for each constraint in the target, the preferred first."""
    guard: Guard = field(default_factory=Guard)
    """What its markup asks of the text between tags."""

    @property
    def first_choices(self) -> Choices:
        """The preferred choice for each constraint."""
        return {mark: several[0] for mark, several in self.choices.items()}

    @property
    def open_terms(self) -> list[Mark]:
        """The terms with more than one choice."""
        return [mark for mark, several in self.choices.items() if len(several) > 1]

    @property
    def is_settled_at_once(self) -> bool:
        """Whether all combinations of its choices are decoded side by side."""
        return prod(len(several) for several in self.choices.values()) <= MOST_COMBINATIONS


@dataclass(frozen=True, slots=True)
class Outcome:
    """A sentence translated."""

    restored: Restored
    choices: Choices
    """What was chosen for each constraint."""
    score: float
    """The mean log probability of what the model wrote itself."""

    @property
    def targets(self) -> dict[Mark, str]:
        """What stands for each constraint in the translation."""
        return _targets(self.choices)


@dataclass(frozen=True, slots=True)
class Decoder:
    """A model ready to translate templates."""

    codec: Codec
    engine: Engine

    def decode(self, jobs: Sequence[Job]) -> list[Outcome]:
        """Translate all jobs, whatever the model writes."""
        outcomes = self._best(jobs, [list(_combinations(job)) for job in jobs])
        self._settle(jobs, outcomes)
        self._repair(jobs, outcomes)
        self._fill(jobs, outcomes)
        return [_unless_blank(job, outcome) for job, outcome in zip(jobs, outcomes, strict=True)]

    def _best(self, jobs: Sequence[Job], combinations: Sequence[Sequence[Choices]]) -> list[Outcome]:
        """Decode each job with several combinations of choices, and keep what the model finds likeliest."""
        tried = [(job, choices) for job, several in zip(jobs, combinations, strict=True) for choices in several]
        decoded = iter(self._decode(tried, [self._prefix(job, choices) for job, choices in tried]))
        return [max((next(decoded) for _ in several), key=_score) for several in combinations]

    def _settle(self, jobs: Sequence[Job], outcomes: list[Outcome]) -> None:
        """Where there are too many combinations, settle one term after the other."""
        many = [index for index, job in enumerate(jobs) if not job.is_settled_at_once]
        for turn in range(max((len(jobs[index].open_terms) for index in many), default=0)):
            here = [index for index in many if turn < len(jobs[index].open_terms)]
            variants = [list(_variants(jobs[index], outcomes[index].choices, turn)) for index in here]
            for index, best in zip(here, self._best([jobs[index] for index in here], variants), strict=True):
                outcomes[index] = max(outcomes[index], best, key=_score)

    def _repair(self, jobs: Sequence[Job], outcomes: list[Outcome]) -> None:
        """Where the template had to be rearranged, decode the derivation again for the new one."""
        broken = [index for index, outcome in enumerate(outcomes) if outcome.restored.rearranged]
        tried = [(jobs[index], outcomes[index].choices) for index in broken]
        orders = [outcomes[index].restored.template.marks for index in broken]
        prefixes = [self._forced(job, choices, order) for (job, choices), order in zip(tried, orders, strict=True)]
        for index, again in zip(broken, self._decode(tried, prefixes), strict=True):
            said = dict.fromkeys((*outcomes[index].restored.repairs, *again.restored.repairs))
            outcomes[index] = replace(again, restored=replace(again.restored, repairs=tuple(said), rearranged=True))

    def _fill(self, jobs: Sequence[Job], outcomes: list[Outcome]) -> None:
        """Where a tag pair lost its text, translate that text alone."""
        hollow = [
            (index, pair)
            for index, (job, outcome) in enumerate(zip(jobs, outcomes, strict=True))
            for pair in find_hollow(job.source, outcome.restored.template)
        ]
        alone = [Job(Template((), (pair.source.strip(),)), {}, {}) for _, pair in hollow]
        texts = self._decode([(job, {}) for job in alone], [self._prefix(job, {}) for job in alone])
        for (index, pair), translated in zip(hollow, texts, strict=True):
            text = translated.restored.template.free[0].strip()
            text = text if says_something(text) else pair.source
            outcome, escape = outcomes[index], jobs[index].guard.escape
            filled = fill(outcome.restored, pair, text, outcome.targets, escape, self.codec.target_spaced)
            outcomes[index] = replace(outcome, restored=filled)

    def _prefix(self, job: Job, choices: Choices) -> list[int]:
        if job.source.marks and only_order(job.source.marks):
            return self._forced(job, choices, job.source.marks)
        return self.codec.prefix(job.source, _views(choices))

    def _forced(self, job: Job, choices: Choices, order: Sequence[Mark]) -> list[int]:
        return self.codec.forced_template(order, job.source, _views(choices))

    def _decode(self, tried: Sequence[tuple[Job, Choices]], prefixes: Sequence[list[int]]) -> list[Outcome]:
        sources = [self.codec.source(job.source, job.views) for job, _ in tried]
        answers = self.engine.decode([Request(*pair) for pair in zip(sources, prefixes, strict=True)])
        return [self._soundest(*each, answer) for each, answer in zip(tried, answers, strict=True)]

    def _soundest(self, job: Job, choices: Choices, answer: Decoded) -> Outcome:
        """The likeliest of the beam that needs no repair; where all do, the likeliest."""
        first = self._outcome(job, choices, answer)
        if _is_sound(job, first):
            return first
        others = (self._outcome(job, choices, other) for other in answer.others)
        return next((outcome for outcome in others if _is_sound(job, outcome)), first)

    def _outcome(self, job: Job, choices: Choices, answer: Decoded) -> Outcome:
        return Outcome(self._restore(job, choices, answer.ids), choices, answer.score)

    def _restore(self, job: Job, choices: Choices, ids: Sequence[int]) -> Restored:
        codec, targets = self.codec, _targets(choices)

        def polish(template: Template) -> Template:
            polished = tidy(template)
            return keep_apart(polished, targets, job.source, job.views) if codec.target_spaced else polished

        sequence = codec.subwords.decode(ids)
        return restore(sequence, job.source, targets, codec.form, codec.target_spaced, job.guard.escape, polish)


def _unless_blank(job: Job, outcome: Outcome) -> Outcome:
    """Where the model wrote nothing at all, the source's own text."""
    written = outcome.restored.template
    if any(mark.is_term for mark in written.marks) or says_something("".join(written.free)):
        return outcome
    if not says_something("".join(job.source.free)):
        return outcome
    kept = keep_source(outcome.restored, job.source, outcome.targets, "nothing was written, the source was kept")
    return replace(outcome, restored=kept)


def _is_sound(job: Job, outcome: Outcome) -> bool:
    return not outcome.restored.repairs and not find_hollow(job.source, outcome.restored.template)


def _score(outcome: Outcome) -> float:
    return outcome.score


def _views(choices: Choices) -> dict[Mark, str]:
    return {mark: choice.view for mark, choice in choices.items()}


def _targets(choices: Choices) -> dict[Mark, str]:
    return {mark: choice.target for mark, choice in choices.items()}


def _combinations(job: Job) -> Iterator[Choices]:
    """What is decoded first: all combinations, or the preferred one where there are too many."""
    if not job.is_settled_at_once:
        yield job.first_choices
        return
    for combination in product(*job.choices.values()):
        yield dict(zip(job.choices, combination, strict=True))


def _variants(job: Job, choices: Choices, turn: int) -> Iterator[Choices]:
    """The other choices for one open term, all else as it is."""
    mark = job.open_terms[turn]
    for choice in job.choices[mark]:
        if choice != choices[mark]:
            yield {**choices, mark: choice}
