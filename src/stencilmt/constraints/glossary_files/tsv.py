"""Tab-separated glossaries, read and written: one entry a line, no quoting."""

import io
from collections.abc import Iterable, Iterator

from stencilmt.constraints.entry import Draft, Entry
from stencilmt.constraints.glossary_files.columns import join_alternatives, read_rows
from stencilmt.constraints.glossary_files.decoding import decode
from stencilmt.constraints.glossary_files.languages import Languages


def read(data: bytes, asked: Languages, draft: Draft) -> Languages:
    """Read a tab-separated glossary."""
    lines = io.StringIO(decode(data, draft.name), newline=None)
    rows = ((number, line.rstrip("\n").split("\t")) for number, line in enumerate(lines, 1))
    return read_rows(rows, asked, draft)


def write(entries: Iterable[Entry], languages: Languages) -> str:
    """Write entries so that `read` gives them back."""
    header = ["source", "target", "case", "match", "translate"]
    named = {"source_lang": languages.source, "target_lang": languages.target}
    codes = {name: code for name, code in named.items() if code}
    rows = [[*header, *codes], *([*_cells(entry), *codes.values()] for entry in entries)]
    return "".join("\t".join(row) + "\n" for row in rows)


def _cells(entry: Entry) -> Iterator[str]:
    yield entry.source
    yield "" if entry.keep else join_alternatives(entry.targets)
    yield "sensitive" if entry.case_sensitive else "insensitive"
    yield entry.match
    yield "no" if entry.keep else "yes"
