"""Strings of a catalogue: each may hold several lines, or markup of its own."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from stencilmt.constraints.markup import Markup
from stencilmt.constraints.markup.xml import XML
from stencilmt.documents.codes import show_codes
from stencilmt.documents.document import Slot, Value
from stencilmt.documents.html import HTML_RULES
from stencilmt.documents.messages import read_message
from stencilmt.documents.passages import Joining, find_passages, find_spans, guess_markup
from stencilmt.documents.rules import Rules
from stencilmt.documents.tagged import find_slots

_RULES = {
    Markup.HTML: replace(HTML_RULES, preserve=True),
    Markup.XML: replace(HTML_RULES, preserve=True, dialect=XML, markup=Markup.XML),
}


def read_value(
    text: str,
    quote: Callable[[str], str],
    markup: Markup | None,
    note: str,
    joining: Joining = Joining.WRAPPED,
    *,
    is_c: bool = False,
) -> Value:
    """Find what there is to translate in a string; `is_c` says that it is a format of C."""
    text, originals = show_codes(text, is_c=is_c)
    read_branch = partial(read_value, markup=markup, note=note)
    codes = {shown: read_message(code, read_branch) for shown, code in originals.items()}
    language = guess_markup(text) if markup is None else markup
    if language in _RULES and joining is Joining.ALWAYS:
        slots = _find_joined(text, replace(_RULES[language], preserve=False), note)
    elif language in _RULES:
        slots = find_slots(text, _RULES[language], lambda _: note)
    else:
        slots = find_passages(text, markup=language, joining=joining, note=lambda _: note)
    return Value(text, tuple(slots), quote, codes)


def _find_joined(text: str, rules: Rules, note: str) -> Iterator[Slot]:
    """The slots of a tagged text whose lines go on until an empty one."""
    for start, end in find_spans(text, Joining.ALWAYS):
        for slot in find_slots(text[start:end], rules, lambda _: note):
            yield slot.moved(start)
