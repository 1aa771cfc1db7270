"""What files of an evaluation hold, and how."""

from enum import StrEnum
from pathlib import Path


class Role(StrEnum):
    """What a file holds."""

    SOURCE = "source"
    REFERENCE = "reference"
    HYPOTHESIS = "hypothesis"


class Format(StrEnum):
    """How a file holds it."""

    TEXT = "text"
    SALESFORCE_JSON = "salesforce-json"
    WMT_SGM = "wmt-sgm"
    JSONL = "jsonl"


def unpacked_name(path: Path) -> Path:
    """The name a file has without the end of its packing, as its format and its system are named by it.

    >>> unpacked_name(Path("system.jsonl.gz")).name
    'system.jsonl'
    """
    return path.with_suffix("") if path.suffix.lower() == ".gz" else path
