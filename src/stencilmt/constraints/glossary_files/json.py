"""Glossaries in JSON: `{"doNotTranslate": ["Stencil"], "terms": {"de": {"space": ["Leerzeichen", "Raum"]}}}`."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from stencilmt.constraints.entry import Draft
from stencilmt.constraints.glossary_files.decoding import decode
from stencilmt.constraints.glossary_files.languages import Languages, choose
from stencilmt.errors import GlossaryError

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


class Text(str):
    """A string of the file that knows its line."""

    __slots__ = ("line",)
    line: int


class Object(list[tuple[Text, Any]]):
    """An object of the file as pairs, so that a key given twice is seen."""


_KINDS: dict[type[Any], str] = {Object: "an object", list: "a list", Text: "a text"}


def read(data: bytes, asked: Languages, draft: Draft) -> Languages:
    """Read a glossary in JSON."""
    root = _parse(decode(data, draft.name), draft.name)
    if not isinstance(root, Object):
        raise GlossaryError(f'{draft.name}:1: expected an object with "terms" or "doNotTranslate"')
    fields = _fields(root, ("sourceLanguage", "doNotTranslate", "terms"), draft)
    terms = _checked(fields, "terms", Object, draft)
    kept = _checked(fields, "doNotTranslate", list, draft)
    source = "".join(_checked(fields, "sourceLanguage", Text, draft)) or None
    present = [Languages(source, code) for code, _ in terms] or [Languages(source, asked.target)]
    pair = choose(asked, present, draft.name)
    for item in kept:
        _keep(item, draft)
    for code, entries in terms:
        if code == pair.target:
            _add_all(code, entries, draft)
    return pair


def _parse(text: str, name: str) -> Any:
    try:
        return _locate(json.loads(text, object_pairs_hook=Object), _lines(text))
    except json.JSONDecodeError as error:
        raise GlossaryError(f"{name}:{error.lineno}: not JSON: {error.msg}") from None
    except RecursionError:
        raise GlossaryError(f"{name}: nested too deeply for a glossary") from None
    except ValueError as error:  # a number of thousands of digits
        raise GlossaryError(f"{name}: not JSON: {error}") from None


def _lines(text: str) -> Iterator[int]:
    """The line of every string in the text; a string never begins inside another, so a plain scan finds them all."""
    line = position = 0
    for string in _STRING.finditer(text):
        line += text.count("\n", position, string.start())
        position = string.start()
        yield line + 1


def _locate(node: Any, lines: Iterator[int]) -> Any:
    """The same tree with a line on every string: walking it meets the strings in the order of the text."""
    if isinstance(node, str):
        text = Text(node)
        text.line = next(lines)
        return text
    if isinstance(node, Object):
        return Object([(_locate(key, lines), _locate(value, lines)) for key, value in node])
    return [_locate(item, lines) for item in node] if isinstance(node, list) else node


def _fields(pairs: Object, known: Sequence[str], draft: Draft) -> dict[Text, Any]:
    """The pairs as a dictionary, after a look at their keys."""
    fields: dict[Text, Any] = {}
    for key, value in pairs:
        if key not in known:
            draft.fault(key.line, f"unknown key {key!r}, expected one of {', '.join(known)}")
        if key in fields:
            draft.fault(key.line, f"the key {key!r} is given twice")
        fields[key] = value
    return fields


def _checked(fields: dict[Text, Any], name: str, kind: type[Any], draft: Draft) -> Any:
    """The value of a key if it is there and of its kind, else an empty one."""
    for key, value in fields.items():
        if key == name and isinstance(value, kind) and not (kind is list and isinstance(value, Object)):
            return value
        if key == name:
            draft.fault(key.line, f"the value of {name!r} must be {_KINDS[kind]}")
    return kind()


def _keep(item: Any, draft: Draft) -> None:
    if isinstance(item, Text):
        draft.add(item.line, item, (), keep=True)
    elif isinstance(item, Object) and item:
        fields = _fields(item, ("source", "case", "match"), draft)
        source, case, match = (_checked(fields, name, Text, draft) for name in ("source", "case", "match"))
        draft.add(item[0][0].line, source, (), case=case, match=match, keep=True)
    else:
        draft.fault(1, f'doNotTranslate holds {item!r}, expected a text or an object with "source"')


def _add_all(code: Text, entries: Any, draft: Draft) -> None:
    if not isinstance(entries, Object):
        draft.fault(code.line, f"the terms of {code!r} must be an object")
        return
    for source, value in entries:
        fields = _fields(value, ("target", "case", "match"), draft) if isinstance(value, Object) else {}
        targets = next((field for key, field in fields.items() if key == "target"), value)
        case, match = (_checked(fields, name, Text, draft) for name in ("case", "match"))
        draft.add(source.line, source, _targets(source, targets, draft), case=case, match=match)


def _targets(source: Text, value: Any, draft: Draft) -> list[Text]:
    if isinstance(value, Text):
        return [value]
    if isinstance(value, list) and all(isinstance(item, Text) for item in value):
        return value
    draft.fault(source.line, f"the target of {source!r} must be a text or a list of texts")
    return []
