"""The valid template nearest to what the model wrote."""

from collections.abc import Iterator, Mapping, Sequence

from stencilmt.constraints.mark import Mark, Symbol
from stencilmt.template.grammar import is_valid, parents


def repair(marks: Sequence[Symbol], source: Sequence[Mark]) -> tuple[Mark, ...]:
    """Arrange the marks of the source in the model's order as far as the grammar allows.

    The tree of tags is the source's. Inside each tag the marks the model placed keep its order, and the ones it
    forgot follow the mark they follow in the source.

    >>> from stencilmt.constraints.mark import term
    >>> repair([term(3), term(1)], [term(1), term(2), term(3)])
    (Symbol('C3'), Symbol('C1'), Symbol('C2'))
    """
    if is_valid(marks, source):
        return tuple(Mark(mark) for mark in marks)
    children = _children(source)
    rank: dict[str, int] = {}
    for position, mark in enumerate(marks):
        rank.setdefault(mark, position)
    return tuple(_emit(None, {parent: _arrange(row, rank) for parent, row in children.items()}))


def _children(source: Sequence[Mark]) -> dict[Mark | None, list[Mark]]:
    children: dict[Mark | None, list[Mark]] = {}
    for mark, parent in parents(source).items():
        if not mark.closes:
            children.setdefault(parent, []).append(mark)
    return children


def _arrange(row: Sequence[Mark], rank: Mapping[str, int]) -> list[Mark]:
    placed = sorted((mark for mark in row if mark in rank), key=lambda mark: rank[mark])
    before: Mark | None = None
    for mark in row:
        if mark not in rank:
            placed.insert(placed.index(before) + 1 if before else 0, mark)
        before = mark
    return placed


def _emit(parent: Mark | None, children: Mapping[Mark | None, Sequence[Mark]]) -> Iterator[Mark]:
    stack: list[Mark] = list(reversed(children.get(parent, ())))
    while stack:
        mark = stack.pop()
        yield mark
        if mark.opens:
            stack.append(mark.partner)
            stack.extend(reversed(children.get(mark, ())))
