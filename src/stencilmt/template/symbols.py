"""The alphabet of the sequences: every symbol that is not text."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stencilmt.constraints.mark import Mark, Symbol, alone, closing, opening, term

SEP = Symbol("<sep>")
"""Stands between the parts of a sequence."""

JOIN = Symbol("<join>")
"""Says that no space stands before the next mark (see `spacing`)."""


def source_gap(number: int) -> Symbol:
    """The nonterminal of a free fragment of the source."""
    return Symbol(f"X{number}")


def target_gap(number: int) -> Symbol:
    """The nonterminal of a free fragment of the target."""
    return Symbol(f"Y{number}")


@dataclass(frozen=True, slots=True)
class Limits:
    """How many constraints of each kind a model has symbols for."""

    terms: int = 16
    """Terms and placeholders in one segment; users bring 12 and more."""
    tags: int = 16
    """Tags in one segment, a pair counting once."""

    @property
    def gaps(self) -> int:
        """Free fragments in the fullest segment there can be."""
        return self.terms + 2 * self.tags + 1

    def admit(self, marks: Iterable[Mark]) -> bool:
        """Whether there is a symbol for each of the constraints of a segment."""
        kinds = Counter(mark.is_term for mark in marks if not mark.closes)
        return kinds[True] <= self.terms and kinds[False] <= self.tags


def alphabet(limits: Limits) -> Iterator[Symbol]:
    """Every symbol a model with these limits knows, in the order of the vocabulary."""
    yield from (SEP, JOIN)
    yield from (term(n) for n in range(1, limits.terms + 1))
    for make in (opening, closing, alone):
        yield from (make(n) for n in range(1, limits.tags + 1))
    yield from (source_gap(n) for n in range(limits.gaps))
    yield from (target_gap(n) for n in range(limits.gaps))
