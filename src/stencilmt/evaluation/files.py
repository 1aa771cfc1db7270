"""JSON and tables from files, whose faults are told with file and line."""

import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from stencilmt.errors import DataError
from stencilmt.text.files import decode, read_lines, read_whole


def read_text(path: Path) -> str:
    """The text of a UTF-8 file."""
    return decode(read_whole(path), path)


def read_json(path: Path) -> Any:
    """The value in a JSON file."""
    return _parse(read_text(path), path, first_line=1)


def read_json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """The value in every line of a JSON lines file with the line's number; empty lines are skipped."""
    for number, line in enumerate(read_lines(path), start=1):
        if line.strip():
            yield number, _parse(line, path, first_line=number)


def read_table(path: Path, columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Some columns of a CSV file with a heading."""
    table = csv.DictReader(read_text(path).splitlines(keepends=True))
    for row in table:
        cells = tuple(row.get(column) for column in columns)
        if None in cells:
            raise DataError(f"{path}:{table.line_num}: expected the columns {', '.join(columns)}")
        yield tuple(str(cell).strip() for cell in cells)


def read_entities(path: Path) -> frozenset[str]:
    """A JSON list of words that stay as they are."""
    words = read_json(path)
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise DataError(f"{path}: expected a JSON list of words")
    return frozenset(words)


def _parse(text: str, path: Path, first_line: int) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise DataError(f"{path}:{first_line + error.lineno - 1}: not JSON ({error.msg})") from error
    except RecursionError as error:
        raise DataError(f"{path}:{first_line}: nested too deeply for this format") from error
    except ValueError as error:  # a number of thousands of digits
        raise DataError(f"{path}:{first_line}: not JSON ({error})") from error
