"""The description of all endpoints, as an OpenAPI document."""

import re
from typing import Any

from stencilmt import __version__
from stencilmt.server.openapi.deepl import GLOSSARIES, TEXTS_AND_DOCUMENTS
from stencilmt.server.openapi.libretranslate import LIBRETRANSLATE
from stencilmt.server.openapi.own import OWN
from stencilmt.server.openapi.parts import JSON, SCHEMAS, TEXT, Schema, named

_ABOUT = (
    "Translation that keeps terms and tags, by construction. One server, three APIs: its own under /v1, "
    "LibreTranslate's, and DeepL's v2 with glossaries v2 and v3. A field that is not listed is refused, never passed "
    "over."
)
_PROBLEM = (
    "400: what was asked cannot be done; 403: no valid key; 404: not there; 408: sent too slowly; 413: too large; "
    "415: neither JSON nor a form; "
    "429 or 503: busy, try again after Retry-After seconds"
)
_GROUPS = (
    ("Stencil", OWN, "Problem"),
    ("LibreTranslate", LIBRETRANSLATE, "Problem"),
    ("DeepL", TEXTS_AND_DOCUMENTS, "DeepLProblem"),
    ("DeepL glossaries", GLOSSARIES, "DeepLProblem"),
)


def document() -> dict[str, Any]:
    """The whole of it."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Stencil", "version": __version__, "description": _ABOUT},
        "security": [{"deepl": []}, {"bearer": []}],
        "paths": {
            path: {method: _complete(operation, path, group, problem) for method, operation in methods.items()}
            for group, operations, problem in _GROUPS
            for path, methods in operations.items()
        },
        "components": {
            "schemas": SCHEMAS,
            "securitySchemes": {
                "deepl": {"type": "apiKey", "in": "header", "name": "Authorization"},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _complete(operation: Schema, path: str, group: str, problem: str) -> Schema:
    """An operation with what follows from its path and its API."""
    in_path = [{"name": name, "in": "path", "required": True, "schema": TEXT} for name in re.findall(r"{(\w+)}", path)]
    failed = {"description": _PROBLEM, "content": {JSON: {"schema": named(problem)}}}
    return {
        **operation,
        "tags": [group],
        "parameters": [*in_path, *operation.get("parameters", [])],
        "responses": {**operation["responses"], "default": failed},
    }
