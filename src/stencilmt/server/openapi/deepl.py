"""The description of DeepL's endpoints."""

from stencilmt.server.openapi.parts import (
    COUNTED,
    DICTIONARY,
    DICTIONARY_NEEDS,
    FILE,
    FLAG,
    FORM,
    JSON,
    MULTIPART,
    NAMES,
    NUMBER,
    PAIR,
    STATUS,
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

_SENT = (JSON, FORM)
_BETA = about(FLAG, "Changes nothing.")
_TAGS = about(TEXTS, "A list of names, or names with commas between them.")
_FORMALITY = word("default", "prefer_more", "prefer_less")
_DICTIONARIES = about(
    list_of(record(DICTIONARY_NEEDS, **DICTIONARY)), "In forms dictionaries[0].source_lang and so on."
)
_WHICH_DICTIONARY = record("source_lang target_lang", **PAIR)
_LANGUAGES = "Languages", list_of(full("supports_formality", language=TEXT, name=TEXT, supports_formality=FLAG))
_WHICH_LANGUAGES = record(type=word("source", "target"), enable_beta_languages=_BETA)
_TRANSLATION = full(
    "model_type_used tag_handling_version",
    detected_source_language=TEXT,
    text=TEXT,
    billed_characters=NUMBER,
    model_type_used=TEXT,
    tag_handling_version=word("v1", "v2"),
)
_USAGE = operation("Characters translated since the start", full(character_count=NUMBER, character_limit=NUMBER))
_DOCUMENT = (
    "How far a document is",
    full(
        "seconds_remaining billed_characters error_message",
        document_id=TEXT,
        status=STATUS,
        seconds_remaining=NUMBER,
        billed_characters=NUMBER,
        error_message=TEXT,
    ),
)
_RESULT = "The translated document"
_WHICH_DOCUMENT = record("document_key", document_key=TEXT)
_REMOVE = operation("Remove a glossary", status=204)

TEXTS_AND_DOCUMENTS: Operations = {
    "/v2/translate": {
        "post": operation(
            "Translate texts",
            full("notes", translations=list_of(_TRANSLATION), notes=NAMES),
            record(
                "text target_lang",
                text=TEXTS,
                target_lang=TEXT,
                source_lang=TEXT,
                glossary_id=TEXT,
                glossary_ids=about(NAMES, "Where several have a term, the first counts."),
                tag_handling=word("xml", "html"),
                tag_handling_version=word("v1", "v2"),
                ignore_tags=_TAGS,
                splitting_tags=_TAGS,
                non_splitting_tags=_TAGS,
                outline_detection=FLAG,
                split_sentences=word("0", "1", "nonewlines"),
                preserve_formatting=about(FLAG, "Formatting is always preserved."),
                formality=_FORMALITY,
                context=about(TEXT, "Not used; the answer notes it."),
                model_type=word("latency_optimized", "quality_optimized", "prefer_quality_optimized"),
                show_billed_characters=FLAG,
                enable_beta_languages=_BETA,
            ),
            _SENT,
        )
    },
    "/v2/languages": {
        "get": operation(*_LANGUAGES, query=_WHICH_LANGUAGES),
        "post": operation(*_LANGUAGES, _WHICH_LANGUAGES, _SENT),
    },
    "/v2/usage": {"get": _USAGE, "post": _USAGE},
    "/v2/document": {
        "post": operation(
            "Translate a document",
            full(document_id=TEXT, document_key=TEXT),
            record(
                "file target_lang",
                file=FILE,
                filename=TEXT,
                target_lang=TEXT,
                source_lang=TEXT,
                glossary_id=TEXT,
                glossary_ids=about(TEXTS, "Several: repeated, or with commas between them."),
                formality=_FORMALITY,
                output_format=about(TEXT, "A document keeps its format."),
                enable_beta_languages=_BETA,
            ),
            (MULTIPART,),
        )
    },
    "/v2/document/{id}": {
        "get": operation(*_DOCUMENT, query=_WHICH_DOCUMENT),
        "post": operation(*_DOCUMENT, _WHICH_DOCUMENT, _SENT),
    },
    "/v2/document/{id}/result": {
        "get": download(_RESULT, query=_WHICH_DOCUMENT),
        "post": download(_RESULT, _WHICH_DOCUMENT, _SENT),
    },
}

GLOSSARIES: Operations = {
    "/v2/glossary-language-pairs": {
        "get": operation("Language pairs for glossaries", full(supported_languages=list_of(full(**PAIR))))
    },
    "/v2/glossaries": {
        "get": operation("Glossaries with one dictionary", full(glossaries=list_of(named("Glossary2")))),
        "post": operation(
            "Keep a glossary",
            named("Glossary2"),
            record(f"name {DICTIONARY_NEEDS}", name=TEXT, **DICTIONARY),
            _SENT,
            status=201,
        ),
    },
    "/v2/glossaries/{id}": {"get": operation("One glossary", named("Glossary2")), "delete": _REMOVE},
    "/v2/glossaries/{id}/entries": {"get": operation("Its entries", TEXT, kind="text/tab-separated-values")},
    "/v3/glossaries": {
        "get": operation("Glossaries", full(glossaries=list_of(named("Glossary3")))),
        "post": operation(
            "Keep a glossary",
            named("Glossary3"),
            record("name dictionaries", name=TEXT, dictionaries=_DICTIONARIES),
            _SENT,
            status=201,
        ),
    },
    "/v3/glossaries/{id}": {
        "get": operation("One glossary", named("Glossary3")),
        "patch": operation(
            "Rename it, or add entries",
            named("Glossary3"),
            record(name=TEXT, dictionaries=_DICTIONARIES),
            _SENT,
        ),
        "delete": _REMOVE,
    },
    "/v3/glossaries/{id}/entries": {
        "get": operation(
            "Entries of a dictionary", full(dictionaries=list_of(full(**DICTIONARY))), query=_WHICH_DICTIONARY
        )
    },
    "/v3/glossaries/{id}/dictionaries": {
        "put": operation(
            "Replace a dictionary, or add it", full(**COUNTED), record(DICTIONARY_NEEDS, **DICTIONARY), _SENT
        ),
        "delete": operation("Remove a dictionary", status=204, query=_WHICH_DICTIONARY),
    },
}
