"""DeepL's API v2 for texts: what its client libraries and Weblate send, and the shapes they expect."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from stencilmt.constraints.markup import Markup
from stencilmt.constraints.matching import Matcher
from stencilmt.errors import InputError
from stencilmt.server.bodies import Fields
from stencilmt.server.calls import Call, Caller
from stencilmt.server.detect import without_tags
from stencilmt.server.models import Model
from stencilmt.server.service import AUTO, Service, by_model
from stencilmt.server.tagged import Tags, check_xml
from stencilmt.text.language_names import language_name
from stencilmt.translator import Options

NO_LIMIT = 1_000_000_000_000
"""What DeepL says to those who pay without a limit."""
_TRANSLATE = tuple(
    """text target_lang source_lang glossary_id glossary_ids tag_handling tag_handling_version ignore_tags
    splitting_tags non_splitting_tags outline_detection split_sentences preserve_formatting formality context
    model_type show_billed_characters enable_beta_languages style_id translation_memory_id
    translation_memory_threshold custom_instructions""".split()  # noqa: SIM905
)
_IMPOSSIBLE = ("style_id", "translation_memory_id", "translation_memory_threshold", "custom_instructions")
_FORMALITIES = ("default", "prefer_more", "prefer_less")
_QUALITIES = ("latency_optimized", "quality_optimized", "prefer_quality_optimized")
_VERSION = "tag_handling_version"
"""DeepL's second version refuses XML that is not well-formed; so do we, where it is asked for by name."""
_CONTEXT = "the field context was not used: this model translates sentence by sentence"


@dataclass(frozen=True, slots=True)
class DeepL:
    """The endpoints for texts, languages and usage."""

    service: Service

    def routes(self, caller: Caller) -> list[Route]:
        """All of them."""
        both = ("GET", "POST")
        return [
            caller.route("/v2/translate", self.translate, _TRANSLATE),
            caller.route("/v2/languages", self.languages, ("type", "enable_beta_languages"), methods=both),
            caller.route("/v2/usage", self.usage, methods=both),
            caller.route("/v2/glossary-language-pairs", self.language_pairs, methods=("GET",)),
        ]

    async def translate(self, call: Call) -> Response:
        """Translate texts."""
        fields = call.fields
        texts = fields.texts("text")
        self.service.check(texts)
        refuse_impossible(fields)
        tags, options = _tags(fields), _splitting(fields)
        if tags and tags.markup is Markup.XML and fields.text(_VERSION, "") == "v2":
            await asyncio.to_thread(check_xml, texts)
        models = self._models(fields, [without_tags(text) for text in texts] if tags else texts)

        async def translate(model: Model, texts: list[str]) -> Sequence[str]:
            glossary = await glossary_of(self.service, call, model)
            if tags:
                return await self.service.translate_tagged(call, texts, model, glossary, tags, options)
            return [item.text for item in await self.service.translate(call, texts, model, glossary, options)]

        translated = await by_model(texts, models, translate)
        rows = [_row(fields, *row) for row in zip(texts, translated, models, strict=True)]
        return JSONResponse({"translations": rows, **({"notes": [_CONTEXT]} if "context" in fields else {})})

    def _models(self, fields: Fields, texts: Sequence[str]) -> list[Model]:
        source, target = fields.text("source_lang", AUTO), fields.text("target_lang")
        return [self.service.model_for(text, source, target) for text in texts]

    async def languages(self, call: Call) -> Response:
        """The languages that can be read or, with type=target, written."""
        models = self.service.models
        if call.fields.choice("type", ("source", "target"), "source") == "source":
            return JSONResponse([_language(code) for code in models.sources])
        targets = sorted({target for _, target in models.pairs})
        return JSONResponse([{**_language(code), "supports_formality": False} for code in targets])

    async def usage(self, call: Call) -> Response:
        """How much was translated since the server started."""
        return JSONResponse({"character_count": self.service.usage[call.owner], "character_limit": NO_LIMIT})

    async def language_pairs(self, call: Call) -> Response:
        """The language pairs glossaries can be used for."""
        pairs = [{"source_lang": source, "target_lang": target} for source, target in self.service.models.pairs]
        return JSONResponse({"supported_languages": pairs})


def refuse_impossible(fields: Fields) -> None:
    """Refuse what cannot be done, rather than leave it out."""
    for name in _IMPOSSIBLE:
        if name in fields:
            raise InputError(f"the field {name!r} is not supported here: leave it out")
    for name in ("preserve_formatting", "show_billed_characters"):
        fields.flag(name)
    fields.choice("model_type", _QUALITIES, _QUALITIES[0])
    formality = fields.text("formality", "default")
    if formality not in _FORMALITIES:
        raise InputError(f"formality {formality!r} is not supported for this target_lang, expected default or prefer_*")


async def glossary_of(service: Service, call: Call, model: Model) -> Matcher | None:
    """The stored glossaries a request names."""
    fields = call.fields
    ids = [fields.text("glossary_id")] if "glossary_id" in fields else []
    ids += [id for text in fields.texts("glossary_ids") for id in text.split(",")] if "glossary_ids" in fields else []
    if not ids:
        return None
    if "source_lang" not in fields:
        raise InputError("a glossary needs the field source_lang as well")
    return await service.stored_terms(call.owner, ids, model)


def _row(fields: Fields, source: str, text: str, model: Model) -> dict[str, Any]:
    row = {"detected_source_language": model.source.upper(), "text": text, "billed_characters": len(source)}
    quality = fields.choice("model_type", _QUALITIES, _QUALITIES[0]).removeprefix("prefer_")
    used = {"model_type_used": quality} if "model_type" in fields else {}
    return row | used | ({_VERSION: fields.text(_VERSION)} if _VERSION in fields else {})


def _language(code: str) -> dict[str, str]:
    return {"language": code.upper(), "name": language_name(code)}


def _tags(fields: Fields) -> Tags | None:
    handling = fields.choice("tag_handling", ("", "xml", "html"), "")
    fields.choice(_VERSION, ("v1", "v2"), "v2")
    if not handling:
        for name in ("ignore_tags", "splitting_tags", "non_splitting_tags", "outline_detection"):
            if name in fields:
                raise InputError(f"the field {name!r} means nothing without tag_handling: set it to xml or html")
        return None
    guess = fields.flag("outline_detection", True)
    if handling == "html" and not guess:
        raise InputError("outline_detection can be false for xml only: what ends a sentence in html is known")
    return Tags(
        Markup(handling),
        splitting=fields.names("splitting_tags"),
        joining=fields.names("non_splitting_tags"),
        ignored=fields.names("ignore_tags"),
        guess=guess,
    )


def _splitting(fields: Fields) -> Options:
    """Where texts are parted: at sentences and lines, at lines alone, which stay lines, or at sentences alone."""
    choice = fields.choice("split_sentences", ("0", "1", "nonewlines"), "1")
    return Options(sentences=choice != "0", lines=False if choice == "nonewlines" else None)
