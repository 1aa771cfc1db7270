"""Glossaries: entries read and written, stored and kept, whatever happens to the server."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import unicodedata
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from stencilmt.errors import DataError, GlossaryError
from stencilmt.server.entries import read_entries, write_entries
from stencilmt.server.glossaries import Contents, GlossaryStore
from stencilmt.server.problems import ApiError

PAIR = {"source_lang": "en", "target_lang": "de"}
TERMS = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z", "M"], exclude_characters="\ufffc"),
    min_size=1,
    max_size=20,
)


@given(st.dictionaries(TERMS.map(partial(unicodedata.normalize, "NFC")), TERMS, min_size=1))
def test_entries_come_back(pairs: dict[str, str]) -> None:
    assert read_entries(write_entries(pairs), "tsv") == pairs


@pytest.mark.parametrize(
    ("text", "format", "pairs"),
    [
        ("a\tb\n\nc\td", "tsv", {"a": "b", "c": "d"}),
        ("en\tde\n", "tsv", {"en": "de"}),
        ("source\ttarget\n", "tsv", {"source": "target"}),
        ("a\tb|c\n", "tsv", {"a": "b|c"}),
        (" a \t b \r\n", "tsv", {"a": "b"}),
        ('"a ""x"", b",c\n', "csv", {'a "x", b': "c"}),
        ("\ufeffa,b,en,de\n", "csv", {"a": "b"}),
    ],
)
def test_entries(text: str, format: str, pairs: dict[str, str]) -> None:
    assert read_entries(text, format) == pairs


@pytest.mark.parametrize(
    ("text", "format", "message"),
    [
        ("", "tsv", "no entries"),
        ("a", "tsv", "entries:1: 1 cells"),
        ("a\tb\tc", "tsv", "3 cells"),
        ("a\t", "tsv", "empty target"),
        ("a\tb\na\tc", "tsv", "already at"),
        ("a\tb\x00", "tsv", "control character"),
        ('"a,b', "csv", "not a row of CSV"),
        ("a,b,c", "csv", "3 cells"),
    ],
)
def test_bad_entries(text: str, format: str, message: str) -> None:
    with pytest.raises(GlossaryError, match=message):
        read_entries(text, format)


def test_a_full_store_takes_no_more(tmp_path: Path) -> None:
    store = GlossaryStore(tmp_path / "a.db", most=1)
    contents = [Contents("en", "de", {"a": "b"})]
    store.create("me", "first", contents)
    store.create("other", "first", contents)
    with pytest.raises(ApiError, match="delete one first"):
        store.create("me", "second", contents)
    store.close()


@pytest.mark.parametrize(
    ("added", "entries"),
    [
        ({"c": "d"}, {"a": "b", "é": "x", "c": "d"}),
        ({"a": "d"}, {"a": "d", "é": "x"}),
        ({"e\u0301": "y"}, {"a": "b", "e\u0301": "y"}),
    ],
    ids=["another", "the same", "the same, written otherwise"],
)
def test_entries_are_added_or_replaced(tmp_path: Path, added: dict[str, str], entries: dict[str, str]) -> None:
    store = GlossaryStore(tmp_path / "a.db")
    id = store.create("me", "a", [Contents("en", "de", {"a": "b", "é": "x"})]).id
    store.update("me", id, None, [Contents("en", "de", added)])
    assert read_entries(store.entries("me", id, "en", "de"), "tsv") == entries
    store.close()


def test_a_dictionary_does_not_grow_for_ever(tmp_path: Path) -> None:
    store = GlossaryStore(tmp_path / "a.db", size=20)
    id = store.create("me", "a", [Contents("en", "de", {"four": "vier"})]).id
    with pytest.raises(ApiError, match="more than 20 bytes"):
        store.update("me", id, None, [Contents("en", "de", {"five": "fünf", "six": "sechs"})])
    assert store.entries("me", id, "en", "de") == "four\tvier\n"
    store.close()


@pytest.mark.parametrize(
    ("method", "path", "fields"),
    [
        ("POST", "/v2/glossaries", {"name": "a", **PAIR, "entries": "a\tb"}),
        ("POST", "/v3/glossaries", {"name": "a", "dictionaries": [{**PAIR, "entries": "a\tb"}]}),
        ("PATCH", "/v3/glossaries/x", {"dictionaries": [{**PAIR, "entries": "a\tb"}]}),
        ("PUT", "/v3/glossaries/x/dictionaries", {**PAIR, "entries": "a\tb"}),
        ("POST", "/translate", {"q": "a", "source": "en", "target": "de", "glossary": "a\tb"}),
        ("POST", "/v1/translate", {"text": "a", "glossary": "a\tb"}),
    ],
)
def test_entries_are_never_read_in_the_event_loop(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, method: str, path: str, fields: dict[str, Any]
) -> None:
    in_loop: list[bool] = []

    def read(text: str, format: str) -> dict[str, str]:
        in_loop.append(asyncio._get_running_loop() is not None)
        return read_entries(text, format)

    for module in ("deepl_glossaries", "terms"):
        monkeypatch.setattr(f"stencilmt.server.{module}.read_entries", read)
    client.request(method, path, json=fields)
    assert in_loop == [False]


def test_a_change_is_made_whole_or_not_at_all(tmp_path: Path) -> None:
    store = GlossaryStore(tmp_path / "a.db")
    id = store.create("me", "old", [Contents("en", "de", {"a": "b"})]).id
    broken = Contents("en", "fr", {"c": None})  # type: ignore[dict-item]
    object.__setattr__(broken, "source", None)
    with pytest.raises(sqlite3.IntegrityError):
        store.update("me", id, "new", [broken])
    assert store.get("me", id).name == "old"
    store.close()


def test_a_store_that_another_program_holds_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stencilmt.server.glossaries._WAIT", 0.1)
    store = GlossaryStore(tmp_path / "a.db")
    contents = [Contents("en", "de", {"a": "b"})]
    id = store.create("me", "first", contents).id
    other = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert [stored.id for stored in store.owned_by("me")] == [id]
    assert store.entries("me", id, "en", "de") == "a\tb\n"
    with pytest.raises(ApiError, match="locked") as error:
        store.create("me", "second", contents)
    assert (error.value.status, error.value.headers) == (503, {"Retry-After": "2"})
    other.close()
    assert store.create("me", "second", contents).name == "second"
    store.close()


def test_a_store_that_cannot_be_used_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no database, but long enough to be looked at " * 50)
    (tmp_path / "newer.db").touch()
    newer = sqlite3.connect(tmp_path / "newer.db")
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    for path in (tmp_path / "file", tmp_path / "file" / "a.db", tmp_path / "newer.db"):
        with pytest.raises(DataError):
            GlossaryStore(path)


def start(folder: Path) -> tuple["subprocess.Popen[str]", str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(Path(__file__).with_name("echo.py")), str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def stop(process: "subprocess.Popen[str]", how: signal.Signals) -> int:
    process.send_signal(how)
    code = process.wait(timeout=60)
    assert process.stdout is not None
    process.stdout.close()
    return code


def put(address: str, number: int) -> str:
    fields = {"name": f"number {number}", "source_lang": "en", "target_lang": "de", "entries": f"a\t{number}\n"}
    return str(httpx2.post(f"{address}/v2/glossaries", json=fields).json()["glossary_id"])


def test_glossaries_survive_kill_9_after_any_request(tmp_path: Path) -> None:
    known: dict[str, str] = {}
    for number in range(3):
        process, address = start(tmp_path)
        listed = {
            one["glossary_id"]: one["name"] for one in httpx2.get(f"{address}/v2/glossaries").json()["glossaries"]
        }
        assert listed == known
        known[put(address, number)] = f"number {number}"
        if number == 1:
            gone = next(iter(known))
            httpx2.delete(f"{address}/v2/glossaries/{gone}").raise_for_status()
            del known[gone]
        stop(process, signal.SIGKILL)
    assert len(known) == 2


def test_the_server_stops_when_told(tmp_path: Path) -> None:
    process, address = start(tmp_path)
    put(address, 1)
    stop(process, signal.SIGTERM)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["server.db"]  # no journal left behind
