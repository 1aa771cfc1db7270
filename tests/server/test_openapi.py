"""The description of the API against the server: what it takes, what it asks for, what it answers."""

import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient

from stencilmt.server.openapi import document

Fields = Mapping[str, Any]

DOCUMENT = document()
OPERATIONS = {
    f"{method} {path}": operation
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}
GLOSSARY, KEY = "(id of a glossary)", "(key of a document)"
"""What stands in the samples for something that must be made first."""
TEXT = "Open <b>the file</b> {name} with care. Then wait for it."
FILE = ("guide.txt", b"Open the file, and wait for it.")
PAIR = {"source_lang": "en", "target_lang": "de"}
DICTIONARY = {**PAIR, "entries": "file\tDatei\n", "entries_format": "tsv"}
ENTRY = {"source": "file", "target": ["Datei", "Akte"], "case": "sensitive", "match": "lemma", "translate": True}
LANGUAGES = {"source": "en", "target": "de"}
TERMS = {"glossary": [ENTRY], "protected": ["care"]}

SAMPLES: dict[str, Sequence[Fields]] = {
    "post /v1/translate": [
        {"text": TEXT, **LANGUAGES, **TERMS, "markup": "html", "placeholders": True},
        {"text": [TEXT, ""], "source": "auto", "glossary": {"file": "Datei"}, "protected": "care\nwait"},
        {"text": TEXT, "sentences": False, "strict": True},
        {"text": TEXT, "glossary_id": GLOSSARY, **LANGUAGES},
    ],
    "post /v1/glossary": [{"file": ("terms.tsv", b"file\tDatei\n"), **LANGUAGES}],
    "post /v1/documents": [{"file": FILE, **LANGUAGES, **TERMS}, {"file": FILE, "glossary_id": GLOSSARY}],
    "post /translate": [
        {"q": TEXT, "source": "auto", "target": "de", "format": "html", "alternatives": 2, **TERMS, "api_key": "any"},
        {"q": [TEXT, TEXT], "source": "auto", "target": "de", "alternatives": 2, "glossary": GLOSSARY},
    ],
    "post /detect": [{"q": TEXT, "api_key": "any"}],
    "post /translate_file": [{"file": FILE, **LANGUAGES, **TERMS, "api_key": "any"}],
    "post /v2/translate": [
        {
            "text": [TEXT],
            **PAIR,
            "glossary_ids": [GLOSSARY],
            "tag_handling": "xml",
            "tag_handling_version": "v2",
            "ignore_tags": ["x", "y"],
            "splitting_tags": "p,q",
            "non_splitting_tags": ["b"],
            "outline_detection": False,
        },
        {
            "text": TEXT,
            **PAIR,
            "glossary_id": GLOSSARY,
            "split_sentences": "nonewlines",
            "preserve_formatting": True,
            "formality": "prefer_more",
            "context": "A manual.",
            "model_type": "prefer_quality_optimized",
            "show_billed_characters": True,
            "enable_beta_languages": False,
        },
    ],
    "post /v2/document": [
        {
            "file": FILE,
            "filename": "other.txt",
            **PAIR,
            "glossary_id": GLOSSARY,
            "formality": "default",
            "output_format": "txt",
            "enable_beta_languages": False,
        },
        {"file": FILE, **PAIR, "glossary_ids": GLOSSARY},
    ],
    "post /v2/glossaries": [{"name": "terms", **DICTIONARY}],
    "post /v3/glossaries": [{"name": "terms", "dictionaries": [DICTIONARY]}],
    "patch /v3/glossaries/{id}": [{"name": "others", "dictionaries": [DICTIONARY]}],
    "get /v3/glossaries/{id}/entries": [PAIR],
    "put /v3/glossaries/{id}/dictionaries": [DICTIONARY],
    "delete /v3/glossaries/{id}/dictionaries": [PAIR],
    **{f"{method} /v2/languages": [{"type": "target", "enable_beta_languages": True}] for method in ("get", "post")},
    **{f"{method} /v2/document/{{id}}": [{"document_key": KEY}] for method in ("get", "post")},
    **{f"{method} /v2/document/{{id}}/result": [{"document_key": KEY}] for method in ("get", "post")},
}
"""Requests that name every field of an operation at least once; operations that take none are not listed."""
REFUSED = {"style_id", "translation_memory_id", "translation_memory_threshold", "custom_instructions"}
"""Fields of DeepL that are known only to be refused with a reason."""
OPEN_TO_ANY_FIELD = {"/health", "/languages", "/frontend/settings", "/download_file/{name}"}
"""Paths that look at no field at all."""


