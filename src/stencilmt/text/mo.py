"""MO message catalogues of gettext, without messages with plural forms.

Read here and not by polib, which takes the strings of a file that is cut off for shorter ones.
"""

import struct
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from stencilmt.errors import DataError
from stencilmt.text.catalogue import codec_of, read_messages
from stencilmt.text.files import read_whole
from stencilmt.text.pairs import Pair

_ORDERS = {b"\xde\x12\x04\x95": "<", b"\x95\x04\x12\xde": ">"}
"""The byte order of a file, by its first bytes."""


def read(path: Path, target_language: str) -> Iterator[Pair]:
    """The pairs of a MO file in this language."""
    messages = _messages(path)
    first = next(messages, ("", ""))
    header = {} if first[0] else dict(line.split(": ", 1) for line in first[1].split("\n") if ": " in line)
    return read_messages(path, header, chain([first], messages), target_language)


def _messages(path: Path) -> Iterator[tuple[str, str]]:
    """All messages with one form; the header is the translation of the empty one, which is sorted first."""
    content = read_whole(path)
    codec = codec_of(content)
    for number, strings in enumerate(_strings(path, content), start=1):
        try:
            message, translation = (string.decode(codec) for string in strings)
        except UnicodeDecodeError as error:
            raise DataError(f"{path}: message {number} is not {error.encoding.upper()}") from error
        if "\0" not in message:
            yield message.rpartition("\x04")[2], translation


def _strings(path: Path, content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The bytes of each message (context before a \\x04, forms parted by a NUL) and of its translation."""
    order = _ORDERS.get(content[:4])
    if order is None:
        raise DataError(f"{path}: not a MO file, it does not begin like one")
    try:
        count, *tables = struct.unpack_from(f"{order}3I", content, 8)
        for number in range(count):
            left, right = (_string(content, order, table + 8 * number) for table in tables)
            yield left, right
    except struct.error as error:
        raise DataError(f"{path}: a damaged MO file, its tables or strings lie beyond its end") from error


def _string(content: bytes, order: str, place: int) -> bytes:
    length, start = struct.unpack_from(f"{order}2I", content, place)
    string: bytes = struct.unpack_from(f"{length}s", content, start)[0]
    return string
