"""The languages that a document names: its own becomes the target's, and a third one is refused or left."""

from collections.abc import Iterable, Iterator

from stencilmt.constraints.markup.elements import Dialect
from stencilmt.constraints.markup.tags import Found
from stencilmt.documents.document import Slot, SplicedDocument, changed
from stencilmt.documents.settings import Settings
from stencilmt.documents.source import Source
from stencilmt.documents.tags import attribute_spans, read_tags, unquote
from stencilmt.text.language import is_code, matches

_ATTRIBUTES = ("lang", "xml:lang")


def find_root(text: str, dialect: Dialect) -> Found | None:
    """The first tag of an element."""
    return next((tag for tag in read_tags(text, dialect) if tag.name), None)


def named_language(text: str, root: Found) -> str:
    """The language without its region, empty where none is named."""
    named = next((unquote(text[start:end]) for start, end in _places(text, root)), "").partition("-")[0].lower()
    return named if named.isalpha() else ""


def is_renamed(language: str, settings: Settings) -> bool:
    """Whether a document that names this language names another one after translation: not if it is a third one."""
    is_source = not settings.source_language or matches(settings.source_language, language)
    return is_source and bool(settings.target_language)


def check_target(named: str, settings: Settings, source: Source, position: int) -> None:
    """Refuse a file for another language than the model writes; one that names the model's source is a template."""
    known = settings.source_language, settings.target_language
    if is_code(named) and all(known) and not any(matches(language, named) for language in known):
        raise source.error(position, f"is to be translated into {named}, the model writes {known[1]}")


def is_unsaid(named: str, settings: Settings) -> bool:
    """Whether a file with this name of its target is to name the model's: there is none, or that of the source."""
    is_template = matches(settings.source_language, named) and not matches(settings.target_language, named)
    return bool(settings.target_language) and (not named or is_template)


def renamed(text: str, root: Found | None, settings: Settings) -> Iterator[Slot]:
    """The language that is translated into, in the place of the one that a tag names."""
    for start, end in _places(text, root) if root else ():
        if is_renamed(unquote(text[start:end]), settings):
            quote = text[start] if text[start] in "\"'" else ""
            yield changed(start, end, f"{quote}{settings.target_language}{quote}")


def spliced(source: Source, slots: Iterable[Slot], names: Iterable[Slot]) -> SplicedDocument:
    """A document of these slots; only where there are any, the names of its language change as well."""
    found = list(slots)
    return SplicedDocument(source, sorted([*names, *found], key=lambda slot: slot.start) if found else ())


def _places(text: str, root: Found) -> Iterator[tuple[int, int]]:
    """Where the language stands in a tag, with its quotes."""
    return ((start, end) for name, start, end in attribute_spans(text, root) if name.lower() in _ATTRIBUTES)
