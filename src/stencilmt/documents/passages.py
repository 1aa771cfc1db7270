"""Passages of plain text: a line, or several that were wrapped at the width of a page."""

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto

from stencilmt.constraints.markup import Markup
from stencilmt.documents.document import LineCounter, Note, Segment, Slot
from stencilmt.documents.letters import has_words
from stencilmt.documents.spaces import unwrap

_LINE = re.compile(r"[^\r\n]++")
_LEAD = re.compile(r"\s*+(?:(?:[-*+•–—‣◦·#]++|\(?\d{1,3}[.)]|[a-z]\)|>++)\s++|>++)?")
_WORD = re.compile(r"\s*+\S*+")
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
    """When its first word had no room on this one."""


def guess_markup(text: str) -> Markup:
    """HTML where a string holds a tag or an entity, else no markup."""
    return Markup.HTML if ("<" in text or "&" in text) and _MARKUP.search(text) else Markup.NONE


def find_passages(
    text: str, *, markup: Markup | None = None, joining: Joining = Joining.WRAPPED, note: Note | None = None
) -> Iterator[Slot]:
    """A slot for every passage with words; list marks, indents and line ends stay outside."""
    note = note or LineCounter(text).note
    for paragraph in _paragraphs(text):
        for first, last in _join(text, paragraph, joining):
            shown = unwrap(text[first:last])
            if has_words(shown):
                language = guess_markup(shown) if markup is None else markup
                segment = Segment(shown, language, note(first))
                yield Slot(first, last, (segment,), write_line)


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
    width = max(end - start for start, end in paragraph)
    passage: Span | None = None
    for index, (start, end) in enumerate(paragraph):
        inner = _inner(text, start, end)
        if passage and _goes_on(text, paragraph[index - 1], (start, end), inner, width, joining):
            passage = passage[0], inner[1]
        else:
            if passage:
                yield passage
            passage = inner
    if passage:
        yield passage


def _inner(text: str, start: int, end: int) -> Span:
    lead = _LEAD.match(text, start, end)
    first = lead.end() if lead else start
    return first, max(first, first + len(text[first:end].rstrip()))


def _goes_on(text: str, before: Span, line: Span, inner: Span, width: int, joining: Joining) -> bool:
    has_mark = not text[line[0] : inner[0]].isspace() and inner[0] > line[0]
    if joining is Joining.NEVER or has_mark:
        return False
    if joining is Joining.ALWAYS:
        return inner[0] - line[0] == _inner(text, *before)[0] - before[0]
    word = _WORD.match(text, *inner)
    needed = before[1] - before[0] + 1 + (len(word[0]) if word else 0)
    if width < _NARROWEST or needed <= width or _COLUMNS.search(text, before[0], inner[1]):
        return False
    return not _SENTENCE_END.search(text[before[0] : before[1]].rstrip()[-3:])
