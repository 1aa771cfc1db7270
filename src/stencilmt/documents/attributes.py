"""The attributes of a tag that hold text."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from stencilmt.constraints.markup.tags import Found
from stencilmt.documents.document import Note, Segment, Slot
from stencilmt.documents.letters import has_words, resolve
from stencilmt.documents.rules import Rules
from stencilmt.documents.spaces import trim, unwrap
from stencilmt.documents.tags import attribute_spans, attribute_values

_ESCAPES = {'"': "&quot;", "'": "&#39;", "": "&quot;"}
_BUTTONS = frozenset(["button", "reset", "submit"])
_TITLES = frozenset(["title", "description", "site_name", "image:alt"])


def find_attributes(text: str, tag: Found, rules: Rules, note: Note) -> Iterator[Slot]:
    """A slot for every attribute that holds text."""
    if not rules.attributes:
        return
    for name, start, end in attribute_spans(text, tag):
        key = name.lower() if rules.dialect.any_case else name
        if not (key in rules.attributes or _is_text_here(text, tag, key)) or tag.name in ("link", "style"):
            continue
        quote = text[start] if text[start] in "\"'" else ""
        inner_start, inner_end = trim(text, start + len(quote), end - len(quote), rules.edges)
        value = unwrap(text[inner_start:inner_end])
        if has_words(resolve(value)):
            segment = Segment(value, rules.markup, f"{note(start)}, {name}")
            yield Slot(inner_start, inner_end, (segment,), partial(_write, quote, rules.escape_value))


def _is_text_here(text: str, tag: Found, key: str) -> bool:
    """Whether an attribute holds text on this element, as the label of a button or the description of a page."""
    if key == "value" and tag.name == "input":
        return attribute_values(text, tag).get("type", "").lower() in _BUTTONS
    if key == "content" and tag.name == "meta":
        values = attribute_values(text, tag)
        purpose = values.get("name", values.get("property", "")).lower()
        return purpose.removeprefix("og:").removeprefix("twitter:") in _TITLES
    return False


def _write(quote: str, escape: Callable[[str], str], translations: Sequence[str]) -> str:
    escaped = escape(translations[0]).replace(quote or '"', _ESCAPES[quote])
    return escaped if quote else f'"{escaped}"'
