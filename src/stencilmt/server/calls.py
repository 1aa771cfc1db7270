"""From a request to a handler's answer: who asks is checked, what is sent is read, and only then is anything done."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stencilmt.server.bodies import Fields, read_body, read_values
from stencilmt.server.keys import Keys, header_key
from stencilmt.server.settings import Settings


@dataclass(frozen=True, slots=True)
class Call:
    """A request that has been read."""

    request: Request
    fields: Fields
    owner: str


Handler = Callable[[Call], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Caller:
    """Makes routes of handlers."""

    keys: Keys
    settings: Settings

    def route(
        self,
        path: str,
        handler: Handler,
        known: Sequence[str] = (),
        *,
        methods: Sequence[str] = ("POST",),
        has_file: bool = False,
        key_field: str | None = None,
    ) -> Route:
        """A route whose handler gets the fields it knows; any other field is refused, not passed over.

        Where the key may come in a field, the body must be read before it is known who asks.
        """

        async def endpoint(request: Request) -> Response:
            request.state.route = path
            self.keys.refuse_strangers(request)
            if key_field is None:
                self._admit(request, header_key(request))
            most = self.settings.file if has_file else self.settings.body
            values = await read_values(request, await read_body(request, most, self.settings.patience))
            if key_field is not None:
                field = values.pop(key_field, None)
                self._admit(request, header_key(request) or (str(field) if field else None))
            return await handler(Call(request, Fields(values, known), request.state.owner))

        return Route(path, endpoint, methods=list(methods))

    def _admit(self, request: Request, key: str | None) -> None:
        request.state.owner = self.keys.owner(key)
