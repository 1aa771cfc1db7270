"""What can be chosen about documents; each format says which of it concerns it."""

from dataclasses import dataclass

from stencilmt.constraints.markup import Markup


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
