"""Glossaries that outlive the server: an SQLite file, every change on the disk before it is acknowledged."""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from stencilmt.errors import DataError
from stencilmt.server.entries import Pairs, add_entries, write_entries
from stencilmt.server.logs import LOGGER
from stencilmt.server.problems import ApiError, missing

VERSION = 1
"""Of the file's layout."""
_WAIT = 2.0
"""Seconds to wait for another program that holds the file."""
_RETRY = 2
"""Seconds after which a client may try again."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS glossaries (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, name TEXT NOT NULL, created TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS owners ON glossaries (owner);
CREATE TABLE IF NOT EXISTS dictionaries (
    glossary TEXT NOT NULL REFERENCES glossaries (id) ON DELETE CASCADE,
    source TEXT NOT NULL, target TEXT NOT NULL, entries TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (glossary, source, target)
) STRICT;
"""
_PUT = "INSERT OR REPLACE INTO dictionaries VALUES (?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Dictionary:
    """The entries of a glossary for one language pair."""

    source: str
    target: str
    count: int


@dataclass(frozen=True, slots=True)
class Stored:
    """A glossary without its entries."""

    id: str
    name: str
    created: str
    dictionaries: tuple[Dictionary, ...]


@dataclass(frozen=True, slots=True)
class Contents:
    """The entries that go into a dictionary."""

    source: str
    target: str
    pairs: Pairs


class _Connection:
    """A connection for all threads; those that read need one of their own, so as not to wait for those that write."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        self._connection = _connect(path)

    def close(self) -> None:
        """Wait for what is under way, and close."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def transaction(self, begin: str) -> Iterator[sqlite3.Cursor]:
        """All that is done inside is done, or nothing."""
        with self._lock:
            cursor = self._connection.cursor()
            try:
                cursor.execute(begin)
                yield cursor
                cursor.execute("COMMIT")
            except sqlite3.OperationalError as error:
                LOGGER.warning("database not usable", extra={"about": {"reason": str(error)}})
                raise ApiError(503, f"the glossaries cannot be reached now: {error}", retry_after=_RETRY) from None
            finally:
                if self._connection.in_transaction:
                    cursor.execute("ROLLBACK")


class GlossaryStore:
    """The glossaries of all owners; each sees only its own."""

    def __init__(self, path: Path, most: int = 1000, size: int = 10 * 1024 * 1024) -> None:
        self._most = most
        self._size = size
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writer, self._reader = _Connection(path), _Connection(path)
        except (OSError, sqlite3.Error) as error:
            raise DataError(f"cannot keep glossaries in {path}: {error}") from error

    def close(self) -> None:
        """Leave the file in order."""
        self._reader.close()
        self._writer.close()

    def create(self, owner: str, name: str, dictionaries: Sequence[Contents]) -> Stored:
        """Keep a new glossary."""
        id, created = str(uuid4()), datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        with self._writer.transaction("BEGIN IMMEDIATE") as cursor:
            (count,) = cursor.execute("SELECT count(*) FROM glossaries WHERE owner = ?", (owner,)).fetchone()
            if count >= self._most:
                raise ApiError(456, f"there are {count} glossaries already: delete one first")
            cursor.execute("INSERT INTO glossaries VALUES (?, ?, ?, ?)", (id, owner, name, created))
            for contents in dictionaries:
                self._put(cursor, id, contents)
            return _find(cursor, owner, id)

    def owned_by(self, owner: str) -> list[Stored]:
        """All glossaries of an owner, the oldest first."""
        with self._reader.transaction("BEGIN") as cursor:
            ids = cursor.execute(
                "SELECT id FROM glossaries WHERE owner = ? ORDER BY created, rowid", (owner,)
            ).fetchall()
            return [_find(cursor, owner, id) for (id,) in ids]

    def get(self, owner: str, id: str) -> Stored:
        """One glossary."""
        with self._reader.transaction("BEGIN") as cursor:
            return _find(cursor, owner, id)

    def entries(self, owner: str, id: str, source: str, target: str) -> str:
        """The entries of a dictionary, as TSV."""
        with self._reader.transaction("BEGIN") as cursor:
            _find(cursor, owner, id)
            return _entries(cursor, id, source, target)

    def put(self, owner: str, id: str, contents: Contents) -> Dictionary:
        """Replace a dictionary, or add it."""
        with self._writer.transaction("BEGIN IMMEDIATE") as cursor:
            _find(cursor, owner, id)
            return self._put(cursor, id, contents)

    def update(self, owner: str, id: str, name: str | None, additions: Sequence[Contents]) -> Stored:
        """Give a glossary another name, and add entries; one with the same source term replaces the old one."""
        with self._writer.transaction("BEGIN IMMEDIATE") as cursor:
            stored = _find(cursor, owner, id)
            if name is not None:
                cursor.execute("UPDATE glossaries SET name = ? WHERE id = ?", (name, id))
            known = {(old.source, old.target) for old in stored.dictionaries}
            for addition in additions:
                pair = addition.source, addition.target
                old = _entries(cursor, id, *pair) if pair in known else ""
                self._put(cursor, id, Contents(*pair, add_entries(old, addition.pairs)))
            return _find(cursor, owner, id)

    def remove(self, owner: str, id: str, source: str, target: str) -> None:
        """Remove a dictionary."""
        with self._writer.transaction("BEGIN IMMEDIATE") as cursor:
            _find(cursor, owner, id)
            _entries(cursor, id, source, target)
            chosen = "glossary = ? AND source = ? AND target = ?"
            cursor.execute(f"DELETE FROM dictionaries WHERE {chosen}", (id, source, target))

    def delete(self, owner: str, id: str) -> None:
        """Remove a glossary with all that is in it."""
        with self._writer.transaction("BEGIN IMMEDIATE") as cursor:
            _find(cursor, owner, id)
            cursor.execute("DELETE FROM glossaries WHERE id = ?", (id,))

    def _put(self, cursor: sqlite3.Cursor, id: str, contents: Contents) -> Dictionary:
        entries = write_entries(contents.pairs)
        if len(entries.encode()) > self._size:
            raise ApiError(413, f"a dictionary of more than {self._size:,} bytes: divide the glossary")
        cursor.execute(_PUT, (id, contents.source, contents.target, entries, len(contents.pairs)))
        return Dictionary(contents.source, contents.target, len(contents.pairs))


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise DataError(f"{path} has layout {version}, this version reads {VERSION}: a newer stencil wrote it")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.executescript(_SCHEMA)
    connection.execute(f"PRAGMA user_version = {VERSION}")
    return connection


def _find(cursor: sqlite3.Cursor, owner: str, id: str) -> Stored:
    chosen = cursor.execute("SELECT name, created FROM glossaries WHERE id = ? AND owner = ?", (id, owner)).fetchone()
    if chosen is None:
        raise missing("glossary")
    rows = cursor.execute("SELECT source, target, count FROM dictionaries WHERE glossary = ? ORDER BY rowid", (id,))
    name, created = chosen
    return Stored(id, name, created, tuple(Dictionary(*row) for row in rows))


def _entries(cursor: sqlite3.Cursor, id: str, source: str, target: str) -> str:
    chosen = "glossary = ? AND source = ? AND target = ?"
    row = cursor.execute(f"SELECT entries FROM dictionaries WHERE {chosen}", (id, source, target)).fetchone()
    if row is None:
        raise missing(f"dictionary from {source} to {target}")
    return str(row[0])
