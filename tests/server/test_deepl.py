"""DeepL's API where the client libraries do not reach: Weblate's requests, markup cases, error shapes."""

from typing import Any

import pytest
from starlette.testclient import TestClient

PAIR = {"source_lang": "EN", "target_lang": "DE"}


def translate(client: TestClient, text: str, **fields: Any) -> str:
    answer = client.post("/v2/translate", json={"text": [text], **PAIR} | fields)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["translations"][0]["text"])


def test_what_weblate_sends(client: TestClient) -> None:
    key = {"Authorization": "DeepL-Auth-Key anything"}
    for side, code in (("source", "EN"), ("target", "DE")):
        languages = client.get("/v2/languages", params={"type": side, "enable_beta_languages": "1"}, headers=key).json()
        assert [language["language"] for language in languages] == [code]
    terms = {
        "name": "weblate:1",
        "source_lang": "EN",
        "target_lang": "DE",
        "entries": "file\tDatei",
        "entries_format": "tsv",
    }
    client.post("/v2/glossaries", json=terms, headers=key)
    glossary = client.get("/v2/glossaries", headers=key).json()["glossaries"][-1]
    assert glossary["name"] == "weblate:1"
    fields = {
        "text": ['Open the file <x id="14"></x> &amp; go.', "Close it."],
        **PAIR,
        "formality": "default",
        "tag_handling": "xml",
        "ignore_tags": ["x"],
        "glossary_id": glossary["glossary_id"],
        "model_type": "prefer_quality_optimized",
    }
    answer = client.post("/v2/translate", json=fields, headers=key).json()
    assert [row["text"] for row in answer["translations"]] == ['Open the Datei <x id="14"></x> &amp; go.', "Close it."]


@pytest.mark.parametrize(
    ("handling", "text"),
    [
        ("html", 'I want <span style="color:%2$s;">%1$s</span> back'),
        ("html", "<a><em><span>View the complete range of</span></em> <em><span>drawer systems here!</span></em></a>"),
        ("html", "<p>\n\t\tIf a line has no verb\n\t\tthe translation must be\n\t\twrong.\n</p>"),
        ("xml", 'Enter at most <placeholder value="max"/> characters.'),
        ("html", '<strong wg-1="">30k€ of <notranslate>it</notranslate></strong> and <strong wg-2="">80 more</strong>'),
        ("xml", "Start your '<x id=%1$@>Basic</x>' plan by clicking '<x id=%2$@>Accept</x>'."),
        ("xml", "48 m<superScript>3</superScript>"),
        ("xml", 'List of properties:\n* <c id="1">Camera</c>\n* <c id="2">Battery</c>\n'),
        ("html", '<b>d</b><i>o</i><a id="1">g</a>'),
        ("html", 'Use the "<b>O</b>pen File" command.'),
        ("xml", '<g id="1">The whole segment is tagged.</g>'),
        ("xml", "</closing> only </stencil-text>"),
        ("xml", ""),
    ],
)
def test_tags_come_back_as_they_went(client: TestClient, handling: str, text: str) -> None:
    assert translate(client, text, tag_handling=handling) == text


@pytest.mark.parametrize(("text", "escaped"), [("a < b, c & d", "a &lt; b, c &amp; d"), ("a<b", "a&lt;b")])
def test_what_is_no_tag_is_escaped(client: TestClient, text: str, escaped: str) -> None:
    assert translate(client, text, tag_handling="xml") == escaped


@pytest.mark.parametrize(
    ("text", "is_well_formed"),
    [
        ("<a>One.</a> Two &amp; <b/>", True),
        ('<?xml version="1.0" encoding="utf-8"?>\n<a>One ☕.</a>', True),
        ("", True),
        ("<a>One.", False),
        ("<a>One.</b>", False),
        ("One & two", False),
        ("<a b=c>One.</a>", False),
        ('<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', False),
        ("</stencil-text><stencil-text>", False),
    ],
)
def test_the_second_version_of_tag_handling_is_strict(client: TestClient, text: str, is_well_formed: bool) -> None:
    fields = {"text": [text], **PAIR, "tag_handling": "xml"}
    answer = client.post("/v2/translate", json=fields | {"tag_handling_version": "v2"})
    if is_well_formed:
        (row,) = answer.json()["translations"]
        assert (row["text"], row["tag_handling_version"]) == (text, "v2")
    else:
        message = answer.json()["message"]
        assert (answer.status_code, "Tag handling parsing failed, please check input." in message) == (400, True)
    for version in ({}, {"tag_handling_version": "v1"}):
        assert client.post("/v2/translate", json=fields | version).status_code == 200
    html = fields | {"tag_handling": "html", "tag_handling_version": "v2"}
    assert client.post("/v2/translate", json=html).status_code == 200


@pytest.mark.parametrize(
    ("options", "translated"),
    [
        ({"ignore_tags": ["k"]}, "<p>The <k>file</k> <b>Datei</b></p>"),
        ({"ignore_tags": "k,b"}, "<p>The <k>file</k> <b>file</b></p>"),
        ({"ignore_tags": ["p"]}, "<p>The <k>file</k> <b>file</b></p>"),
        ({}, "<p>The <k>Datei</k> <b>Datei</b></p>"),
    ],
)
@pytest.mark.parametrize("handling", ["xml", "html"])
def test_ignored_tags(client: TestClient, options: dict[str, Any], translated: str, handling: str) -> None:
    terms = {"name": "a", **PAIR, "entries": "file\tDatei"}
    id = client.post("/v2/glossaries", data=terms).json()["glossary_id"]
    text = "<p>The <k>file</k> <b>file</b></p>"
    assert translate(client, text, tag_handling=handling, glossary_id=id, **options) == translated


