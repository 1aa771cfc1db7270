"""What the description of the endpoints is built from."""

from collections.abc import Mapping, Sequence
from typing import Any

from stencilmt.constraints.entry import Match

Schema = dict[str, Any]
Operations = Mapping[str, Mapping[str, Schema]]
"""By path, then by method."""

JSON, FORM, MULTIPART = "application/json", "application/x-www-form-urlencoded", "multipart/form-data"


def about(schema: Schema, description: str) -> Schema:
    """A schema with a sentence on what it means."""
    return {**schema, "description": description}


def list_of(items: Schema) -> Schema:
    """A list."""
    return {"type": "array", "items": items}


def either(*schemas: Schema) -> Schema:
    """One of several."""
    return {"oneOf": list(schemas)}


def word(*words: str) -> Schema:
    """One of some words."""
    return {"type": "string", "enum": list(words)}


def record(needed: str = "", /, **properties: Schema) -> Schema:
    """An object; the names of the fields it must have are parted by spaces."""
    return {"type": "object", "properties": properties, **({"required": needed.split()} if needed else {})}


def named(name: str) -> Schema:
    """One of SCHEMAS."""
    return {"$ref": f"#/components/schemas/{name}"}


TEXT, NUMBER, FLAG = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
TEXTS, NAMES = either(TEXT, list_of(TEXT)), list_of(TEXT)
FILE = {"type": "string", "format": "binary"}
LANGUAGE = about(TEXT, "A language code, or auto.")
TERMS = {
    "glossary": about(
        either(record(), list_of(named("Entry")), TEXT),
        "Terms: an object, a list of entries, or lines of TSV; in forms the same as JSON text.",
    ),
    "protected": about(TEXTS, "Words to leave as they are: a list, or lines."),
}
DICTIONARY = {"source_lang": TEXT, "target_lang": TEXT, "entries": TEXT, "entries_format": word("tsv", "csv")}
PAIR = {"source_lang": TEXT, "target_lang": TEXT}
COUNTED = {**PAIR, "entry_count": NUMBER}
STATUS = word("queued", "translating", "done", "error")

SCHEMAS: Mapping[str, Schema] = {
    "Problem": record(error=TEXT),
    "DeepLProblem": record(message=TEXT),
    "Detected": record(language=TEXT, confidence=about({"type": "number"}, "From 0 to 100.")),
    "Entry": record(
        "source",
        source=TEXT,
        target=about(TEXTS, "One translation, or several to choose from."),
        case=word("sensitive", "insensitive"),
        match=word(*Match),
        translate=about(FLAG, "False keeps the term as it is."),
    ),
    "Job": record(
        id=TEXT,
        name=about(TEXT, "What the translated file is called."),
        status=STATUS,
        done=about(NUMBER, "Segments translated."),
        total=NUMBER,
        error=TEXT,
    ),
    "Glossary2": record(glossary_id=TEXT, name=TEXT, ready=FLAG, creation_time=TEXT, **COUNTED),
    "Glossary3": record(glossary_id=TEXT, name=TEXT, creation_time=TEXT, dictionaries=list_of(record(**COUNTED))),
    "Constraint": record(
        symbol=about(TEXT, "C1, <1>, </1> or <2/>."),
        kind=word("term", "placeholder", "open", "close", "alone"),
        source=TEXT,
        target=TEXT,
        source_span=about(list_of(NUMBER), "Start and end, in characters."),
        target_span=list_of(NUMBER),
        entry=about(TEXT, "Of a term, how the glossary spells it."),
    ),
    "Translation": record(
        source=TEXT,
        translation=TEXT,
        constraints=list_of(named("Constraint")),
        template=about(NAMES, "The order of the symbols in the translation: Y0 C2 Y1 C1 Y2."),
        fragments=record(source=about(NAMES, "The text between the constraints."), target=NAMES),
        status=word("ok", "repaired"),
        repairs=NAMES,
        rearranged=about(FLAG, "Whether the template was mended."),
        notes=NAMES,
        score={"type": "number"},
    ),
}


def operation(
    summary: str,
    answer: Schema | None = None,
    body: Schema | None = None,
    kinds: Sequence[str] = (JSON, FORM, MULTIPART),
    *,
    status: int = 200,
    kind: str = JSON,
    query: Mapping[str, Schema] | None = None,
    is_public: bool = False,
) -> Schema:
    """What a method of a path takes and gives."""
    content = {"content": {kind: {"schema": answer}}} if answer is not None else {}
    made: Schema = {"summary": summary, "responses": {str(status): {"description": "Done", **content}}}
    if body is not None:
        made["requestBody"] = {"required": True, "content": {name: {"schema": body} for name in kinds}}
    if query:
        made["parameters"] = [{"name": name, "in": "query", "schema": schema} for name, schema in query.items()]
    return made | ({"security": []} if is_public else {})


def download(summary: str, *, is_public: bool = False, **query: Schema) -> Schema:
    """A method that gives a file."""
    return operation(summary, FILE, kind="application/octet-stream", query=query, is_public=is_public)
