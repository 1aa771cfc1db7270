"""The whole line on one screen: find, divide, cut, decode, restore, put together."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from stencilmt.constraints.constraint import Constraint, Found
from stencilmt.constraints.divide import Divider, Part
from stencilmt.constraints.find import Finder
from stencilmt.constraints.glossary import Glossary
from stencilmt.constraints.mark import Kind, Mark, Span
from stencilmt.constraints.markup import Markup, escape
from stencilmt.constraints.matching import Matcher
from stencilmt.decode import Choice, Decoder, Job, Outcome
from stencilmt.errors import GlossaryError
from stencilmt.model.engine import CTranslate2Engine
from stencilmt.model.folder import ModelFolder
from stencilmt.template.cut import Template, cut
from stencilmt.template.grammar import write_template
from stencilmt.template.renumber import renumber
from stencilmt.template.symbols import target_gap
from stencilmt.text.language import matches

_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Options:
    """What holds for a whole request."""

    markup: Markup = Markup.NONE
    """How tags are written in the texts."""
    placeholders: bool = True
    """Keep `%s`, `{name}`, URLs and their like."""
    strict: bool = False
    """Refuse markup that is not well formed instead of reading it leniently."""
    sentences: bool = True
    """Translate sentence by sentence."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A constraint, and where it stands in source and translation."""

    symbol: str
    kind: Kind
    source: str
    target: str
    source_span: tuple[int, int]
    target_span: tuple[int, int]
    entry: str = ""
    """Of a term, how the glossary spells it."""


@dataclass(frozen=True, slots=True)
class Translation:
    """A text translated, with every constraint in it."""

    source: str
    text: str
    constraints: tuple[Kept, ...]
    """In source order."""
    template: tuple[str, ...]
    """The order the constraints have in the translation, written as a template."""
    repairs: tuple[str, ...] = ()
    """What the model got wrong and was mended."""
    notes: tuple[str, ...] = ()
    """What was found in the source that the caller should know."""
    omitted: int = 0
    """Nonterminals the model left without a text, taken as empty."""
    score: float = 0.0
    """The mean log probability of the parts, by the model."""

    @property
    def status(self) -> str:
        """`ok`, or `repaired` where the model's template or text had to be mended."""
        return "repaired" if self.repairs else "ok"


@dataclass(slots=True)
class _Draft:
    """A text on its way."""

    source: str
    found: Found
    parts: list[Part]
    jobs: dict[int, tuple[Job, Mapping[Mark, Mark]]] = field(default_factory=dict)
    """For each part that is translated, the job and the whole text's names for its marks."""


class Translator:
    """A model ready to translate.

    >>> translator = Translator.load("en-de")  # doctest: +SKIP
    >>> translator.translate(["Open the <b>file</b>."], markup="xml")  # doctest: +SKIP
    """

    def __init__(self, model: ModelFolder, decoder: Decoder) -> None:
        self.model = model
        self._decoder = decoder

    @classmethod
    def load(cls, model: str | Path, *, beam: int = 4, threads: int = 0) -> "Translator":
        """Load a model by its name (`en-de`) or its folder."""
        folder = ModelFolder.find(model)
        engine = CTranslate2Engine(folder.path, folder.codec.subwords, beam=beam, threads=threads)
        return cls(folder, Decoder(folder.codec, engine))

    def translate(
        self, texts: Sequence[str], glossary: Glossary | Matcher | None = None, options: Options | None = None
    ) -> list[Translation]:
        """Translate texts; every matched term and every tag is in the result exactly once."""
        options = options or Options()
        finder = Finder(self._matcher(glossary), options.markup, options.placeholders, options.strict)
        drafts = [self._draft(text, finder, options) for text in texts]
        jobs = [job for draft in drafts for job, _ in draft.jobs.values()]
        outcomes = iter(self._decoder.decode(jobs))
        return [_finish(draft, {index: next(outcomes) for index in draft.jobs}) for draft in drafts]

    def _matcher(self, glossary: Glossary | Matcher | None) -> Matcher | None:
        if not isinstance(glossary, Glossary):
            return glossary
        ours = self.model.info.source_language, self.model.info.target_language
        theirs = glossary.source_language, glossary.target_language
        if any(their and not matches(our, their) for our, their in zip(ours, theirs, strict=True)):
            pairs = [" to ".join(name or "any language" for name in pair) for pair in (theirs, ours)]
            raise GlossaryError(f"{glossary.name} is a glossary for {pairs[0]}, the model translates {pairs[1]}")
        return Matcher(glossary, ours[0])

    def _draft(self, text: str, finder: Finder, options: Options) -> _Draft:
        found = finder.find(text)
        soft_lines = options.markup in (Markup.HTML, Markup.MARKDOWN)
        divider = Divider(self.model.info.source_language, self._fits, options.sentences, lines=not soft_lines)
        draft = _Draft(text, found, divider.divide(found))
        by_mark = {constraint.mark: constraint for constraint in found.constraints}
        for index, part in enumerate(draft.parts):
            if not part.copied:
                draft.jobs[index] = _job(found.text, part, by_mark, options.markup)
        return draft

    def _fits(self, text: str, spans: Sequence[Span]) -> bool:
        limits, longest = self.model.info.limits, self.model.info.longest
        terms = sum(span.mark.is_term for span in spans)
        tags = sum(not span.mark.is_term and not span.mark.closes for span in spans)
        if terms > limits.terms or tags > limits.tags or len(text) > 20 * longest:
            return False
        return len(self.model.codec.subwords.encode([text])) + 4 * len(spans) <= longest


