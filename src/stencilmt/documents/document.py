"""A file as slots in a text: what is in a slot is translated, what is outside is never touched."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from stencilmt.constraints.find import LONGEST
from stencilmt.constraints.markup import Markup
from stencilmt.documents.source import Source
from stencilmt.errors import InputError

MOST_SEGMENTS = 2_000_000
"""More would take days to translate, and their bookkeeping more memory than the file itself by far."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of text as the translator gets it."""

    text: str
    """With its inline markup, without the white space around it."""
    markup: Markup = Markup.NONE
    """How its inline markup is written."""
    note: str = ""
    """Where it stands, for messages: `line 12`."""


class Document(Protocol):
    """A file whose text can be taken out and put back translated."""

    @property
    def segments(self) -> Sequence[Segment]:
        """What there is to translate, in the order of the file."""

    def splice(self, translations: Sequence[str]) -> bytes:
        """The whole file with a translation in the place of every segment."""


Write = Callable[[Sequence[str]], str]
"""From the translations of a slot's segments to what the slot holds then."""


def write_as_is(translations: Sequence[str]) -> str:
    """The only translation."""
    return translations[0]


@dataclass(frozen=True, slots=True)
class Slot:
    """A stretch of text that makes room for translations."""

    start: int
    end: int
    segments: tuple[Segment, ...]
    write: Write = write_as_is
    keeps: bool = True
    """Whether its own text comes back when every translation is the segment itself."""

    def fill(self, text: str, translations: Sequence[str]) -> str:
        """What stands in the slot of this text after translation."""
        if self.keeps and all(a == b.text for a, b in zip(translations, self.segments, strict=True)):
            return text[self.start : self.end]
        return self.write(translations)

    def moved(self, distance: int) -> "Slot":
        """The same slot in a text that begins earlier."""
        return replace(self, start=self.start + distance, end=self.end + distance)


def changed(start: int, end: int, text: str) -> Slot:
    """A slot without anything to translate, which holds another text afterwards."""
    return Slot(start, end, (), lambda _: text, keeps=False)


def fill_slots(text: str, slots: Iterable[Slot], translations: Sequence[str]) -> str:
    """The text with every slot filled, the slots in order."""
    parts: list[str] = []
    cursor = used = 0
    for slot in slots:
        share = translations[used : used + len(slot.segments)]
        parts += (text[cursor : slot.start], slot.fill(text, share))
        cursor, used = slot.end, used + len(share)
    parts.append(text[cursor:])
    return "".join(parts)


@dataclass(frozen=True, slots=True)
class Value:
    """A string of a file and the slots in it."""

    text: str
    slots: tuple[Slot, ...]
    quote: Callable[[str], str] = str
    """How a string is written in the file."""
    codes: Mapping[str, "Value"] = field(default_factory=dict)
    """What is written in the place of each code of the text; messages among them have slots themselves."""

    @property
    def segments(self) -> tuple[Segment, ...]:
        """What there is to translate in it, its messages last."""
        inner = (segment for code in self.codes.values() for segment in code.segments)
        return (*(segment for slot in self.slots for segment in slot.segments), *inner)

    def __call__(self, translations: Sequence[str]) -> str:
        """The string with its translations, as it is written in the file."""
        remaining = iter(translations)
        own = [next(remaining) for slot in self.slots for _ in slot.segments]
        text = fill_slots(self.text, self.slots, own)
        written = {shown: code([next(remaining) for _ in code.segments]) for shown, code in self.codes.items()}
        return self.quote(_replace_all(text, written) if written else text)


def _replace_all(text: str, written: Mapping[str, str]) -> str:
    """The text with every key replaced at once, the longest first: a message may stand in another one as well.

    A regular expression of all keys would do the same, but takes longer to compile than everything else here.
    """
    places = sorted((start, -len(key), key) for key in written for start in _find_all(text, key))
    slots: list[Slot] = []
    for start, _, key in places:
        if not slots or start >= slots[-1].end:
            slots.append(changed(start, start + len(key), written[key]))
    return fill_slots(text, slots, ())


def _find_all(text: str, part: str) -> Iterator[int]:
    start = text.find(part)
    while start >= 0:
        yield start
        start = text.find(part, start + len(part))


class SplicedDocument:
    """The one kind of document there is: a decoded file and its slots."""

    def __init__(self, source: Source, slots: Iterable[Slot]) -> None:
        self.source = source
        self.slots: list[Slot] = []
        self.segments: list[Segment] = []
        for slot in slots:
            if self.slots and slot.start < self.slots[-1].end:
                raise source.error(slot.start, "two segments overlap; this is a fault of Stencil, please report it")
            self.slots.append(slot)
            self.segments += slot.segments
            if len(self.segments) > MOST_SEGMENTS:
                raise source.error(slot.start, f"more than {MOST_SEGMENTS:,} segments, split the file")
            if any(len(segment.text) > LONGEST for segment in slot.segments):
                raise source.error(slot.start, f"a segment of more than {LONGEST:,} characters, divide it")

    def splice(self, translations: Sequence[str]) -> bytes:
        """The whole file with a translation in the place of every segment."""
        return self.source.encode(self.fill(translations))

    def fill(self, translations: Sequence[str]) -> str:
        """The same as text."""
        if len(translations) != len(self.segments):
            raise InputError(f"{self.source.name}: {len(self.segments)} segments but {len(translations)} translations")
        return fill_slots(self.source.text, self.slots, translations)


Note = Callable[[int], str]
"""From a position in a text to where that is, in words."""


class LineCounter:
    """Line numbers for positions that mostly go forward."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position = 0
        self._line = 1

    def note(self, position: int) -> str:
        """The place in words."""
        low, high = sorted((position, self._position))
        distance = self._text.count("\n", low, high)
        self._line += distance if position >= self._position else -distance
        self._position = position
        return f"line {self._line}"
