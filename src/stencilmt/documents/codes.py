"""Format codes of a string that would pass for tags or text: they are shown in braces, and written as they were."""

import re
from collections.abc import Mapping

from stencilmt.constraints.placeholders import find_angled, find_placeholders

_LENGTH = r"(?:hh?|ll?|[Lqjzt])?"
_C_CODE = re.compile(rf"%%|%(?:\d+\$)?[-+0#']*(?:\*|\d+)?(?:\.(?:\*|\d+)?)?{_LENGTH}[diouxXeEfFgGaAcspn]")
_ROUND = str.maketrans("<>", "()")


def show_codes(text: str, *, is_c: bool) -> tuple[str, dict[str, str]]:
    """The text with its codes in braces, and what each of these stands for.

    >>> show_codes("%<PRIu64> of %cabc", is_c=True)
    ('{%(PRIu64)} of {%c}abc', {'{%(PRIu64)}': '%<PRIu64>', '{%c}': '%c'})
    """
    spans = find_angled(text)
    if is_c:
        known = set(find_placeholders(text))
        spans = sorted([*spans, *(span for code in _C_CODE.finditer(text) if (span := code.span()) not in known)])
    parts: list[str] = []
    originals: dict[str, str] = {}
    cursor = 0
    for start, end in spans:
        shown = f"{{{text[start:end].translate(_ROUND)}}}"
        if start >= cursor and shown not in text:
            originals[shown] = text[start:end]
            parts += (text[cursor:start], shown)
            cursor = end
    return "".join((*parts, text[cursor:])), originals


def write_codes(originals: Mapping[str, str], text: str) -> str:
    """The text with its codes as they were."""
    for shown, original in originals.items():
        text = text.replace(shown, original)
    return text
