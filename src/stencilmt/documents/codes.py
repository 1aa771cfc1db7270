"""Codes of a string that would pass for tags, text or several lines: shown in another form, written as they were."""

import re

from stencilmt.constraints.messages import find_messages
from stencilmt.constraints.placeholders import find_angled, find_placeholders
from stencilmt.documents.spaces import unwrap

_LENGTH = r"(?:hh?|ll?|[Lqjzt])?"
_C_CODE = re.compile(rf"%%|%(?:\d++\$)?+[-+0#']*+(?:\*|\d++)?+(?:\.(?:\*|\d++)?+)?+{_LENGTH}[diouxXeEfFgGaAcspn]")
_MOST = 1000
"""Codes of one string that are shown: each is looked for in the whole translation."""
_ROUND = str.maketrans("<>", "()")


def show_codes(text: str, *, is_c: bool) -> tuple[str, dict[str, str]]:
    r"""The text with formats in braces and messages on one line, and what each of these stands for.

    >>> show_codes("%<PRIu64> of %cabc", is_c=True)
    ('{%(PRIu64)} of {%c}abc', {'{%(PRIu64)}': '%<PRIu64>', '{%c}': '%c'})
    >>> show_codes("{n, plural,\n one {day}}!", is_c=False)
    ('{n, plural, one {day}}!', {'{n, plural, one {day}}': '{n, plural,\n one {day}}'})
    """
    parts: list[str] = []
    originals: dict[str, str] = {}
    cursor = 0
    for start, end in _find_codes(text, is_c)[:_MOST]:
        code = text[start:end]
        shown = unwrap(code) if code[0] == "{" else f"{{{code.translate(_ROUND)}}}"
        is_free = shown == code or shown not in text
        if start >= cursor and is_free and originals.setdefault(shown, code) == code:
            parts += (text[cursor:start], shown)
            cursor = end
    return "".join((*parts, text[cursor:])), originals


def _find_codes(text: str, is_c: bool) -> list[tuple[int, int]]:
    spans = find_angled(text)
    if is_c:
        known = set(find_placeholders(text))
        spans += (span for code in _C_CODE.finditer(text) if (span := code.span()) not in known)
    return sorted([*spans, *find_messages(text)] if "{" in text else spans)