def test_line_breaks_may_be_spaces(client: TestClient) -> None:
    assert translate(client, "One\ntwo.", split_sentences="nonewlines") == "One two."
    assert translate(client, "One\ntwo.", split_sentences="1") == "One\ntwo."


def test_what_is_not_used_is_said(client: TestClient) -> None:
    answer = client.post("/v2/translate", json={"text": "One.", **PAIR, "context": "Numbers."}).json()
    assert len(answer["notes"]) == 1


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "message"),
    [
        ("POST", "/v2/translate", {"text": "a"}, 400, "'target_lang' is missing"),
        ("POST", "/v2/translate", {"target_lang": "DE"}, 400, "'text' is missing"),
        ("POST", "/v2/translate", {"text": "a", "target_lang": "DE", "glossary_id": "x"}, 400, "source_lang"),
        ("POST", "/v2/translate", {"text": "a", **PAIR, "glossary_id": "x"}, 404, "glossary not found"),
        ("POST", "/v2/translate", {"text": "a", **PAIR, "tag_handling": "md"}, 400, "tag_handling"),
        ("POST", "/v2/translate", {"text": "a", **PAIR, "split_sentences": "2"}, 400, "split_sentences"),
        ("POST", "/v2/translate", {"text": "a", **PAIR, "outline_detection": "x", "tag_handling": "xml"}, 400, "true"),
        ("POST", "/v2/translate", {"text": "a", **PAIR, "outline_detection": "1"}, 400, "without tag_handling"),
        ("POST", "/v2/translate", {"text": "a", **PAIR, "preserve_formatting": "banana"}, 400, "true or false"),
        (
            "POST",
            "/v2/translate",
            {"text": "a", **PAIR, "outline_detection": "0", "tag_handling": "html"},
            400,
            "xml only",
        ),
        ("POST", "/v2/translate", {"text": "a", **PAIR, "model_type": "x"}, 400, "model_type"),
        ("POST", "/v2/glossaries", {"name": "a", **PAIR, "entries": ""}, 400, "no entries"),
        ("POST", "/v2/glossaries", {"name": " ", **PAIR, "entries": "a\tb"}, 400, "name"),
        (
            "POST",
            "/v2/glossaries",
            {"name": "a", "source_lang": "!", "target_lang": "de", "entries": "a\tb"},
            400,
            "code",
        ),
        ("POST", "/v2/glossaries", {"name": "a", **PAIR, "entries": "a\tb", "entries_format": "x"}, 400, "tsv, csv"),
        ("POST", "/v3/glossaries", {"name": "a", "dictionaries": []}, 400, "empty"),
        ("POST", "/v3/glossaries", {"name": "a", "dictionaries": [1]}, 400, "list of objects"),
        (
            "POST",
            "/v3/glossaries",
            {"name": "a", "dictionaries": [{**PAIR, "entries": "a\tb"}, {**PAIR, "entries": "c\td"}]},
            400,
            "has 2 from en to de",
        ),
        ("POST", "/v3/glossaries", {"name": "a", "dictionaries": [{"colour": 1}]}, 400, "colour"),
        ("GET", "/v3/glossaries/x", None, 404, "not found"),
        ("PUT", "/v3/glossaries/x/dictionaries", {**PAIR, "entries": "a\tb"}, 404, "not found"),
        ("DELETE", "/v3/glossaries/x", None, 404, "not found"),
        ("POST", "/v2/document", {"target_lang": "DE"}, 400, "must be a file"),
        ("POST", "/v2/document/x", {"document_key": "y"}, 404, "not found"),
        ("GET", "/v2/translate", None, 405, "Not Allowed"),
        ("GET", "/v2/no-such-thing", None, 404, "Not Found"),
    ],
)
def test_problems_have_deepls_shape(
    client: TestClient, method: str, path: str, body: dict[str, Any] | None, status: int, message: str
) -> None:
    answer = client.request(method, path, json=body)
    assert (answer.status_code, list(answer.json())) == (status, ["message"])
    assert message in answer.json()["message"]


def test_a_glossary_for_another_pair_is_never_passed_over(client: TestClient) -> None:
    terms = {"name": "a", "source_lang": "en", "target_lang": "fr", "entries": "file\tfichier"}
    id = client.post("/v2/glossaries", json=terms).json()["glossary_id"]
    answer = client.post("/v2/translate", json={"text": "file", **PAIR, "glossary_id": id})
    assert (answer.status_code, answer.json()["message"]) == (404, "dictionary from en to de not found")


@pytest.mark.parametrize(
    ("name", "format", "status"), [("a.txt", "txt", 200), ("a.txt", "docx", 400), ("a.doc", "", 400)]
)
def test_a_document_keeps_its_format(client: TestClient, name: str, format: str, status: int) -> None:
    fields = {"target_lang": "DE", "output_format": format}
    assert client.post("/v2/document", data=fields, files={"file": (name, b"Text.")}).status_code == status
