"""What PO and MO catalogues have in common once they are parsed: a header and messages."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from stencilmt.errors import DataError
from stencilmt.text import language
from stencilmt.text.accelerators import MARKS, strip_accelerators
from stencilmt.text.pairs import Pair, one_line

CREDITS = frozenset({"translator-credits", "translator_credits", "NAME OF TRANSLATORS", "EMAIL OF TRANSLATORS"})
"""Messages whose translations are names."""
_ACCELERATORS = {"&": "&", "_": "_", "~": "~_"}
"""The accelerators of a catalogue, by what its header says; LibreOffice says `~`, and its dialogs have GTK's `_`."""
_CHARSET = re.compile(rb"Content-Type:[^\n\"]*charset=([\w.:-]+)", re.IGNORECASE)


def read_messages(
    path: Path, header: Mapping[str, str], messages: Iterable[tuple[str, str]], target_language: str
) -> Iterator[Pair]:
    """The pairs of a catalogue: translated messages without credits and accelerators."""
    found = header.get("Language", "")
    if language.is_code(found) and not language.matches(target_language, found):
        raise DataError(f"{path}: the catalogue is in {found!r}, not in {target_language!r}")
    marks = _ACCELERATORS.get(header.get("X-Accelerator-Marker", ""), MARKS)
    for message, translation in messages:
        if message and translation and message not in CREDITS:
            source, target = strip_accelerators(message, translation, marks)
            yield Pair(one_line(source), one_line(target), path.name)


def codec_of(content: bytes) -> str:
    """The codec of a catalogue; UTF-8 if the header tells none or an impossible one, such as a template's `CHARSET`."""
    found = _CHARSET.search(content)
    name = found[1].decode().lower() if found else "utf-8"
    try:
        b" ".decode(name)
    except (LookupError, UnicodeError):
        name = "utf-8"
    return "utf-8-sig" if name in ("utf-8", "utf8") else name
