"""PO message catalogues of gettext, without untranslated, fuzzy and obsolete messages and those with plural forms."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib

from stencilmt.errors import DataError
from stencilmt.text.catalogue import codec_of, read_messages
from stencilmt.text.files import decode, read_whole
from stencilmt.text.pairs import Pair

_STRING = re.compile(r'[^"#]*"(?:[^"\\]|\\.)*"\s*')
# polib ends a line at these, too, and would cut a message in two.
_FALSE_ENDS = re.compile(r"[\v\f\x1c-\x1e\x85\u2028\u2029]")


def read(path: Path, target_language: str) -> Iterator[Pair]:
    """The pairs of a PO file in this language."""
    catalogue = _parse(path)
    messages = ((entry.msgid, entry.msgstr) for entry in catalogue if not _is_left_out(entry))
    return read_messages(path, catalogue.metadata, messages, target_language)


def _is_left_out(entry: Any) -> bool:
    return bool(entry.msgid_plural or entry.obsolete or entry.fuzzy)


def _parse(path: Path) -> Any:
    content = read_whole(path)
    text = _FALSE_ENDS.sub(" ", decode(content, path, codec_of(content)))
    _check_strings(path, text)
    try:
        return polib.pofile(text)
    except OSError as error:
        line, _, reason = str(error).partition("(line ")[2].partition(")")
        raise DataError(f"{path}:{line}: not a PO file{reason or ': out of place, or no keyword'}") from error


def _check_strings(path: Path, text: str) -> None:
    """Refuse a string without its end, of which polib would silently drop the last letter."""
    for number, line in enumerate(text.split("\n"), start=1):
        if '"' in line and not line.lstrip().startswith("#") and not _STRING.fullmatch(line):
            raise DataError(f"{path}:{number}: not a PO file: a string without its end, or text after it")
