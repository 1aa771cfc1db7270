"""What all APIs share: limits, the choice of a model, glossaries, and translation itself."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from stencilmt.constraints.matching import Matcher
from stencilmt.errors import InputError
from stencilmt.server.bodies import Upload
from stencilmt.server.calls import Call
from stencilmt.server.desk import Desk
from stencilmt.server.detect import Guess, detect
from stencilmt.server.files import Documents
from stencilmt.server.glossaries import GlossaryStore
from stencilmt.server.metrics import Metrics
from stencilmt.server.models import Model, Models
from stencilmt.server.settings import Settings
from stencilmt.server.tagged import Tags, translate_tagged
from stencilmt.server.terms import make_ready, stored_matcher
from stencilmt.text.language import normalize
from stencilmt.translator import Options, Terms, Translation

T = TypeVar("T")
AUTO = "auto"
"""The language that stands for whichever it is."""


@dataclass(frozen=True, slots=True)
class Service:
    """The parts of a running server."""

    settings: Settings
    models: Models
    desk: Desk
    store: GlossaryStore
    documents: Documents
    metrics: Metrics
    usage: Counter[str]
    """Characters translated for each owner since the server started."""

    def check(self, texts: Sequence[str]) -> None:
        """Refuse more than is taken on at once."""
        if len(texts) > self.settings.texts:
            raise InputError(f"{len(texts)} texts in one request, the limit is {self.settings.texts}")
        characters = sum(map(len, texts))
        if characters > self.settings.characters:
            raise InputError(f"{characters:,} characters in one request, the limit is {self.settings.characters:,}")

    def guess(self, text: str, target: str) -> Guess:
        """The likeliest language of a text, among those that can be translated into the target."""
        sources = self.models.sources_for(target)
        return detect(text, sources)[0] if sources else Guess(AUTO, 0.0)

    def model_for(self, text: str, source: str, target: str) -> Model:
        """The model for a text whose language is given, or is to be guessed."""
        if source not in ("", AUTO):
            return self.models.find(source, target)
        sources = self.models.sources_for(target)
        return self.models.find(sources[0] if len(sources) == 1 else self.guess(text, target).language, target)

    async def model_for_file(self, call: Call, upload: Upload, source: str, target: str) -> Model:
        """The model for a document; it is only opened for its language if that is to be guessed."""
        if source not in ("", AUTO) or len(self.models.sources_for(target)) < 2:
            return self.model_for("", source, target)

        def read() -> str:
            return self.documents.sample(upload.name, upload.data)

        text = await self.desk.run(call.owner, read, call.request.is_disconnected, self.documents.readers)
        return self.model_for(text, source, target)

    def close(self) -> None:
        """Stop; the engines must be closed already, so that no thread waits for them."""
        self.documents.close()
        self.desk.close()
        self.store.close()

    async def translate(
        self, call: Call, texts: Sequence[str], model: Model, terms: Terms, options: Options
    ) -> list[Translation]:
        """Translate texts without looking at their structure."""

        def work() -> list[Translation]:
            return model.translator.translate(texts, make_ready(terms, model.source), options)

        translations = await self.desk.run(call.owner, work, call.request.is_disconnected)
        self._count(call.owner, texts, translations)
        return translations

    async def translate_tagged(
        self, call: Call, texts: Sequence[str], model: Model, terms: Terms, tags: Tags, options: Options
    ) -> list[str]:
        """Translate texts with tags, block by block."""

        def work() -> tuple[list[str], list[Translation]]:
            return translate_tagged(texts, tags, model.translator, make_ready(terms, model.source), options)

        translated, segments = await self.desk.run(call.owner, work, call.request.is_disconnected)
        self._count(call.owner, texts, segments)
        return translated

    async def stored_terms(self, owner: str, ids: Sequence[str], model: Model) -> Matcher:
        """The terms of stored glossaries, made ready for a model's language pair."""
        pair = normalize(model.source), normalize(model.target)

        def find() -> Matcher:
            return stored_matcher(tuple(self.store.entries(owner, id, *pair) for id in ids), model.source)

        return await asyncio.to_thread(find)

    def _count(self, owner: str, texts: Sequence[str], translations: Sequence[Translation]) -> None:
        self.usage[owner] += sum(map(len, texts))
        self.metrics.count_translations(translations)


async def by_model(
    texts: Sequence[str], models: Sequence[Model], translate: Callable[[Model, list[str]], Awaitable[Sequence[T]]]
) -> list[T]:
    """Translate each text with its own model, those of one model together; the order stays."""
    done: dict[int, T] = {}
    for model in dict.fromkeys(models):
        places = [place for place, own in enumerate(models) if own is model]
        done |= zip(places, await translate(model, [texts[place] for place in places]), strict=True)
    return [done[place] for place in range(len(texts))]
