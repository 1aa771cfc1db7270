"""Opening the files of a corpus, plain or gzip, so that whatever is wrong with them is one sentence with its place."""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, cast

from stencilmt.errors import DataError

LONGEST_LINE = 1 << 20
"""Bytes in a line of text; one beyond that is no sentence, and could fill the memory."""
LARGEST_WHOLE = 1 << 30
"""Bytes of a file that is read at once, unpacked."""
BROKEN_GZIP = (EOFError, gzip.BadGzipFile, zlib.error)
"""What the standard library raises, while reading, for a gzip file that is cut off or damaged."""


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """The bytes of a file, unpacked if its name ends in `.gz`."""
    try:
        raw = path.open("rb")
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror})") from error
    with raw:
        yield cast(BinaryIO, BufferedReader(gzip.GzipFile(fileobj=raw))) if path.suffix.lower() == ".gz" else raw


def read_lines(path: Path) -> Iterator[str]:
    """The lines of a UTF-8 text without their ends; only a line feed ends a line, a byte order mark is dropped."""
    number = 0
    with opened(path) as file:
        try:
            for number, line in enumerate(iter(partial(file.readline, LONGEST_LINE), b""), start=1):
                if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
                    raise DataError(f"{path}:{number}: longer than {LONGEST_LINE} bytes, which is no line of text")
                text = line.decode("utf-8-sig" if number == 1 else "utf-8")
                yield text.removesuffix("\n").removesuffix("\r")
        except UnicodeDecodeError as error:
            raise not_encoded(path, number, error) from error
        except BROKEN_GZIP as error:
            raise broken_gzip(path, number + 1) from error


def read_whole(path: Path) -> bytes:
    """All bytes of a file, for the formats that cannot be read piece by piece."""
    with opened(path) as file:
        try:
            content = file.read(LARGEST_WHOLE + 1)
        except BROKEN_GZIP as error:
            raise broken_gzip(path, 1) from error
    if len(content) > LARGEST_WHOLE:
        raise DataError(f"{path}: larger than {LARGEST_WHOLE} bytes, split it into several files")
    return content


def decode(content: bytes, path: Path, encoding: str = "utf-8-sig") -> str:
    """The text of a whole file; the error for a byte that does not fit names its line."""
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise not_encoded(path, content.count(b"\n", 0, error.start) + 1, error) from error


def not_encoded(path: Path, line: int, error: UnicodeDecodeError) -> DataError:
    """The error for bytes that are not in the encoding they should be in."""
    byte = error.object[error.start]
    encoding = error.encoding.upper()
    return DataError(f"{path}:{line}: not {encoding} (byte 0x{byte:02x}), convert the file with iconv")


def broken_gzip(path: Path, line: int) -> DataError:
    """The error for a gzip file that is damaged or cut off."""
    return DataError(f"{path}:{line}: the gzip data are damaged or cut off here, fetch the file again")
