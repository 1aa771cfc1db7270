"""A constraint: one thing in a sentence that must survive its translation."""

from typing import NamedTuple

from stencilmt.constraints.mark import Kind, Mark, Span


class Constraint(NamedTuple):
    """One term, placeholder or tag, and what stands for it in the translation."""

    mark: Mark
    """The symbol that takes its place."""
    kind: Kind
    """What it is."""
    source: str
    """Its text in the sentence; of a term cut by tags, without them."""
    target: str
    """What stands in the translation, byte for byte."""
    start: int
    """Where it begins in the sentence as the user gave it."""
    end: int
    """Where it ends there."""
    alternatives: tuple[str, ...] = ()
    """Other targets that would do as well."""
    source_view: str = ""
    """What the model reads for the source, where its bytes say little ("&" for "&amp;"); else empty."""
    target_view: str = ""
    """The same for the target."""
    alternative_views: tuple[str, ...] = ()
    """The same for each alternative."""
    entry: str = ""
    """Of a term, how the glossary spells it."""


class Found(NamedTuple):
    """A sentence with its constraints."""

    text: str
    """The sentence, with tags moved out of the terms they cut, and words spelled as the model is to read them."""
    spans: tuple[Span, ...]
    """Where each constraint stands in that text."""
    constraints: tuple[Constraint, ...]
    """The constraints, in the order of the spans."""
    notes: tuple[str, ...] = ()
    """What the user should know: tags that were moved or not well formed, inflected forms that matched."""
