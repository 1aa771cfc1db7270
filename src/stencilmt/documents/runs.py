"""Cutting tagged text into runs: stretches of text and inline tags with nothing between that ends a sentence.

One pass, no recursion, and nothing is kept but the run at hand: nesting of any depth costs no memory, except in an
element that stays as it is.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup.tags import Found
from stencilmt.documents.rules import Rules
from stencilmt.documents.tags import attribute_values, local_name, read_tags

LONGEST_RUN = 10_000
"""Parts in one run; a sentence never has so many, but a hostile file may."""


class What(Enum):
    """What a part of a run is."""

    TEXT = auto()
    TAG = auto()
    KEPT = auto()
    """An element that stays as it is, whole."""
    BREAK = auto()
    """A tag whose other half is not in the run: it ends one segment and starts another."""


@dataclass(slots=True)
class Part:
    """A stretch of a run."""

    start: int
    end: int
    what: What = What.TEXT
    tag: Found | None = None
    """The tag, or the start tag of an element that is kept."""
    partner: int = -1
    """Where in the run the other half of a pair stands."""


@dataclass(slots=True)
class Run:
    """What stands between two blocks."""

    parts: list[Part]
    preserve: bool
    """Whether its line breaks are meant."""


@dataclass(slots=True)
class _Kept:
    """An element that is being stepped over until it ends or its parent does, or a span between two empty ones."""

    tag: Found
    is_block: bool
    by_name: bool
    opened: list[Found] = field(default_factory=list)
    """The elements that are open in it."""
    names: Counter[str | int] = field(default_factory=Counter)
    """Their names, so that none is sought in vain."""
    required: int = 0
    """How many of them need an end tag."""

    def push(self, tag: Found) -> None:
        """Go into an element."""
        self.opened.append(tag)
        self.names[tag.name] += 1
        self.required += not tag.optional

    def pop(self) -> Found:
        """Leave the innermost element."""
        tag = self.opened.pop()
        self.names[tag.name] -= 1
        self.required -= not tag.optional
        return tag

    def close(self, name: str | int, *, optional: bool) -> bool:
        """Leave the element of this name, if one is open; `</p>` does not end what needs an end tag of its own."""
        if not self.names[name]:
            return False
        while not optional or self.opened[-1].optional:
            if self.pop().name == name:
                break
        return True


class RunReader:
    """Reads the runs of a text."""

    def __init__(self, text: str, rules: Rules) -> None:
        self.text = text
        self.rules = rules
        self.parts: list[Part] = []
        self.matters = False
        """Whether the run holds text, or CDATA or a tag with attributes that may; others are not worth a look."""
        self.opened: list[int] = []
        """The places of the start tags in the run that wait for their end tag."""
        self.kept: _Kept | None = None
        self.has_spaces = "xml:space" in text
        self.spaces: list[tuple[str, bool]] = []
        """The open blocks that say what white space means, and those of the same name inside."""
        self.roles: dict[str, tuple[bool, bool]] = {}

    def read(self) -> Iterator[Run]:
        """Every run, in order; also those without any letter."""
        position = 0
        for tag in read_tags(self.text, self.rules.dialect):
            if self.kept is not None:
                end = self._end_of_kept(self.kept, tag)
                if end is None:
                    continue
                yield from self._leave(self.kept, end, is_whole=end == tag.end)
                position = end
                if end == tag.end:
                    continue
            if position < tag.start:
                self._add_text(position, tag.start)
            yield from self._meet(tag)
            position = tag.end
        yield from self._finish(position)

    def _finish(self, position: int) -> Iterator[Run]:
        end = len(self.text)
        if self.kept is not None:
            yield from self._leave(self.kept, end, is_whole=False)
        elif position < end:
            self._add_text(position, end)
        yield from self._flush()

    def _meet(self, tag: Found) -> Iterator[Run]:
        is_block, by_name = self._role(tag)
        if is_block or len(self.parts) >= LONGEST_RUN:
            yield from self._flush()
        if (tag.kind is Kind.OPEN and (by_name or self._is_fixed(tag))) or self._starts_fixed_span(tag):
            self.kept = _Kept(tag, is_block, by_name)
        elif is_block:
            if self.has_spaces:
                self._follow_space(tag)
            if self._may_hold_text(tag):
                yield Run([Part(tag.start, tag.end, What.BREAK, tag)], False)
        else:
            self._add(tag)

    def _role(self, tag: Found) -> tuple[bool, bool]:
        """Whether an element is a block, and whether it is fixed by its name."""
        name = str(tag.name)
        if not name:
            return self._parts_text(tag), False
        if name not in self.roles:
            self.roles[name] = self.rules.is_block(name), self.rules.is_fixed(name)
        return self.roles[name]

    def _parts_text(self, tag: Found) -> bool:
        """Whether it is a declaration, or code such as `<% else %>` that must not change places with another."""
        if self.text.startswith(("<%", "<?php"), tag.start):
            return tag.kind is Kind.ALONE
        return self.text.startswith("<!", tag.start) and self.text[tag.start + 2].isalpha()

    def _is_fixed(self, tag: Found) -> bool:
        """Whether an element is fixed by one of its attributes."""
        rules = self.rules
        if tag.fixed:
            # What only the dialect keeps is translated when the caller has named it.
            return tag.name not in rules.dialect.fixed or not (tag.name in rules.inline or tag.name in rules.block)
        if self._is_foreign(tag):
            return True
        if rules.fixing is None or self.text.find(rules.fixing[0], tag.start, tag.end) < 0:
            return False
        return rules.fixing[1] in attribute_values(self.text, tag).get(rules.fixing[0], "").split()

    def _is_foreign(self, tag: Found) -> bool:
        """Whether an element says that it is in another language than the page."""
        if not self.rules.language or tag.name == "body" or self.text.find("lang=", tag.start, tag.end) < 0:
            return False
        language = attribute_values(self.text, tag).get("lang", "").partition("-")[0].lower()
        return language.isalpha() and language != self.rules.language

    def _starts_fixed_span(self, tag: Found) -> bool:
        """Whether an empty element starts a span that stays as it is: `<sm id="1" translate="no"/>`."""
        if tag.kind is not Kind.ALONE or local_name(tag.name) not in self.rules.pairs:
            return False
        return attribute_values(self.text, tag).get("translate") == "no"

    def _ends_span(self, start: Found, tag: Found) -> bool:
        """Whether an empty element ends that span: `<em startRef="1"/>`."""
        if local_name(tag.name) != self.rules.pairs[local_name(start.name)]:
            return False
        return attribute_values(self.text, tag).get("startRef") == attribute_values(self.text, start).get("id")

    def _may_hold_text(self, tag: Found) -> bool:
        return bool(self.rules.attributes) and self.text.find("=", tag.start, tag.end) > 0

    def _add_text(self, start: int, end: int) -> None:
        self.parts.append(Part(start, end))
        self.matters = True

    def _add(self, tag: Found) -> None:
        self.matters = self.matters or tag.kind is Kind.PLACEHOLDER or self._may_hold_text(tag)
        index = len(self.parts)
        self.parts.append(Part(tag.start, tag.end, What.TAG, tag))
        if tag.kind is Kind.OPEN:
            self.opened.append(index)
        elif tag.kind is Kind.CLOSE:
            self._close(index, tag)

    def _close(self, index: int, tag: Found) -> None:
        while (last := self._last_opened()) and last.optional and last.name != tag.name:
            self.opened.pop()
        if last and last.name == tag.name:
            partner = self.opened.pop()
            self.parts[partner].partner, self.parts[index].partner = index, partner
        else:
            self._break(index)

    def _last_opened(self) -> Found | None:
        return self.parts[self.opened[-1]].tag if self.opened else None

    def _break(self, index: int) -> None:
        """End the segment here; what is open crosses this end, so it breaks as well."""
        for place in (*self.opened, index):
            self.parts[place].what = What.BREAK
        self.opened.clear()

    def _flush(self) -> Iterator[Run]:
        if self.matters:
            for place in self.opened:
                self.parts[place].what = What.BREAK
            yield Run(self.parts, self._preserve())
        self.opened.clear()
        self.parts = []
        self.matters = False

    def _end_of_kept(self, kept: _Kept, tag: Found) -> int | None:
        """Where the kept element ends, if this tag ends it: its own end tag, or one of an element around it."""
        if kept.tag.kind is Kind.ALONE:
            return tag.end if self._ends_span(kept.tag, tag) else None
        if tag.kind is Kind.OPEN:
            return tag.start if self._ends_by_opening(kept, tag) else None
        if tag.kind is not Kind.CLOSE:
            return None
        if kept.close(tag.name, optional=tag.name in self.rules.dialect.optional):
            return None
        if tag.name == kept.tag.name:
            return tag.end
        if kept.required:
            kept.pop()
            return None
        return None if kept.is_block and not self._role(tag)[0] else tag.start

    def _ends_by_opening(self, kept: _Kept, tag: Found) -> bool:
        if kept.by_name and not kept.is_block and self.rules.dialect.any_case and self._role(tag)[0]:
            return True  # as in HTML, whose end tags may be missing
        if tag.name == kept.tag.name and tag.optional and not kept.required:
            return True
        kept.push(tag)
        return False

    def _leave(self, kept: _Kept, end: int, *, is_whole: bool) -> Iterator[Run]:
        """Go on behind a kept element; one that lacks its end tag breaks the sentence."""
        self.kept = None
        breaks = kept.is_block or not is_whole
        self.parts.append(Part(kept.tag.start, end, What.KEPT, None if breaks else kept.tag))
        if breaks:
            self._break(len(self.parts) - 1)
        if kept.is_block:
            yield from self._flush()

    def _preserve(self) -> bool:
        return self.spaces[-1][1] if self.spaces else self.rules.preserve

    def _follow_space(self, tag: Found) -> None:
        """Keep track of `xml:space`, which holds until its block ends."""
        name = str(tag.name)
        says = self.text.find("xml:space", tag.start, tag.end) > 0
        is_inside = bool(self.spaces) and self.spaces[-1][0] == name
        if tag.kind is Kind.OPEN and says:
            value = attribute_values(self.text, tag).get("xml:space")
            self.spaces.append((name, value == "preserve"))
        elif tag.kind is Kind.OPEN and is_inside:
            self.spaces.append(self.spaces[-1])
        elif tag.kind is Kind.CLOSE and is_inside:
            self.spaces.pop()
