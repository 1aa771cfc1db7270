"""Systems: a network, the layout it is asked in and, where there is one, what steers its search."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from stencilmt.baselines.cdalign import Aim, Aims, Insertion
from stencilmt.baselines.engine import Steer, SteeredEngine
from stencilmt.baselines.filters import BlankLanguage, TagLanguage, TemplateLanguage
from stencilmt.baselines.item import Answer, Constrained
from stencilmt.baselines.layouts.aligned import Aligned
from stencilmt.baselines.layouts.inline import Inline
from stencilmt.baselines.layouts.layout import Layout
from stencilmt.baselines.layouts.template import TemplateLayout, report
from stencilmt.baselines.layouts.text_infill import END_OF_BLANK, TextInfill
from stencilmt.baselines.steering import Filter
from stencilmt.baselines.vdba import Allocation
from stencilmt.baselines.words import Words, spell, words_of
from stencilmt.constraints.mark import Symbol
from stencilmt.decode import Choice, Decoder, Job
from stencilmt.model.engine import Request
from stencilmt.template.cut import cut
from stencilmt.template.symbols import JOIN


@dataclass(frozen=True)
class LayoutSystem:
    """Ask in a layout, search, read the answer."""

    layout: Layout
    engine: SteeredEngine

    def translate(self, items: Sequence[Constrained]) -> list[Answer]:
        """Translate sentences."""
        requests = [Request(self.layout.source(item), self.layout.prefix(item)) for item in items]
        decoded = self.engine.decode(requests, self.steer(items))
        return [self.layout.restore(item, one.ids) for item, one in zip(items, decoded, strict=True)]

    def steer(self, items: Sequence[Constrained]) -> Steer | None:
        """What steers the search; nothing by itself."""
        return None

    @cached_property
    def words(self) -> Words | None:
        """What tokens do to words, where these are spaced."""
        return words_of(self.layout.codec)

    @property
    def end(self) -> int:
        """The token that ends a translation."""
        return self.engine.bounds.end


@dataclass(frozen=True)
class Vdba(LayoutSystem):
    """Terms are met by allocating the beam, in the language of the target's subwords."""

    def steer(self, items: Sequence[Constrained]) -> Steer:
        several = [[spell(item.targets[mark], self.layout.codec) for mark in item.marks] for item in items]
        wanted = [[one.tokens for one in spelled] for spelled in several]
        glued = {one.tokens: one.glued for spelled in several for one in spelled}
        words = self.words
        return lambda numbers: Allocation([wanted[number] for number in numbers], self.end, words, glued)


@dataclass(frozen=True)
class GuardedPlaceholder(LayoutSystem):
    """Placeholders that the search must write, each once at least."""

    layout: Inline

    def steer(self, items: Sequence[Constrained]) -> Steer:
        wanted = [[[mark] for mark in self.layout.mark_ids(item)] for item in items]
        words = self.words
        return lambda numbers: Allocation([wanted[number] for number in numbers], self.end, words)


@dataclass(frozen=True)
class CdAlign(LayoutSystem):
    """Terms are put in where the attention says so."""

    layout: Aligned

    def steer(self, items: Sequence[Constrained]) -> Steer:
        aims, words = [self._aims(item) for item in items], self.words
        return lambda numbers: Insertion([aims[number] for number in numbers], words)

    def _aims(self, item: Constrained) -> Aims:
        placed = self.layout.place(item)
        aims = [Aim(place, *spell(item.targets[mark], self.layout.codec)) for mark, place in placed.places.items()]
        return Aims(len(placed.ids) - 1, aims)


@dataclass(frozen=True)
class FilteredXml(LayoutSystem):
    """Tags in the text, kept well formed by the search."""

    layout: Inline
    symbols: Mapping[Symbol, int]

    def steer(self, items: Sequence[Constrained]) -> Steer:
        languages = [self._language(item) for item in items]
        return lambda numbers: Filter([languages[number] for number in numbers])

    def _language(self, item: Constrained) -> TagLanguage:
        own = {mark: self.symbols[mark] for mark in item.marks}
        closing = {number: own[mark.partner] for mark, number in own.items() if mark.opens}
        alone = frozenset(number for mark, number in own.items() if not mark.opens and not mark.closes)
        foreign = frozenset(self.symbols.values()) - {*own.values(), self.symbols[JOIN]}
        return TagLanguage(closing, alone, foreign, self.end)


@dataclass(frozen=True)
class GuardedInfill(LayoutSystem):
    """All blanks are filled, and no more."""

    layout: TextInfill

    def steer(self, items: Sequence[Constrained]) -> Steer:
        (close,) = self.layout.codec.subwords.encode([END_OF_BLANK])
        languages = [BlankLanguage(len(item.marks) + 1, close, self.end) for item in items]
        return lambda numbers: Filter([languages[number] for number in numbers])


@dataclass(frozen=True)
class MaskedTemplate(LayoutSystem):
    """Our own model with every step masked: what it writes is valid before anything could be repaired."""

    layout: TemplateLayout
    symbols: Mapping[Symbol, int]

    def steer(self, items: Sequence[Constrained]) -> Steer:
        compact = self.layout.codec.form.compact
        languages = [TemplateLanguage(item.marks, self.symbols, self.end, compact) for item in items]
        return lambda numbers: Filter([languages[number] for number in numbers])


@dataclass(frozen=True)
class TemplateSystem:
    """Our own model as it is used: ordinary search, then repair where it is needed."""

    decoder: Decoder

    def translate(self, items: Sequence[Constrained]) -> list[Answer]:
        """Translate sentences."""
        outcomes = self.decoder.decode([_job(item) for item in items])
        return [report(outcome.restored, outcome.choices) for outcome in outcomes]


def _job(item: Constrained) -> Job:
    choices = {mark: (Choice(item.targets[mark], item.targets[mark]),) for mark in item.marks}
    return Job(cut(item.source, item.spans), item.texts, choices)
