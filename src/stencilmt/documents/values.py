"""Strings of a catalogue: each may hold several lines, or markup of its own."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from stencilmt.constraints.markup import Markup
from stencilmt.constraints.markup.xml import XML
from stencilmt.constraints.messages import find_branches
from stencilmt.documents.codes import show_codes
from stencilmt.documents.document import Segment, Slot, fill_slots
from stencilmt.documents.html import HTML_RULES
from stencilmt.documents.passages import Joining, find_passages, find_spans, guess_markup
from stencilmt.documents.rules import Rules
from stencilmt.documents.tagged import find_slots

_RULES = {
    Markup.HTML: replace(HTML_RULES, preserve=True),
    Markup.XML: replace(HTML_RULES, preserve=True, dialect=XML, markup=Markup.XML),
}

_NUMBER = re.compile(r"\{#\}|#")
"""Where a message puts its number."""
_APOSTROPHE = re.compile(r"'(?=[{}#]|\Z)")


@dataclass(frozen=True, slots=True)
class Value:
    """A string and the slots in it."""

    text: str
    slots: tuple[Slot, ...]
    quote: Callable[[str], str] = str
    """How a string is written in the file."""
    codes: Mapping[str, "Value"] = field(default_factory=dict)
    """What is written in the place of each code of the text; messages among them are translated themselves."""

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
        for shown, code in self.codes.items():
            text = text.replace(shown, code([next(remaining) for _ in code.segments]))
        return self.quote(text)


def read_value(
    text: str,
    markup: Markup | None,
    note: str,
    quote: Callable[[str], str] = str,
    joining: Joining = Joining.WRAPPED,
    *,
    is_c: bool = False,
) -> Value:
    """Find what there is to translate in a string; `is_c` says that it is a format of C."""
    text, originals = show_codes(text, is_c=is_c)
    codes = {shown: _read_code(original, markup, note) for shown, original in originals.items()}
    language = guess_markup(text) if markup is None else markup
    if language in _RULES and joining is Joining.ALWAYS:
        slots = _find_joined(text, replace(_RULES[language], preserve=False), note)
    elif language in _RULES:
        slots = find_slots(text, _RULES[language], lambda _: note)
    else:
        slots = find_passages(text, markup=language, joining=joining, note=lambda _: note)
    return Value(text, tuple(slots), quote, codes)


def _read_code(code: str, markup: Markup | None, note: str) -> Value:
    """A code that stays, but for the texts of a message that chooses among several."""
    slots: list[Slot] = []
    write = _write_doubling if "''" in code else _write_branch
    for start, end in find_branches(code):
        shown = _NUMBER.sub("{#}", code[start:end]).replace("''", "'")
        branch = read_value(shown, markup, note, write)
        if branch.segments:
            slots.append(Slot(start, end, branch.segments, branch))
    return Value(code, tuple(slots), partial(_unless_broken, code))


def _write_branch(text: str) -> str:
    """The text of a branch: an apostrophe before a brace is doubled, for it would begin a quotation."""
    return _APOSTROPHE.sub("''", text.replace("{#}", "#"))


def _write_doubling(text: str) -> str:
    """The same where the file doubles every apostrophe."""
    return text.replace("{#}", "#").replace("'", "''")


def _unless_broken(original: str, written: str) -> str:
    """The message in its translation, if that still chooses among as many texts by the same selectors."""
    return written if _outside_branches(written) == _outside_branches(original) else original


def _outside_branches(message: str) -> list[str]:
    edges = [0, *(edge for branch in find_branches(message) for edge in branch), len(message)]
    return [message[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]


def _find_joined(text: str, rules: Rules, note: str) -> Iterator[Slot]:
    """The slots of a tagged text whose lines go on until an empty one."""
    for start, end in find_spans(text, Joining.ALWAYS):
        for slot in find_slots(text[start:end], rules, lambda _: note):
            yield slot.moved(start)
