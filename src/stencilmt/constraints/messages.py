"""ICU messages: `{count, plural, one {# file} other {# files}}`, from the first brace to the one that closes it."""

import re
from itertools import accumulate

_KINDS = "plural|selectordinal|select|number|date|time|choice|spellout|ordinal|duration"
_HEAD = re.compile(rf"\{{\s*+[\w.-]++\s*+,\s*+(?:{_KINDS})\b", re.ASCII)
_BRACE = re.compile(r"[{}]")
# An apostrophe before a brace begins a quotation, in which braces mean nothing; two apostrophes are one.
_UNQUOTED_BRACE = re.compile(r"''|'[{}](?:[^']|'')*+'|[{}]")
_QUOTATION = re.compile(r"(?<!')(?:'')*+'[{}#|]")
_CHOICE = re.compile(r"\{\s*+[\w.-]++\s*+,\s*+(?:plural|select)\s*+,\s*+(?:offset:\d++)?+", re.ASCII)
_SELECTOR = re.compile(r"\s*+(?:=\d++|[\w-]++)\s*+(?=\{)")
_DEEPEST = 12
"""Braces in braces; what is deeper was written by no one."""


def find_messages(text: str) -> list[tuple[int, int]]:
    """From where to where each message stands, whatever it holds; one inside another is part of it.

    >>> find_messages("{n, plural, one {<b>#</b> file} other {'{' files}}!")
    [(0, 50)]
    """
    heads = [head.start() for head in _HEAD.finditer(text)]
    if not heads:
        return []
    # Not every library knows quotations: where the braces do not close with them, they may without.
    quoting, plain = (_closings(text, heads[0], brace) for brace in (_UNQUOTED_BRACE, _BRACE))
    messages: list[tuple[int, int]] = []
    end = 0
    for head in heads:
        closing = quoting.get(head) or plain.get(head)
        if head >= end and closing:
            messages.append((head, closing))
            end = closing
    return messages


def find_branches(message: str) -> list[tuple[int, int]]:
    """From where to where the texts stand among which a message chooses; none where quotations hide their ends.

    >>> find_branches("{n, plural, one {# file} other {# files}}")
    [(17, 23), (32, 39)]
    """
    head = _CHOICE.match(message)
    if head is None or _QUOTATION.search(message) or _depth(message) > _DEEPEST:
        return []
    closings = _closings(message, 0, _BRACE)
    branches: list[tuple[int, int]] = []
    position = head.end()
    while selector := _SELECTOR.match(message, position):
        position = closings.get(selector.end(), 0)
        branches.append((selector.end() + 1, position - 1))
    return branches if message[position:].strip() == "}" else []


def _depth(text: str) -> int:
    return max(accumulate(1 if brace == "{" else -1 for brace in _BRACE.findall(text)))


def _closings(text: str, start: int, brace: re.Pattern[str]) -> dict[int, int]:
    """Where the brace ends that closes each opening brace."""
    opened: list[int] = []
    closings: dict[int, int] = {}
    for match in brace.finditer(text, start):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            closings[opened.pop()] = match.end()
    return closings
