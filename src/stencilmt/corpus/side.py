"""One side of a pair, read: its tags, its placeholders and its words."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from stencilmt.alignment.words import words
from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup import Markup, Tag, scan
from stencilmt.constraints.placeholders import find_placeholders

Stretch = tuple[int, int]
"""Where something begins and ends, in characters."""
_PLACEHOLDER_SIGN = re.compile(r"[%{$@]|://|www\.")
"""What programs fill in has one of these; most sentences have none, and a sign is found faster than a placeholder.

Names of files and pictures are not sought here: that a model copies what it knows as text does no harm.
"""


class Side(NamedTuple):
    """A sentence and what stands in it."""

    text: str
    tags: Sequence[Tag]
    """Its inline tags, pairs and those that stand alone."""
    kept: Sequence[Stretch]
    """Its placeholders and entities, in order."""
    words: Sequence[Stretch]
    """The words between all these."""

    @property
    def tag_texts(self) -> list[str]:
        """The bytes of its tags."""
        return [self.text[tag.start : tag.end] for tag in self.tags]

    @property
    def skipped(self) -> list[Stretch]:
        """Everything that is no word, in order."""
        return sorted([*((tag.start, tag.end) for tag in self.tags), *self.kept])


def read_side(text: str, language: str) -> Side:
    """Read a sentence of a corpus, whose markup is XML wherever there is any."""
    scanned = scan(text, Markup.XML).tags
    tags = [tag for tag in scanned if tag.kind is not Kind.PLACEHOLDER]
    entities = [(tag.start, tag.end) for tag in scanned if tag.kind is Kind.PLACEHOLDER]
    found = find_placeholders(_blank(text, tags)) if _PLACEHOLDER_SIGN.search(text) else []
    kept = _apart([*found, *entities]) if found or entities else []
    side = Side(text, tags, kept, ())
    return side._replace(words=words(text, language, side.skipped))


def _blank(text: str, tags: Iterable[Tag]) -> str:
    """The text with spaces in place of its tags: what stands in an attribute is no placeholder of the sentence."""
    for tag in tags:
        text = text[: tag.start] + " " * (tag.end - tag.start) + text[tag.end :]
    return text


def _apart(stretches: Iterable[Stretch]) -> list[Stretch]:
    """The stretches in order, without those inside another: an address keeps the entities in it."""
    kept: list[Stretch] = []
    for start, end in sorted(stretches, key=lambda stretch: (stretch[0], -stretch[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept
