"""Bytes of a text file into text."""

import codecs

from stencilmt.errors import GlossaryError

_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decode(data: bytes, name: str) -> str:
    """The text of a file in UTF-8, or in UTF-16 with a byte order mark as spreadsheets write it."""
    encoding = "UTF-16" if data.startswith(_WIDE) else "UTF-8"
    try:
        text = data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise GlossaryError(
            f"{name}:{line}: byte 0x{data[error.start]:02x} is not {encoding}; save the file as UTF-8"
        ) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise GlossaryError(f"{name}:{line}: a zero byte, so this is no UTF-8 text; save the file as UTF-8")
    return text
