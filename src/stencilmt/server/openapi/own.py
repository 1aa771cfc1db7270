"""The description of our own endpoints."""

from stencilmt.constraints.markup import Markup
from stencilmt.server.openapi.parts import (
    FILE,
    FLAG,
    LANGUAGE,
    MULTIPART,
    NAMES,
    TERMS,
    TEXT,
    TEXTS,
    Operations,
    about,
    download,
    full,
    list_of,
    named,
    operation,
    record,
    word,
)

OWN: Operations = {
    "/v1/translate": {
        "post": operation(
            "Translate texts, and see how",
            full(translations=list_of(named("Translation")), source=TEXT, target=TEXT, model=TEXT, notes=NAMES),
            record(
                "text",
                text=TEXTS,
                source=LANGUAGE,
                target=TEXT,
                markup=word(*Markup),
                **TERMS,
                glossary_id=about(TEXT, "A stored glossary instead."),
                placeholders=about(FLAG, "Keep %s, {name}, URLs and their like."),
                sentences=about(FLAG, "Translate sentence by sentence."),
                strict=about(FLAG, "Refuse markup that is not well formed."),
            ),
        )
    },
    "/v1/models": {
        "get": operation(
            "Models, markups and file formats",
            full(
                version=TEXT,
                models=list_of(full(name=TEXT, source=TEXT, source_name=TEXT, target=TEXT, target_name=TEXT)),
                markups=NAMES,
                formats=list_of(full(name=TEXT, description=TEXT, endings=NAMES)),
            ),
        )
    },
    "/v1/glossary": {
        "post": operation(
            "Read a glossary file",
            full(entries=list_of(named("Entry"))),
            record("file", file=about(FILE, "CSV, TSV, TBX or JSON."), source=TEXT, target=TEXT),
            (MULTIPART,),
        )
    },
    "/v1/documents": {
        "post": operation(
            "Translate a document",
            named("Job"),
            record("file", file=FILE, source=LANGUAGE, target=TEXT, **TERMS, glossary_id=TEXT),
            (MULTIPART,),
            status=202,
        )
    },
    "/v1/documents/{id}": {"get": operation("How far a document is", named("Job"))},
    "/v1/documents/{id}/result": {"get": download("The translated document")},
    "/health": {"get": operation("Whether the server is up", full(status=TEXT), is_public=True)},
    "/metrics": {"get": operation("What was counted, for Prometheus", TEXT, kind="text/plain")},
}
