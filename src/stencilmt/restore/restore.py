"""From the decoder's sequence to a sentence that holds every constraint, always."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from stencilmt.constraints.mark import Mark, Span, Symbol
from stencilmt.restore.parse import Parsed, parse
from stencilmt.restore.repair import repair
from stencilmt.restore.weave import weave
from stencilmt.template.cut import Template
from stencilmt.template.encode import Format, SequenceKind
from stencilmt.template.grammar import faults
from stencilmt.template.spacing import unpack


@dataclass(frozen=True, slots=True)
class Restored:
    """A sentence put together from what the model wrote."""

    text: str
    """Every constraint stands in it exactly once, with the user's own bytes."""
    spans: tuple[Span, ...]
    """Where each constraint stands in the text."""
    template: Template
    """The marks in their final order and the fragments between them, as the model wrote them."""
    repairs: tuple[str, ...]
    """What the model got wrong in the template, one phrase each; empty when nothing."""
    rearranged: bool
    """Whether the template is not the one the model wrote: other marks, another order, or other nonterminals."""
    omitted: int
    """Nonterminals without a derivation, taken as empty."""


def restore(
    sequence: Sequence[str],
    source: Template,
    targets: Mapping[Mark, str],
    form: Format,
    spaced: bool,
    escape: Callable[[str], str] = str,
    polish: Callable[[Template], Template] = lambda template: template,
) -> Restored:
    """Read, check, repair and weave; any sequence gives a sentence, and what was wrong with it is said."""
    parsed = parse(sequence, form)
    if form.kind is SequenceKind.STRUCTURAL:
        parsed.marks = _identify(parsed.marks, source.marks, targets)
    marks = repair(parsed.marks, source.marks)
    template = polish(unpack(_template(marks, parsed), spaced))
    woven = weave(escaped(template, escape), targets)
    surplus = _surplus(parsed.fragments, len(marks) + 1)
    repairs = tuple(dict.fromkeys((*faults(parsed.marks, source.marks), *parsed.faults, *surplus)))
    omitted = sum(number not in parsed.fragments for number in range(len(marks) + 1))
    rearranged = marks != parsed.marks or not parsed.regular
    return Restored(woven.text, woven.spans, template, repairs, rearranged, omitted)


def escaped(template: Template, escape: Callable[[str], str]) -> Template:
    """A template whose fragments are safe to stand between tags."""
    return Template(template.marks, tuple(escape(text) for text in template.free))


def _template(marks: tuple[Mark, ...], parsed: Parsed) -> Template:
    free = tuple(parsed.fragments.get(number, "") for number in range(len(marks) + 1))
    return Template(marks, free, frozenset(parsed.joined))


def _surplus(numbers: Iterable[int], count: int) -> list[str]:
    """What to say of fragments that have no place."""
    first = min((number for number in numbers if number >= count), default=None)
    return [] if first is None else [f"Y{first} stands for no fragment and was dropped"]


def _identify(symbols: Sequence[Symbol], source: Sequence[Mark], texts: Mapping[Mark, str]) -> tuple[Symbol, ...]:
    """The marks that literal tags stand for: of equal tags the first unused one, for an end tag the innermost open."""
    unused = list(source)
    opened: list[Mark] = []
    marks: list[Symbol] = []
    for symbol in symbols:
        inner = [opened[-1].partner] if opened else []
        mark = next((mark for mark in (*inner, *unused) if mark in unused and texts[mark] == symbol), None)
        if mark is None:
            marks.append(symbol)
            continue
        unused.remove(mark)
        marks.append(mark)
        if mark.opens:
            opened.append(mark)
        elif mark.closes and opened and opened[-1] == mark.partner:
            opened.pop()
    return tuple(marks)
