"""Logs as lines of JSON that never hold a text, a term, a file name or a key."""

import asyncio
import json
import logging
import sys
import traceback
from collections.abc import MutableMapping
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stencilmt.server.metrics import Metrics
from stencilmt.server.problems import INTERNAL, answer

LOGGER = logging.getLogger("stencilmt.server")
_RETRY = 2
"""Seconds after which another server may be there."""
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""Those that are told apart: a client may invent others without end."""


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level and event, then whatever the event is about."""
        fields: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "about", {}),
        }
        if record.exc_info and record.exc_info[1]:
            fields |= describe(record.exc_info[1])
        return json.dumps(fields)


def describe(error: BaseException) -> dict[str, Any]:
    """What kind of error it was and where it came from; what it says may quote a text, so that stays out."""
    frames = traceback.extract_tb(error.__traceback__)
    return {"error": type(error).__name__, "where": [f"{frame.filename}:{frame.lineno}" for frame in frames]}


def configure(level: int = logging.INFO) -> None:
    """Write our logs and uvicorn's to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("stencilmt.server", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level)
        logger.propagate = False
    # What it warns of is answered with 400 already, and may quote a text.
    logging.getLogger("python_multipart").setLevel(logging.CRITICAL)


class RequestLog:
    """The outermost layer: notes every request, and answers where nothing else could."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start = perf_counter()
        status = 0

        async def note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, note_status)
        except asyncio.CancelledError:  # only a server that stops cancels a request
            if status == 0:
                headers = {"Retry-After": str(_RETRY)}
                await answer(scope["path"], 503, "the server is stopping", headers)(scope, receive, note_status)
        except Exception as error:
            LOGGER.error("internal error", extra={"about": describe(error)})
            if status == 0:
                await answer(scope["path"], 500, INTERNAL)(scope, receive, note_status)
        finally:
            self._note(scope, status, perf_counter() - start)

    def _note(self, scope: MutableMapping[str, Any], status: int, seconds: float) -> None:
        """The route stands for the path: what a client puts into a path or query is its own business."""
        state = scope.get("state", {})
        route = state.get("route", "none")
        method = scope["method"] if scope["method"] in METHODS else "other"
        self._metrics.count_request(method, route, status, seconds)
        about = {
            "method": method,
            "route": route,
            "status": status,
            "seconds": round(seconds, 4),
            "owner": state.get("owner"),
        }
        LOGGER.info("request", extra={"about": about})