def _job(text: str, part: Part, constraints: Mapping[Mark, Constraint], markup: Markup) -> tuple[Job, dict[Mark, Mark]]:
    spans, names = renumber([Span(start - part.start, end - part.start, mark) for start, end, mark in part.spans])
    template = cut(text[part.start : part.end], spans)
    ours = {mark: constraints[name] for mark, name in names.items()}
    job = Job(
        Template(template.marks, tuple(_SPACES.sub(" ", free) for free in template.free)),
        {mark: constraint.source_view or constraint.source for mark, constraint in ours.items()},
        {mark: tuple(_choices(constraint)) for mark, constraint in ours.items()},
        partial(escape, markup=markup) if markup is not Markup.NONE else str,
    )
    return job, names


def _choices(constraint: Constraint) -> Iterator[Choice]:
    yield Choice(constraint.target, constraint.target_view or constraint.target)
    for alternative in constraint.alternatives:
        yield Choice(alternative, alternative)


def _finish(draft: _Draft, outcomes: Mapping[int, Outcome]) -> Translation:
    """Put the parts together, in the whole text's names."""
    targets = {constraint.mark: constraint.target for constraint in draft.found.constraints}
    pieces: list[str] = []
    places: dict[Mark, tuple[int, int]] = {}
    length = 0
    for index, part in enumerate(draft.parts):
        if part.copied:
            text, spans = _copy(draft.found.text, part, targets)
        else:
            restored, names = outcomes[index].restored, draft.jobs[index][1]
            text, spans = restored.text, [Span(start, end, names[mark]) for start, end, mark in restored.spans]
            targets |= {names[mark]: choice.target for mark, choice in outcomes[index].choices.items()}
        places |= {span.mark: (length + span.start, length + span.end) for span in spans}
        pieces.append(text)
        length += len(text)
    order: list[Mark] = sorted(places, key=lambda mark: places[mark])
    scores = [outcome.score for outcome in outcomes.values()]
    return Translation(
        draft.source,
        "".join(pieces),
        tuple(_kept(constraint, targets, places) for constraint in draft.found.constraints),
        write_template(order, target_gap),
        tuple(repair for outcome in outcomes.values() for repair in outcome.restored.repairs),
        draft.found.notes,
        sum(outcome.restored.omitted for outcome in outcomes.values()),
        sum(scores) / len(scores) if scores else 0.0,
    )


def _kept(constraint: Constraint, targets: Mapping[Mark, str], places: Mapping[Mark, tuple[int, int]]) -> Kept:
    mark = constraint.mark
    span = constraint.start, constraint.end
    return Kept(str(mark), constraint.kind, constraint.source, targets[mark], span, places[mark], constraint.entry)


def _copy(text: str, part: Part, targets: Mapping[Mark, str]) -> tuple[str, list[Span]]:
    """A copied part, its constraints translated."""
    pieces, spans, position, length = [], [], part.start, 0
    for start, end, mark in part.spans:
        pieces += [text[position:start], targets[mark]]
        length += start - position
        spans.append(Span(length, length + len(targets[mark]), mark))
        length += len(targets[mark])
        position = end
    return "".join([*pieces, text[position : part.end]]), spans
