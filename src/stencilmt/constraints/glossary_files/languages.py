"""Which languages a glossary file holds, and which of them are asked for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from stencilmt.errors import GlossaryError
from stencilmt.text.language import matches

_CODES = (
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en "
    "eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu iw ja "
    "jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd "
    "ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss "
    "st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
)
_LANGUAGES = frozenset(_CODES.split())
_CODE = re.compile(r"([a-z]{2,3})(?:[-_](?:[a-z]{4}|[a-z]{2}|\d{3}))*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Languages:
    """From which language into which; None stands for any."""

    source: str | None = None
    target: str | None = None

    def __str__(self) -> str:
        return f"{self.source or 'any'}→{self.target or 'any'}"


def is_language(cell: str) -> bool:
    """Whether a cell is the code of a well-known language, such as `de`, `pt_BR` or `zh-Hans-CN`."""
    code = _CODE.fullmatch(cell)
    return code is not None and code[1].lower() in _LANGUAGES


def may_be_language(cell: str) -> bool:
    """Whether a cell is written like a language code, well-known or not."""
    return _CODE.fullmatch(cell) is not None


def are_related(one: str | None, other: str | None) -> bool:
    """Whether two codes can stand for each other, as `de` and `de-DE`; None stands for any."""
    return one is None or other is None or _plain(one) == _plain(other) or matches(one, other)


def choose(asked: Languages, present: Sequence[Languages], name: str) -> Languages:
    """The one pair of a file that is asked for; a file without it is never passed over in silence."""
    related = [
        pair for pair in present if are_related(asked.source, pair.source) and are_related(asked.target, pair.target)
    ]
    exact = [pair for pair in related if _plains(pair) == _plains(asked)]
    if len(exact or related) == 1:
        return (exact or related)[0]
    held = ", ".join(map(str, present))
    if related:
        raise GlossaryError(f"{name}: {asked} fits several of its languages ({held}); say which one to use")
    raise GlossaryError(f"{name}: no entries for {asked}; the file holds {held or 'nothing'}")


def choose_among(asked: Languages, codes: Sequence[str], name: str) -> Languages:
    """The pair that is asked for in a file whose entries have one term per language; of just two, the first leads."""
    if asked == Languages() and len(codes) == 2:
        return Languages(*codes)
    try:
        return choose(asked, [Languages(*pair) for pair in permutations(codes, 2)], name)
    except GlossaryError:
        held = ", ".join(codes)
        raise GlossaryError(f"{name}: cannot take {asked} from a file with the languages {held}") from None


def _plain(code: str) -> str:
    return code.lower().replace("_", "-")


def _plains(pair: Languages) -> tuple[str, ...]:
    return tuple(_plain(code or "") for code in (pair.source, pair.target))
