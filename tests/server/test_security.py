"""What strangers and mischief-makers get: a refusal, or nothing that could do harm."""

import asyncio
import json
import logging
import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import httpx2
import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from documents.office import WORD, archive
from server.echo import GatedEngine, echo_app, echo_model, echo_settings, serving
from stencilmt.errors import SettingsError
from stencilmt.server.app import create_app
from stencilmt.server.bodies import safe_name
from stencilmt.server.connections import listen
from stencilmt.server.logs import JsonLines

ADDRESS = "http://127.0.0.1"
PUBLIC = re.compile(r"/|/web/.*|/docs|/spec|/openapi\.json|/health|/frontend/settings|/languages|/download_file/.*")
BOMB = '<!DOCTYPE x [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
OUTSIDE = '<!DOCTYPE x [<!ENTITY i SYSTEM "file:///etc/hostname">'


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server with two keys."""
    with TestClient(echo_app(tmp_path_factory.mktemp("guarded"), keys=("one", "two")), ADDRESS) as client:
        yield client


def key(name: str) -> dict[str, str]:
    return {"authorization": f"DeepL-Auth-Key {name}"}


def guarded_routes() -> list[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        app = echo_app(Path(folder))
        found = [
            (method, route.path)
            for route in app.routes
            if isinstance(route, Route) and not PUBLIC.fullmatch(route.path)
            for method in sorted(route.methods or ())
        ]
        asyncio.run(_close(app))
    return found


async def _close(app: object) -> None:
    async with app.router.lifespan_context(app):  # type: ignore[attr-defined]
        pass


@pytest.mark.parametrize(("method", "path"), guarded_routes())
def test_nothing_is_done_without_a_valid_key(guarded: TestClient, method: str, path: str) -> None:
    for headers in ({}, key("wrong"), key("onetwo"), {"authorization": "Bearer wrong"}, {"authorization": "Basic one"}):
        assert guarded.request(method, path.replace("{id}", "x"), headers=headers).status_code == 403


@pytest.mark.parametrize("path", ["/", "/health", "/docs", "/openapi.json", "/frontend/settings", "/languages"])
def test_what_is_public(guarded: TestClient, path: str) -> None:
    assert guarded.get(path).status_code == 200


@pytest.mark.parametrize("how", ["header", "bearer", "json", "form", "query"])
def test_every_way_to_send_a_key(guarded: TestClient, how: str) -> None:
    fields = {"q": "One.", "source": "en", "target": "de"}
    answer = {
        "header": lambda: guarded.post("/translate", json=fields, headers=key("two")),
        "bearer": lambda: guarded.post("/translate", json=fields, headers={"authorization": "Bearer two"}),
        "json": lambda: guarded.post("/translate", json=fields | {"api_key": "two"}),
        "form": lambda: guarded.post("/translate", data=fields | {"api_key": "two"}),
        "query": lambda: guarded.post("/translate", json=fields, params={"api_key": "two"}),
    }[how]()
    assert answer.status_code == 200


def test_a_document_belongs_to_its_key(guarded: TestClient) -> None:
    upload = {"file": ("a.txt", b"Text.\n")}
    id = guarded.post("/v1/documents", files=upload, headers=key("one")).json()["id"]
    for path in (f"/v1/documents/{id}", f"/v1/documents/{id}/result"):
        assert guarded.get(path, headers=key("two")).status_code == 404
    handle = guarded.post("/v2/document", data={"target_lang": "de"}, files=upload, headers=key("one")).json()
    for document_key in ("", "x", handle["document_key"][:-1] + "é"):
        sent = {"document_key": document_key}
        answer = guarded.post(f"/v2/document/{handle['document_id']}", json=sent, headers=key("one"))
        assert answer.status_code == 404


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": ADDRESS}, 200),
        ({"host": "localhost:8378"}, 200),
        ({"host": "[::1]:8378"}, 200),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"host": "evil.example"}, 403),
        ({"host": "127.evil.example"}, 403),
        ({"host": "evil.example", "origin": "http://evil.example"}, 403),
        ({"host": "["}, 400),
        ({"origin": "http://["}, 400),
    ],
)
def test_other_sites_cannot_use_a_server_without_keys(client: TestClient, headers: dict[str, str], status: int) -> None:
    answer = client.post("/translate", data={"q": "One.", "source": "en", "target": "de"}, headers=headers)
    assert answer.status_code == status


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("../../etc/passwd.txt", "passwd.txt"),
        ("..\\..\\windows\\a.txt", "a.txt"),
        ("/etc/shadow.txt", "shadow.txt"),
        ('a"; filename="b.txt', "a__ filename=_b.txt"),
        ("a\r\nSet-Cookie: x.txt", "a__Set-Cookie_ x.txt"),
        ("..", "document"),
        ("", "document"),
        ("a\x00.txt", "a_.txt"),
        ("x" * 500 + ".txt", "x" * 146 + ".txt"),
        ("日本 ☕.txt", "日本 ☕.txt"),
    ],
)
def test_file_names_are_made_harmless(client: TestClient, name: str, safe: str) -> None:
    assert safe_name(name) == safe
    if safe.endswith(".txt") and "\x00" not in name:
        answer = client.post("/translate_file", data={"source": "en", "target": "de"}, files={"file": (name, b"A\n")})
        download = client.get(answer.json()["translatedFileUrl"])
        assert download.content == b"A\n"
        assert re.fullmatch(
            r"attachment; filename=\"[^\"\r\n/\\]+\"; filename\*=UTF-8''[\w%]+", download.headers["content-disposition"]
        )
        assert "set-cookie" not in download.headers


@pytest.mark.parametrize(
    "path",
    [
        "/download_file/../../etc/passwd",
        "/download_file/..%2f..%2fetc%2fpasswd",
        "/download_file/%2e%2e",
        "/web/../settings.py",
        "/web/..%2fsettings.py",
        "/web/%2e%2e/app.py",
        "/v2/glossaries/..%2f..",
        "/v1/documents/%00",
    ],
)
def test_no_path_leads_out(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def chunks(size: int) -> Iterator[bytes]:
    for _ in range(size // 1000):
        yield b"x" * 1000


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/translate", b"x" * 20_001),
        ("/v2/translate", b"x" * 20_001),
        ("/translate", 100_000),
        ("/v1/documents", b"x" * 50_001),
        ("/v2/glossaries", 100_000),
    ],
)
def test_bodies_have_a_limit(tmp_path: Path, path: str, body: bytes | int) -> None:
    with TestClient(echo_app(tmp_path, body=20_000, file=50_000), ADDRESS) as client:
        content = chunks(body) if isinstance(body, int) else body
        assert client.post(path, content=content).status_code == 413


def test_a_client_that_sends_too_much_gets_to_read_why(tmp_path: Path) -> None:
    settings = echo_settings(tmp_path, body=20_000)
    with serving(create_app(settings, [echo_model()]), settings) as address, httpx2.Client(base_url=address) as client:
        for content in (b"x" * 3_000_000, chunks(3_000_000)):
            assert client.post("/translate", content=content).status_code == 413
        assert client.get("/health").status_code == 200


@pytest.mark.parametrize("size", [3_000_000, 30_000_000])
def test_a_client_that_sends_before_it_reads_gets_to_read_why(tmp_path: Path, size: int) -> None:
    settings = echo_settings(tmp_path, body=20_000)
    with serving(create_app(settings, [echo_model()]), settings) as address, pytest.raises(HTTPError) as answer:
        urlopen(f"{address}/translate", data=b"x" * size, timeout=60)
    assert (answer.value.code, "send it in parts" in answer.value.read().decode()) == (413, True)


@pytest.mark.parametrize(
    "fields", [{"q": ["a"] * 11}, {"q": "a" * 101}, {"q": ["a" * 60] * 2}, {"q": "a" * 101, "format": "html"}]
)
def test_texts_have_a_limit(tmp_path: Path, fields: dict[str, object]) -> None:
    with TestClient(echo_app(tmp_path, texts=10, characters=100), ADDRESS) as client:
        answer = client.post("/translate", json=fields | {"source": "en", "target": "de"})
    assert (answer.status_code, "limit" in answer.json()["error"]) == (400, True)


def test_forms_have_a_limit(client: TestClient) -> None:
    body = "&".join(f"f{number}=1" for number in range(5000))
    answer = client.post("/translate", content=body, headers={"content-type": "application/x-www-form-urlencoded"})
    assert answer.status_code == 400


def test_documents_have_a_limit(tmp_path: Path) -> None:
    with TestClient(echo_app(tmp_path, held=10_000), ADDRESS) as client:
        assert client.post("/v1/documents", files={"file": ("a.txt", b"x\n" * 4000)}).status_code == 503
        ids = [client.post("/v1/documents", files={"file": ("a.txt", b"x\n" * 800)}).json().get("id") for _ in range(9)]
        known = [id for id in ids if id and client.get(f"/v1/documents/{id}").status_code == 200]
    assert 0 < len(known) < 9


def upload(client: TestClient, name: str, data: bytes = b"Text.\n") -> httpx2.Response:
    return client.post("/v1/documents", files={"file": ("a.txt", data)}, headers=key(name))


def test_no_key_keeps_documents_of_others_from_their_turn(tmp_path: Path) -> None:
    engine = GatedEngine()
    app = echo_app(tmp_path, [echo_model(engine=engine)], keys=("one", "two"), queue=8, documents=2)
    with TestClient(app, ADDRESS) as client:
        ids = [(name, upload(client, name).json()["id"]) for name in ("one", "one", "two", "two")]
        states = [client.get(f"/v1/documents/{id}", headers=key(name)).json()["status"] for name, id in ids]
        engine.gate.set()
    assert states == ["translating", "queued", "translating", "queued"]


@pytest.mark.parametrize(
    ("limits", "data"), [({"queue": 4}, b"Text.\n"), ({"held": 80_000}, b"Text.\n" * 1300)], ids=["number", "bytes"]
)
def test_a_key_gets_half_of_the_room_for_documents(tmp_path: Path, limits: dict[str, int], data: bytes) -> None:
    engine = GatedEngine()
    app = echo_app(tmp_path, [echo_model(engine=engine)], keys=("one", "two"), **limits)
    with TestClient(app, ADDRESS) as client:
        answers = [upload(client, name, data) for name in ("one", "one", "one", "two")]
        engine.gate.set()
    assert [answer.status_code for answer in answers] == [202, 202, 429, 202]
    assert answers[2].headers["retry-after"] == "10"


def test_results_of_others_are_the_last_to_go(tmp_path: Path) -> None:
    with TestClient(echo_app(tmp_path, keys=("one", "two"), held=40_000), ADDRESS) as client:
        first = upload(client, "one", b"x\n" * 2000).json()["id"]
        for _ in range(9):
            id = upload(client, "two", b"x\n" * 2000).json()["id"]
            while client.get(f"/v1/documents/{id}", headers=key("two")).json()["status"] != "done":
                pass
        assert client.get(f"/v1/documents/{first}", headers=key("one")).status_code == 200


@pytest.mark.parametrize("limit", ["document_characters", "document_segments"])
def test_long_documents_are_refused(tmp_path: Path, limit: str) -> None:
    with TestClient(echo_app(tmp_path, **{limit: 2}), ADDRESS) as client:
        fields = {"source": "en", "target": "de"}
        answer = client.post("/translate_file", data=fields, files={"file": ("a.txt", b"One\n\nTwo\n\nThree\n")})
    assert (answer.status_code, "the limit is 2" in answer.json()["error"]) == (400, True)


@pytest.mark.parametrize(
    "members",
    [
        {"word/document.xml": WORD.format("<w:p><w:r><w:t>ab</w:t></w:r></w:p>" * 5000)},
        {"word/document.xml": WORD.format("<w:p><w:r><w:t>ab</w:t></w:r></w:p>"), "word/a.png": "0" * 300_000},
    ],
    ids=["text", "picture"],
)
def test_small_archives_with_much_in_them_are_refused(tmp_path: Path, members: dict[str, str]) -> None:
    bomb = archive({"mimetype": ""} | members)
    with TestClient(echo_app(tmp_path, file=50_000), ADDRESS) as client:
        fields = {"source": "en", "target": "de"}
        answer = client.post("/translate_file", data=fields, files={"file": ("a.docx", bomb)})
    assert (answer.status_code, "unpack" in answer.json()["error"]) == (400, True)


@pytest.mark.parametrize(("documents", "status"), [(2, 413), (1, 503)], ids=["slow", "busy"])
def test_nobody_waits_for_a_file_for_ever(tmp_path: Path, documents: int, status: int) -> None:
    engine = GatedEngine()
    with TestClient(echo_app(tmp_path, [echo_model(engine=engine)], seconds=0.2, documents=documents), ADDRESS) as own:
        own.post("/v1/documents", files={"file": ("a.txt", b"One.\n")})
        lines = "".join(f"Text {number}.\n" for number in range(200))
        file = {"file": ("a.txt", lines.encode())}
        answer = own.post("/translate_file", data={"source": "en", "target": "de"}, files=file)
        engine.gate.set()
    assert (answer.status_code, "retry-after" in answer.headers) == (status, status == 503)
    assert engine.batches <= 3  # of the five that both would have needed


def read_all(connection: socket.socket) -> bytes:
    data = b""
    while chunk := connection.recv(4096):
        data += chunk
    return data


def test_slow_clients_are_cut_off_and_hold_up_nobody(tmp_path: Path) -> None:
    settings = echo_settings(tmp_path, patience=0.3)
    with serving(create_app(settings, [echo_model()]), settings) as address:
        place = ("127.0.0.1", int(address.rpartition(":")[2]))
        slow = [socket.create_connection(place, timeout=60) for _ in range(40)]
        for connection in slow[:20]:
            connection.sendall(b"POST /translate HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        for connection in slow[20:39]:
            connection.sendall(b"POST /translate HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nq=")
        answer = httpx2.post(f"{address}/translate", json={"q": "One.", "source": "en", "target": "de"})
        assert answer.status_code == 200
        answers = [read_all(connection) for connection in slow]
        for connection in slow:
            connection.close()
    assert all(answer == b"" for answer in (*answers[:20], answers[39]))
    assert all(answer.startswith(b"HTTP/1.1 408") for answer in answers[20:39])


def test_idle_connections_shut_nobody_out(tmp_path: Path) -> None:
    settings = echo_settings(tmp_path, queue=2)
    with serving(create_app(settings, [echo_model()]), settings) as address:
        place = ("127.0.0.1", int(address.rpartition(":")[2]))
        idle = [socket.create_connection(place, timeout=60) for _ in range(50)]
        assert httpx2.get(f"{address}/health").status_code == 200
        for connection in idle:
            connection.close()


@pytest.mark.parametrize("prologue", [BOMB, OUTSIDE], ids=["bomb", "outside"])
@pytest.mark.parametrize(
    ("name", "root"),
    [
        ("a.xml", "<x><p>Text &i; more.</p></x>"),
        ("a.html", "<html><p>Text &i; more.</p></html>"),
        ("a.svg", "<svg><text>Text &i; more.</text></svg>"),
        ("a.xlf", '<xliff version="1.2"><file source-language="en" target-language="de"><body><trans-unit id="1">'
         "<source>Text &i; more.</source></trans-unit></body></file></xliff>"),
    ],
    ids=["xml", "html", "svg", "xliff"],
)  # fmt: skip
def test_entities_of_documents_are_never_expanded(client: TestClient, prologue: str, name: str, root: str) -> None:
    data = f"{prologue}]>{root}".encode()
    answer = client.post("/translate_file", data={"source": "en", "target": "de"}, files={"file": (name, data)})
    assert answer.status_code == 200, answer.text
    result = client.get(answer.json()["translatedFileUrl"]).content
    assert b"&i;" in result
    assert len(result) < 3 * len(data)


@pytest.mark.parametrize("prologue", [BOMB, OUTSIDE], ids=["bomb", "outside"])
def test_entities_of_glossaries_are_refused(client: TestClient, prologue: str) -> None:
    languages = "".join(
        f'<langSet xml:lang="{code}"><tig><term>{term}</term></tig></langSet>'
        for code, term in (("en", "&i;"), ("de", "a"))
    )
    data = f"{prologue}]><martif><text><body><termEntry>{languages}</termEntry></body></text></martif>".encode()
    answer = client.post("/v1/glossary", files={"file": ("a.tbx", data)})
    assert answer.status_code == 400
    assert socket.gethostname() not in answer.text


@pytest.mark.parametrize("prologue", [BOMB, OUTSIDE], ids=["bomb", "outside"])
def test_entities_of_texts_stay_as_they_are(client: TestClient, prologue: str) -> None:
    text = f"{prologue}]><x>Text &i; more.</x>"
    answer = client.post("/v2/translate", json={"text": text, "target_lang": "de", "tag_handling": "xml"})
    assert answer.json()["translations"][0]["text"] == text


def test_pages_allow_no_script_but_their_own(client: TestClient) -> None:
    for path in ("/", "/docs"):
        answer = client.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert not re.search(r"<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=|javascript:|https?://", answer.text)
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_downloads_are_never_shown_as_pages(client: TestClient) -> None:
    html = b"<script>alert(1)</script><p>Text.</p>"
    answer = client.post("/translate_file", data={"source": "en", "target": "de"}, files={"file": ("a.html", html)})
    headers = client.get(answer.json()["translatedFileUrl"]).headers
    assert headers["content-disposition"].startswith("attachment")
    assert headers["content-type"] == "application/octet-stream"
    assert "sandbox" in headers["content-security-policy"]


class Broken:
    """An engine whose error quotes the text."""

    def decode(self, requests: object) -> list[object]:
        raise RuntimeError(f"cannot decode SECRET {requests}")


def test_logs_hold_no_texts_names_or_keys(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    fields = {"source": "en", "target": "de", "glossary": '{"SECRET": "SECRET"}', "api_key": "SECRET-key"}
    with TestClient(echo_app(tmp_path, [echo_model(engine=Broken())], keys=("SECRET-key",)), ADDRESS) as client:
        statuses = [
            client.post("/translate", json=fields | {"q": "SECRET text."}).status_code,
            client.post("/translate", params=fields | {"q": "SECRET text.", "SECRET": "SECRET"}).status_code,
            client.post("/translate_file", data=fields, files={"file": ("SECRET.txt", b"SECRET text.\n")}).status_code,
            client.post(
                "/v1/glossary", files={"file": ("SECRET.csv", b"SECRET")}, headers=key("SECRET-key")
            ).status_code,
            client.get("/SECRET").status_code,
        ]
    lines = [JsonLines().format(record) for record in caplog.records if record.name.startswith("stencilmt")]
    assert statuses == [500, 400, 500, 400, 404]
    assert len(lines) >= 5
    assert not [line for line in lines if "SECRET" in line]
    assert all("event" in json.loads(line) for line in lines)


def test_what_others_log_of_a_form_is_not_written() -> None:
    program = """if True:
        import logging
        from stencilmt.server.logs import configure
        configure()
        logging.getLogger("python_multipart.multipart").warning("SECRET")"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, env=environment).stderr == b""


def test_an_internal_error_tells_the_client_nothing(tmp_path: Path) -> None:
    with TestClient(echo_app(tmp_path, [echo_model(engine=Broken())]), ADDRESS) as client:
        answer = client.post("/v2/translate", json={"text": "Text.", "target_lang": "de"})
    assert answer.status_code == 500
    assert answer.json() == {"message": "internal error: the server's log says where"}


def test_a_port_in_use_is_the_callers_fault(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        settings = echo_settings(tmp_path, port=taken.getsockname()[1])
        with pytest.raises(SettingsError, match="cannot listen"):
            listen(settings)
