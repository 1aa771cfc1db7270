"""Whether there is anything to translate in a text."""

import re
from html import unescape

from stencilmt.constraints.placeholders import find_placeholders

_LETTER = re.compile(r"[^\W\d_]")
_ENTITY = re.compile(r"&[#\w.:-]+;")
_LONG = 300
"""A text of that length with letters in it has words, not just placeholders, unless it is a message."""


def has_words(text: str) -> bool:
    """Whether a text holds letters outside of its placeholders."""
    if not _LETTER.search(text):
        return False
    if len(text) > _LONG and "{" not in text:
        return True
    cursor = 0
    for start, end in find_placeholders(text):
        if _LETTER.search(text, cursor, start):
            return True
        cursor = end
    return bool(_LETTER.search(text, cursor))


def resolve(text: str) -> str:
    """Text with the characters its entities stand for; unknown ones stand for nothing a reader would miss."""
    return _ENTITY.sub("", unescape(text)) if "&" in text else text
