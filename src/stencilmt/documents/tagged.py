"""From runs of tagged text to slots: cut where a sentence cannot go on, trimmed, with their attributes."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup import Markup
from stencilmt.documents.attributes import find_attributes
from stencilmt.documents.document import LineCounter, Note, Segment, Slot, fill_slots
from stencilmt.documents.letters import has_words, resolve
from stencilmt.documents.passages import find_passages, guess_markup
from stencilmt.documents.rules import Rules
from stencilmt.documents.runs import Part, Run, RunReader, What
from stencilmt.documents.shown import RunWriter, show
from stencilmt.documents.spaces import trim

_LINE = re.compile(r"[^\r\n]+")
_CDATA, _CDATA_END = "<![CDATA[", "]]>"


def find_slots(text: str, rules: Rules, note: Note | None = None) -> Iterator[Slot]:
    """The slots of a tagged text, in order."""
    finder = _SlotFinder(text, rules, note or LineCounter(text).note)
    for run in RunReader(text, rules).read():
        for parts in finder.cut(run):
            yield from finder.slots(parts, run.preserve)


class _SlotFinder:
    """Finds the slots in the runs of one text."""

    def __init__(self, text: str, rules: Rules, note: Note) -> None:
        self.text = text
        self.rules = rules
        self.note = note

    def cut(self, run: Run) -> Iterator[list[Part]]:
        """The run cut at tags without partner and, where they are meant, at line breaks outside of elements."""
        piece: list[Part] = []
        inside = -1
        for index, part in enumerate(run.parts):
            if part.what is What.BREAK:
                yield piece
                yield [part]
                piece = []
            elif part.what is What.TEXT and run.preserve and index > inside:
                for line in self._lines(part):
                    if line.start > part.start:
                        yield piece
                        piece = []
                    piece.append(line)
            else:
                piece.append(part)
                inside = max(inside, part.partner)
        yield piece

    def _lines(self, part: Part) -> Iterator[Part]:
        """The lines of a text, also the empty one at its end that belongs to what follows."""
        for match in _LINE.finditer(self.text, part.start, part.end):
            yield replace(part, start=match.start(), end=match.end())
        if self.text[part.end - 1] in "\r\n":
            yield replace(part, start=part.end)

    def slots(self, parts: Sequence[Part], preserve: bool) -> Iterator[Slot]:
        """The slots of a piece: its text with all that is in it, and the attributes of the tags around that."""
        if not parts:
            return
        first, last = self._trim(parts)
        if first < last and not has_words(self._words(parts[first:last])):
            first = last
        yield from self._around(parts[:first])
        if first < last:
            yield self._slot(parts[first:last], preserve)
        yield from self._around(parts[last:])

    def _trim(self, parts: Sequence[Part]) -> tuple[int, int]:
        first, last = 0, len(parts)
        while first < last and (size := self._idle(parts, first, 1, last - first)):
            first += size
        while first < last and (size := self._idle(parts, last - 1, -1, last - first)):
            last -= size
        return first, last

    def _idle(self, parts: Sequence[Part], index: int, step: int, rest: int) -> int:
        """How many parts from here on are only in the way of a translator: blanks, images, empty elements."""
        part, tag = parts[index], parts[index].tag
        if part.what is What.TEXT:
            start, end = trim(self.text, part.start, part.end, self.rules.edges)
            return int(start >= end)
        if part.what is not What.TAG or tag is None:
            return int(part.what is What.BREAK)
        if tag.kind is Kind.ALONE:
            return int(not tag.name or tag.name in self.rules.dialect.void)
        if rest < 2 or tag.kind is not (Kind.OPEN if step > 0 else Kind.CLOSE):
            return 0
        other = parts[index + step]
        if other.what is not What.TAG or other.tag is None or other.tag.kind is tag.kind:
            return 0
        return 2 if other.partner >= 0 and part.partner >= 0 else 0

    def _words(self, parts: Sequence[Part]) -> str:
        text = " ".join(self.text[part.start : part.end] for part in parts if part.what is What.TEXT)
        return resolve(self.rules.codes.sub("", text) if self.rules.codes else text)

    def _around(self, parts: Sequence[Part]) -> Iterator[Slot]:
        """The slots in parts that belong to no sentence."""
        for part in parts:
            if self.rules.cdata and self.text.startswith(_CDATA, part.start):
                yield from self._cdata(part, self.rules.cdata)
            else:
                yield from self._attributes(part)

    def _attributes(self, part: Part) -> Iterator[Slot]:
        if part.tag is not None and part.what in (What.TAG, What.BREAK):
            yield from find_attributes(self.text, part.tag, self.rules, self.note)

    def _cdata(self, part: Part, rules: Rules) -> Iterator[Slot]:
        """What stands in CDATA, which has markup of its own."""
        start, end = part.start + len(_CDATA), part.end - len(_CDATA_END)
        inside = self.text[start:end]
        if rules.codes is None and guess_markup(inside) is Markup.NONE:
            found = find_passages(inside, markup=Markup.NONE, note=lambda position: self.note(start + position))
        else:
            found = find_slots(inside, rules, lambda position: self.note(start + position))
        slots = tuple(found)
        if segments := tuple(segment for slot in slots for segment in slot.segments):
            yield Slot(start, end, segments, partial(_write_cdata, inside, slots))

    def _slot(self, parts: Sequence[Part], preserve: bool) -> Slot:
        parts = self._without_edges(parts)
        start, end = parts[0].start, parts[-1].end
        shown = show(self.text, parts, self.rules, preserve=preserve)
        segment = Segment(shown.text, self.rules.markup, self.note(start))
        tags = tuple(
            (self.text[part.start : part.end], slots)
            for part in parts
            if (slots := tuple(slot.moved(-part.start) for slot in self._attributes(part)))
        )
        if not (tags or shown.stand_ins or self.rules.escape):
            return Slot(start, end, (segment,))
        inner = (slot.segments[0] for _, slots in tags for slot in slots)
        return Slot(start, end, (segment, *inner), RunWriter(self.text[start:end], shown, tags, self.rules))

    def _without_edges(self, parts: Sequence[Part]) -> list[Part]:
        """The parts without the white space at the two ends."""
        first, last = parts[0], parts[-1]
        start, end = first.start, last.end
        if first.what is What.TEXT:
            start = trim(self.text, first.start, first.end, self.rules.edges)[0]
        if last.what is What.TEXT:
            end = trim(self.text, last.start, last.end, self.rules.edges)[1]
        trimmed = [replace(first, start=start), *parts[1:]]
        trimmed[-1] = replace(trimmed[-1], end=end)
        return trimmed


def _write_cdata(inside: str, slots: Sequence[Slot], translations: Sequence[str]) -> str:
    """The content of CDATA, which goes on in another one where it holds what ends it."""
    return fill_slots(inside, slots, translations).replace(_CDATA_END, f"]]{_CDATA_END}{_CDATA}>")
