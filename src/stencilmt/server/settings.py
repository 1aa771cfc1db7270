"""What can be chosen about the server."""

import os
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from stencilmt.config import require

_OF_DOCUMENTS = ("documents", "document_characters", "document_segments")
NO_KEY = "none"
"""What is given as the only key to serve everybody."""


def default_database() -> Path:
    """Where glossaries are kept when nothing else is said."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "stencil" / "server.db"


@dataclass(frozen=True, slots=True)
class Settings:
    """How the server listens, whom it serves, and how much it takes on."""

    host: str = "127.0.0.1"
    port: int = 8378
    """0 takes any free one."""
    keys: tuple[str, ...] = (NO_KEY,)
    """The API keys, or `none` alone."""
    database: Path = field(default_factory=default_database)
    """The SQLite file that holds the glossaries."""

    batch: int = 64
    """Sentences that are decoded together."""
    window: float = 0.004
    """Seconds a sentence waits for others to be decoded with."""
    workers: int = 64
    """Requests that are worked on at a time, half of them for a single key; each adds its sentences to the batches."""
    queue: int = 256
    """Requests that may be under way, waiting ones included; a single key gets half of them."""
    seconds: float = 60.0
    """How long a translation may take."""

    body: int = 2 * 1024 * 1024
    """Bytes of a request with texts."""
    file: int = 20 * 1024 * 1024
    """Bytes of a request with a file."""
    texts: int = 1000
    """Texts in one request."""
    characters: int = 500_000
    """Characters in one request."""
    patience: float = 20.0
    """Seconds a client may take to send a request."""
    grace: int = 20
    """Seconds after which a server that is told to stop has stopped; requests get three quarters of them to finish."""

    held: int = 200 * 1024 * 1024
    """Bytes of documents that are kept in memory for their owners."""
    keep: float = 3600.0
    """Seconds a translated document is kept."""
    documents: int = 2
    """Documents that are translated at a time; a single key gets half of them."""
    document_characters: int = 1_000_000
    """Characters to translate in one document."""
    document_segments: int = 100_000
    """Paragraphs, cells, strings or lines to translate in one document."""
    glossaries: int = 1000
    """Glossaries of one key."""
    dictionary: int = 10 * 1024 * 1024
    """Bytes of a glossary's entries for one language pair."""

    def __post_init__(self) -> None:
        require(bool(self.keys) and all(self.keys), "an API key is empty: leave --api-key out or give it a value")
        for number, key in enumerate(self.keys, 1):
            # The key itself is not shown: this line may end in a log.
            is_sendable = key.isascii() and key.isprintable() and key == key.strip()
            require(is_sendable, f"API key {number} cannot be sent in a header: use ASCII letters, digits and signs")
        require(
            NO_KEY not in self.keys or len(self.keys) == 1,
            f"{NO_KEY!r} stands among API keys: it serves everybody, so give it alone or leave it out",
        )
        require(0 <= self.port < 65536, f"invalid value for port, expected 0 to 65535 (not {self.port})")
        for name in ("batch", "workers", "queue", "body", "file", "texts", "characters", *_OF_DOCUMENTS):
            value = getattr(self, name)
            require(value > 0, f"invalid value for {name}, expected a number above 0 (not {value})")

    def share(self, of: int) -> int:
        """What a single key may have of something; where there are no keys, everybody together may have all."""
        return of if self.is_open else max(1, of // 2)

    @property
    def is_open(self) -> bool:
        """Whether everybody is served, without a key."""
        return self.keys == (NO_KEY,)

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the server."""
        try:
            return self.host == "localhost" or ip_address(self.host).is_loopback
        except ValueError:
            return False
