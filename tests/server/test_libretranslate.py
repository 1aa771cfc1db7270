"""LibreTranslate's API in all the ways it may be spoken."""

import json
import re
from pathlib import PurePath
from typing import Any
from urllib.parse import unquote

import httpx2
import pytest
from starlette.testclient import TestClient

from documents.office import body, office

PAIR = {"source": "en", "target": "de"}
FORM = b"".join(
    f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
    for name, value in {"q": "One.", **PAIR, "alternatives": "1"}.items()
)
"""A form without its last boundary."""


def translate(client: TestClient, **fields: Any) -> Any:
    answer = client.post("/translate", json=PAIR | fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize(
    "sent",
    [
        {"json": PAIR | {"q": "Open the file."}},
        {"data": PAIR | {"q": "Open the file."}},
        {"data": PAIR, "files": {"q": (None, "Open the file.")}},
        {"params": PAIR | {"q": "Open the file."}},
    ],
    ids=["json", "form", "multipart", "query"],
)
def test_every_way_to_send(client: TestClient, sent: dict[str, Any]) -> None:
    assert client.post("/translate", **sent).json() == {"translatedText": "Open the file."}


@pytest.mark.parametrize("q", ["One.", ["One.", "Two."], [], ["One.", ""]])
def test_a_list_stays_a_list(client: TestClient, q: str | list[str]) -> None:
    assert translate(client, q=q)["translatedText"] == q


def test_repeated_fields_of_a_form_are_a_list(client: TestClient) -> None:
    assert client.post("/translate", data=PAIR | {"q": ["One.", "Two."]}).json()["translatedText"] == ["One.", "Two."]


@pytest.mark.parametrize(
    "html",
    [
        "<p>hello</p>",
        '<p>One</p><!-- wp:paragraph {"a":1} --><p>Two</p>',
        '<p>Use &lt;b&gt; <img alt="a &quot;b&quot;"></p>',
        "First line<br />second line",
        "<ul>\n\t<li>One</li>\n\t<li>Two <code>file</code></li>\n</ul>\n",
        "<meta charset='latin-1'><p>Ünïcödé ☕</p>",
        "",
        "a < b",
    ],
)
def test_html_keeps_everything_but_the_text(client: TestClient, html: str) -> None:
    assert translate(client, q=html, format="html")["translatedText"] == html


@pytest.mark.parametrize(
    "glossary",
    [
        {"file": "Datei"},
        [{"source": "file", "target": ["Datei", "Akte"]}],
        "file\tDatei\n",
        '{"file": "Datei"}',
    ],
)
@pytest.mark.parametrize("format", ["text", "html"])
def test_glossary(client: TestClient, glossary: Any, format: str) -> None:
    assert (
        translate(client, q="Open the file.", glossary=glossary, format=format)["translatedText"] == "Open the Datei."
    )


def test_stored_glossary(client: TestClient) -> None:
    entries = {"name": "a", "source_lang": "en", "target_lang": "de", "entries": "file\tDatei", "entries_format": "tsv"}
    id = client.post("/v2/glossaries", json=entries).json()["glossary_id"]
    assert translate(client, q="A file.", glossary=id)["translatedText"] == "A Datei."


@pytest.mark.parametrize("protected", [["the file"], "the file\nOpen", '["the file"]'])
def test_protected_words_win_over_shorter_terms(client: TestClient, protected: Any) -> None:
    answer = translate(client, q="Open the file.", glossary={"file": "Datei"}, protected=protected)
    assert answer["translatedText"] == "Open the file."


def test_auto_says_what_it_detected(client: TestClient) -> None:
    answer = translate(client, q="This is the file that you have to open.", source="auto")
    assert answer["detectedLanguage"]["language"] == "en"
    assert 0 <= answer["detectedLanguage"]["confidence"] <= 100


def test_alternatives_are_a_preferred_number(client: TestClient) -> None:
    assert translate(client, q="One.", alternatives=2)["alternatives"] == []


def test_file(client: TestClient) -> None:
    upload = {"file": ("guide.md", b"# The file\n\n* Open `file`\n")}
    answer = client.post("/translate_file", data=PAIR | {"glossary": '{"file": "Datei"}'}, files=upload)
    url = answer.json()["translatedFileUrl"]
    download = client.get(url)
    assert download.content == b"# The Datei\n\n* Open `file`\n"
    assert 'filename="guide.de.md"' in download.headers["content-disposition"]


@pytest.mark.parametrize("name", ["my guide.md", "ä.txt", "%2e%2e%2fa.txt", "a#b&c.txt", "100%.txt"])
def test_the_link_to_a_file_is_an_address(address: str, name: str) -> None:
    fields, file = PAIR | {"api_key": "first-key"}, {"file": (name, b"Text.\n")}
    url = httpx2.post(f"{address}/translate_file", data=fields, files=file).json()["translatedFileUrl"]
    assert re.fullmatch(rf"{address}/download_file/(?:[\w.-]|%[0-9A-F]{{2}})+", url, re.ASCII)
    assert unquote(url).endswith(f".{PurePath(name).stem}.de{PurePath(name).suffix}")
    assert httpx2.get(url).content == b"Text.\n"


def test_a_file_of_word(client: TestClient) -> None:
    upload = {"file": ("a.docx", office("a.docx", "<w:p><w:r><w:t>Open the file</w:t></w:r></w:p>"))}
    answer = client.post("/translate_file", data=PAIR | {"glossary": '{"file": "Datei"}'}, files=upload)
    download = client.get(answer.json()["translatedFileUrl"])
    assert body("a.docx", download.content) == '<w:p><w:r><w:t xml:space="preserve">Open the Datei</w:t></w:r></w:p>'
    assert 'filename="a.de.docx"' in download.headers["content-disposition"]


def test_frontend_settings(client: TestClient) -> None:
    settings = client.get("/frontend/settings").json()
    assert settings["language"] == {
        "source": {"code": "en", "name": "English"},
        "target": {"code": "de", "name": "German"},
    }
    assert ".xlf" in settings["supportedFilesFormat"]
    assert settings["keyRequired"] is False


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"q": None}, "'q' is missing"),
        ({"source": None}, "'source' is missing"),
        ({"target": "xx"}, "cannot translate 'en' to 'xx'"),
        ({"target": "no code"}, "cannot translate"),
        ({"source": "auto", "target": "fr"}, "cannot translate"),
        ({"format": "docx"}, "format"),
        ({"q": 5}, "must hold text"),
        ({"q": ["a", {}]}, "must hold text"),
        ({"q": "\ud800"}, "surrogate"),
        ({"colour": "red"}, "unknown field 'colour'"),
        ({"alternatives": -1}, "whole number"),
        ({"alternatives": "9" * 5000}, "whole number"),
        ({"glossary": {"": "a"}}, "empty source term"),
        ({"glossary": {"a": 3}}, "must be a text"),
        ({"glossary": [["a", "b"]]}, "an entry is an object"),
        ({"glossary": [{"source": "a", "target": "b", "colour": "red"}]}, "colour"),
        ({"glossary": "no tab in here"}, "expected a source and a target term"),
        ({"glossary": "{broken"}, "not JSON"),
        ({"glossary": 5}, "must be an object"),
        ({"glossary": [{"source": "a", "target": "b", "case": "odd"}]}, "invalid case"),
        ({"glossary": [{"source": "a", "target": "b", "translate": "maybe"}]}, "must be true or false (not 'maybe')"),
        ({"glossary": [{"source": "a", "target": "b", "translate": 0}]}, "must be true or false (not 0)"),
        ({"protected": [1]}, "list of texts"),
    ],
)
def test_errors_have_one_shape(client: TestClient, fields: dict[str, Any], message: str) -> None:
    body = json.dumps({"q": "Text."} | PAIR | fields)
    answer = client.post("/translate", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert list(answer.json()) == ["error"]
    assert message in answer.json()["error"]


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[1]", "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b"\xff=\xff", "application/x-www-form-urlencoded", 400),
        (b"q=%ff", "application/x-www-form-urlencoded", 400),
        (b"a[5].b=1", "application/x-www-form-urlencoded", 400),
        (b"a=x&a=y&a[0].b=1", "application/x-www-form-urlencoded", 400),
        (b"no boundary", "multipart/form-data", 400),
        (b"--x\r\nbroken", "multipart/form-data; boundary=x", 400),
        (FORM + b"--x\r\n", "multipart/form-data; boundary=x", 400),
        (FORM, "multipart/form-data; boundary=x", 400),
        (FORM.replace(b"One", b"\xfcber") + b"--x--\r\n", "multipart/form-data; boundary=x", 400),
        (b"<a/>", "text/xml", 415),
    ],
)
def test_bodies_that_cannot_be_read(client: TestClient, body: bytes, kind: str, status: int) -> None:
    answer = client.post("/translate", content=body, headers={"content-type": kind})
    assert (answer.status_code, list(answer.json())) == (status, ["error"])


def test_a_form_that_is_complete_can_be_read(client: TestClient) -> None:
    kind = {"content-type": "multipart/form-data; boundary=x"}
    answer = client.post("/translate", content=FORM + b"--x--\r\n", headers=kind)
    assert answer.json() == {"translatedText": "One.", "alternatives": []}
