"""The description of LibreTranslate's endpoints."""

from stencilmt.server.openapi.parts import (
    FILE,
    FLAG,
    LANGUAGE,
    MULTIPART,
    NAMES,
    NUMBER,
    TERMS,
    TEXT,
    TEXTS,
    Operations,
    about,
    download,
    either,
    full,
    list_of,
    named,
    operation,
    record,
    word,
)

_LANGUAGES = operation(
    "Languages and their targets", list_of(full(code=TEXT, name=TEXT, targets=NAMES)), is_public=True
)
_LANGUAGE = full(code=TEXT, name=TEXT)
_GLOSSARY = TERMS["glossary"]
_TERMS = {**TERMS, "glossary": about(_GLOSSARY, f"{_GLOSSARY['description']} Or the id of a stored one.")}

LIBRETRANSLATE: Operations = {
    "/translate": {
        "post": operation(
            "Translate",
            full(
                "detectedLanguage alternatives",
                translatedText=about(TEXTS, "A list if q is one, and so are the others."),
                detectedLanguage=either(named("Detected"), list_of(named("Detected"))),
                alternatives=list_of(either(TEXT, NAMES)),
            ),
            record(
                "q source target",
                q=TEXTS,
                source=LANGUAGE,
                target=TEXT,
                format=word("text", "html"),
                alternatives=about(NUMBER, "A preferred number; there is one translation, so the lists are empty."),
                **_TERMS,
                api_key=TEXT,
            ),
        )
    },
    "/detect": {
        "post": operation(
            "Guess the language of a text, by script and frequent words",
            list_of(named("Detected")),
            record("q", q=TEXT, api_key=TEXT),
        )
    },
    "/languages": {"get": _LANGUAGES, "post": _LANGUAGES},
    "/translate_file": {
        "post": operation(
            "Translate a file",
            full(translatedFileUrl=TEXT),
            record("file source target", file=FILE, source=LANGUAGE, target=TEXT, **_TERMS, api_key=TEXT),
            (MULTIPART,),
        )
    },
    "/download_file/{name}": {"get": download("Fetch a translated file", is_public=True)},
    "/frontend/settings": {
        "get": operation(
            "What a page needs to know",
            full(
                apiKeys=FLAG,
                keyRequired=FLAG,
                charLimit=NUMBER,
                frontendTimeout=NUMBER,
                suggestions=FLAG,
                filesTranslation=FLAG,
                supportedFilesFormat=NAMES,
                language=full(source=_LANGUAGE, target=_LANGUAGE),
            ),
            is_public=True,
        )
    },
}
