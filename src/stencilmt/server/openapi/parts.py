"""What the description of the endpoints is built from."""

from collections.abc import Iterator, Mapping, Sequence
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


def full(optional: str = "", /, **properties: Schema) -> Schema:
    """An object of an answer: it has all these fields, save that the optional ones may be missing."""
    return record(" ".join(name for name in properties if name not in optional.split()), **properties)


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
PAIR = {"source_lang": TEXT, "target_lang": TEXT}
DICTIONARY = {
    **PAIR,
    "entries": about(TEXT, "Lines of source and target term."),
    "entries_format": about(word("tsv", "csv"), "TSV if left out."),
}
DICTIONARY_NEEDS = "source_lang target_lang entries"
COUNTED = {**PAIR, "entry_count": NUMBER}
STATUS = word("queued", "translating", "done", "error")

SCHEMAS: Mapping[str, Schema] = {
    "Problem": full(error=TEXT),
    "DeepLProblem": full(message=TEXT),
    "Detected": full(language=TEXT, confidence=about({"type": "number"}, "From 0 to 100.")),
    "Entry": record(
        "source",
        source=TEXT,
        target=about(TEXTS, "One translation, or several to choose from."),
        case=word("sensitive", "insensitive"),
        match=word(*Match),
        translate=about(FLAG, "False keeps the term as it is."),
    ),
    "Job": full(
        id=TEXT,
        name=about(TEXT, "What the translated file is called."),
        status=STATUS,
        done=about(NUMBER, "Segments translated."),
        total=NUMBER,
        error=about(TEXT, "Empty where there is none."),
    ),
    "Glossary2": full(glossary_id=TEXT, name=TEXT, ready=FLAG, creation_time=TEXT, **COUNTED),
    "Glossary3": full(glossary_id=TEXT, name=TEXT, creation_time=TEXT, dictionaries=list_of(full(**COUNTED))),
    "Constraint": full(
        symbol=about(TEXT, "C1, <1>, </1> or <2/>."),
        kind=word("term", "placeholder", "open", "close", "alone"),
        source=TEXT,
        target=TEXT,
        source_span=about(list_of(NUMBER), "Start and end, in characters."),
        target_span=list_of(NUMBER),
        entry=about(TEXT, "Of a term, how the glossary spells it; else empty."),
    ),
    "Translation": full(
        source=TEXT,
        translation=TEXT,
        constraints=list_of(named("Constraint")),
        template=about(NAMES, "The order of the symbols in the translation: Y0 C2 Y1 C1 Y2."),
        fragments=full(source=about(NAMES, "The text between the constraints."), target=NAMES),
        status=word("ok", "repaired"),
        repairs=NAMES,
        rearranged=about(FLAG, "Whether the template was mended."),
        notes=NAMES,
        omitted=about(NUMBER, "Nonterminals that the model left without a text."),
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
    query: Schema | None = None,
    is_public: bool = False,
) -> Schema:
    """What a method of a path takes and gives."""
    content = {"content": {kind: {"schema": answer}}} if answer is not None else {}
    made: Schema = {"summary": summary, "responses": {str(status): {"description": "Done", **content}}}
    if body is not None:
        made["requestBody"] = {"required": "required" in body, "content": {name: {"schema": body} for name in kinds}}
    if query is not None:
        made["parameters"] = list(_parameters(query))
    return made | ({"security": []} if is_public else {})


def _parameters(query: Schema) -> Iterator[Schema]:
    for name, schema in query["properties"].items():
        yield {"name": name, "in": "query", "required": name in query.get("required", ()), "schema": schema}


def download(
    summary: str,
    body: Schema | None = None,
    kinds: Sequence[str] = (),
    *,
    query: Schema | None = None,
    is_public: bool = False,
) -> Schema:
    """A method that gives a file."""
    return operation(summary, FILE, body, kinds, kind="application/octet-stream", query=query, is_public=is_public)
