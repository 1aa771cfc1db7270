"""Bytes to text and back: the same encoding, the same byte order mark, the same line ends."""

import codecs
import re
from dataclasses import dataclass

from stencilmt.errors import DataError, InputError, SettingsError

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WITHOUT_MARK = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
XML_DECLARATION = re.compile(rb"""\A\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']""")
_PROLOGUE = 4096
"""How far a declaration may stand from the start of a file."""


@dataclass(frozen=True, slots=True)
class Source:
    """A decoded file."""

    text: str
    name: str = "text"
    """What messages call it."""
    codec: str = "utf-8"
    mark: bytes = b""
    """The byte order mark it began with."""
    references: bool = False
    """Whether a character the encoding lacks may be written as `&#8364;`."""

    def encode(self, text: str) -> bytes:
        """Such a file with another text."""
        is_unicode = self.codec.startswith("utf-")
        errors = "xmlcharrefreplace" if self.references and not is_unicode else "strict"
        try:
            return self.mark + text.encode(self.codec, errors)
        except UnicodeEncodeError as error:
            line = text.count("\n", 0, error.start) + 1
            character = text[error.start]
            raise DataError(
                f"{self.name}:{line}: the translation holds {character!r}, which {self.codec} cannot write; "
                "convert the file to UTF-8, and if it declares its encoding, declare that"
            ) from error

    def error(self, position: int, reason: str) -> DataError:
        """The error for something that is wrong at a place of the text."""
        line = self.text.count("\n", 0, position) + 1
        return DataError(f"{self.name}:{line}: {reason}")


def decode(
    data: bytes,
    name: str,
    *,
    encoding: str | None = None,
    declaration: re.Pattern[bytes] | None = None,
    references: bool = False,
) -> Source:
    """Read a file as text.

    A byte order mark decides, then the encoding the caller names, then what the file declares, then UTF-8.
    """
    mark, codec = next(((mark, codec) for mark, codec in _MARKS if data.startswith(mark)), (b"", None))
    if codec is None:
        codec = _lookup(encoding, name, SettingsError) if encoding else _declared(data, name, declaration)
    if b"\0" in data and not codec.startswith(("utf-16", "utf-32")):
        raise _binary(name, data.index(0))
    text = _decoded(data[len(mark) :], codec, name)
    if "\0" in text:
        raise _binary(name, text.index("\0"))
    return Source(text, name, codec, mark, references)


def _declared(data: bytes, name: str, declaration: re.Pattern[bytes] | None) -> str:
    found = declaration.search(data[:_PROLOGUE]) if declaration else None
    label = found[found.lastindex or 1].decode("ascii").lower() if found else "utf-8"
    # A declaration that could be read is in no encoding of two bytes per letter, whatever it says.
    if label.startswith(("utf-16", "utf16", "charset")):
        return "utf-8"
    codec = _lookup(label, name, DataError)
    # Browsers, and only they, read Latin-1 as its superset from Windows, which lacks five bytes.
    in_page = found is not None and found[0][:5].lower() == b"<meta"
    if in_page and codec in ("iso8859-1", "ascii") and not re.search(rb"[\x81\x8d\x8f\x90\x9d]", data):
        return "cp1252"
    return codec


def _lookup(label: str, name: str, fault: type[InputError]) -> str:
    try:
        b"a".decode(label, "ignore")
    except (LookupError, UnicodeError) as error:
        raise fault(f"{name}: unknown encoding {label!r}, expected utf-8, windows-1252 or the like") from error
    codec = codecs.lookup(label).name
    return _WITHOUT_MARK.get(codec, codec)


def _decoded(data: bytes, codec: str, name: str) -> str:
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as error:
        raise _undecodable(data, codec, name, error.start) from error
    except UnicodeError as error:
        raise DataError(f"{name}: not {codec} ({error}), name its encoding or convert it to UTF-8") from error
    if codec != "utf-8" and text.encode(codec) != data:
        raise DataError(f"{name}: cannot be written back byte for byte as {codec}, convert it to UTF-8")
    return text


def _binary(name: str, offset: int) -> DataError:
    return DataError(
        f"{name}: a NUL at offset {offset}, so this is a binary file and not a text "
        "(or UTF-16 without a byte order mark: convert it to UTF-8)"
    )


def _undecodable(data: bytes, codec: str, name: str, offset: int) -> DataError:
    line = data.count(b"\n", 0, offset) + 1
    return DataError(
        f"{name}:{line}: byte 0x{data[offset]:02x} at offset {offset} is not {codec}, "
        "name the file's encoding or convert it to UTF-8"
    )
