"""What follows the text of a Markdown link: `(destination "title")` or `[label]`."""

import re

LABEL = re.compile(r"\[((?:[^\\\[\]]|\\.){0,999}+)\]", re.DOTALL)
_SPACE = re.compile(r"[ \t\n]*+")
_POINTED = re.compile(r"<(?:[^<>\n\\]|\\.)*+>")
_PLAIN = re.compile(r"(?:[^\\()\x00-\x20\x7f]++|\\[\\()]?+)*+")
_TITLE = re.compile(r""""(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\)""", re.DOTALL)
_DEEPEST = 32


def tail_end(text: str, start: int) -> int | None:
    """Where the `(destination "title")` that starts here ends."""
    if not text.startswith("(", start):
        return None
    position = _skip(_SPACE, text, start + 1)
    destination = _destination_end(text, position)
    if destination is None:
        return None
    position = _skip(_SPACE, text, destination)
    if position > destination and (title := _TITLE.match(text, position)):
        position = _skip(_SPACE, text, title.end())
    return position + 1 if text.startswith(")", position) else None


def _destination_end(text: str, position: int) -> int | None:
    if text.startswith("<", position):
        pointed = _POINTED.match(text, position)
        return pointed.end() if pointed else None
    depth = 0
    while True:
        position = _skip(_PLAIN, text, position)
        bracket = text[position : position + 1]
        if bracket == "(" and depth < _DEEPEST:
            depth += 1
        elif bracket == ")" and depth:
            depth -= 1
        else:
            return position if not depth and bracket != "(" else None
        position += 1


def _skip(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position


def normalize_label(label: str) -> str:
    """The form in which reference labels are compared."""
    return " ".join(label.split()).casefold()
