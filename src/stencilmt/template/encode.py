"""The sequences the model reads and writes: constraints, template and derivation, one after the other.

A sequence is a tuple of `Symbol`s and of plain strings, the text fragments.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from stencilmt.constraints.mark import Mark, Symbol
from stencilmt.errors import ConstraintError
from stencilmt.template.cut import Template
from stencilmt.template.grammar import Gap, write_template
from stencilmt.template.symbols import JOIN, SEP, source_gap, target_gap


class SequenceKind(StrEnum):
    """Which of the four kinds of sequence is written."""

    LEXICAL = "lexical"
    STRUCTURAL = "structural"
    UNCONSTRAINED = "unconstrained"
    UNIFIED = "unified"


@dataclass(frozen=True, slots=True)
class Format:
    """How sequences are written; a model knows one format."""

    kind: SequenceKind = SequenceKind.UNIFIED
    """Terms (lexical), literal tags (structural), neither (unconstrained) or terms and numbered tags (unified)."""
    compact: bool = False
    """Leave the nonterminals out of the template, where they say nothing that the order of the marks does not."""

    @property
    def lists_terms(self) -> bool:
        """Whether a sequence starts with its terms."""
        return self.kind is not SequenceKind.STRUCTURAL

    def admits(self, marks: Sequence[Mark]) -> None:
        """Refuse marks this kind of sequence has no place for."""
        if self.kind is SequenceKind.UNIFIED:
            return
        terms = any(mark.is_term for mark in marks)
        tags = any(not mark.is_term for mark in marks)
        unwanted = {
            SequenceKind.LEXICAL: "tags" * tags,
            SequenceKind.STRUCTURAL: "terms" * terms,
            SequenceKind.UNCONSTRAINED: "constraints" * (terms or tags),
        }[self.kind]
        if unwanted:
            raise ConstraintError(f"a sequence of kind {self.kind} holds no {unwanted}: take kind unified")


def encode_source(template: Template, sources: Mapping[Mark, str], form: Format) -> tuple[str, ...]:
    """The encoder's input."""
    return tuple(_parts(template, template.marks, sources, form, source_gap))


def encode_target(template: Template, source: Template, targets: Mapping[Mark, str], form: Format) -> tuple[str, ...]:
    """The decoder's whole output, prefix and all, as in training."""
    return tuple(_parts(template, source.marks, targets, form, target_gap))


def encode_prefix(source: Template, targets: Mapping[Mark, str], form: Format) -> tuple[str, ...]:
    """What the decoder is forced to begin with."""
    form.admits(source.marks)
    if not source.marks:
        return (*unconstrained_prefix(form),)
    if not form.lists_terms:
        return (target_gap(0),) if not form.compact else ()
    return (*_terms(source.marks, targets), SEP)


def encode_forced_template(
    order: Sequence[Mark], source: Template, targets: Mapping[Mark, str], form: Format
) -> tuple[str, ...]:
    """A prefix that fixes the template too, so that only the derivation is left to decode."""
    terms = (*_terms(source.marks, targets), SEP) if form.lists_terms else ()
    return (*terms, *_template(order, targets, form, target_gap), SEP, target_gap(0))


def unconstrained_prefix(form: Format) -> tuple[Symbol, ...]:
    """With no constraints the template is known, and forced."""
    return (*([SEP] * form.lists_terms), *write_template((), target_gap, form.compact), SEP, target_gap(0))


def words(sequence: Sequence[str]) -> list[str]:
    """A sequence as tokens to look at: symbols, and the words of the fragments."""
    return [word for item in sequence for word in ([str(item)] if isinstance(item, Symbol) else item.split())]


def _parts(
    template: Template, numbered: Sequence[Mark], texts: Mapping[Mark, str], form: Format, gap: Gap
) -> Iterator[str]:
    form.admits(numbered)
    if form.lists_terms:
        yield from _terms(numbered, texts)
        yield SEP
    yield from _template(template.marks, texts, form, gap)
    yield SEP
    for number, text in enumerate(template.free):
        yield gap(number)
        if text:
            yield text
        if number in template.joined:
            yield JOIN


def _terms(marks: Sequence[Mark], texts: Mapping[Mark, str]) -> Iterator[str]:
    for mark in marks:
        if mark.is_term:
            yield mark
            yield texts[mark]


def _template(order: Sequence[Mark], texts: Mapping[Mark, str], form: Format, gap: Gap) -> tuple[Symbol, ...]:
    if form.kind is SequenceKind.STRUCTURAL:
        return write_template([Symbol(texts[mark]) for mark in order], gap, form.compact)
    return write_template(order, gap, form.compact)
