"""Languages that a hypothesis must stay in, one automaton each: tagged text, blanks to fill, a template."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from stencilmt.baselines.steering import Rule
from stencilmt.constraints.mark import Mark, Symbol
from stencilmt.template.grammar import parents
from stencilmt.template.symbols import JOIN, SEP, target_gap


class Nesting(NamedTuple):
    """Tags written so far."""

    open: tuple[int, ...] = ()
    """Opening tags that are not closed, the innermost last."""
    used: frozenset[int] = frozenset()
    """Tags that were written, closed or not."""


@dataclass(frozen=True)
class TagLanguage:
    """Text in which every tag of the source stands once, well nested: the push-down filter of XML."""

    closing: Mapping[int, int]
    """The closing tag of each opening tag, as ids."""
    alone: frozenset[int]
    """Tags without a partner."""
    foreign: frozenset[int]
    """Symbols that are not of this sentence."""
    end: int

    @property
    def start(self) -> Nesting:
        """Nothing written."""
        return Nesting()

    def follow(self, state: Nesting, token: int) -> Nesting:
        """Open, close, or go on with text."""
        if state.open and token == self.closing[state.open[-1]]:
            return state._replace(open=state.open[:-1])
        if token in self.closing:
            return Nesting((*state.open, token), state.used | {token})
        if token in self.alone:
            return state._replace(used=state.used | {token})
        return state

    def rule(self, state: Nesting) -> Rule:
        """No tag twice, no closing tag but that of the innermost open one, and no end while anything is missing."""
        inner = self.closing[state.open[-1]] if state.open else None
        closed = [token for token in self.closing.values() if token != inner]
        missing = [self.end] if self.shortest(state) else []
        return Rule([*self.foreign, *state.used, *closed, *missing])

    def shortest(self, state: Nesting) -> list[int]:
        """Close what is open, then write what is missing."""
        way = [self.closing[token] for token in reversed(state.open)]
        for token in (*self.closing, *sorted(self.alone)):
            if token not in state.used:
                way += [token, self.closing[token]] if token in self.closing else [token]
        return way


@dataclass(frozen=True)
class BlankLanguage:
    """So many texts, each closed by a symbol, and then the end: the guard of TextInfill. The state is their number."""

    blanks: int
    close: int
    end: int
    start: int = 0

    def follow(self, state: int, token: int) -> int:
        """One more is filled, or not yet."""
        return state + (token == self.close)

    def rule(self, state: int) -> Rule:
        """No end before the last blank is filled, nothing else after."""
        return Rule([self.end], only=state == self.blanks)

    def shortest(self, state: int) -> list[int]:
        """Close all that is left."""
        return [self.close] * (self.blanks - state)


class Plan(NamedTuple):
    """How far a template and its derivation are written."""

    template: tuple[Symbol, ...] = ()
    """The symbols of the template."""
    gap: int | None = None
    """The nonterminal that is being derived; -1 after the template, none inside it."""


@dataclass(frozen=True)
class TemplateLanguage:
    """A valid template and a derivation of all its nonterminals: what follows a prefix that lists the terms."""

    source: tuple[Mark, ...]
    """The marks of the source, in its order."""
    ids: Mapping[Symbol, int]
    """The id of every symbol of the vocabulary."""
    end: int
    compact: bool = False

    @property
    def start(self) -> Plan:
        """After the prefix, which without constraints goes as far as the only nonterminal."""
        return Plan() if self.source else Plan(gap=0)

    def follow(self, state: Plan, token: int) -> Plan:
        """Write a symbol, or go on with text."""
        symbol = next((symbol for symbol in self._onward(state) if self.ids[symbol] == token), None)
        if symbol is None:
            return state
        if state.gap is not None:
            return state._replace(gap=state.gap + 1)
        return state._replace(gap=-1) if symbol == SEP else Plan((*state.template, symbol))

    def rule(self, state: Plan) -> Rule:
        """In the template only what keeps it valid; in the derivation text, and the nonterminals in their order."""
        onward = [self.ids[symbol] for symbol in self._onward(state)]
        if state.gap is None or state.gap < 0:
            return Rule(onward, only=True)
        foreign = set(self.ids.values()) - {*onward, self.ids[JOIN]}
        return Rule([*foreign, self.end] if onward else foreign)

    def shortest(self, state: Plan) -> list[int]:
        """The first valid template, and all fragments empty."""
        way: list[int] = []
        while onward := self._onward(state):
            way.append(self.ids[onward[0]])
            state = self.follow(state, way[-1])
        return way

    def _onward(self, state: Plan) -> Sequence[Symbol]:
        """The symbols that may come next."""
        if state.gap is not None:
            return [target_gap(state.gap + 1)] if state.gap < len(self.source) else []
        written = len(state.template)
        if not self.compact and written % 2 == 0:
            return [target_gap(written // 2)]
        marks = [symbol for symbol in state.template if symbol in self.source]
        return next_marks(marks, self.source) or [SEP]


def next_marks(marks: Sequence[Symbol], source: Sequence[Mark]) -> list[Mark]:
    """The marks that may follow in a valid template: those of the innermost open tag, its end when it has them all."""
    holders, left = parents(source), [mark for mark in source if mark not in marks]
    opened = [Mark(mark) for mark in marks if Mark(mark).opens and Mark(mark).partner in left]
    inner = opened[-1] if opened else None
    inside = [mark for mark in left if not mark.closes and holders[mark] == inner]
    return inside or ([inner.partner] if inner else [])
