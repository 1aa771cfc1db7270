"""Inline tags as a regular expression sees them: enough to compare and to drop them, not to parse markup."""

import re

_TAG = re.compile(r"<(/?[A-Za-z][\w:.-]*)(?:\s[^<>]*)?/?>")


def tag_names(text: str) -> list[str]:
    """The names of all tags, sorted, an end tag's with its slash; attributes do not count, nor does `<br>` or `<br/>`.

    >>> tag_names('<a href="x">one</a><br/>')
    ['/a', 'a', 'br']
    """
    return sorted(_TAG.findall(text)) if "<" in text else []


def without_tags(text: str) -> str:
    """The text with a space in place of every tag."""
    return _TAG.sub(" ", text) if "<" in text else text
