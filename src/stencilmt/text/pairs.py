"""Parallel text: pairs of sentences, whatever file they come from.

The text of a pair is plain text with literal inline tags, all on one line: `Press <b>Enter</b> if a < b`. Nothing is
escaped, so text that *talks* of tags looks like tags, as it does in the message catalogues most corpora come from.
Readers of XML formats resolve the entities of the text and write inline elements as `<g id="1">…</g>` and
`<x id="2"/>`. Only the Salesforce texts are left as they are, because they are XML and are judged as XML.

A tab or line break inside a text becomes one space, white space around it goes.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from stencilmt.errors import DataError

_BREAKS = re.compile(r"[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")
_XLIFF = (".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff")
_BILINGUAL = (".tsv", ".tmx", ".po", ".mo", *_XLIFF)
_PAGES = (".page", ".docbook")
_MONOLINGUAL = (".txt", ".json", *_PAGES)
_KNOWN = (
    f"{', '.join(_BILINGUAL)} (each also as .gz), or two files, one per language: Moses texts, "
    f"help pages ({', '.join(_PAGES)}) or Salesforce .json"
)


@dataclass(frozen=True, slots=True)
class Pair:
    """A sentence and its translation."""

    source: str
    """The sentence, plain text with literal tags."""
    target: str
    """Its translation, in the same form."""
    origin: str = ""
    """Where it comes from, for reports and the model card: a corpus or a file name."""


def one_line(text: str) -> str:
    """The text without tabs, line breaks and outer white space, so that it fits into a column of a TSV file."""
    if text.isprintable():
        return text.strip()
    return " ".join(filter(None, map(str.strip, _BREAKS.split(text))))


def read_pairs(paths: Iterable[Path | tuple[Path, Path]], source_language: str, target_language: str) -> Iterator[Pair]:
    """All pairs of these files, read lazily; a tuple is a source and a target file that belong together."""
    names = []
    count = 0
    for path in paths:
        names.append(" and ".join(map(str, path)) if isinstance(path, tuple) else str(path))
        for pair in read_file(path, source_language, target_language):
            count += 1
            yield pair
    if not count:
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        where = ", ".join(names[:3]) + more or "no file given"
        raise DataError(f"{where}: the corpus is empty, no pair of {source_language} and {target_language}")


def read_file(path: Path | tuple[Path, Path], source_language: str, target_language: str) -> Iterator[Pair]:
    """The pairs of a file, or of two that belong together; there may be none. Its reader is imported only now."""
    read = _reader_of_two(*path) if isinstance(path, tuple) else _reader_of_one(path)
    return read(source_language, target_language)


def _reader_of_one(path: Path) -> Callable[[str, str], Iterator[Pair]]:
    match _format(path):
        case ".tsv":
            from stencilmt.text import tsv

            return lambda source, target: tsv.read(path)
        case ".tmx":
            from stencilmt.text import tmx

            return lambda source, target: tmx.read(path, source, target)
        case ".po":
            from stencilmt.text import po

            return lambda source, target: po.read(path, target)
        case ".mo":
            from stencilmt.text import mo

            return lambda source, target: mo.read(path, target)
        case name if name in _XLIFF:
            from stencilmt.text import xliff

            return lambda source, target: xliff.read(path, source, target)
        case name if name in _MONOLINGUAL:
            raise DataError(f"{path}: a {name} file holds one language, give it together with its other side")
        case _:
            raise DataError(f"{path}: unknown format, expected {_KNOWN}")


def _reader_of_two(source: Path, target: Path) -> Callable[[str, str], Iterator[Pair]]:
    formats = _format(source), _format(target)
    if formats == (".json", ".json"):
        from stencilmt.text import salesforce

        return lambda *languages: salesforce.read(source, target, *languages)
    if formats[0] == formats[1] and formats[0] in _PAGES:
        from stencilmt.text import help_pages

        return lambda _, language: help_pages.read(source, target, language)
    for path, name in zip((source, target), formats, strict=True):
        if name in (*_BILINGUAL, ".json", *_PAGES):
            raise DataError(f"{path}: a {name} file is no side of a Moses pair, which is two plain texts")
    from stencilmt.text import moses

    return lambda *languages: moses.read(source, target)


def _format(path: Path) -> str:
    """The end of the file's name that tells its format: `.tsv` for `a.tsv.gz`."""
    return Path(path.name.lower().removesuffix(".gz")).suffix
