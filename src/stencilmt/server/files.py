"""Documents: translated in the background, kept in memory for a while, shown only to their owner."""

import asyncio
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePath
from time import monotonic

from stencilmt.constraints.markup import Markup
from stencilmt.documents import FORMATS, Document, find_format, open_document
from stencilmt.documents import Settings as Details
from stencilmt.documents.archive import check_unpacked
from stencilmt.documents.translate import translate_segments
from stencilmt.errors import InputError
from stencilmt.server.batching import AbandonedError, errand
from stencilmt.server.desk import Gone, attend
from stencilmt.server.detect import without_tags
from stencilmt.server.logs import LOGGER, describe
from stencilmt.server.metrics import Metrics
from stencilmt.server.models import Model
from stencilmt.server.problems import INTERNAL, ApiError, missing
from stencilmt.server.settings import Settings
from stencilmt.server.terms import make_ready
from stencilmt.translator import Options, Terms, Translation, Translator

_RETRY = 10
"""Seconds after which a client that was turned away may try again."""
_PATIENT = "send less, or use /v1/documents or /v2/document, which do not make you wait"
_PICTURES = 5
"""How many times the bytes of its texts an Office file may hold in all."""
_SAMPLE = 500
"""Segments of a document whose language is guessed."""
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
    abandoned: threading.Event = field(default_factory=threading.Event)
    """Set when nobody waits for it any more."""

    @property
    def is_waiting(self) -> bool:
        """Whether it is still to be begun."""
        return self.status == "queued" and not self.abandoned.is_set()

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
        self._running: Counter[str] = Counter()
        self._turns: dict[str, float] = {}
        """When each owner's latest document was begun."""
        self._workers = ThreadPoolExecutor(settings.documents, "stencil-document")
        self.readers = ThreadPoolExecutor(1, "stencil-read")
        """For `sample`."""
        self._reading = threading.Lock()

    def sample(self, name: str, data: bytes) -> str:
        """Some text of a document, enough to guess its language from."""
        segments = self._open(name, data).segments[:_SAMPLE]
        return "\n".join(
            segment.text if segment.markup is Markup.NONE else without_tags(segment.text) for segment in segments
        )

    def submit(self, owner: str, order: Order) -> Job:
        """Take a document in, to be translated when it is its owner's turn."""
        self._make_room(owner, len(order.data))
        job = Job(owner, order)
        self._jobs[job.id] = job
        self._start_waiting()
        return job

    async def wait(self, job: Job, gone: Gone) -> None:
        """Wait for the end of a document; it is given up when its time is over or its client is gone."""
        end = asyncio.create_task(job.finished.wait())
        try:
            async with asyncio.timeout(self._settings.seconds):
                await attend(end, gone)
        except TimeoutError:
            if job.status == "queued":
                raise ApiError(503, "too many documents are under way", retry_after=_RETRY) from None
            raise ApiError(413, f"not translated within {self._settings.seconds:g} seconds: {_PATIENT}") from None
        finally:
            end.cancel()
            if not job.finished.is_set():
                self._give_up(job)
        job.check()

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
        for job in self._jobs.values():
            job.abandoned.set()
        self.readers.shutdown(cancel_futures=True)
        self._workers.shutdown(cancel_futures=True)

    def held(self) -> int:
        """Bytes of all documents."""
        return sum(job.size for job in self._jobs.values())

    def _find(self, id: str) -> Job:
        self._forget_old()
        if id not in self._jobs:
            raise missing("document")
        return self._jobs[id]

    def _give_up(self, job: Job) -> None:
        job.abandoned.set()
        if job.status == "queued":
            del self._jobs[job.id]

    def _start_waiting(self) -> None:
        """Give free workers to those who wait."""
        while self._running.total() < self._settings.documents and (job := self._next()):
            job.status, job.since = "translating", monotonic()
            self._running[job.owner] += 1
            self._turns[job.owner] = job.since
            task = asyncio.get_running_loop().run_in_executor(self._workers, self._work, job)
            task.add_done_callback(partial(self._finish, job))

    def _next(self) -> Job | None:
        """The oldest document of the owner whose last turn is longest ago."""
        share = self._settings.share(self._settings.documents)
        waiting = [job for job in self._jobs.values() if job.is_waiting and self._running[job.owner] < share]
        return min(waiting, key=lambda job: self._turns.get(job.owner, 0.0), default=None)

    def _work(self, job: Job) -> None:
        try:
            with errand(job.abandoned):
                job.result = self._translate(job)
        except InputError as error:
            job.fault = ApiError(400, str(error))
        except AbandonedError as error:
            job.fault = ApiError(503, str(error), retry_after=_RETRY)
        except Exception as error:
            LOGGER.error("document failed", extra={"about": describe(error)})
            job.fault = ApiError(500, INTERNAL)
        job.status = "error" if job.fault else "done"

    def _finish(self, job: Job, _: object) -> None:
        """Back in the server's own thread: what is not needed any more goes, and the result is kept from now on."""
        job.since = monotonic()
        if job.status == "done":
            self._usage[job.owner] += job.characters
        job.order = replace(job.order, data=b"", terms=None)
        job.finished.set()
        self._running[job.owner] -= 1
        self._start_waiting()

    def _translate(self, job: Job) -> bytes:
        order = job.order
        document = self._open(
            order.name, order.data, Details(source_language=order.model.source, target_language=order.model.target)
        )
        job.total = len(document.segments)
        job.characters = sum(len(segment.text) for segment in document.segments)
        self._check_length(job)

        def advance(count: int) -> None:
            job.done += count

        translator = _Paced(order.model, advance)
        translations = translate_segments(document.segments, translator, make_ready(order.terms, order.model.source))
        self._metrics.count_translations(translations)
        job.done = job.total
        return document.splice([translation.text for translation in translations])

    def _open(self, name: str, data: bytes, details: Details | None = None) -> Document:
        """The document, read while no other is: reading takes many times the memory of the file."""
        with self._reading:
            if FORMATS[find_format(name)].is_archive:
                most = self._settings.file
                check_unpacked(data, name, texts=most, all=_PICTURES * most)
            return open_document(data, name, settings=details or Details())

    def _check_length(self, job: Job) -> None:
        """Refuse what would keep a worker from all others for hours."""
        for found, most, what in (
            (job.characters, self._settings.document_characters, "characters"),
            (job.total, self._settings.document_segments, "segments"),
        ):
            if found > most:
                raise InputError(f"{found:,} {what} in one document, the limit is {most:,}: divide it")

    def _make_room(self, owner: str, size: int) -> None:
        """Forget finished documents until a new one fits, the owner's first; those under way are never dropped."""
        self._forget_old()
        self._check_share(owner, size)
        waiting = sum(not job.finished.is_set() for job in self._jobs.values())
        for job in sorted(self._jobs.values(), key=lambda job: job.owner != owner):
            if self.held() + 2 * size <= self._settings.held:
                break
            if job.finished.is_set():
                del self._jobs[job.id]
        if waiting >= self._settings.queue or self.held() + 2 * size > self._settings.held:
            raise ApiError(503, "too many documents are under way", retry_after=_RETRY)

    def _check_share(self, owner: str, size: int) -> None:
        settings = self._settings
        if settings.is_open:
            return
        own = [job.size for job in self._jobs.values() if job.owner == owner and not job.finished.is_set()]
        if len(own) >= settings.share(settings.queue) or 2 * (sum(own) + size) > settings.share(settings.held):
            raise ApiError(429, "too many documents of this API key are under way", retry_after=_RETRY)

    def _forget_old(self) -> None:
        for job in list(self._jobs.values()):
            if job.finished.is_set() and monotonic() - job.since > self._settings.keep:
                del self._jobs[job.id]
