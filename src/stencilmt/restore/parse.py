"""Reading what the decoder wrote, whatever it wrote."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from stencilmt.constraints.mark import Symbol
from stencilmt.template.encode import Format
from stencilmt.template.grammar import read_template
from stencilmt.template.symbols import JOIN, SEP, target_gap


@dataclass(slots=True)
class Parsed:
    """A decoder's sequence taken apart."""

    marks: tuple[Symbol, ...] = ()
    """The marks of its template, in its order, right or wrong."""
    regular: bool = True
    """Whether the nonterminals stood between the marks as they should."""
    fragments: dict[int, str] = field(default_factory=dict)
    """The text of each nonterminal that was derived."""
    joined: set[int] = field(default_factory=set)
    """The fragments that end in a join."""
    faults: list[str] = field(default_factory=list)
    """What no valid sequence has, one phrase each."""


def parse(sequence: Sequence[str], form: Format) -> Parsed:
    """Take a decoder's sequence, forced prefix included, apart: every sequence can be read."""
    parts = _split(sequence)
    if form.lists_terms:
        parts = parts[1:]
    parsed = Parsed()
    _read_template(parts[0] if parts else [], form, parsed)
    for part in parts[1:2]:
        _read_derivation(part, parsed)
    if len(parts) > 2:
        parsed.faults.append("text after the derivation was dropped")
    return parsed


def _split(sequence: Sequence[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for item in sequence:
        if isinstance(item, Symbol) and item == SEP:
            parts.append([])
        else:
            parts[-1].append(item)
    return parts


def _read_template(part: Sequence[str], form: Format, parsed: Parsed) -> None:
    symbols = [item for item in part if isinstance(item, Symbol)]
    parsed.marks, parsed.regular = read_template(symbols, target_gap, form.compact)
    if not parsed.regular:
        parsed.faults.append("the nonterminals of the template were not in order")
    if len(symbols) < len(part):
        parsed.faults.append("text inside the template was dropped")


def _read_derivation(part: Sequence[str], parsed: Parsed) -> None:
    current: int | None = None
    for item in part:
        if not isinstance(item, Symbol):
            _add_text(item, current, parsed)
        elif item == JOIN:
            if current is not None:
                parsed.joined.add(current)
        elif item[0] == "Y":
            current = _begin(int(item[1:]), parsed)
        else:
            parsed.faults.append(f"{item} inside the derivation was dropped")


def _begin(number: int, parsed: Parsed) -> int | None:
    if number in parsed.fragments:
        parsed.faults.append(f"Y{number} was derived twice, the first was taken")
        return None
    parsed.fragments[number] = ""
    return number


def _add_text(text: str, current: int | None, parsed: Parsed) -> None:
    if current is None:
        parsed.faults.append("text that belongs to no nonterminal was dropped")
    else:
        parsed.fragments[current] += text
