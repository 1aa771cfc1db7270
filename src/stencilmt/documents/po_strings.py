"""How strings are written in PO files."""

import re
from dataclasses import dataclass

_ESCAPE = re.compile(r"\\([0-7]{1,3}|x[0-9a-fA-F]{1,2}|.)", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_SPECIAL = re.compile(r'[\n\t\r"\\\a\b\f\v]')
_NAMES = {character: f"\\{letter}" for letter, character in _LETTERS.items()}
_LONG_LINE = re.compile(r"^(?:msg|\")[^\n]{82}", re.MULTILINE)
_WORD = re.compile(r"[^ ]* *")
_WIDTH = 79


@dataclass(frozen=True, slots=True)
class Style:
    """How a file is laid out."""

    wraps: bool
    """Whether long strings go over several lines."""
    line_end: str


def find_style(text: str) -> Style:
    """The layout of an existing file."""
    return Style(not _LONG_LINE.search(text), "\r\n" if "\r\n" in text else "\n")


def unquote(written: str) -> str:
    """What a string means, from what stands between its quotes."""
    return _ESCAPE.sub(_unescape, written) if "\\" in written else written


def _unescape(match: re.Match[str]) -> str:
    code = match[1]
    if code[0] in "01234567":
        return chr(int(code, 8))
    return chr(int(code[1:], 16)) if len(code) > 1 else _LETTERS.get(code, match[0])


def quote(text: str, keyword: str, style: Style) -> str:
    """The string in quotes, on one line if it fits behind the keyword, else one line for each of its own."""
    escaped = [_SPECIAL.sub(lambda match: _NAMES[match[0]], line) for line in text.splitlines(keepends=True)]
    width = _WIDTH if style.wraps else max((len(line) + 20 for line in escaped), default=_WIDTH)
    if len(escaped) <= 1 and len(keyword) + sum(map(len, escaped)) + 2 <= width:
        return f'"{"".join(escaped)}"'
    lines = ["", *(part for line in escaped for part in _wrap(line, width - 2))]
    return style.line_end.join(f'"{line}"' for line in lines)


def _wrap(line: str, width: int) -> list[str]:
    """The line cut after spaces into pieces that fit."""
    pieces = [""]
    for word in _WORD.findall(line):
        if pieces[-1] and len(pieces[-1]) + len(word.rstrip(" ")) > width:
            pieces.append("")
        pieces[-1] += word
    return pieces
