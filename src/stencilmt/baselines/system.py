"""Systems: a network, the layout it is asked in and, where there is one, what steers its search."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from stencilmt.baselines.cdalign import Aim, Aims, Insertion
from stencilmt.baselines.engine import Steer, TorchEngine
from stencilmt.baselines.filters import BlankLanguage, TagLanguage, TemplateLanguage
from stencilmt.baselines.item import Answer, Constrained
from stencilmt.baselines.layouts.aligned import Aligned
from stencilmt.baselines.layouts.inline import Inline
from stencilmt.baselines.layouts.layout import Layout
from stencilmt.baselines.layouts.template import TemplateLayout, report
from stencilmt.baselines.layouts.text_infill import END_OF_BLANK, TextInfill
from stencilmt.baselines.steering import Filter
from stencilmt.baselines.vdba import Allocation
from stencilmt.constraints.mark import Symbol
from stencilmt.decode import Choice, Decoder, Job
from stencilmt.model.engine import Request
from stencilmt.subwords.codec import Codec
from stencilmt.template.cut import cut
from stencilmt.template.symbols import JOIN

_BYTE = re.compile("<0x(..)>")


@dataclass(frozen=True)
class LayoutSystem:
    """Ask in a layout, search, read the answer."""

    layout: Layout
    engine: TorchEngine

    def translate(self, items: Sequence[Constrained]) -> list[Answer]:
        """Translate sentences."""
        requests = [Request(self.layout.source(item), self.layout.prefix(item)) for item in items]
        decoded = self.engine.decode(requests, self.steer(items))
        return [self.layout.restore(item, one.ids) for item, one in zip(items, decoded, strict=True)]

    def steer(self, items: Sequence[Constrained]) -> Steer | None:
        """What steers the search; nothing by itself."""
        return None

    @cached_property
    def continuing(self) -> Tensor | None:
        """Which tokens go on with a word."""
        return continues_word(self.layout.codec)

    @property
    def end(self) -> int:
        """The token that ends a translation."""
        return self.engine.bounds.end


@dataclass(frozen=True)
class Vdba(LayoutSystem):
    """Terms are met by allocating the beam, in the language of the target's subwords."""

    def steer(self, items: Sequence[Constrained]) -> Steer:
        codec = self.layout.codec
        wanted = [
            [codec.subwords.encode([self.layout.lead(item.targets[mark], codec.target_spaced)]) for mark in item.marks]
            for item in items
        ]
        continuing = self.continuing
        return lambda numbers: Allocation([wanted[number] for number in numbers], self.end, continuing)


@dataclass(frozen=True)
class GuardedPlaceholder(LayoutSystem):
    """Placeholders that the search must write, each once at least."""

    layout: Inline

    def steer(self, items: Sequence[Constrained]) -> Steer:
        wanted = [[[mark] for mark in self.layout.mark_ids(item)] for item in items]
        continuing = self.continuing
        return lambda numbers: Allocation([wanted[number] for number in numbers], self.end, continuing)


@dataclass(frozen=True)
class CdAlign(LayoutSystem):
    """Terms are put in where the attention says so."""

    layout: Aligned

    def steer(self, items: Sequence[Constrained]) -> Steer:
        aims = [self._aims(item) for item in items]
        return lambda numbers: Insertion([aims[number] for number in numbers])

    def _aims(self, item: Constrained) -> Aims:
        placed, codec = self.layout.place(item), self.layout.codec
        targets = {
            mark: codec.subwords.encode([self.layout.lead(item.targets[mark], codec.target_spaced)])
            for mark in placed.places
        }
        return Aims(len(placed.ids) - 1, [Aim(place, targets[mark]) for mark, place in placed.places.items()])


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


def continues_word(codec: Codec) -> Tensor | None:
    """[vocabulary] which tokens go on with a word; nothing to know where words do not begin with a space."""
    if not codec.target_spaced:
        return None
    read = (codec.subwords.decode([number]) for number in range(len(codec.subwords.tokens)))
    symbols = (next((item for item in items if isinstance(item, Symbol)), None) for items in read)
    tokens = zip(symbols, codec.subwords.tokens, strict=True)
    return torch.tensor([*(goes_on(symbol or token) for symbol, token in tokens), False])


def goes_on(token: str) -> bool:
    """Whether a word goes on with this token: a letter, a digit, a hyphen ("Haus-Tür"), a byte of a letter."""
    if isinstance(token, Symbol):
        return token == JOIN
    if byte := _BYTE.fullmatch(token):
        return int(byte[1], 16) > 127 or chr(int(byte[1], 16)).isalnum()
    return token[:1].isalnum() or token[:1] in ("-", "_")
