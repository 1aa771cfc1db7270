"""The application: nothing here but the wiring."""

from collections import Counter
from collections.abc import AsyncIterator, Collection, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route

from stencilmt.server import pages
from stencilmt.server.batching import Batcher
from stencilmt.server.calls import Caller
from stencilmt.server.deepl import DeepL
from stencilmt.server.deepl_documents import DeepLDocuments
from stencilmt.server.deepl_glossaries import DeepLGlossaries
from stencilmt.server.desk import Desk
from stencilmt.server.files import Documents
from stencilmt.server.glossaries import GlossaryStore
from stencilmt.server.keys import Keys
from stencilmt.server.libretranslate import LibreTranslate
from stencilmt.server.logs import RequestLog
from stencilmt.server.metrics import Metrics
from stencilmt.server.models import Model, Models
from stencilmt.server.own import Own
from stencilmt.server.problems import HANDLERS
from stencilmt.server.service import Service
from stencilmt.server.settings import Settings


def create_app(settings: Settings, models: Iterable[Model]) -> Starlette:
    """A server for some models."""
    asked = Models(models)
    store = GlossaryStore(settings.database, settings.glossaries, settings.dictionary)
    metrics = Metrics()
    batchers = {
        model: Batcher(model.engine, size=settings.batch, window=settings.window, observe=metrics.count_batch)
        for model in asked
    }
    batched = Models(replace(model, engine=batcher) for model, batcher in batchers.items())
    usage: Counter[str] = Counter()
    documents = Documents(settings, metrics, usage)
    service = Service(settings, batched, Desk(settings), store, documents, metrics, usage)
    _show_gauges(service, batchers.values())

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        for batcher in batchers.values():
            batcher.close()
        service.close()

    return Starlette(
        routes=_routes(service),
        middleware=[Middleware(RequestLog, metrics=metrics)],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
    )


def _routes(service: Service) -> list[Route]:
    caller = Caller(Keys(service.settings), service.settings)
    return [
        *Own(service).routes(caller),
        *DeepL(service).routes(caller),
        *DeepLGlossaries(service.store).routes(caller),
        *DeepLDocuments(service).routes(caller),
        *LibreTranslate(service).routes(caller),
        *pages.routes(),
    ]


def _show_gauges(service: Service, batchers: Collection[Batcher]) -> None:
    def waiting() -> int:
        return sum(batcher.waiting() for batcher in batchers)

    gauge = service.metrics.gauge
    gauge("requests_under_way", "Requests being worked on or waiting", service.desk.under_way)
    gauge("sentences_waiting", "Sentences waiting for a batch", waiting)
    gauge("document_bytes", "Bytes of documents held", service.documents.held)
