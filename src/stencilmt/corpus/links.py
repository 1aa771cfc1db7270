"""The links of a shard on disk: which word of the source goes with which of the target."""

from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import pyarrow

from stencilmt.corpus.arrow import decode_rows, encode_rows
from stencilmt.corpus.correspond import Links

_SCHEMA = pyarrow.schema({"links": pyarrow.list_(pyarrow.uint16())})


def encode_links(links: Iterable[Links]) -> bytes:
    """The bytes of a file with the links of each pair."""
    return encode_rows([[list(chain.from_iterable(pair)) for pair in links]], _SCHEMA)


def decode_links(content: bytes) -> list[Links]:
    """Undo `encode_links`."""
    batch, _ = decode_rows(content, _SCHEMA)
    return [list(zip(flat[::2], flat[1::2], strict=True)) for flat in batch.column("links").to_pylist()]


def links_path(folder: Path, number: int) -> Path:
    """Where the links of a shard lie."""
    return folder / f"links-{number:05}.arrow"
