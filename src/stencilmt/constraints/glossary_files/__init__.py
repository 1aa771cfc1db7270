"""Glossary files: one format per module, chosen by the end of the file's name."""

from importlib import import_module
from pathlib import PurePath

from stencilmt.constraints.entry import Draft
from stencilmt.constraints.glossary_files.languages import Languages
from stencilmt.errors import GlossaryError

_FORMATS = {".tsv": "tsv", ".txt": "tsv", ".csv": "csv", ".tbx": "tbx", ".xml": "tbx", ".json": "json"}


def read(data: bytes, asked: Languages, draft: Draft) -> Languages:
    """Read the bytes of a glossary file into a draft, and say which languages they were taken from."""
    suffix = PurePath(draft.name).suffix.lower()
    if suffix not in _FORMATS:
        raise GlossaryError(f"{draft.name}: unknown kind of glossary {suffix!r}, expected one of {', '.join(_FORMATS)}")
    module = import_module(f"{__name__}.{_FORMATS[suffix]}")
    languages: Languages = module.read(data, asked, draft)
    return languages
