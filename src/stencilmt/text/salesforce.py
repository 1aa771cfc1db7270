"""The JSON files of the Salesforce localization data set: one per language, texts by id.

The texts are XML fragments and stay as they are, entities included (`Save &amp; Finish`, `&lt;blank&gt;`): they are
judged by parsing them, and a resolved `&lt;blank&gt;` could not be told from a tag.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from stencilmt.errors import DataError
from stencilmt.text import language
from stencilmt.text.files import decode, read_whole
from stencilmt.text.pairs import Pair, one_line


def read(source: Path, target: Path, source_language: str, target_language: str) -> Iterator[Pair]:
    """The pairs of two files with the same ids, in the order of the source."""
    sources, targets = _texts(source, source_language), _texts(target, target_language)
    for missing, path in ((sources.keys() - targets.keys(), target), (targets.keys() - sources.keys(), source)):
        if missing:
            raise DataError(f"{path}: {len(missing)} ids of the other file are missing, such as {min(missing)!r}")
    for key, text in sources.items():
        yield Pair(one_line(text), one_line(targets[key]), source.name)


def _texts(path: Path, wanted: str) -> dict[str, str]:
    """The texts of one file by id, checked for form and language."""
    content = _parse(path)
    texts = content.get("text") if isinstance(content, dict) else None
    if not isinstance(texts, dict):
        raise DataError(f'{path}: expected {{"lang": …, "type": …, "text": {{id: text}}}}')
    found = str(content.get("lang", ""))
    if not language.matches(wanted, found):
        raise DataError(f"{path}: the language is {found!r}, not {wanted!r}; are source and target swapped?")
    for key, text in texts.items():
        if not isinstance(text, str):
            raise DataError(f"{path}: the text of {key!r} is {type(text).__name__}, expected a string")
    return texts


def _parse(path: Path) -> Any:
    try:
        return json.loads(decode(read_whole(path), path))
    except json.JSONDecodeError as error:
        raise DataError(f"{path}:{error.lineno}: not JSON ({error.msg})") from error
    except RecursionError as error:
        raise DataError(f"{path}: nested too deeply for this format") from error
    except ValueError as error:  # a number of thousands of digits
        raise DataError(f"{path}: not JSON ({error})") from error
