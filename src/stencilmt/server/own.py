"""Our own API: translations with all that is known about them, for the page and for whoever wants to look inside."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from stencilmt import __version__
from stencilmt.constraints.glossary import Entry, Glossary
from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup import Markup
from stencilmt.contract import as_contract
from stencilmt.documents import FORMATS, find_format
from stencilmt.errors import InputError
from stencilmt.server.calls import Call, Caller
from stencilmt.server.detect import without_tags
from stencilmt.server.files import Job, Order
from stencilmt.server.models import Model
from stencilmt.server.pages import attachment
from stencilmt.server.service import AUTO, Service
from stencilmt.server.terms import read_sent
from stencilmt.text.language_names import language_name
from stencilmt.translator import Options, Terms, Translation

_LANGUAGES = ("source", "target")
_TERMS = ("glossary", "glossary_id", "protected")
_TRANSLATE = ("text", *_LANGUAGES, *_TERMS, "markup", "placeholders", "sentences", "strict")


@dataclass(frozen=True, slots=True)
class Own:
    """Its endpoints."""

    service: Service

    def routes(self, caller: Caller) -> list[Route]:
        """All of them."""
        get = ("GET",)
        return [
            caller.route("/v1/translate", self.translate, _TRANSLATE),
            caller.route("/v1/models", self.models, methods=get),
            caller.route("/v1/glossary", self.read_glossary, ("file", *_LANGUAGES), has_file=True),
            caller.route("/v1/documents", self.upload, ("file", *_LANGUAGES, *_TERMS), has_file=True),
            caller.route("/v1/documents/{id}", self.status, methods=get),
            caller.route("/v1/documents/{id}/result", self.result, methods=get),
            caller.route("/metrics", self.metrics, methods=get),
            Route("/health", self.health),
        ]

    async def translate(self, call: Call) -> Response:
        """Translate texts, with every constraint, the template and what was repaired."""
        fields, service = call.fields, self.service
        texts = fields.texts("text")
        service.check(texts)
        options = Options(
            markup=Markup(fields.choice("markup", list(Markup), Markup.NONE)),
            placeholders=fields.flag("placeholders", True),
            sentences=fields.flag("sentences", True),
            strict=fields.flag("strict"),
        )
        text = "\n".join(texts)
        model = service.model_for(text if options.markup is Markup.NONE else without_tags(text), *self._languages(call))
        terms = await self._terms(call, model)
        translations = await service.translate(call, texts, model, terms, options)
        answer = {
            "translations": [describe(translation) for translation in translations],
            "source": model.source,
            "target": model.target,
            "model": model.folder.path.name,
            "notes": _notes(terms, translations),
        }
        return JSONResponse(answer)

    async def models(self, call: Call) -> Response:
        """The models, and what else can be chosen."""
        models = [_model_row(model) for model in self.service.models]
        formats = [
            {"name": name, "description": format.description, "endings": format.extensions}
            for name, format in FORMATS.items()
        ]
        return JSONResponse({"version": __version__, "models": models, "markups": list(Markup), "formats": formats})

    async def read_glossary(self, call: Call) -> Response:
        """The entries of a glossary file, to be sent along with texts."""
        name, data = call.fields.file("file")
        source, target = (call.fields.text(name, "") or None for name in _LANGUAGES)
        glossary = await asyncio.to_thread(Glossary.parse, data, name, source_language=source, target_language=target)
        return JSONResponse({"entries": [_entry_row(entry) for entry in glossary.entries]})

    async def upload(self, call: Call) -> Response:
        """Take a document in."""
        upload = call.fields.file("file")
        find_format(upload.name)
        model = await self.service.model_for_file(call, upload, *self._languages(call))
        job = self.service.documents.submit(call.owner, Order(*upload, model, await self._terms(call, model)))
        return JSONResponse(_job_row(job), 202)

    async def status(self, call: Call) -> Response:
        """How far a document is."""
        return JSONResponse(_job_row(self._job(call)))

    async def result(self, call: Call) -> Response:
        """The translated document."""
        job = self._job(call)
        return attachment(job.outcome, job.result_name)

    async def metrics(self, call: Call) -> Response:
        """What was counted."""
        return self.service.metrics.answer()

    async def health(self, request: Request) -> Response:
        """Whether the server is up."""
        request.state.route = "/health"
        return JSONResponse({"status": "ok"})

    def _languages(self, call: Call) -> tuple[str, str]:
        """From which to which: by itself from whichever it is to that of the first model."""
        return call.fields.text("source", AUTO), call.fields.text("target", self.service.models.pairs[0][1])

    async def _terms(self, call: Call, model: Model) -> Terms:
        fields = call.fields
        sent = await read_sent(fields.any("glossary"), fields.any("protected"))
        if "glossary_id" not in fields:
            return sent
        if sent is not None:
            raise InputError("glossary_id cannot be combined with glossary or protected: send all terms, or none")
        return await self.service.stored_terms(call.owner, [fields.text("glossary_id")], model)

    def _job(self, call: Call) -> Job:
        return self.service.documents.get(call.owner, call.request.path_params["id"])


def describe(translation: Translation) -> dict[str, Any]:
    """A translation as JSON: what `stencil translate --json` prints, and the text between the constraints."""
    kept = translation.constraints
    fragments = {
        "source": _between(translation.source, [constraint.source_span for constraint in kept]),
        "target": _between(translation.text, [constraint.target_span for constraint in kept]),
    }
    return {**as_contract(translation), "fragments": fragments}


def _between(text: str, spans: Sequence[tuple[int, int]]) -> list[str]:
    """What stands before, between and after some spans; nothing stands inside of one that holds another."""
    pieces, position = [], 0
    for start, end in sorted(spans):
        pieces.append(text[position:start])
        position = max(position, end)
    return [*pieces, text[position:]]


def _notes(terms: Terms, translations: Sequence[Translation]) -> list[str]:
    kinds = {constraint.kind for translation in translations for constraint in translation.constraints}
    return ["no term of the glossary is in the text"] if terms is not None and Kind.TERM not in kinds else []


def _model_row(model: Model) -> dict[str, Any]:
    return {
        "name": model.folder.path.name,
        "source": model.source,
        "source_name": language_name(model.source),
        "target": model.target,
        "target_name": language_name(model.target),
    }


def _entry_row(entry: Entry) -> dict[str, Any]:
    return {
        "source": entry.source,
        "target": list(entry.targets),
        "case": "sensitive" if entry.case_sensitive else "insensitive",
        "match": entry.match,
        "translate": not entry.keep,
    }


def _job_row(job: Job) -> dict[str, Any]:
    return {
        "id": job.id,
        "name": job.result_name,
        "status": job.status,
        "done": job.done,
        "total": job.total,
        "error": job.error,
    }
