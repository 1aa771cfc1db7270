"""Passages of plain text: a line, or several that were wrapped at the width of a page."""

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from functools import cached_property

from stencilmt.constraints.markup import Markup
from stencilmt.documents.document import LineCounter, Note, Segment, Slot
from stencilmt.documents.letters import has_words
from stencilmt.documents.spaces import unwrap

_LINE = re.compile(r"[^\r\n]++")
_LEAD = re.compile(r"\s*+(?:(?:[-*+•–—‣◦·#]++|\(?\d{1,3}[.)]|[a-z]\)|>++)\s++|>++)?")
_WORD = re.compile(r"\s*+\S*+")
_INITIAL = re.compile(r"(?:<[^<>]*+>|[\W_])*+(\w)")
_SENTENCE_END = re.compile(r"""[.!?:;。！？：；…]["'”’»)\]]?\Z""")
_COLUMNS = re.compile(r"\S(?:[ ]{3}|\t)")
_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>|&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_NARROWEST = 40
"""Text in lines shorter than this was not wrapped: it is a list, an address or a poem."""
_MOST_LINES = 1000
"""Lines looked at together."""

Span = tuple[int, int]


class Joining(Enum):
    """When the next line goes on with the sentence."""

    NEVER = auto()
    ALWAYS = auto()
    """When it is indented as far."""
    WRAPPED = auto()
    """When its first word had no room on this one, and the paragraph reads as if it was wrapped."""


def guess_markup(text: str) -> Markup:
    """HTML where a string holds a tag or an entity, else no markup."""
    return Markup.HTML if ("<" in text or "&" in text) and _MARKUP.search(text) else Markup.NONE


def find_passages(
    text: str, *, markup: Markup | None = None, joining: Joining = Joining.WRAPPED, note: Note | None = None
) -> Iterator[Slot]:
    """A slot for every passage with words; list marks, indents and line ends stay outside."""
    note = note or LineCounter(text).note
    for first, last in find_spans(text, joining):
        shown = unwrap(text[first:last])
        if has_words(shown):
            language = guess_markup(shown) if markup is None else markup
            segment = Segment(shown, language, note(first))
            yield Slot(first, last, (segment,), write_line)


def find_spans(text: str, joining: Joining) -> Iterator[Span]:
    """From where to where each passage goes, without list marks and white space."""
    for paragraph in _paragraphs(text):
        yield from _join(text, paragraph, joining)


def write_line(translations: Sequence[str]) -> str:
    """The translation, on one line as the segment was."""
    return unwrap(translations[0])


def _paragraphs(text: str) -> Iterator[list[Span]]:
    """The lines without an empty one between, each without its end."""
    paragraph: list[Span] = []
    position = 0
    for match in _LINE.finditer(text):
        gap = text[position : match.start()]
        position = match.end()
        is_blank = match[0].isspace()
        if paragraph and (is_blank or len(gap.replace("\r\n", "\n")) > 1 or len(paragraph) == _MOST_LINES):
            yield paragraph
            paragraph = []
        if not is_blank:
            paragraph.append(match.span())
    if paragraph:
        yield paragraph


def _join(text: str, paragraph: Sequence[Span], joining: Joining) -> Iterator[Span]:
    """The lines of a paragraph without list marks and white space, joined where a sentence goes on."""
    lines = _Lines(text, paragraph)
    first = 0
    for index in range(1, len(paragraph) + 1):
        if index == len(paragraph) or not lines.go_on(first, index, joining):
            yield lines.inner[first][0], lines.inner[index - 1][1]
            first = index


def _inner(text: str, start: int, end: int) -> Span:
    lead = _LEAD.match(text, start, end)
    first = lead.end() if lead else start
    return first, max(first, first + len(text[first:end].rstrip()))


class _Lines:
    """The lines of one paragraph, and what they tell about where sentences go on."""

    def __init__(self, text: str, spans: Sequence[Span]) -> None:
        self.text = text
        self.spans = spans
        self.inner = [_inner(text, *span) for span in spans]
        """Without list marks and white space."""

    def go_on(self, first: int, index: int, joining: Joining) -> bool:
        """Whether a line goes on with the passage that starts at the first."""
        if joining is Joining.NEVER or self._has_mark(index):
            return False
        if joining is Joining.ALWAYS:
            return self._indent(index) == self._indent(index - 1)
        return self._may_go_on(index) and self._is_wrapped(first, index)

    @cached_property
    def _width(self) -> int:
        return max(end - start for start, end in self.spans)

    @cached_property
    def _small(self) -> frozenset[int]:
        """The lines that look like the middle of a sentence."""
        lines = range(1, len(self.spans))
        return frozenset(line for line in lines if self._starts_small(line) and self._may_go_on(line))

    def _indent(self, index: int) -> int:
        return self.inner[index][0] - self.spans[index][0]

    def _has_mark(self, index: int) -> bool:
        start, inner = self.spans[index][0], self.inner[index][0]
        return inner > start and not self.text[start:inner].isspace()

    def _starts_small(self, index: int) -> bool:
        initial = _INITIAL.match(self.text, *self.inner[index])
        return bool(initial and initial[1].isalpha() and not initial[1].isupper())

    def _may_go_on(self, index: int) -> bool:
        """Whether the line before had no room for the first word of this one, and did not end a sentence."""
        (start, end), inner = self.spans[index - 1], self.inner[index]
        word = _WORD.match(self.text, *inner)
        needed = end - start + 1 + (len(word[0]) if word else 0)
        if self._width < _NARROWEST or needed <= self._width or _COLUMNS.search(self.text, start, inner[1]):
            return False
        return not self._has_mark(index) and not _SENTENCE_END.search(self.text[start:end].rstrip()[-3:])

    def _is_wrapped(self, first: int, index: int) -> bool:
        """Whether more than its own length tells that the line before was wrapped, for one is always the longest."""
        is_small = index in self._small
        return len(self._small) > is_small or (is_small and not self._starts_small(first))
