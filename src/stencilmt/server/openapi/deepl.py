"""The description of DeepL's endpoints."""

from stencilmt.server.openapi.parts import (
    COUNTED,
    DICTIONARY,
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
    list_of,
    named,
    operation,
    record,
    word,
)

_SENT = (JSON, FORM)
_LANGUAGES = operation(
    "Languages",
    list_of(record(language=TEXT, name=TEXT, supports_formality=FLAG)),
    query={"type": word("source", "target")},
)
_USAGE = operation("Characters translated since the start", record(character_count=NUMBER, character_limit=NUMBER))
_DOCUMENT = operation(
    "How far a document is",
    record(document_id=TEXT, status=STATUS, seconds_remaining=NUMBER, billed_characters=NUMBER, error_message=TEXT),
    query={"document_key": TEXT},
)
_RESULT = download("The translated document", document_key=TEXT)
_REMOVE = operation("Remove a glossary", status=204)

TEXTS_AND_DOCUMENTS: Operations = {
    "/v2/translate": {
        "post": operation(
            "Translate texts",
            record(
                translations=list_of(
                    record(detected_source_language=TEXT, text=TEXT, billed_characters=NUMBER, model_type_used=TEXT)
                ),
                notes=NAMES,
            ),
            record(
                "text target_lang",
                text=TEXTS,
                target_lang=TEXT,
                source_lang=TEXT,
                glossary_id=TEXT,
                glossary_ids=about(NAMES, "Where several have a term, the first counts."),
                tag_handling=word("xml", "html"),
                tag_handling_version=word("v1", "v2"),
                ignore_tags=NAMES,
                splitting_tags=NAMES,
                non_splitting_tags=NAMES,
                outline_detection=FLAG,
                split_sentences=word("0", "1", "nonewlines"),
                preserve_formatting=about(FLAG, "Formatting is always preserved."),
                formality=word("default", "prefer_more", "prefer_less"),
                context=about(TEXT, "Not used; the answer notes it."),
                model_type=TEXT,
                show_billed_characters=FLAG,
                enable_beta_languages=FLAG,
            ),
            _SENT,
        )
    },
    "/v2/languages": {"get": _LANGUAGES, "post": _LANGUAGES},
    "/v2/usage": {"get": _USAGE, "post": _USAGE},
    "/v2/document": {
        "post": operation(
            "Translate a document",
            record(document_id=TEXT, document_key=TEXT),
            record(
                "file target_lang",
                file=FILE,
                filename=TEXT,
                target_lang=TEXT,
                source_lang=TEXT,
                glossary_id=TEXT,
                glossary_ids=TEXT,
                formality=TEXT,
                output_format=about(TEXT, "A document keeps its format."),
            ),
            (MULTIPART,),
        )
    },
    "/v2/document/{id}": {"get": _DOCUMENT, "post": _DOCUMENT},
    "/v2/document/{id}/result": {"get": _RESULT, "post": _RESULT},
}

GLOSSARIES: Operations = {
    "/v2/glossary-language-pairs": {
        "get": operation("Language pairs for glossaries", record(supported_languages=list_of(record(**PAIR))))
    },
    "/v2/glossaries": {
        "get": operation("Glossaries with one dictionary", record(glossaries=list_of(named("Glossary2")))),
        "post": operation(
            "Keep a glossary",
            named("Glossary2"),
            record("name source_lang target_lang entries", name=TEXT, **DICTIONARY),
            _SENT,
            status=201,
        ),
    },
    "/v2/glossaries/{id}": {"get": operation("One glossary", named("Glossary2")), "delete": _REMOVE},
    "/v2/glossaries/{id}/entries": {"get": operation("Its entries", TEXT, kind="text/tab-separated-values")},
    "/v3/glossaries": {
        "get": operation("Glossaries", record(glossaries=list_of(named("Glossary3")))),
        "post": operation(
            "Keep a glossary",
            named("Glossary3"),
            record("name dictionaries", name=TEXT, dictionaries=list_of(record(**DICTIONARY))),
            _SENT,
            status=201,
        ),
    },
    "/v3/glossaries/{id}": {
        "get": operation("One glossary", named("Glossary3")),
        "patch": operation(
            "Rename it, or add entries",
            named("Glossary3"),
            record(name=TEXT, dictionaries=list_of(record(**DICTIONARY))),
            _SENT,
        ),
        "delete": _REMOVE,
    },
    "/v3/glossaries/{id}/entries": {
        "get": operation("Entries of a dictionary", record(dictionaries=list_of(record(**DICTIONARY))), query=PAIR)
    },
    "/v3/glossaries/{id}/dictionaries": {
        "put": operation("Replace a dictionary, or add it", record(**COUNTED), record(**DICTIONARY), _SENT),
        "delete": operation("Remove a dictionary", status=204, query=PAIR),
    },
}
