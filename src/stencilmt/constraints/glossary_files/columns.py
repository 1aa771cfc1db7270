"""Rows of cells, with or without a header, into entries: what TSV and CSV share."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from stencilmt.constraints.entry import Draft
from stencilmt.constraints.glossary_files.languages import Languages, choose, choose_among, is_language, may_be_language
from stencilmt.errors import GlossaryError
from stencilmt.text.language_names import language_code

Row = tuple[int, list[str]]
"""The line a row begins on, and its cells."""
Columns = dict[str, int]
"""Where each thing stands in a row."""


class Record(NamedTuple):
    """The cells of a row by what they mean; empty where the file has no such column."""

    line: int
    source: str
    target: str
    source_lang: str
    target_lang: str
    case: str
    match: str
    translate: str


_COLUMNS = Record._fields[1:]

_NAMES = {
    "source": ("source", "sourceterm", "sourcestring", "term"),
    "target": ("target", "targetterm", "targetstring", "translation"),
    "source_lang": ("sourcelang", "sourcelanguage"),
    "target_lang": ("targetlang", "targetlanguage"),
    "case": ("case",),
    "match": ("match",),
    "translate": ("translate",),
    "note": ("note", "notes", "comment", "description", "definition", "context", "domain", "pos", "id", "stringid"),
}
_MEANINGS = {name: meaning for meaning, names in _NAMES.items() for name in names}
# A bar parts alternatives; backslashes only count before a bar, two of them stand for one.
_BAR = re.compile(r"(\\*)\|")
_SLASHES_AT_END = re.compile(r"\\+\Z")


def read_rows(rows: Iterable[Row], asked: Languages, draft: Draft) -> Languages:
    """Take the entries of the asked languages out of the rows, one by one: a list of them all would cost twice."""
    filled = ((line, cells) for line, raw in rows if any(cells := [cell.strip() for cell in raw]))
    first = next(filled, None)
    if first is None:
        return asked
    line, header = first
    codes = _language_columns(header)
    if codes:
        return _read_languages(filled, codes, asked, draft)
    columns = _named_columns(header, f"{draft.name}:{line}")
    if columns:
        return _read_columns(filled, len(header), columns, asked, draft)
    width = 4 if _is_with_languages(header) else 2
    columns = {name: place for place, name in enumerate(_COLUMNS[:width])}
    return _read_columns(chain([first], filled), width, columns, asked, draft)


def split_alternatives(cell: str) -> list[str]:
    r"""Part a cell at its bars: `a|b` are two targets, `a\|b` is one with a bar in it."""
    if "|" not in cell:
        return [cell]
    parts, start, text = [], 0, ""
    for bar in _BAR.finditer(cell):
        slashes = len(bar[1])
        text += cell[start : bar.start()] + "\\" * (slashes // 2)
        start = bar.end()
        if slashes % 2:
            text += "|"
        else:
            parts.append(text)
            text = ""
    return [*parts, text + cell[start:]]


def join_alternatives(targets: Sequence[str]) -> str:
    """The cell that `split_alternatives` parts into these targets."""
    escaped = [_BAR.sub(r"\1\1\\|", target) for target in targets]
    before_bars = [_SLASHES_AT_END.sub(r"\g<0>\g<0>", target) for target in escaped[:-1]]
    return "|".join([*before_bars, escaped[-1]])


def _language_columns(header: Sequence[str]) -> Columns:
    """A header of languages, `en,de,fr,pos,description` or `English,German`: where each stands; empty if it is none."""
    header = [language_code(cell) or cell for cell in header]
    codes = [cell for cell in header if is_language(cell)]
    others = [cell for cell in header if not is_language(cell)]
    if len(set(codes)) < 2 or len(set(codes)) < len(codes):
        return {}
    if any(cell and _meaning(cell) != "note" for cell in others):
        return {}
    return {code: header.index(code) for code in codes}


def _named_columns(header: Sequence[str], place: str) -> Columns:
    """The columns a header with `source` and `target` in it names; empty if it is none."""
    meanings = [_meaning(cell) for cell in header]
    if not {"source", "target"} <= set(meanings):
        return {}
    unknown = [cell for cell, meaning in zip(header, meanings, strict=True) if cell and not meaning]
    if unknown:
        known = ", ".join(_NAMES)
        raise GlossaryError(f"{place}: unknown column {unknown[0]!r}; known are {known} (call it note to skip it)")
    for name in _COLUMNS:
        if meanings.count(name) > 1:
            raise GlossaryError(f"{place}: two columns for {name}; keep one")
    return {meaning: place for place, meaning in enumerate(meanings) if meaning != "note"}


def _meaning(cell: str) -> str:
    return _MEANINGS.get(re.sub(r"[\W_]", "", cell.lower()), "")


def _read_languages(rows: Iterable[Row], codes: Columns, asked: Languages, draft: Draft) -> Languages:
    """Rows with one column per language; in a file of three or more, a term may lack some of them."""
    try:
        pair = choose_among(asked, list(codes), draft.name)
    except GlossaryError as error:
        raise GlossaryError(f"{error} (if its first line holds terms, put source,target above it)") from None
    columns = {"source": codes[pair.source or ""], "target": codes[pair.target or ""]}
    for record in _records(rows, columns):
        if len(codes) == 2 or (record.source and record.target):
            _add(record, draft)
    return pair


def _is_with_languages(cells: Sequence[str]) -> bool:
    """Whether a row without header is of DeepL's four columns: `space,Raum,EN,DE`."""
    return len(cells) >= 4 and all(map(is_language, cells[2:4]))


def _read_columns(rows: Iterable[Row], width: int, columns: Columns, asked: Languages, draft: Draft) -> Languages:
    records = _records(_checked(rows, width, draft), columns)
    wanted = asked
    if columns.keys() & {"source_lang", "target_lang"}:
        records = iter(known := list(records))
        wanted = choose(asked, list(dict.fromkeys(map(_languages, known))), draft.name)
    for record in records:
        odd = [code for code in (record.source_lang, record.target_lang) if code and not may_be_language(code)]
        if odd:
            draft.fault(record.line, f"{odd[0]!r} is no language code")
        elif record.source_lang in ("", wanted.source) and record.target_lang in ("", wanted.target):
            _add(record, draft)
    return wanted


def _checked(rows: Iterable[Row], width: int, draft: Draft) -> Iterator[Row]:
    for line, cells in rows:
        if any(cells[width:]):
            draft.fault(
                line, f"{len(cells)} cells instead of {width} (a header names columns, quotes hold commas in CSV)"
            )
        else:
            yield line, cells


def _records(rows: Iterable[Row], columns: Columns) -> Iterator[Record]:
    width = max(columns.values()) + 1
    pick = itemgetter(*(columns.get(name, width) for name in _COLUMNS))
    for line, cells in rows:
        padded = [*cells, *[""] * (width - len(cells))][:width]  # rows may end early
        yield Record(line, *pick([*padded, ""]))


def _languages(record: Record) -> Languages:
    return Languages(record.source_lang or None, record.target_lang or None)


def _add(record: Record, draft: Draft) -> None:
    translate = record.translate.lower()
    if translate not in ("", "yes", "no"):
        draft.fault(record.line, f'invalid translate {translate!r}, expected "yes" or "no"')
        return
    draft.add(
        record.line,
        record.source,
        split_alternatives(record.target),
        case=record.case.lower(),
        match=record.match.lower(),
        keep=translate == "no",
    )
