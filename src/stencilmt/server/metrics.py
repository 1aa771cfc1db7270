"""What the server counts, in the format of Prometheus."""

from collections.abc import Callable, Sequence

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from starlette.responses import Response

from stencilmt.translator import Translation

_SIZES = (1, 2, 4, 8, 16, 32, 64, 128)


class Metrics:
    """Counters of one server; never one per text, file or key."""

    def __init__(self) -> None:
        registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._registry = registry
        self._requests = Counter(
            "stencil_requests", "Requests answered", ["method", "route", "status"], registry=registry
        )
        self._seconds = Histogram("stencil_request_seconds", "Time to answer", ["route"], registry=registry)
        self._characters = Counter("stencil_characters", "Characters translated", registry=registry)
        self._texts = Counter("stencil_texts", "Texts translated, by outcome", ["status"], registry=registry)
        self._batches = Histogram("stencil_batch_sentences", "Sentences in a batch", buckets=_SIZES, registry=registry)
        self._decoding = Histogram("stencil_batch_seconds", "Time to decode a batch", registry=registry)

    def gauge(self, name: str, meaning: str, read: Callable[[], float]) -> None:
        """Show a value that is read when it is asked for."""
        Gauge(f"stencil_{name}", meaning, registry=self._registry).set_function(read)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def count_batch(self, size: int, seconds: float) -> None:
        """Count a batch that was decoded."""
        self._batches.observe(size)
        self._decoding.observe(seconds)

    def count_translations(self, translations: Sequence[Translation]) -> None:
        """Count texts that were translated."""
        for translation in translations:
            self._texts.labels(translation.status).inc()
            self._characters.inc(len(translation.source))

    def answer(self) -> Response:
        """All of it."""
        return Response(generate_latest(self._registry), media_type=CONTENT_TYPE_LATEST)
