"""Reading requests: JSON, forms and multipart, never more than allowed and never longer than patience lasts."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from starlette.datastructures import Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect, Request

from stencilmt.errors import InputError
from stencilmt.server.problems import ApiError

MOST_FIELDS = 4000
_LINGER = 2.0
"""Seconds for which the rest of a request that is too large is read and thrown away."""
_MOST_DISCARDED = 100 * 1024 * 1024
LONGEST_NUMBER = 18
"""Digits of a number in a field."""
_INDEXED = re.compile(r"(\w+)\[(\d{1,3})\]\.(\w+)")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Upload(NamedTuple):
    """A file that came with a request."""

    name: str
    """The last part of its name, made harmless."""
    data: bytes


class _InMemory(MultiPartParser):
    """Keeps uploads in memory: they are small enough, and texts have no business on the disk."""

    spool_max_size = 1 << 40
    is_complete = False
    """Whether the last boundary was there: else the last field is lost."""

    def on_end(self) -> None:
        """The last boundary."""
        self.is_complete = True

    def on_part_end(self) -> None:
        """A field is complete; one that cannot be decoded is refused rather than taken for Latin-1."""
        part = self._current_part
        if part.file is None:
            try:
                part.data.decode(self._charset)
            except UnicodeDecodeError:
                raise MultiPartException(f"the field {part.field_name!r} is not {self._charset}") from None
        super().on_part_end()


async def read_body(request: Request, most: int, patience: float) -> bytes:
    """The whole body of a request, if it is not too long and comes in time."""
    declared = request.headers.get("content-length", "")
    stream = request.stream()
    if declared.isdecimal() and int(declared) > most:
        if "expect" not in request.headers:
            await _discard(stream)
        raise _too_large(most)
    chunks, size = [], 0
    try:
        async with asyncio.timeout(patience):
            async for chunk in stream:
                chunks.append(chunk)
                size += len(chunk)
                if size > most:
                    await _discard(stream)
                    raise _too_large(most)
    except TimeoutError:
        raise ApiError(408, f"the request was not complete after {patience:g} seconds") from None
    except ClientDisconnect:
        raise ApiError(400, "the client went away in the middle of its request") from None
    return b"".join(chunks)


async def _discard(stream: AsyncIterator[bytes]) -> None:
    """Read on for a while: many clients look for an answer only after they have sent everything."""
    size = 0
    with suppress(TimeoutError, ClientDisconnect):
        async with asyncio.timeout(_LINGER):
            async for chunk in stream:
                size += len(chunk)
                if size > _MOST_DISCARDED:
                    return


def _too_large(most: int) -> ApiError:
    return ApiError(413, f"the request is larger than {most:,} bytes: send it in parts")


async def read_values(request: Request, body: bytes) -> dict[str, Any]:
    """All fields of a request by name, those of the query included; a repeated one is a list."""
    values = _gather(_pairs(str(request.url.query).encode()))
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if not body:
        return values
    if kind == "multipart/form-data":
        return values | _gather(await _parts(request.headers, body))
    if kind == "application/json" or kind.endswith("+json"):
        return values | _json(body)
    if kind in ("application/x-www-form-urlencoded", ""):
        return values | _gather(_pairs(body))
    raise ApiError(415, f"cannot read a body of type {kind!r}: send JSON or a form")


def _json(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise InputError(f"the body is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise InputError("the body must be a JSON object")
    return value


def _pairs(data: bytes) -> list[tuple[str, Any]]:
    try:
        return [*parse_qsl(data.decode(), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)]
    except ValueError as error:
        raise InputError(f"the form cannot be read: {error}") from None


async def _parts(headers: Headers, body: bytes) -> list[tuple[str, Any]]:
    async def stream() -> AsyncIterator[bytes]:
        yield body

    parser = _InMemory(headers, stream(), max_files=1, max_fields=MOST_FIELDS, max_part_size=len(body))  # type: ignore[arg-type]
    try:
        form = await parser.parse()
    except (MultiPartException, KeyError) as error:
        raise InputError(f"the form cannot be read: {getattr(error, 'message', error)}") from None
    if not parser.is_complete:
        raise InputError("the form cannot be read: the boundary at its end is missing")
    return [
        (name, await _upload(value) if isinstance(value, UploadFile) else value) for name, value in form.multi_items()
    ]


async def _upload(file: UploadFile) -> Upload:
    upload = Upload(safe_name(file.filename or ""), await file.read())
    await file.close()
    return upload


def _gather(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """The fields of a form; `dictionaries[0].entries=…` is a field of the first of several dictionaries."""
    values: dict[str, Any] = {}
    for name, value in pairs:
        indexed = _INDEXED.fullmatch(name)
        if indexed:
            _put(values.setdefault(indexed[1], []), int(indexed[2]), indexed[3], value)
        elif name in values:
            values[name] = [*_listed(values[name]), value]
        else:
            values[name] = value
    return values


def _put(rows: Any, index: int, name: str, value: Any) -> None:
    if not isinstance(rows, list) or index > len(rows) or not all(isinstance(row, dict) for row in rows[index:]):
        raise InputError(f"the fields of a list must be numbered from 0 without a gap (found [{index}].{name})")
    if index == len(rows):
        rows.append({})
    rows[index][name] = value


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


class Fields:
    """The fields of a request; whatever is wrong with one of them is said by its name."""

    def __init__(self, values: Mapping[str, Any], known: Iterable[str] | None = None) -> None:
        self._values = values
        unknown = sorted(set(values) - set(known)) if known is not None else []
        if unknown:
            raise InputError(f"unknown field {unknown[0]!r}: known are {', '.join(sorted(known or ()))}")

    def __contains__(self, name: str) -> bool:
        return self._values.get(name) not in (None, "")

    def any(self, name: str) -> Any:
        """A field as it came."""
        return self._values.get(name)

    def text(self, name: str, default: str | None = None) -> str:
        """A field that is one text; one without a default must be there."""
        value = self._values.get(name)
        if value is None or (value == "" and default is not None):
            if default is None:
                raise InputError(f"the field {name!r} is missing")
            return default
        return _checked(value, name)

    def texts(self, name: str) -> list[str]:
        """A field that is a text or a list of texts."""
        value = self._values.get(name)
        if value is None:
            raise InputError(f"the field {name!r} is missing")
        return [_checked(item, name) for item in _listed(value)]

    def names(self, name: str) -> frozenset[str]:
        """A field with names: a list, or one text with commas between them."""
        listed = ",".join(self.texts(name)) if name in self else ""
        return frozenset(filter(None, (part.strip() for part in listed.split(","))))

    def flag(self, name: str, default: bool = False) -> bool:
        """A field that is true or false, however it is written."""
        value = str(self._values[name] if name in self else default).lower()
        if value not in ("true", "false", "1", "0"):
            raise InputError(f"invalid value for {name}, expected true or false (not {value!r})")
        return value in ("true", "1")

    def number(self, name: str, default: int = 0) -> int:
        """A field that is a whole number."""
        value = str(self._values[name] if name in self else default)
        if not value.isdecimal() or len(value) > LONGEST_NUMBER:
            raise InputError(f"invalid value for {name}, expected a whole number (not {value!r})")
        return int(value)

    def choice(self, name: str, options: Iterable[str], default: str) -> str:
        """A field that is one of some words."""
        value, words = self.text(name, default), tuple(options)
        if value not in words:
            raise InputError(f"invalid value for {name}, expected one of {', '.join(words)} (not {value!r})")
        return value

    def rows(self, name: str) -> list[Mapping[str, Any]]:
        """A field that is a list of objects."""
        value = self._values.get(name, [])
        if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
            raise InputError(f"the field {name!r} must be a list of objects")
        return value

    def file(self, name: str) -> Upload:
        """An uploaded file."""
        upload = self._values.get(name)
        if not isinstance(upload, Upload):
            raise InputError(f"the field {name!r} must be a file (send multipart/form-data)")
        return upload


def _checked(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise InputError(f"the field {name!r} must hold text (not {type(value).__name__})")
    if _SURROGATE.search(value):
        raise InputError(f"the field {name!r} holds half of a surrogate pair, which is no character")
    return value


def safe_name(name: str) -> str:
    """The last part of a file name, without anything a file system or a header could stumble over."""
    last = re.split(r"[/\\]", name)[-1]
    return re.sub(r'[\x00-\x1f\x7f"<>:|?*;\ud800-\udfff]', "_", last).strip(". ")[-150:] or "document"
