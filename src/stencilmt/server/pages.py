"""The page and its files: nothing from elsewhere, nothing that a text could slip a script into."""

import json
from importlib import resources

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stencilmt.server.openapi import document

_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}
_ALIASES = {"/": "index.html", "/docs": "api.html", "/openapi.json": "openapi.json", "/spec": "openapi.json"}
"""Pages by the addresses people know; LibreTranslate's clients look for /spec."""


def routes() -> list[Route]:
    """A route for each file: what is not there at the start is never served."""
    files = {file.name: file.read_bytes() for file in resources.files(__package__).joinpath("web").iterdir()}
    paths = {f"/web/{name}": name for name in files} | _ALIASES
    files["openapi.json"] = json.dumps(document()).encode()
    return [_route(path, name, files[name]) for path, name in paths.items()]


def _route(path: str, name: str, data: bytes) -> Route:
    kind = _TYPES[name[name.rindex(".") :]]

    async def serve(request: Request) -> Response:
        request.state.route = path
        return Response(data, headers=HEADERS, media_type=kind)

    return Route(path, serve)


def attachment(data: bytes, name: str) -> Response:
    """A file to save, that no browser opens as a page of ours."""
    ascii_name = name.encode("ascii", "replace").decode().replace("?", "_")
    quoted = "".join(chr(byte) if chr(byte).isalnum() and byte < 128 else f"%{byte:02X}" for byte in name.encode())
    disposition = f"attachment; filename=\"{ascii_name}\"; filename*=UTF-8''{quoted}"
    headers = HEADERS | {"Content-Disposition": disposition, "Content-Security-Policy": "default-src 'none'; sandbox"}
    return Response(data, headers=headers, media_type="application/octet-stream")
