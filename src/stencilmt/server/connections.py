"""Listening: a socket, uvicorn on it, and no patience for clients that never finish their request."""

import asyncio
import os
import socket
import threading
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from stencilmt.errors import SettingsError
from stencilmt.server.settings import Settings


class PatientProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, but a connection that asks for nothing for too long is closed.

    uvicorn waits without end for the head of a request; bodies are timed where they are read.
    """

    patience: float
    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client is there."""
        super().connection_made(transport)
        self._expect_request()

    def on_response_complete(self) -> None:
        """A request is answered; the client may send another."""
        super().on_response_complete()
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        super().connection_lost(exc)
        if self._waiting is not None:
            self._waiting.cancel()

    def _expect_request(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = self.loop.call_later(self.patience, self._give_up)

    def _give_up(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()


class GracefulServer(uvicorn.Server):
    """uvicorn, but requests that are not finished in time are told so, and nothing keeps it from stopping.

    uvicorn itself takes them for errors of the application, and waits for threads without end.
    """

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: three quarters of the time are for requests to finish, the rest to end what they began."""
        grace = float(self.config.timeout_graceful_shutdown or 0)
        asyncio.get_running_loop().call_later(0.75 * grace, self._give_up)
        if threading.current_thread() is threading.main_thread():
            _end_after(grace)
        await super().shutdown(sockets)

    def _give_up(self) -> None:
        for task in self.server_state.tasks:
            task.cancel()


def _end_after(seconds: float) -> None:
    """End this process, whatever its threads do: what must be kept is on the disk."""
    end = threading.Timer(seconds, os._exit, (0,))
    end.daemon = True
    end.start()


def protocol(patience: float) -> type[PatientProtocol]:
    """The protocol with so much patience."""
    return type("Protocol", (PatientProtocol,), {"patience": patience})


def listen(settings: Settings) -> socket.socket:
    """A socket that listens where the settings say."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        reason = error.strerror or error
        raise SettingsError(f"cannot listen on {settings.host} port {settings.port}: {reason}; try --port 0") from None
    listener.listen(2048)
    return listener


def address(listener: socket.socket) -> str:
    """Where to find what listens."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def server(app: ASGIApp, settings: Settings, **overrides: Any) -> uvicorn.Server:
    """uvicorn, set up; `server(…).run(sockets=[listen(…)])` serves until it is told to stop."""
    config = uvicorn.Config(
        app,
        http=protocol(settings.patience),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=settings.grace,
        **overrides,
    )
    return GracefulServer(config)
