"""The texts of one file, whatever its format: text, Salesforce's JSON, WMT's SGM or JSON lines."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stencilmt.errors import DataError
from stencilmt.evaluation.constraint_lines import parse_terms
from stencilmt.evaluation.files import read_json, read_json_lines, read_text
from stencilmt.evaluation.formats import Format, Role, unpacked_name
from stencilmt.evaluation.sgm import Segments, read_segments
from stencilmt.evaluation.testset import Term
from stencilmt.text.files import read_lines


@dataclass(frozen=True, slots=True)
class Row:
    """One text of a file."""

    text: str
    line: int = 0
    """Where it begins in the file; 0 where the format hides it."""
    id: str = ""
    """What names it in every file of a test set; empty in formats that go by position."""
    document: str = ""
    terms: tuple[Term, ...] = ()
    record: Mapping[str, Any] | None = None
    """The whole object of a JSON line."""


@dataclass(frozen=True, slots=True)
class Rows:
    """All texts of a file."""

    path: Path
    format: Format
    rows: Sequence[Row]
    language: str = ""
    """The language the file says it is in, if it does."""

    def place(self, row: Row) -> str:
        """Where a row stands, for messages."""
        return f"{self.path}:{row.line}" if row.line else f"{self.path}, {row.id}"


def read_rows(path: Path, role: Role, format: Format | None = None) -> Rows:
    """Read a file; without a format by the ending of its name."""
    format = format or _SUFFIXES.get(unpacked_name(path).suffix.lower(), Format.TEXT)
    rows = _READERS[format](path, role)
    if not rows.rows:
        raise DataError(f"{path}: no {role} in the format {format}, choose another with --format")
    _check_ids(rows)
    return rows


def _check_ids(rows: Rows) -> None:
    seen: set[str] = set()
    for row in rows.rows:
        if row.id and row.id in seen:
            raise DataError(f"{rows.place(row)}: the id {row.id} is used twice, make the ids unique")
        seen.add(row.id)
    if "" in seen and len(seen) > 1:
        bare = next(row for row in rows.rows if not row.id)
        raise DataError(f"{rows.place(bare)}: no id, but other lines have one; give all lines ids or none")


def _read_text(path: Path, role: Role) -> Rows:
    return Rows(path, Format.TEXT, [Row(line, number) for number, line in enumerate(read_lines(path), start=1)])


def _read_salesforce(path: Path, role: Role) -> Rows:
    content = read_json(path)
    texts = content.get("text") if isinstance(content, dict) else None
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        shape = '{"lang": …, "type": …, "text": {id: text}}'
        raise DataError(f"{path}: not in the format salesforce-json, expected {shape}")
    rows = [Row(text.strip(), id=name) for name, text in texts.items()]
    return Rows(path, Format.SALESFORCE_JSON, rows, str(content.get("lang", "")))


def _read_sgm(path: Path, role: Role) -> Rows:
    read: Segments = read_segments(read_text(path), str(path), annotation_is_target=role is Role.REFERENCE)
    rows = [Row(s.text, s.line, s.id, s.document, s.terms) for s in read.segments]
    return Rows(path, Format.WMT_SGM, rows, read.source_language if role is Role.SOURCE else read.target_language)


_KEYS = {
    Role.SOURCE: ("source", "src", "text"),
    Role.REFERENCE: ("reference", "ref", "target", "text"),
    Role.HYPOTHESIS: ("translation", "hypothesis", "text"),
}


def _read_json_lines(path: Path, role: Role) -> Rows:
    return Rows(path, Format.JSONL, list(_json_rows(path, role)))


def _json_rows(path: Path, role: Role) -> Iterator[Row]:
    for number, record in read_json_lines(path):
        place = f"{path}:{number}"
        if not isinstance(record, dict):
            raise DataError(f"{place}: expected a JSON object (not {record!r:.60})")
        key = next((key for key in _KEYS[role] if isinstance(record.get(key), str)), None)
        if key is None:
            raise DataError(f'{place}: no text under "{_KEYS[role][0]}", where a {role} should be')
        record = {name: value for name, value in record.items() if value is not None}
        if role is Role.HYPOTHESIS:
            _check_template(record, place)
            terms: tuple[Term, ...] = ()
        else:
            terms = parse_terms(record.get("terms", ()), place)
        yield Row(record[key], number, str(record.get("id", "")), str(record.get("document", "")), terms, record)


def _check_template(record: Mapping[str, Any], place: str) -> None:
    """What the measures of templates read has its kind, wherever it is there."""
    for key, kind, name in (("template", str, "symbols"), ("constraints", dict, "objects")):
        value = record.get(key, [])
        if not isinstance(value, list) or not all(isinstance(each, kind) for each in value):
            raise DataError(f'{place}: expected a list of {name} under "{key}" (not {value!r:.60})')


_READERS: dict[Format, Callable[[Path, Role], Rows]] = {
    Format.TEXT: _read_text,
    Format.SALESFORCE_JSON: _read_salesforce,
    Format.WMT_SGM: _read_sgm,
    Format.JSONL: _read_json_lines,
}
_SUFFIXES = {".sgm": Format.WMT_SGM, ".json": Format.SALESFORCE_JSON, ".jsonl": Format.JSONL}


def match_rows(wanted: Rows, given: Rows) -> Sequence[Row]:
    """The rows of one file in the order of another: by their ids where both have them, else by position."""
    if wanted.rows[0].id and given.rows[0].id:
        return _match_ids(wanted, given)
    if len(wanted.rows) != len(given.rows):
        raise DataError(
            f"{given.path}: {len(given.rows)} segments, but {wanted.path} has {len(wanted.rows)}; "
            "both must have the same segments in the same order"
        )
    return given.rows


def _match_ids(wanted: Rows, given: Rows) -> Sequence[Row]:
    by_id = {row.id: row for row in given.rows}
    for row in wanted.rows:
        if row.id not in by_id:
            raise DataError(f"{given.path}: the id {row.id} is missing, which {wanted.path} has")
    known = {row.id for row in wanted.rows}
    for row in given.rows:
        if row.id not in known:
            raise DataError(f"{given.place(row)}: the id {row.id} is not in {wanted.path}")
    return [by_id[row.id] for row in wanted.rows]
