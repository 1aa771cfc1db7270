"""Tags and placeholders that both sides of a pair have, and which belongs to which.

The tree of tags must be the same on both sides (see `template.grammar`), so elements are matched from the outside to
the inside, among those that stand in the same element. Of several that look alike, those belong together whose words
are aligned; where that does not tell, order does.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup import Tag
from stencilmt.constraints.sample import Extent, Unit
from stencilmt.corpus.side import Side, Stretch

Links = Sequence[tuple[int, int]]
"""Which word of the source goes with which of the target."""
_NAME = re.compile(r"</?([^\s/>]*)")


@dataclass(slots=True)
class Element:
    """A tag that stands alone, or a pair of tags with all it encloses, on one side."""

    kind: Kind
    extent: Extent
    text: str
    """The bytes of its tags."""
    inner: list["Element"] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What kind of tag it is, its attributes aside."""
        found = _NAME.match(self.text)
        return found[1] if found else self.text

    def close(self, tag: Tag, text: str) -> None:
        """Let the element end with this tag."""
        self.extent = self.extent._replace(end=tag.end, after=tag.end - tag.start)
        self.text += text[tag.start : tag.end]


Pairs = list[tuple[Element, Element]]


def match_tags(source: Side, target: Side, links: Links) -> list[Unit] | None:
    """The tags of both sides, one to one; nothing where they do not correspond."""
    if len(source.tags) != len(target.tags):
        return None
    units: list[Unit] = []
    pending = [(_elements(source), _elements(target))] if source.tags else []
    while pending:
        ours, theirs = pending.pop()
        matched = _match(ours, theirs, lambda left, right: _shared(source, target, links, left, right))
        if len(ours) != len(theirs) or len(matched) != len(ours):
            return None
        units += [Unit(left.kind, left.extent, right.extent) for left, right in matched]
        pending += [(left.inner, right.inner) for left, right in matched if left.inner or right.inner]
    return units


def match_placeholders(source: Side, target: Side, tags: Sequence[Unit]) -> list[Unit]:
    """The placeholders that stand on both sides in the same element, with the same bytes; others stay text."""
    pairs = [unit for unit in tags if unit.kind is Kind.OPEN]
    free: dict[tuple[str, int], list[Stretch]] = {}
    for start, end in target.kept:
        key = target.text[start:end], _innermost((start, end), [unit.target for unit in pairs])
        free.setdefault(key, []).append((start, end))
    units = []
    for start, end in source.kept:
        key = source.text[start:end], _innermost((start, end), [unit.source for unit in pairs])
        if same := free.get(key):
            units.append(Unit(Kind.PLACEHOLDER, Extent(start, end), Extent(*same.pop(0))))
    return units


def merge_adjacent(units: Sequence[Unit]) -> list[Unit]:
    """Let tags with nothing between them on either side share one unit, as they do when a user's text is read."""
    merged: list[Unit] = []
    for unit in sorted(units, key=lambda unit: unit.source):
        last = merged[-1] if merged else None
        if last and last.kind is unit.kind and _touch(last.source, unit.source) and _touch(last.target, unit.target):
            merged[-1] = Unit(unit.kind, _join(last.source, unit.source), _join(last.target, unit.target))
        else:
            merged.append(unit)
    return merged


def _elements(side: Side) -> list[Element]:
    """The outermost elements of a side, the others inside them."""
    root = Element(Kind.OPEN, Extent(0, 0), "")
    opened = [root]
    for tag in side.tags:
        if tag.kind is Kind.CLOSE:
            opened.pop().close(tag, side.text)
            continue
        width = tag.end - tag.start if tag.kind is Kind.OPEN else 0
        element = Element(tag.kind, Extent(tag.start, tag.end, width), side.text[tag.start : tag.end])
        opened[-1].inner.append(element)
        if tag.kind is Kind.OPEN:
            opened.append(element)
    return root.inner


def _match(ours: Sequence[Element], theirs: Sequence[Element], shared: Callable[[Element, Element], int]) -> Pairs:
    """Pair elements of one level: those with the same bytes before those with the same name."""
    if len(ours) == len(theirs) == 1:
        return [(ours[0], theirs[0])] if _likeness(ours[0], theirs[0]) is not None else []
    candidates = []
    for row, left in enumerate(ours):
        for column, right in enumerate(theirs):
            if (likeness := _likeness(left, right)) is not None:
                candidates.append((likeness, -shared(left, right), row, column))
    rows, columns = set(range(len(ours))), set(range(len(theirs)))
    matched: Pairs = []
    for _, _, row, column in sorted(candidates):
        if row in rows and column in columns:
            rows.remove(row)
            columns.remove(column)
            matched.append((ours[row], theirs[column]))
    return matched


def _likeness(left: Element, right: Element) -> int | None:
    if left.kind is not right.kind or left.name != right.name:
        return None
    return 0 if left.text == right.text else 1


def _shared(source: Side, target: Side, links: Links, left: Element, right: Element) -> int:
    """How many links go from the words of one element to those of the other."""
    if left.kind is Kind.ALONE:
        return 0
    (start, end, *_), (first, last, *_) = left.extent, right.extent
    return sum(start <= source.words[one][0] < end and first <= target.words[other][0] < last for one, other in links)


def _innermost(stretch: Stretch, pairs: Sequence[Extent]) -> int:
    """The index of the smallest pair around a stretch, -1 where there is none."""
    around = [index for index, pair in enumerate(pairs) if pair.start < stretch[0] and stretch[1] < pair.end]
    return min(around, key=lambda index: pairs[index].end - pairs[index].start, default=-1)


def _touch(outer: Extent, inner: Extent) -> bool:
    """Whether a pair opens and closes right inside another, or a tag stands right behind another."""
    if not outer.before:
        return outer.end == inner.start
    return outer.start + outer.before == inner.start and inner.end == outer.end - outer.after


def _join(outer: Extent, inner: Extent) -> Extent:
    if not outer.before:
        return Extent(outer.start, inner.end)
    return Extent(outer.start, outer.end, outer.before + inner.before, outer.after + inner.after)
