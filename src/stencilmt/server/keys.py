"""Who is asking: API keys, and the owner that each of them stands for."""

from collections.abc import Sequence
from hashlib import sha256
from hmac import compare_digest
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from starlette.requests import Request

from stencilmt.server.problems import ApiError
from stencilmt.server.settings import Settings

EVERYBODY = "everybody"
"""The one owner of all there is when no keys are asked for."""
_SCHEMES = ("deepl-auth-key", "bearer")


def owner_of(key: str) -> str:
    """What is stored and logged instead of a key."""
    return sha256(key.encode()).hexdigest()[:16]


class Keys:
    """The keys that open this server."""

    def __init__(self, settings: Settings) -> None:
        self._is_open = settings.is_open
        self._is_local = settings.is_local
        self._keys: Sequence[bytes] = [key.encode() for key in settings.keys]

    def owner(self, key: str | None) -> str:
        """The owner a key stands for; without a valid one there is none."""
        if self._is_open:
            return EVERYBODY
        if not key:
            raise ApiError(403, "an API key is needed: send it in the Authorization header")
        given = key.encode(errors="replace")
        # Every key is compared, so that the time it takes tells nothing.
        if not sum(compare_digest(given, known) for known in self._keys):
            raise ApiError(403, "this API key is not valid here")
        return owner_of(key)

    def refuse_strangers(self, request: Request) -> None:
        """Keep the pages of other sites, open in the user's browser, from using a server that asks for no key.

        A request they make carries their own origin; a name of theirs that resolves to this machine is no name of ours.
        """
        if not (self._is_open and self._is_local):
            return
        host = request.headers.get("host", "")
        if not _is_loopback(_split(f"//{host}").hostname or ""):
            raise ApiError(403, f"{host!r} is no name of this machine: with an API key any name will do")
        origin = request.headers.get("origin")
        if origin is not None and _split(origin).netloc != host:
            raise ApiError(403, f"pages of {origin!r} may not use this server without an API key")


def _split(address: str) -> SplitResult:
    try:
        return urlsplit(address)
    except ValueError as error:
        raise ApiError(400, f"{address!r} is no address: {error}") from error


def _is_loopback(name: str) -> bool:
    try:
        return name == "localhost" or ip_address(name).is_loopback
    except ValueError:
        return False


def header_key(request: Request) -> str | None:
    """The key in the Authorization header, as DeepL's clients or as all others send it."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() or None if scheme.lower() in _SCHEMES else None
