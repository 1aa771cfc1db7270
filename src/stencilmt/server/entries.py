"""DeepL's two formats for glossary entries, read and written: nothing but pairs, every byte of them meant."""

import csv
import io
import unicodedata
from collections.abc import Iterator

from stencilmt.constraints.glossary import Glossary
from stencilmt.errors import GlossaryError

Pairs = dict[str, str]
"""From source term to target term."""
FORMATS = ("tsv", "csv")


def read_entries(text: str, format: str) -> Pairs:
    """Read entries, and refuse what could not be kept in a translation."""
    rows = _csv(text) if format == "csv" else _tsv(text)
    glossary = Glossary.from_pairs(list(rows), name="entries")
    if not glossary.entries:
        raise GlossaryError("no entries in the glossary: send at least one")
    return {entry.source: entry.targets[0] for entry in glossary.entries}


def write_entries(pairs: Pairs) -> str:
    """Write entries as TSV, which `read_entries` reads back."""
    return "".join(f"{source}\t{target}\n" for source, target in pairs.items())


def add_entries(stored: str, added: Pairs) -> Pairs:
    """Stored entries with others added or in their place.

    What is stored was checked when it was stored, so it is only taken apart: others wait meanwhile.
    """
    pairs = dict(line.split("\t", 1) for line in stored.split("\n") if line)
    spelled = {unicodedata.normalize("NFC", term): term for term in pairs}
    for term in added:
        old = spelled.get(unicodedata.normalize("NFC", term), term)
        if old != term:
            del pairs[old]
    return pairs | added


def _tsv(text: str) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(io.StringIO(text, newline=None), 1):
        cells = line.rstrip("\n").split("\t")
        if any(cell.strip() for cell in cells):
            yield _pair(cells, number, widths=(2,))


def _csv(text: str) -> Iterator[tuple[str, str]]:
    """Rows of two cells, or of four that name the languages as well."""
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield _pair(cells, reader.line_num, widths=(2, 4))
    except csv.Error as error:
        raise GlossaryError(f"entries:{reader.line_num}: not a row of CSV ({error})") from None


def _pair(cells: list[str], line: int, widths: tuple[int, ...]) -> tuple[str, str]:
    if len(cells) not in widths:
        raise GlossaryError(f"entries:{line}: {len(cells)} cells, expected a source and a target term")
    return cells[0], cells[1].strip()
