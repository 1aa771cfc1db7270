"""What files of an evaluation hold, and how."""

from enum import StrEnum


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
