"""The whole line on one screen: find, divide, cut, decode, restore, put together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from stencilmt.constraints.constraint import Constraint
from stencilmt.constraints.divide import Divider
from stencilmt.constraints.find import Finder
from stencilmt.constraints.glossary import Glossary
from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup import Markup
from stencilmt.constraints.matching import Matcher
from stencilmt.decode import Decoder, Outcome
from stencilmt.draft import Draft, Finished
from stencilmt.errors import GlossaryError
from stencilmt.model.folder import ModelFolder
from stencilmt.model.load import load
from stencilmt.subwords.codec import LONGEST_VIEW
from stencilmt.template.grammar import write_template
from stencilmt.template.symbols import target_gap
from stencilmt.text.language import matches

CHARACTERS = 20
"""More than any subword has: what has so many for each of the tokens that a model takes is too long for it."""

Terms = Glossary | Matcher | None
"""A glossary as it is, or made ready for searching, which pays when it serves many calls."""


@dataclass(frozen=True, slots=True)
class Options:
    """What holds for a whole request."""

    markup: Markup = Markup.NONE
    """How tags are written in the texts."""
    placeholders: bool = True
    """Keep `%s`, `{name}`, URLs, emoji, foreign scripts and their like."""
    strict: bool = False
    """Refuse markup that is not well formed instead of reading it leniently."""
    sentences: bool = True
    """Translate sentence by sentence."""
    lines: bool | None = None
    """Whether a line break ends a sentence; by itself it does, except in HTML and Markdown."""


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
    rearranged: bool = False
    """Whether the template was mended: its order is not the model's own."""
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


class Translator:
    """A model ready to translate.

    >>> translator = Translator.load("en-de")  # doctest: +SKIP
    >>> translator.translate(["Open the <b>file</b>."], options=Options(Markup.XML))  # doctest: +SKIP
    """

    def __init__(self, model: ModelFolder, decoder: Decoder) -> None:
        self.model = model
        self.decoder = decoder

    @classmethod
    def load(cls, model: str | Path, *, beam: int = 4, threads: int = 0) -> "Translator":
        """Load a model by its name (`en-de`) or its folder; a training run or a checkpoint of one takes torch."""
        folder, engine = load(model, beam=beam, threads=threads)
        return cls(folder, Decoder(folder.codec, engine))

    def translate(
        self, texts: Sequence[str], glossary: Terms | Sequence[Terms] = None, options: Options | None = None
    ) -> list[Translation]:
        """Translate texts; every matched term and every tag is in the result exactly once.

        The glossary holds for all texts, unless there is a sequence of them, one for each text.
        """
        options = options or Options()
        finders = self._finders(glossary, len(texts), options)
        divider = self._divider(options)
        drafts = [
            Draft(finder.find(text), divider, options.markup) for finder, text in zip(finders, texts, strict=True)
        ]
        outcomes = iter(self.decoder.decode([job for draft in drafts for job in draft.jobs]))
        return [
            _translation(text, draft, list(islice(outcomes, len(draft.jobs))))
            for text, draft in zip(texts, drafts, strict=True)
        ]

    def _finders(self, glossary: Terms | Sequence[Terms], count: int, options: Options) -> list[Finder]:
        if glossary is None or isinstance(glossary, Glossary | Matcher):
            return [self._finder(glossary, options)] * count
        return [self._finder(terms, options) for terms in glossary]

    def _finder(self, terms: Terms, options: Options) -> Finder:
        language = self.model.info.source_language
        return Finder(self._matcher(terms), options.markup, options.placeholders, options.strict, language=language)

    def _matcher(self, glossary: Terms) -> Matcher | None:
        if not isinstance(glossary, Glossary):
            return glossary
        ours = self.model.info.source_language, self.model.info.target_language
        theirs = glossary.source_language, glossary.target_language
        if any(their and not matches(our, their) for our, their in zip(ours, theirs, strict=True)):
            pairs = [" to ".join(name or "any language" for name in pair) for pair in (theirs, ours)]
            raise GlossaryError(f"{glossary.name} is a glossary for {pairs[0]}, the model translates {pairs[1]}")
        return Matcher(glossary, ours[0])

    def _divider(self, options: Options) -> Divider:
        by_itself = options.markup not in (Markup.HTML, Markup.MARKDOWN)
        lines = by_itself if options.lines is None else options.lines
        longest = CHARACTERS * self.model.info.longest
        return Divider(self.model.info.source_language, self._fits, options.sentences, lines, longest)

    def _fits(self, text: str, constraints: Sequence[Constraint]) -> bool:
        limits, codec = self.model.info.limits, self.model.codec
        if len(constraints) >= limits.gaps:
            return False
        marks = [constraint.mark for constraint in constraints]
        if not limits.admit(marks):
            return False
        targets = [constraint.target_view or constraint.target for constraint in constraints if constraint.mark.is_term]
        read = codec.source_subwords.encode([text])
        written = codec.subwords.encode([target[:LONGEST_VIEW] for target in targets])
        return max(len(read), len(written)) + 4 * len(marks) <= self.model.info.longest


def _translation(text: str, draft: Draft, outcomes: Sequence[Outcome]) -> Translation:
    finished = draft.finish(outcomes)
    return Translation(
        text,
        finished.whole.text,
        tuple(_kept(draft.found.constraints, finished)),
        write_template([span.mark for span in finished.whole.spans], target_gap),
        tuple(dict.fromkeys(repair for restored in finished.restored for repair in restored.repairs)),
        any(restored.rearranged for restored in finished.restored),
        draft.found.notes,
        sum(restored.omitted for restored in finished.restored),
        sum(outcome.score for outcome in outcomes) / max(1, len(outcomes)),
    )


def _kept(constraints: Sequence[Constraint], finished: Finished) -> Iterator[Kept]:
    places = {mark: (start, end) for start, end, mark in finished.whole.spans}
    for constraint in constraints:
        mark = constraint.mark
        source_span = constraint.start, constraint.end
        target = finished.targets[mark]
        yield Kept(str(mark), constraint.kind, constraint.source, target, source_span, places[mark], constraint.entry)
