"""What there is to translate and what should come out."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from stencilmt.errors import DataError


@dataclass(frozen=True, slots=True)
class Term:
    """A term of a sentence and the translations that will do."""

    source: str
    """Its text in the source."""
    targets: tuple[str, ...]
    """Every accepted translation, the preferred one first."""
    inflected: bool = False
    """Whether the reference has a form the term list does not give, found by its lemma."""

    @property
    def target(self) -> str:
        """The translation to ask for."""
        return self.targets[0]


@dataclass(frozen=True, slots=True)
class Segment:
    """One sentence with its reference."""

    id: str
    """Empty where segments go by position."""
    source: str
    reference: str
    terms: tuple[Term, ...] = ()
    document: str = ""

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The terms as pairs of source and preferred target."""
        return tuple((term.source, term.target) for term in self.terms)


@dataclass(frozen=True, slots=True)
class Testset:
    """Sentences to measure systems with; texts keep their tags."""

    __test__: ClassVar[bool] = False  # its name makes pytest take it for a test

    name: str
    source_language: str
    """Empty where unknown."""
    target_language: str
    segments: tuple[Segment, ...]
    markup: bool = False
    """Whether the texts are XML with inline tags."""
    tokenized: bool = False
    """Whether words and punctuation are already apart, as in the annotated files of WMT21."""
    entities: frozenset[str] = field(default=frozenset())
    """English words that stay as they are, for NE&NUM."""
    annotated: bool = False
    """Whether the terms come from the annotation of WMT21, whose script places them in its own way."""

    def __post_init__(self) -> None:
        if not self.segments:
            raise DataError(f"test set {self.name} has no segments, so there is nothing to measure")

    @property
    def sources(self) -> list[str]:
        """The sentences to translate."""
        return [segment.source for segment in self.segments]

    @property
    def references(self) -> list[str]:
        """What they should become."""
        return [segment.reference for segment in self.segments]

    @property
    def terms(self) -> list[tuple[Term, ...]]:
        """The terms of every sentence."""
        return [segment.terms for segment in self.segments]

    @property
    def documents(self) -> list[str]:
        """The document of every sentence."""
        return [segment.document for segment in self.segments]


def term(source: str, *targets: str) -> Term:
    """A term and its accepted translations."""
    return Term(source, targets)


Terms = Sequence[Sequence[Term]]
"""The terms of every sentence of a corpus."""
