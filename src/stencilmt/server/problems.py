"""What is answered instead of a result, in the shape each API's clients expect."""

from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from stencilmt.errors import InputError, StencilError

INTERNAL = "internal error: the server's log says where"
"""All that a client is told of a fault of ours."""
_DEEPL = ("/v2/", "/v3/")


class ApiError(StencilError):
    """A request that is not fulfilled, with the status that says why."""

    def __init__(self, status: int, message: str, *, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.headers = {} if retry_after is None else {"Retry-After": str(retry_after)}


def missing(what: str) -> ApiError:
    """Something that does not exist, or not for this caller: the two look the same from outside."""
    return ApiError(404, f"{what} not found")


def answer(path: str, status: int, message: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """A problem as JSON: DeepL's clients look for `message`, all others for `error`."""
    name = "message" if path.startswith(_DEEPL) else "error"
    readable = message.encode(errors="replace").decode()
    return JSONResponse({name: readable}, status, headers)


async def _answer_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return answer(request.url.path, error.status, str(error), error.headers)


async def _answer_input_error(request: Request, error: Exception) -> Response:
    return answer(request.url.path, 400, str(error))


async def _answer_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return answer(request.url.path, error.status_code, error.detail, dict(error.headers or {}))


HANDLERS: dict[type[Exception], Callable[[Request, Exception], Awaitable[Response]]] = {
    ApiError: _answer_problem,
    InputError: _answer_input_error,
    HTTPException: _answer_http_error,
}
"""For Starlette: who answers which error."""
