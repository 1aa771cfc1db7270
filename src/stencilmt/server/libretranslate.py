"""LibreTranslate's API, with glossaries and protected words added to it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from stencilmt.constraints.markup import Markup
from stencilmt.documents import FORMATS, find_format
from stencilmt.errors import InputError
from stencilmt.server.calls import Call, Caller
from stencilmt.server.detect import Guess, detect, without_tags
from stencilmt.server.files import Order
from stencilmt.server.models import Model
from stencilmt.server.pages import attachment
from stencilmt.server.service import AUTO, Service, by_model
from stencilmt.server.tagged import Tags
from stencilmt.server.terms import read_sent
from stencilmt.text.language_names import language_name
from stencilmt.translator import Options, Terms

_TRANSLATE = ("q", "source", "target", "format", "alternatives", "glossary", "protected")
_FILE = ("file", "source", "target", "glossary", "protected")
_KEY = "api_key"
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class LibreTranslate:
    """Its endpoints."""

    service: Service

    def routes(self, caller: Caller) -> list[Route]:
        """All of them."""
        return [
            caller.route("/translate", self.translate, _TRANSLATE, key_field=_KEY),
            caller.route("/translate_file", self.translate_file, _FILE, has_file=True, key_field=_KEY),
            caller.route("/detect", self.detect, ("q",), key_field=_KEY),
            Route("/languages", self.languages, methods=["GET", "POST"]),
            Route("/download_file/{name}", self.download, name="download_file"),
            Route("/frontend/settings", self.settings),
        ]

    async def translate(self, call: Call) -> Response:
        """Translate a text, or a list of them."""
        fields, service = call.fields, self.service
        texts, source, target = fields.texts("q"), fields.text("source"), fields.text("target")
        service.check(texts)
        is_html = fields.choice("format", ("text", "html"), "text") == "html"
        wants_alternatives = fields.number("alternatives") > 0
        guesses = [self._guess(without_tags(text) if is_html else text, source, target) for text in texts]
        models = [service.models.find(guess.language, target) for guess in guesses]

        async def translate(model: Model, texts: list[str]) -> Sequence[str]:
            glossary = await self._glossary(call, model)
            if is_html:
                return await service.translate_tagged(call, texts, model, glossary, Tags(Markup.HTML), Options())
            return [item.text for item in await service.translate(call, texts, model, glossary, Options())]

        translated = await by_model(texts, models, translate)
        is_list = isinstance(fields.any("q"), list)
        answer: dict[str, Any] = {"translatedText": translated if is_list else translated[0]}
        if source == AUTO:
            detected = [_row(guess) for guess in guesses]
            answer["detectedLanguage"] = detected if is_list else detected[0]
        if wants_alternatives:
            answer["alternatives"] = [[] for _ in texts] if is_list else []
        return JSONResponse(answer)

    async def translate_file(self, call: Call) -> Response:
        """Translate a file, and say where it can be fetched."""
        fields, service = call.fields, self.service
        upload = fields.file("file")
        find_format(upload.name)
        model = await service.model_for_file(call, upload, fields.text("source"), fields.text("target"))
        job = service.documents.submit(call.owner, Order(*upload, model, await self._glossary(call, model)))
        await service.documents.wait(job, call.request.is_disconnected)
        url = call.request.url_for("download_file", name=quote(f"{job.id}.{job.result_name}", safe=""))
        return JSONResponse({"translatedFileUrl": str(url)})

    async def download(self, request: Request) -> Response:
        """A translated file, for whoever knows its link."""
        request.state.route = "/download_file/{name}"
        job = self.service.documents.download(request.path_params["name"].partition(".")[0])
        return attachment(job.outcome, job.result_name)

    async def detect(self, call: Call) -> Response:
        """The languages a text may be in."""
        text = "\n".join(call.fields.texts("q"))
        self.service.check([text])
        guesses = detect(text, self.service.models.languages)
        return JSONResponse([_row(guess) for guess in guesses if guess.confidence > 0] or [_row(guesses[0])])

    async def languages(self, request: Request) -> Response:
        """All languages, and into which each can be translated; no key is asked for, as its clients send none."""
        request.state.route = "/languages"
        models = self.service.models
        rows = [{**_named(code), "targets": models.targets(code)} for code in models.languages]
        return JSONResponse(rows)

    async def settings(self, request: Request) -> Response:
        """What a page needs to know before it asks for anything else."""
        request.state.route = "/frontend/settings"
        settings = self.service.settings
        source, target = self.service.models.pairs[0]
        return JSONResponse(
            {
                "apiKeys": not settings.is_open,
                "keyRequired": not settings.is_open,
                "charLimit": settings.characters,
                "frontendTimeout": 500,
                "suggestions": False,
                "filesTranslation": True,
                "supportedFilesFormat": [ending for format in FORMATS.values() for ending in format.extensions],
                "language": {"source": _named(source), "target": _named(target)},
            }
        )

    def _guess(self, text: str, source: str, target: str) -> Guess:
        return self.service.guess(text, target) if source == AUTO else Guess(source, 1.0)

    async def _glossary(self, call: Call, model: Model) -> Terms:
        """Terms sent along, or the id of a stored glossary, and the words to leave as they are."""
        given = call.fields.any("glossary")
        protected = call.fields.any("protected")
        if isinstance(given, str) and _ID.fullmatch(given):
            if protected:
                raise InputError("the id of a glossary and protected words cannot be combined: send the terms instead")
            return await self.service.stored_terms(call.owner, [given], model)
        return await read_sent(given, protected)


def _named(code: str) -> dict[str, Any]:
    return {"code": code, "name": language_name(code)}


def _row(guess: Guess) -> dict[str, Any]:
    return {"language": guess.language, "confidence": round(100 * guess.confidence, 1)}
