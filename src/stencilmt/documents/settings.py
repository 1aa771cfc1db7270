"""What can be chosen about documents; each format says which of it concerns it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from stencilmt.constraints.markup import Markup
from stencilmt.errors import SettingsError


@dataclass(frozen=True, slots=True)
class Settings:
    """How files are read and written."""

    encoding: str | None = None
    """The encoding of a file that neither has a byte order mark nor is UTF-8."""
    markup: Markup | None = None
    """How inline markup is written in texts and catalogues; by itself, strings that hold tags are taken as HTML."""
    attributes: frozenset[str] | None = None
    """The attributes that hold text; by itself those of HTML, and none in XML."""
    block: frozenset[str] = frozenset()
    """Elements that end a sentence, beside those known to."""
    inline: frozenset[str] = frozenset()
    """Elements that stand inside a sentence, beside those known to."""
    untranslatable: frozenset[str] = frozenset()
    """Elements that stay as they are, beside those known to; one named above is translated after all."""
    keys: tuple[str, ...] = ()
    """Which values of JSON and YAML, or of the front matter of Markdown, are translated: `title`, `menu.*`, `!id`."""
    review: bool = False
    """Mark what the machine wrote for review: `fuzzy` in PO, `needs-review-translation` in XLIFF 1.2."""
    overwrite: bool = False
    """Translate again what has a translation in PO or XLIFF."""
    source_language: str = ""
    """What is translated from, for formats that say so."""
    target_language: str = ""
    """What is translated into, for formats that say so."""


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _names_in_any_order(text: str) -> frozenset[str]:
    return frozenset(_names(text))


def _switch(text: str) -> bool:
    if text not in ("true", "false"):
        raise SettingsError(f"expected true or false, not {text!r}")
    return text == "true"


_DETAILS: dict[str, Callable[[str], Any]] = {
    "encoding": str,
    "attributes": _names_in_any_order,
    "block": _names_in_any_order,
    "inline": _names_in_any_order,
    "untranslatable": _names_in_any_order,
    "keys": _names,
    "overwrite": _switch,
}


def with_details(settings: Settings, details: Iterable[str]) -> Settings:
    """The same settings with some written out: `keys=title,menu.*`.

    >>> with_details(Settings(), ["keys=title,!id", "overwrite=true"]).keys
    ('title', '!id')
    """
    for detail in details:
        name, _, value = detail.partition("=")
        if name not in _DETAILS or not value:
            raise SettingsError(
                f"invalid --set {detail!r}, expected one of {', '.join(_DETAILS)} and a value: keys=title"
            )
        settings = replace(settings, **{name: _DETAILS[name](value)})
    return settings
