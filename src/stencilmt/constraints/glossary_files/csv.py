"""Comma-separated glossaries, as spreadsheets and translation services write them."""

import csv
import io
import re
from collections.abc import Iterator
from itertools import islice

from stencilmt.constraints.entry import Draft
from stencilmt.constraints.glossary_files.columns import Row, read_rows
from stencilmt.constraints.glossary_files.decoding import decode
from stencilmt.constraints.glossary_files.languages import Languages
from stencilmt.errors import GlossaryError

_DELIMITERS = ",;\t"
_SAMPLE = 50
"""How many rows decide on the delimiter."""
_DECLARED = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)


def read(data: bytes, asked: Languages, draft: Draft) -> Languages:
    """Read a glossary in comma-separated form."""
    text = decode(data, draft.name)
    declared = _DECLARED.match(text)  # spreadsheets may say their delimiter on the first line
    delimiter = declared[1] if declared else _delimiter(text)
    rows = _rows(text, delimiter, draft.name)
    return read_rows(islice(rows, 1, None) if declared else rows, asked, draft)


def _rows(text: str, delimiter: str, name: str) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise GlossaryError(f"{name}:{line}: not a row of CSV ({error}); double the quotes inside a cell") from None


def _delimiter(text: str) -> str:
    """The delimiter that gives the most rows of the first row's width, at least two cells; commas at a draw."""
    return max(_DELIMITERS, key=lambda delimiter: _even_rows(text, delimiter))


def _even_rows(text: str, delimiter: str) -> int:
    try:
        widths = [len(cells) for _, cells in islice(_rows(text, delimiter, ""), _SAMPLE) if any(cells)]
    except GlossaryError:
        return 0
    return widths.count(widths[0]) if widths and widths[0] > 1 else 0
