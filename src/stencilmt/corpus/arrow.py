"""Rows in Arrow files: one batch each, mapped into memory when read.

They are not compressed: of a compressed file one must unpack a whole batch to get at one row.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.ipc

from stencilmt.errors import DataError

_NOTE = b"note"


def encode_rows(columns: Sequence[Sequence[Any]], schema: Any, note: Any = None) -> bytes:
    """The bytes of a file with these columns, and a note in plain values."""
    schema = schema.with_metadata({_NOTE: json.dumps(note)})
    arrays = [pyarrow.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_file(sink, schema) as writer:
        writer.write_batch(pyarrow.record_batch(arrays, schema=schema))
    return bytes(sink.getvalue().to_pybytes())


def read_rows(path: Path, schema: Any) -> tuple[Any, Any]:
    """The batch of rows in a file, mapped into memory, and the note."""
    try:
        with pyarrow.memory_map(str(path)) as mapped:
            return decode_rows(mapped, schema, path)
    except FileNotFoundError as error:
        raise DataError(f"{path}: the file is missing, prepare the corpus again") from error


def decode_rows(content: Any, schema: Any, path: Path | None = None) -> tuple[Any, Any]:
    """The batch of rows in the bytes of a file, and the note."""
    try:
        batch = pyarrow.ipc.open_file(content).get_batch(0)
    except (OSError, pyarrow.ArrowException) as error:
        raise DataError(f"{path}: the file is broken or cut off, prepare the corpus again") from error
    if not batch.schema.equals(schema):
        raise DataError(f"{path}: the file was written by another version of Stencil, prepare the corpus again")
    return batch, json.loads(batch.schema.metadata[_NOTE])
