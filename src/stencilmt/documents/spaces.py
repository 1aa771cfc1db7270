"""White space: what of it belongs to a segment."""

import re

_WRAP = re.compile(r"(?<![ \t\f])[ \t\f]*+[\r\n][ \t\f\r\n]*+")
_SPACE = re.compile(r"\s*+")
_WINDOW = 1000
"""How much of an end is looked at in one go."""


def unwrap(text: str) -> str:
    """Text on one line: a line break with the white space around it becomes a space."""
    return _WRAP.sub(" ", text) if "\n" in text or "\r" in text else text


def trim(text: str, start: int, end: int, edges: tuple[str, ...] = ()) -> tuple[int, int]:
    r"""From where to where a stretch of text goes without white space and other edges, `&nbsp;` for example.

    An edge behind a backslash is something else: the quote in `\"` is a letter of the text.
    """
    start = _skip(text, start, end)
    while text.startswith(edges, start, end):
        edge = next(edge for edge in edges if text.startswith(edge, start, end))
        start = _skip(text, start + len(edge), end)
    end = _skip_back(text, start, end)
    while text.endswith(edges, start, end):
        edge = next(edge for edge in edges if text.endswith(edge, start, end))
        if text.endswith("\\", start, end - len(edge)):
            break
        end = _skip_back(text, start, end - len(edge))
    return start, end


def _skip(text: str, start: int, end: int) -> int:
    match = _SPACE.match(text, start, end)
    return match.end() if match else start


def _skip_back(text: str, start: int, end: int) -> int:
    while start < end:
        window = text[max(start, end - _WINDOW) : end]
        if stripped := window.rstrip():
            return end - len(window) + len(stripped)
        end -= len(window)
    return end
