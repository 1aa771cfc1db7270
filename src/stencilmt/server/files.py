"""Documents: translated in the background, kept in memory for a while, shown only to their owner."""

import asyncio
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from time import monotonic

from stencilmt.documents import open_document
from stencilmt.documents.translate import translate_segments
from stencilmt.errors import InputError
from stencilmt.server.batching import AbandonedError, errand
from stencilmt.server.logs import LOGGER, describe
from stencilmt.server.metrics import Metrics
from stencilmt.server.models import Model
from stencilmt.server.problems import INTERNAL, ApiError, missing
from stencilmt.server.settings import Settings
from stencilmt.server.terms import make_ready
from stencilmt.translator import Options, Terms, Translation, Translator

STEP = 64
"""Segments after which progress is told."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to do with a document."""

    name: str
    data: bytes
    model: Model
    terms: Terms = None


@dataclass(slots=True)
class Job:
    """A document on its way."""

    owner: str
    order: Order
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    key: str = field(default_factory=lambda: secrets.token_hex(32))
    """Needed besides the id where an API asks for it."""
    status: str = "queued"
    """`queued`, `translating`, `done` or `error`."""
    done: int = 0
    total: int = 0
    """Segments translated, and all of them."""
    characters: int = 0
    result: bytes = b""
    fault: ApiError | None = None
    """Why there is no result."""
    since: float = field(default_factory=monotonic)
    """When it was queued, then when its translation began, then when it ended."""
    finished: asyncio.Event = field(default_factory=asyncio.Event)

    def check(self) -> None:
        """Raise the reason why there is no result, if there is none."""
        if self.fault is not None:
            raise self.fault
        if self.status != "done":
            raise ApiError(503, "the document is not translated yet", retry_after=1)

    @property
    def outcome(self) -> bytes:
        """The translated document."""
        self.check()
        return self.result

    @property
    def error(self) -> str:
        """What is told of a fault."""
        return str(self.fault or "")

    @property
    def size(self) -> int:
        """Bytes it takes up."""
        return len(self.order.data) + len(self.result)

    @property
    def result_name(self) -> str:
        """What the translated file is called: `guide.md` becomes `guide.de.md`."""
        name = PurePath(self.order.name)
        return f"{name.stem}.{self.order.model.target}{name.suffix}"

    @property
    def seconds_left(self) -> int:
        """A guess from what is done already."""
        if not self.done:
            return 1 + self.total // 50
        return 1 + round((monotonic() - self.since) * (self.total - self.done) / self.done)


class _Paced(Translator):
    """A translator that takes a document step by step, and tells how far it got."""

    def __init__(self, model: Model, advance: Callable[[int], None]) -> None:
        super().__init__(model.folder, model.decoder)
        self._advance = advance

    def translate(
        self, texts: Sequence[str], glossary: Terms | Sequence[Terms] = None, options: Options | None = None
    ) -> list[Translation]:
        """Translate texts, a few at a time."""
        done: list[Translation] = []
        for start in range(0, len(texts), STEP):
            here = slice(start, start + STEP)
            done += super().translate(
                texts[here], glossary[here] if isinstance(glossary, Sequence) else glossary, options
            )
            self._advance(len(done) - start)
        return done


class Documents:
    """The documents of all owners."""

    def __init__(self, settings: Settings, metrics: Metrics, usage: Counter[str]) -> None:
        self._settings = settings
        self._metrics = metrics
        self._usage = usage
        self._jobs: dict[str, Job] = {}
        self._workers = ThreadPoolExecutor(settings.documents, "stencil-document")
        self._abandoned = threading.Event()

    def submit(self, owner: str, order: Order) -> Job:
        """Take a document in and start to translate it."""
        self._make_room(len(order.data))
        job = Job(owner, order)
        self._jobs[job.id] = job
        task = asyncio.get_running_loop().run_in_executor(self._workers, self._work, job)
        task.add_done_callback(lambda _: self._finish(job))
        return job

    def get(self, owner: str, id: str, key: str | None = None) -> Job:
        """A document of an owner; where a key is asked for, it must be the right one."""
        job = self._find(id)
        is_open = key is None or secrets.compare_digest(job.key.encode(), key.encode())
        if job.owner != owner or not is_open:
            raise missing("document")
        return job

    def download(self, id: str) -> Job:
        """A finished document by nothing but its unguessable id, as download links have it."""
        job = self._find(id)
        if job.status != "done":
            raise missing("document")
        return job

    def close(self) -> None:
        """Give up what is not finished."""
        self._abandoned.set()
        self._workers.shutdown(cancel_futures=True)

    def held(self) -> int:
        """Bytes of all documents."""
        return sum(job.size for job in self._jobs.values())

    def _find(self, id: str) -> Job:
        self._forget_old()
        if id not in self._jobs:
            raise missing("document")
        return self._jobs[id]

    def _work(self, job: Job) -> None:
        job.status, job.since = "translating", monotonic()
        try:
            with errand(self._abandoned):
                job.result = self._translate(job)
        except InputError as error:
            job.fault = ApiError(400, str(error))
        except AbandonedError as error:
            job.fault = ApiError(503, str(error), retry_after=10)
        except Exception as error:
            LOGGER.error("document failed", extra={"about": describe(error)})
            job.fault = ApiError(500, INTERNAL)
        job.status = "error" if job.fault else "done"

    def _finish(self, job: Job) -> None:
        """Back in the server's own thread: what is not needed any more goes, and the result is kept from now on."""
        job.since = monotonic()
        if job.status == "done":
            self._usage[job.owner] += job.characters
        job.order = replace(job.order, data=b"", terms=None)
        job.finished.set()

    def _translate(self, job: Job) -> bytes:
        order = job.order
        document = open_document(order.data, order.name)
        job.total = len(document.segments)
        job.characters = sum(len(segment.text) for segment in document.segments)

        def advance(count: int) -> None:
            job.done += count

        translator = _Paced(order.model, advance)
        translations = translate_segments(document.segments, translator, make_ready(order.terms, order.model.source))
        self._metrics.count_translations(translations)
        job.done = job.total
        return document.splice([translation.text for translation in translations])

    def _make_room(self, size: int) -> None:
        """Forget the oldest finished documents until a new one fits; those under way are never dropped."""
        self._forget_old()
        waiting = sum(not job.finished.is_set() for job in self._jobs.values())
        for job in list(self._jobs.values()):
            if self.held() + 2 * size <= self._settings.held:
                break
            if job.finished.is_set():
                del self._jobs[job.id]
        if waiting >= self._settings.queue or self.held() + 2 * size > self._settings.held:
            raise ApiError(503, "too many documents are under way", retry_after=10)

    def _forget_old(self) -> None:
        for job in list(self._jobs.values()):
            if job.finished.is_set() and monotonic() - job.since > self._settings.keep:
                del self._jobs[job.id]
