"""DeepL's API v2 for documents: upload, ask how it goes, download."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePath

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from stencilmt.documents import find_format
from stencilmt.errors import InputError
from stencilmt.server.bodies import Upload, safe_name
from stencilmt.server.calls import Call, Caller
from stencilmt.server.deepl import glossary_of, refuse_impossible
from stencilmt.server.files import Job, Order
from stencilmt.server.pages import attachment
from stencilmt.server.service import AUTO, Service

_UPLOAD = tuple(
    """file filename target_lang source_lang glossary_id glossary_ids formality output_format
    enable_beta_languages style_id translation_memory_id translation_memory_threshold""".split()  # noqa: SIM905
)
_WAIT = 2.0
"""Seconds a question for the status waits for the end: the clients would else sleep for five."""


@dataclass(frozen=True, slots=True)
class DeepLDocuments:
    """The endpoints for documents."""

    service: Service

    def routes(self, caller: Caller) -> list[Route]:
        """All of them."""
        known, both = ("document_key",), ("GET", "POST")
        return [
            caller.route("/v2/document", self.upload, _UPLOAD, has_file=True),
            caller.route("/v2/document/{id}", self.status, known, methods=both),
            caller.route("/v2/document/{id}/result", self.result, known, methods=both),
        ]

    async def upload(self, call: Call) -> Response:
        """Take a document in."""
        fields, service = call.fields, self.service
        refuse_impossible(fields)
        sent = fields.file("file")
        upload = Upload(safe_name(fields.text("filename", sent.name)), sent.data)
        find_format(upload.name)
        _check_output_format(fields.text("output_format", ""), upload.name)
        source, target = fields.text("source_lang", AUTO), fields.text("target_lang")
        model = await service.model_for_file(call, upload, source, target)
        job = service.documents.submit(call.owner, Order(*upload, model, await glossary_of(service, call, model)))
        return JSONResponse({"document_id": job.id, "document_key": job.key})

    async def status(self, call: Call) -> Response:
        """How far a document is."""
        job = self._job(call)
        with suppress(TimeoutError):
            async with asyncio.timeout(_WAIT):
                await job.finished.wait()
        answer = {"document_id": job.id, "status": job.status}
        match job.status:
            case "translating":
                return JSONResponse({**answer, "seconds_remaining": job.seconds_left})
            case "done":
                return JSONResponse({**answer, "billed_characters": job.characters})
            case "error":
                return JSONResponse({**answer, "error_message": job.error})
        return JSONResponse(answer)

    async def result(self, call: Call) -> Response:
        """The translated document."""
        job = self._job(call)
        return attachment(job.outcome, job.result_name)

    def _job(self, call: Call) -> Job:
        return self.service.documents.get(call.owner, call.request.path_params["id"], call.fields.text("document_key"))


def _check_output_format(wanted: str, name: str) -> None:
    own = PurePath(name).suffix.lower().lstrip(".")
    if wanted and wanted.lower() != own:
        raise InputError(f"output_format {wanted!r} is not supported: a document keeps its format ({own})")
