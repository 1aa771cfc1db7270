"""Settings are frozen dataclasses; here they become plain dictionaries and come back, strictly.

An unknown key, a missing one or a value of another type is a `SettingsError` that names the setting by its dotted
path; ranges are checked by each dataclass itself with `require`.
"""

import dataclasses
import difflib
import enum
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar, Union

from stencilmt.errors import SettingsError

T = TypeVar("T")


def to_dict(settings: Any) -> dict[str, Any]:
    """A settings object as a dictionary of what JSON knows."""
    return {field.name: _plain(getattr(settings, field.name)) for field in dataclasses.fields(settings)}


def from_dict(cls: type[T], data: Mapping[str, Any]) -> T:
    """The settings object a dictionary describes; the inverse of `to_dict`."""
    return _build(cls, data, "")


def replace_checked(settings: T, overrides: Mapping[str, Any]) -> T:
    """The same settings with some values replaced; a key may be a dotted path.

    >>> from stencilmt.model.settings import training
    >>> replace_checked(training("small"), {"architecture.dropout": 0.1}).architecture.dropout
    0.1
    """
    data = to_dict(settings)
    for path, value in overrides.items():
        _put(data, path.split("."), value, path)
    return from_dict(type(settings), data)


def require(condition: bool, sentence: str) -> None:
    """Raise a `SettingsError` with this sentence unless the condition holds."""
    if not condition:
        raise SettingsError(sentence)


def hint(name: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown name: the nearest known one, or all of them."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1)
    return f"did you mean {near[0]!r}?" if near else f"known are {', '.join(names)}"


def _plain(value: Any) -> Any:
    match value:
        case enum.Enum():
            return value.value
        case Path():
            return str(value)
        case tuple() | list():
            return [_plain(item) for item in value]
        case Mapping():
            return {key: _plain(item) for key, item in value.items()}
        case _ if dataclasses.is_dataclass(value):
            return to_dict(value)
    return value


def _put(data: dict[str, Any], keys: list[str], value: Any, path: str) -> None:
    head, *rest = keys
    if head not in data:
        raise SettingsError(f"unknown setting {path!r}: {hint(head, data)}")
    if not rest:
        data[head] = _plain(value)
    elif isinstance(data[head], dict):
        _put(data[head], rest, value, path)
    else:
        raise SettingsError(f"unknown setting {path!r}: {head!r} holds a value, not further settings")


def _build(cls: type[T], data: Any, path: str) -> T:
    if not isinstance(data, Mapping):
        raise _invalid(path or cls.__name__, "a table of settings", data)
    fields = {field.name: field for field in dataclasses.fields(cls) if field.init}  # type: ignore[arg-type]
    for key in data:
        if key not in fields:
            raise SettingsError(f"unknown setting {_join(path, key)!r}: {hint(str(key), fields)}")
    for name, field in fields.items():
        if name not in data and _needed(field):
            raise SettingsError(f"setting {_join(path, name)!r} is missing: it has no default")
    hints = typing.get_type_hints(cls)
    return cls(**{key: _convert(value, hints[key], _join(path, key)) for key, value in data.items()})


def _needed(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _convert(value: Any, kind: Any, path: str) -> Any:
    if kind is Any:
        return value
    if convert := _CONTAINERS.get(typing.get_origin(kind)):
        return convert(value, kind, path)
    if dataclasses.is_dataclass(kind):
        return value if isinstance(value, kind) else _build(kind, value, path)  # type: ignore[arg-type]
    return _scalar(value, kind, path)


def _scalar(value: Any, kind: Any, path: str) -> Any:
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if issubclass(kind, enum.Enum) and value in [member.value for member in kind]:
        return kind(value)
    if kind is Path and isinstance(value, str):
        return Path(value)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise _invalid(path, _describe(kind), value)
    return value


def _union(value: Any, kind: Any, path: str) -> Any:
    for option in typing.get_args(kind):
        try:
            return _convert(value, option, path)
        except SettingsError as error:
            if dataclasses.is_dataclass(option) and isinstance(value, Mapping):
                raise error from None
    raise _invalid(path, _describe(kind), value)


def _literal(value: Any, kind: Any, path: str) -> Any:
    if value not in typing.get_args(kind):
        raise _invalid(path, _describe(kind), value)
    return value


def _tuple(value: Any, kind: Any, path: str) -> tuple[Any, ...]:
    items = typing.get_args(kind)
    if not isinstance(value, list | tuple):
        raise _invalid(path, _describe(kind), value)
    if items[-1] is Ellipsis:
        items = items[:1] * len(value)
    if len(value) != len(items):
        raise _invalid(path, f"{len(items)} values", value)
    return tuple(
        _convert(item, option, f"{path}[{place}]")
        for place, (item, option) in enumerate(zip(value, items, strict=True))
    )


def _mapping(value: Any, kind: Any, path: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise _invalid(path, _describe(kind), value)
    item = typing.get_args(kind)[1]
    return {str(key): _convert(entry, item, _join(path, key)) for key, entry in value.items()}


_CONTAINERS: dict[Any, Callable[[Any, Any, str], Any]] = {
    Union: _union,
    types.UnionType: _union,
    Literal: _literal,
    tuple: _tuple,
    dict: _mapping,
}


def _describe(kind: Any) -> str:
    """A type in the words of an error message."""
    arguments = typing.get_args(kind)
    if typing.get_origin(kind) is Literal:
        return " or ".join(f'"{name}"' for name in arguments)
    if typing.get_origin(kind) in (Union, types.UnionType):
        return " or ".join(_describe(option) for option in arguments)
    if typing.get_origin(kind) is tuple:
        return "a list"
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return " or ".join(f'"{member.value}"' for member in kind)
    return _NAMES.get(kind, "a table of settings")


_NAMES = {
    int: "a whole number",
    float: "a number",
    str: "text",
    bool: "true or false",
    Path: "a path",
    types.NoneType: "null",
}


def _invalid(path: str, expected: str, value: Any) -> SettingsError:
    return SettingsError(f"invalid value for {path}, expected {expected} (not {value!r})")


def _join(path: str, key: object) -> str:
    return f"{path}.{key}" if path else str(key)
