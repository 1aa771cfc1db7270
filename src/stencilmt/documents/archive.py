"""Office files: zip archives, some of whose members hold text."""

import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from io import BytesIO
from lzma import LZMAError
from zipfile import BadZipFile, ZipFile

from stencilmt.documents.document import Segment, SplicedDocument
from stencilmt.documents.source import XML_DECLARATION, Source, decode
from stencilmt.errors import DataError

MOST_BYTES = 500_000_000
"""What an archive may unpack to: a small file can hold gigabytes of nothing."""
_FAULTS = (BadZipFile, EOFError, LZMAError, NotImplementedError, OSError, RuntimeError, ValueError, zlib.error)


class ArchiveDocument:
    """An archive and its members with text; the others stay as they are."""

    def __init__(self, data: bytes, name: str, parts: dict[str, SplicedDocument]) -> None:
        self._data = data
        self._name = name
        self._parts = parts
        self.segments: list[Segment] = [segment for part in parts.values() for segment in part.segments]

    def splice(self, translations: Sequence[str]) -> bytes:
        """The whole archive with a translation in the place of every segment."""
        if list(translations) == [segment.text for segment in self.segments]:
            return self._data
        written = self._written(translations)
        output = BytesIO()
        with opened(self._data, self._name) as archive, ZipFile(output, "w") as result:
            for member in archive.infolist():
                content = written.get(member.filename)
                result.writestr(copy(member), archive.read(member) if content is None else content)
        return output.getvalue()

    def _written(self, translations: Sequence[str]) -> dict[str, bytes]:
        written: dict[str, bytes] = {}
        used = 0
        for name, part in self._parts.items():
            written[name] = part.splice(translations[used : used + len(part.segments)])
            used += len(part.segments)
        return written


def read_archive(
    data: bytes, name: str, wanted: re.Pattern[str], read: Callable[[Source], SplicedDocument]
) -> ArchiveDocument:
    """Find what there is to translate in the wanted members of an archive."""
    members = read_members(data, name, wanted)
    if not members:
        raise DataError(f"{name}: holds none of the texts that such a file has, so it is something else or damaged")
    return ArchiveDocument(data, name, {member: read(source) for member, source in members.items()})


def read_members(data: bytes, name: str, wanted: re.Pattern[str]) -> dict[str, Source]:
    """The wanted members of an archive as texts."""
    with opened(data, name) as archive:
        if sum(member.file_size for member in archive.infolist()) > MOST_BYTES:
            raise DataError(f"{name}: unpacks to more than {MOST_BYTES:,} bytes, divide it")
        contents = {member: archive.read(member) for member in archive.namelist() if wanted.fullmatch(member)}
    return {member: _decoded(content, f"{name}:{member}") for member, content in contents.items()}


def check_unpacked(data: bytes, name: str, *, texts: int, all: int) -> None:
    """Refuse an archive with more bytes of XML, or of all it holds, before any of it is unpacked."""
    with opened(data, name) as archive:
        sizes = [(member.file_size, member.filename.lower().endswith(".xml")) for member in archive.infolist()]
    if sum(size for size, is_text in sizes if is_text) > texts:
        raise DataError(f"{name}: its texts unpack to more than {texts:,} bytes, divide it")
    if sum(size for size, _ in sizes) > all:
        raise DataError(f"{name}: unpacks to more than {all:,} bytes, divide it")


def _decoded(data: bytes, name: str) -> Source:
    return decode(data, name, declaration=XML_DECLARATION, references=True)


@contextmanager
def opened(data: bytes, name: str) -> Iterator[ZipFile]:
    """The archive, whose faults are told in one line."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            yield archive
    except _FAULTS as error:
        raise DataError(
            f"{name}: cannot be unpacked ({error}); it is damaged, protected by a password or in an older format"
        ) from error
