"""The one place that knows what a valid template is.

A template of M marks reads `Y0 k1 Y1 k2 … kM YM` (compact: `k1 k2 … kM`). It is valid for a source template when

1. every mark of the source stands in it exactly once and no other does;
2. every mark stands inside the same tag as in the source: the tree of tags is the source's, only the order of the
   things inside one tag may change. Well-nested tags follow from it, and a link keeps the term it was put around.
"""

from collections.abc import Callable, Iterable, Sequence

from stencilmt.constraints.mark import Mark, Symbol

Gap = Callable[[int], Symbol]


def write_template(marks: Sequence[Symbol], gap: Gap, compact: bool = False) -> tuple[Symbol, ...]:
    """The template part of a sequence."""
    if compact:
        return tuple(marks)
    symbols = [gap(0)]
    for number, mark in enumerate(marks, start=1):
        symbols += (mark, gap(number))
    return tuple(symbols)


def read_template(symbols: Sequence[Symbol], gap: Gap, compact: bool = False) -> tuple[tuple[Symbol, ...], bool]:
    """The marks of a template part, and whether everything between them was as the grammar says."""
    letter = gap(0)[0]
    marks = tuple(symbol for symbol in symbols if symbol[0] != letter)
    return marks, write_template(marks, gap, compact) == tuple(symbols)


def parents(marks: Iterable[Mark]) -> dict[Mark, Mark | None]:
    """The opening mark each mark stands in, None at the top; a pair's halves have the same parent.

    Where marks do not nest, at least one gets a parent that no valid template gives it.
    """
    result: dict[Mark, Mark | None] = {}
    stack: list[Mark] = []
    for mark in marks:
        if mark.closes and stack and stack[-1] == mark.partner:
            stack.pop()
        result[mark] = stack[-1] if stack else None
        if mark.opens:
            stack.append(mark)
    for unclosed in stack:
        result[unclosed] = unclosed
    return result


def is_valid(marks: Sequence[Symbol], source: Sequence[Mark]) -> bool:
    """Whether marks are a valid order for the marks of the source."""
    if len(marks) <= 1 or tuple(marks) == tuple(source):
        return tuple(marks) == tuple(source)
    return not faults(marks, source)


def faults(marks: Sequence[Symbol], source: Sequence[Mark]) -> tuple[str, ...]:
    """What is wrong with an order of marks, one phrase per fault."""
    expected = parents(source)
    found = [f"{mark} is no constraint of this sentence" for mark in marks if mark not in expected]
    seen: dict[Mark, int] = dict.fromkeys(source, 0)
    kept: list[Mark] = []
    for mark in marks:
        if mark in seen:
            kept.append(Mark(mark))
            seen[kept[-1]] += 1
    found += [f"{mark} is missing" for mark, count in seen.items() if count == 0]
    found += [f"{mark} stands there {count} times" for mark, count in seen.items() if count > 1]
    actual = parents(kept)
    found += [f"{mark} left the tag it stood in" for mark in seen if seen[mark] and actual[mark] != expected[mark]]
    return tuple(found)


def only_order(source: Sequence[Mark]) -> bool:
    """Whether the source's order is the only valid one, so that the template is known before decoding."""
    holders = [parent for mark, parent in parents(source).items() if not mark.closes]
    return len(holders) == len(set(holders))
