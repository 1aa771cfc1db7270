"""DeepL's glossaries: v2 with one dictionary each, v3 with several; both see the same ones."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from stencilmt.errors import GlossaryError
from stencilmt.server.bodies import Fields
from stencilmt.server.calls import Call, Caller
from stencilmt.server.entries import FORMATS, read_entries
from stencilmt.server.glossaries import Contents, Dictionary, GlossaryStore, Stored
from stencilmt.server.problems import missing
from stencilmt.text.language import normalize

_DICTIONARY = ("source_lang", "target_lang", "entries", "entries_format")
_PAIR = _DICTIONARY[:2]
_TSV = "text/tab-separated-values"


@dataclass(frozen=True, slots=True)
class DeepLGlossaries:
    """The endpoints for glossaries."""

    store: GlossaryStore

    def routes(self, caller: Caller) -> list[Route]:
        """All of them."""
        route = caller.route
        return [
            route("/v2/glossaries", self.create_single, ("name", *_DICTIONARY)),
            route("/v2/glossaries", self.list_single, methods=("GET",)),
            route("/v2/glossaries/{id}", self.get_single, methods=("GET",)),
            route("/v2/glossaries/{id}", self.delete, methods=("DELETE",)),
            route("/v2/glossaries/{id}/entries", self.entries_single, methods=("GET",)),
            route("/v3/glossaries", self.create, ("name", "dictionaries")),
            route("/v3/glossaries", self.list_all, methods=("GET",)),
            route("/v3/glossaries/{id}", self.get, methods=("GET",)),
            route("/v3/glossaries/{id}", self.update, ("name", "dictionaries"), methods=("PATCH",)),
            route("/v3/glossaries/{id}", self.delete, methods=("DELETE",)),
            route("/v3/glossaries/{id}/entries", self.entries, _PAIR, methods=("GET",)),
            route("/v3/glossaries/{id}/dictionaries", self.put, _DICTIONARY, methods=("PUT",)),
            route("/v3/glossaries/{id}/dictionaries", self.remove, _PAIR, methods=("DELETE",)),
        ]

    async def create_single(self, call: Call) -> Response:
        """Keep a glossary with one dictionary."""
        name, contents = _name(call.fields), await asyncio.to_thread(_contents, call.fields)
        stored = await asyncio.to_thread(self.store.create, call.owner, name, [contents])
        return JSONResponse(_single(stored), 201)

    async def list_single(self, call: Call) -> Response:
        """All glossaries with one dictionary."""
        owned = await asyncio.to_thread(self.store.owned_by, call.owner)
        return JSONResponse({"glossaries": [_single(stored) for stored in owned if len(stored.dictionaries) == 1]})

    async def get_single(self, call: Call) -> Response:
        """One glossary with one dictionary."""
        return JSONResponse(_single(await self._stored_single(call)))

    async def entries_single(self, call: Call) -> Response:
        """Its entries, as TSV."""
        stored = await self._stored_single(call)
        pair = stored.dictionaries[0].source, stored.dictionaries[0].target
        entries = await asyncio.to_thread(self.store.entries, call.owner, stored.id, *pair)
        return Response(entries, media_type=_TSV)

    async def create(self, call: Call) -> Response:
        """Keep a glossary."""
        dictionaries = await asyncio.to_thread(_dictionaries, call.fields)
        if not dictionaries:
            raise GlossaryError("the field 'dictionaries' is empty: send at least one")
        for pair, count in Counter((each.source, each.target) for each in dictionaries).items():
            if count > 1:
                raise GlossaryError(f"the field 'dictionaries' has {count} from {pair[0]} to {pair[1]}: send one")
        stored = await asyncio.to_thread(self.store.create, call.owner, _name(call.fields), dictionaries)
        return JSONResponse(_several(stored), 201)

    async def list_all(self, call: Call) -> Response:
        """All glossaries."""
        owned = await asyncio.to_thread(self.store.owned_by, call.owner)
        return JSONResponse({"glossaries": [_several(stored) for stored in owned]})

    async def get(self, call: Call) -> Response:
        """One glossary."""
        return JSONResponse(_several(await asyncio.to_thread(self.store.get, call.owner, _id(call))))

    async def update(self, call: Call) -> Response:
        """Rename a glossary, or add entries to it."""
        name = _name(call.fields) if "name" in call.fields else None
        additions = await asyncio.to_thread(_dictionaries, call.fields)
        return JSONResponse(
            _several(await asyncio.to_thread(self.store.update, call.owner, _id(call), name, additions))
        )

    async def delete(self, call: Call) -> Response:
        """Remove a glossary."""
        await asyncio.to_thread(self.store.delete, call.owner, _id(call))
        return Response(status_code=204)

    async def entries(self, call: Call) -> Response:
        """The entries of one dictionary."""
        source, target = _pair(call.fields)
        entries = await asyncio.to_thread(self.store.entries, call.owner, _id(call), source, target)
        row = {"source_lang": source, "target_lang": target, "entries": entries, "entries_format": "tsv"}
        return JSONResponse({"dictionaries": [row]})

    async def put(self, call: Call) -> Response:
        """Replace a dictionary, or add it."""
        contents = await asyncio.to_thread(_contents, call.fields)
        put = await asyncio.to_thread(self.store.put, call.owner, _id(call), contents)
        return JSONResponse(_dictionary(put))

    async def remove(self, call: Call) -> Response:
        """Remove a dictionary."""
        await asyncio.to_thread(self.store.remove, call.owner, _id(call), *_pair(call.fields))
        return Response(status_code=204)

    async def _stored_single(self, call: Call) -> Stored:
        stored = await asyncio.to_thread(self.store.get, call.owner, _id(call))
        if len(stored.dictionaries) != 1:
            raise missing("glossary with one dictionary (use the v3 API for the others)")
        return stored


def _id(call: Call) -> str:
    return str(call.request.path_params["id"])


def _name(fields: Fields) -> str:
    name = fields.text("name").strip()
    if not name or len(name) > 1024:
        raise GlossaryError("a glossary needs a name of 1 to 1024 characters")
    return name


def _pair(fields: Fields) -> tuple[str, str]:
    """The languages without their regions: a glossary for one language serves all its variants."""
    return normalize(fields.text("source_lang")), normalize(fields.text("target_lang"))


def _dictionaries(fields: Fields) -> list[Contents]:
    return [_contents(Fields(row, _DICTIONARY)) for row in fields.rows("dictionaries")]


def _contents(fields: Fields) -> Contents:
    """The entries sent; to be read in a thread, for there may be a hundred thousand."""
    pairs = read_entries(fields.text("entries"), fields.choice("entries_format", FORMATS, "tsv"))
    return Contents(*_pair(fields), pairs)


def _dictionary(dictionary: Dictionary) -> dict[str, Any]:
    return {"source_lang": dictionary.source, "target_lang": dictionary.target, "entry_count": dictionary.count}


def _several(stored: Stored) -> Mapping[str, Any]:
    rows = [_dictionary(dictionary) for dictionary in stored.dictionaries]
    return {"glossary_id": stored.id, "name": stored.name, "dictionaries": rows, "creation_time": stored.created}


def _single(stored: Stored) -> Mapping[str, Any]:
    about = {"glossary_id": stored.id, "name": stored.name, "ready": True, "creation_time": stored.created}
    return about | _dictionary(stored.dictionaries[0])
