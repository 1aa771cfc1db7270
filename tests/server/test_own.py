"""Our own API."""

import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from server.echo import echo_app, echo_model
from stencilmt.errors import SettingsError

TBX = b"""<martif type="TBX"><text><body><termEntry><langSet xml:lang="en"><tig><term>file</term></tig></langSet>
<langSet xml:lang="de"><tig><term>Datei</term></tig></langSet></termEntry></body></text></martif>"""


def translate(client: TestClient, **fields: Any) -> Any:
    answer = client.post("/v1/translate", json=fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_translation_says_all_that_is_known(client: TestClient) -> None:
    text = 'Open <a href="x">the file</a> %s.'
    answer = translate(client, text=text, source="en", target="de", markup="html", glossary={"file": "Datei"})
    (translation,) = answer["translations"]
    assert translation["translation"] == 'Open <a href="x">the Datei</a> %s.'
    assert translation["template"] == ["Y0", "<1>", "Y1", "C1", "Y2", "</1>", "Y3", "C2", "Y4"]
    assert [row["symbol"] for row in translation["constraints"]] == ["<1>", "C1", "</1>", "C2"]
    assert [row["kind"] for row in translation["constraints"]] == ["open", "term", "close", "placeholder"]
    assert translation["fragments"]["target"] == ["Open ", "the ", "", " ", "."]
    assert (translation["status"], answer["notes"], answer["source"], answer["target"]) == ("ok", [], "en", "de")


def test_spans_point_at_the_constraints(client: TestClient) -> None:
    text = "The <b>print</b> job & the file"
    (row,) = translate(client, text=[text], markup="html", glossary={"print job": "Druckauftrag"})["translations"]
    for constraint in row["constraints"]:
        start, end = constraint["target_span"]
        assert row["translation"][start:end] == constraint["target"]
        if constraint["kind"] != "term":
            start, end = constraint["source_span"]
            assert text[start:end] == constraint["source"]


def test_fragments_and_constraints_are_the_whole_text(client: TestClient) -> None:
    (row,) = translate(client, text="A %s and a {name}, no more.")["translations"]
    pieces = [piece for pair in zip(row["fragments"]["source"], ["%s", "{name}", ""], strict=True) for piece in pair]
    assert "".join(pieces) == row["source"]


def test_a_glossary_without_effect_is_pointed_out(client: TestClient) -> None:
    assert translate(client, text="Text.", glossary={"file": "Datei"})["notes"] == [
        "no term of the glossary is in the text"
    ]


def test_options_reach_the_translator(client: TestClient) -> None:
    assert translate(client, text="%s", placeholders=False)["translations"][0]["constraints"] == []
    answer = client.post("/v1/translate", json={"text": "<b>", "markup": "xml", "strict": True})
    assert (answer.status_code, "<b>" in answer.json()["error"]) == (400, True)


@pytest.mark.parametrize("sent", [{"glossary": {"a": "b"}}, {"protected": ["a"]}])
def test_stored_and_sent_terms_are_not_mixed_up(client: TestClient, sent: dict[str, Any]) -> None:
    answer = client.post("/v1/translate", json={"text": "Text.", "glossary_id": "x"} | sent)
    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.csv", b"file,Datei\n"),
        ("a.tsv", b"file\tDatei\n"),
        ("a.tbx", TBX),
        ("a.json", b'{"terms":{"de":{"file":"Datei"}}}'),
    ],
)
def test_glossary_files(client: TestClient, name: str, data: bytes) -> None:
    answer = client.post("/v1/glossary", data={"source": "en", "target": "de"}, files={"file": (name, data)})
    (entry,) = answer.json()["entries"]
    assert (entry["source"], entry["target"]) == ("file", ["Datei"])
    assert translate(client, text="A file.", glossary=[entry])["translations"][0]["translation"] == "A Datei."


def wait(client: TestClient, id: str) -> Any:
    while (job := client.get(f"/v1/documents/{id}").json())["status"] in ("queued", "translating"):
        time.sleep(0.01)
    return job


def test_document(client: TestClient) -> None:
    lines = "".join(f"Open the file {number}.\n" for number in range(200)).encode()
    upload = {"file": ("list.txt", lines)}
    accepted = client.post("/v1/documents", data={"target": "de", "glossary": '{"file": "Datei"}'}, files=upload)
    assert accepted.status_code == 202
    job = wait(client, accepted.json()["id"])
    assert (job["status"], job["done"], job["total"], job["name"]) == ("done", 200, 200, "list.de.txt")
    result = client.get(f"/v1/documents/{job['id']}/result")
    assert result.content == lines.replace(b"file", b"Datei")


@pytest.mark.parametrize(("name", "data", "message"), [("a.exe", b"", "unknown format"), ("a.json", b"{", "not JSON")])
def test_documents_that_cannot_be_read(client: TestClient, name: str, data: bytes, message: str) -> None:
    answer = client.post("/v1/documents", files={"file": (name, data)})
    if answer.status_code == 202:
        job = wait(client, answer.json()["id"])
        answer = client.get(f"/v1/documents/{job['id']}/result")
    assert (answer.status_code, message in answer.json()["error"]) == (400, True)


def test_models(client: TestClient) -> None:
    answer = client.get("/v1/models").json()
    assert [(model["source_name"], model["target_name"]) for model in answer["models"]] == [("English", "German")]


@pytest.mark.parametrize(
    ("source", "target", "served"),
    [("EN", "de-AT", True), ("en_US", "DE", True), ("pt", "pt-BR", False), ("de", "en", False), ("", "", False)],
)
def test_language_codes_in_any_spelling(tmp_path: Path, source: str, target: str, served: bool) -> None:
    models = echo_model("en", "de"), echo_model("pt-BR", "fr")
    with TestClient(echo_app(tmp_path, models), "http://127.0.0.1") as client:
        answer = client.post("/translate", json={"q": "a", "source": source, "target": target})
    assert (answer.status_code == 200) is served


def test_two_models_for_one_pair_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="both translate en to de"):
        echo_app(tmp_path, [echo_model(), echo_model()])
