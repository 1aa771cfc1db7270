"""What the elements of a markup language mean to a translator."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from stencilmt.constraints.markup import Markup
from stencilmt.constraints.markup.elements import Dialect
from stencilmt.documents.settings import Settings
from stencilmt.documents.tags import local_name

NO_BREAK_SPACES = ("&nbsp;", "&#160;", "&#xA0;", "&#xa0;")


def names(text: str) -> frozenset[str]:
    """A set of names, written with white space between them."""
    return frozenset(text.split())


@dataclass(frozen=True, slots=True)
class Rules:
    """Which elements end a segment, which stand inside one, which stay as they are."""

    dialect: Dialect
    markup: Markup
    block: frozenset[str] = frozenset()
    inline: frozenset[str] = frozenset()
    fixed: frozenset[str] = frozenset()
    unknown_is_block: bool = False
    attributes: frozenset[str] = frozenset()
    fixing: tuple[str, str] | None = None
    """An attribute and the value by which it keeps an element as it is, beside `translate="no"`."""
    preserve: bool = False
    """Whether line breaks are meant: then they end segments, instead of being white space."""
    codes: re.Pattern[str] | None = None
    """Stretches of text that are no words: control codes of the format."""
    pairs: Mapping[str, str] = field(default_factory=dict)
    """Empty elements that open a span, and those that close it."""
    edges: tuple[str, ...] = NO_BREAK_SPACES
    """What is left off both ends of a segment, beside white space."""
    unescape: Callable[[str], str] | None = None
    """How free text is read, where the format has escapes of its own."""
    escape: Callable[[str], str] | None = None
    """How free text is written then."""
    escape_value: Callable[[str], str] = str
    """How the value of an attribute is written, beside its quotes."""
    language: str = ""
    """The language of the page, if it says so: elements in another one stay as they are."""
    cdata: "Rules | None" = None
    """How CDATA is read that is all the text between two blocks; without, it stays as it is."""

    def is_block(self, name: str) -> bool:
        """Whether an element ends the segment before it."""
        if name in self.block or name in self.inline:
            return name in self.block
        local = local_name(name)
        return local in self.block if local in self.block or local in self.inline else self.unknown_is_block

    def is_fixed(self, name: str) -> bool:
        """Whether an element stays as it is, by its name."""
        return name in self.fixed or local_name(name) in self.fixed


def adapt(rules: Rules, settings: Settings) -> Rules:
    """The same rules with what the caller knows better."""
    named = settings.block | settings.inline
    return replace(
        rules,
        block=(rules.block - settings.inline) | settings.block,
        inline=(rules.inline - settings.block) | settings.inline,
        fixed=(rules.fixed - named) | settings.untranslatable,
        attributes=rules.attributes if settings.attributes is None else settings.attributes,
        cdata=rules.cdata and adapt(rules.cdata, settings),
    )