def kinds(name: str) -> list[str]:
    """The types of body an operation takes; one that is empty where it takes none."""
    return [*OPERATIONS[name].get("requestBody", {}).get("content", {})] or [""]


def resolved(schema: Any) -> Any:
    return DOCUMENT["components"]["schemas"][schema["$ref"].split("/")[-1]] if "$ref" in schema else schema


def taken(name: str) -> Any:
    """What an operation takes in query and body, as one schema of an object."""
    operation = OPERATIONS[name]
    query = [item for item in operation["parameters"] if item["in"] == "query"]
    bodies = [resolved(content["schema"]) for content in operation.get("requestBody", {}).get("content", {}).values()]
    body = bodies[0] if bodies else {}
    return {
        "type": "object",
        "properties": {item["name"]: item["schema"] for item in query} | body.get("properties", {}),
        "required": [item["name"] for item in query if item.get("required")] + body.get("required", []),
    }


def closed(schema: Any) -> Any:
    """A schema that forbids the fields it does not name."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: closed(item) for name, item in schema.items()}
    return inner | ({"additionalProperties": False} if schema.get("properties") else {})


def faults(value: Any, schema: Any) -> list[str]:
    components = {"schemas": {name: closed(item) for name, item in DOCUMENT["components"]["schemas"].items()}}
    checker = Draft202012Validator({**closed(schema), "components": components})
    return [f"{error.json_path}: {error.message}" for error in checker.iter_errors(value)]


def as_texts(fields: Fields) -> list[tuple[str, Any]]:
    """Fields as forms have them: files as they are, all else as text."""
    pairs: list[tuple[str, Any]] = []
    for name, value in fields.items():
        if name == "dictionaries":
            pairs += [(f"{name}[{i}].{key}", cell) for i, row in enumerate(value) for key, cell in row.items()]
        elif isinstance(value, list) and all(isinstance(item, str) for item in value):
            pairs += [(name, item) for item in value]
        else:
            pairs.append((name, value if isinstance(value, str | tuple) else json.dumps(value)))
    return pairs


def encoded(fields: Fields, kind: str) -> dict[str, Any]:
    """Arguments for the client that send fields in a body of some type, or in the query where there is none."""
    if kind == "application/json":
        return {"json": fields}
    if kind == "multipart/form-data":
        return {"files": [(name, cell if isinstance(cell, tuple) else (None, cell)) for name, cell in as_texts(fields)]}
    texts: dict[str, list[str]] = {}
    for name, text in as_texts(fields):
        texts.setdefault(name, []).append(text)
    return {"data" if kind else "params": texts}


def made_for(client: TestClient, path: str) -> dict[str, str]:
    """What must be there before a request, by the words that stand for it in paths and samples."""
    if path == "/download_file/{name}":
        link = client.post("/translate_file", files={"file": FILE}, data=LANGUAGES).json()["translatedFileUrl"]
        return {"{name}": link.rpartition("/")[2]}
    if "/document" in path and "{id}" in path:
        sent = client.post("/v2/document", files={"file": FILE}, data=PAIR).json()
        while client.get(f"/v1/documents/{sent['document_id']}").json()["status"] != "done":
            time.sleep(0.01)
        return {"{id}": sent["document_id"], KEY: sent["document_key"]}
    glossary = client.post("/v2/glossaries", json={"name": "terms", **DICTIONARY}).json()["glossary_id"]
    return {"{id}": glossary, GLOSSARY: glossary}


def filled(value: Any, made: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [filled(item, made) for item in value]
    return made.get(value, value) if isinstance(value, str) else value


def send(client: TestClient, name: str, fields: Fields, kind: str = "") -> Any:
    method, path = name.split()
    made = made_for(client, path)
    complete = {key: filled(value, made) for key, value in fields.items()}
    address = re.sub(r"{\w+}", lambda found: made[found[0]], path)
    return client.request(method.upper(), address, **encoded(complete, kind or kinds(name)[0]))


def lacking(value: Any, schema: Any) -> Iterator[Any]:
    """A value without one of the fields its schema requires, at any depth, one after the other."""
    schema = resolved(schema)
    if isinstance(value, list):
        yield from ([less] for item in value[:1] for less in lacking(item, schema.get("items", {})))
    if isinstance(value, dict):
        yield from ({key: item for key, item in value.items() if key != name} for name in schema.get("required", ()))
        for key, item in value.items():
            yield from ({**value, key: less} for less in lacking(item, schema.get("properties", {}).get(key, {})))


def least(value: Any, schema: Any) -> Any:
    """A value without the fields its schema does not require, at any depth."""
    schema = resolved(schema)
    if isinstance(value, list):
        return [least(item, schema.get("items", {})) for item in value]
    if isinstance(value, dict) and "properties" in schema:
        return {name: least(value[name], schema["properties"][name]) for name in schema.get("required", ())}
    return value


def check_answer(name: str, answer: Any) -> None:
    """It has the status, the type and the shape that the description promises."""
    (status, promised), _problem = OPERATIONS[name]["responses"].items()
    assert answer.status_code == int(status), answer.text
    content = promised.get("content", {})
    assert answer.headers.get("content-type", "").partition(";")[0] == next(iter(content), "")
    if "application/json" in content:
        assert faults(answer.json(), content["application/json"]["schema"]) == []


def test_the_samples_name_every_field() -> None:
    assert {*SAMPLES} == {name for name in OPERATIONS if taken(name)["properties"]}
    for name, samples in SAMPLES.items():
        assert {field for sample in samples for field in sample} == {*taken(name)["properties"]}, name


@pytest.mark.parametrize(("name", "kind"), [(name, kind) for name in OPERATIONS for kind in kinds(name)])
def test_what_is_described_is_taken_and_answered(client: TestClient, name: str, kind: str) -> None:
    for fields in SAMPLES.get(name, [{}]):
        as_json = {key: value[0] if isinstance(value, tuple) else value for key, value in fields.items()}
        assert faults(as_json, taken(name)) == []
        check_answer(name, send(client, name, fields, kind))


@pytest.mark.parametrize("name", SAMPLES)
def test_required_fields_are_required_and_no_others(client: TestClient, name: str) -> None:
    sample, schema = SAMPLES[name][0], taken(name)
    check_answer(name, send(client, name, least(sample, schema)))
    for fields in lacking(sample, schema):
        assert send(client, name, fields).status_code == 400, fields


@pytest.mark.parametrize("name", [name for name in OPERATIONS if name.split()[1] not in OPEN_TO_ANY_FIELD])
def test_fields_that_are_not_described_are_refused(client: TestClient, name: str) -> None:
    answer = send(client, name, {"nonsense": "1"})
    assert answer.status_code == 400
    problem = OPERATIONS[name]["responses"]["default"]["content"]["application/json"]["schema"]
    assert faults(answer.json(), problem) == []
    known = {*re.findall(r"\w+", answer.text.partition("known are")[2])}
    assert known - REFUSED == {*taken(name)["properties"]} - {"api_key"}
    for field in known & REFUSED:
        refused = send(client, name, {**SAMPLES[name][0], field: "1"})
        assert (refused.status_code, field in refused.text) == (400, True)


@pytest.mark.parametrize("name", ["post /v3/glossaries", "patch /v3/glossaries/{id}"])
def test_fields_of_dictionaries_are_described(client: TestClient, name: str) -> None:
    answer = send(client, name, {"name": "terms", "dictionaries": [{"nonsense": "1"}]})
    known = {*re.findall(r"\w+", answer.text.partition("known are")[2])}
    assert known == {*taken(name)["properties"]["dictionaries"]["items"]["properties"]}


def test_paths_that_look_at_no_field_describe_none() -> None:
    for name in OPERATIONS:
        if name.split()[1] in OPEN_TO_ANY_FIELD:
            assert not taken(name)["properties"]


def test_a_document_that_failed_is_described(client: TestClient) -> None:
    sent = client.post("/v2/document", files={"file": ("a.json", b"{")}, data=PAIR).json()
    address = f"/v2/document/{sent['document_id']}"
    answer = client.get(address, params={"document_key": sent["document_key"]})
    assert answer.json()["status"] == "error"
    check_answer("get /v2/document/{id}", answer)
    check_answer("get /v1/documents/{id}", client.get(f"/v1/documents/{sent['document_id']}"))
