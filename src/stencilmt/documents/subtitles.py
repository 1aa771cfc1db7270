"""Subtitles, SubRip and WebVTT: the text of a cue is one passage, whatever its lines; timing stays."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from stencilmt.constraints.markup.html import HTML
from stencilmt.documents.document import LineCounter, Slot, SplicedDocument, Write
from stencilmt.documents.html import HTML_RULES
from stencilmt.documents.settings import Settings
from stencilmt.documents.source import Source
from stencilmt.documents.spaces import unwrap
from stencilmt.documents.tagged import find_slots

_TIMES = r"[ \t]*+(?:\d++:)?\d++:\d++[.,]\d++[ \t]*+-->[^\r\n]*+"
_LINE_END = r"(?:\r\n|\r|\n)"
_TIMING = re.compile(rf"^{_TIMES}{_LINE_END}", re.MULTILINE)
_NEXT_CUE = re.compile(rf"(?:[ \t]*+\d++[ \t]*+{_LINE_END})?{_TIMES}")
_LINE = re.compile(r"([^\r\n]*+)(?:\r\n|\r|\n|\Z)")
_CODE = r"\{\\[^{}]*+\}"
_LEAD = re.compile(rf"(?:[ \t]|{_CODE})*+(?:[-–—][ \t]*+)?")
_SPEAKER = re.compile(rf"(?:[ \t]|{_CODE}|<[^<>]*+>)*+[-–—]")

# The class in `<c.loud>` does not belong to the name, for the end tag lacks it; so the pair gets a stand-in.
_RULES = replace(
    HTML_RULES,
    dialect=replace(HTML, name=re.compile(r"</?([^\s/<>.]*+)"), fixed=frozenset("c")),
    block=frozenset(),
    inline=frozenset("c"),
    fixed=frozenset(),
    attributes=frozenset(),
    codes=re.compile(rf"{_CODE}|<[0-9:.]++>"),
)


def read(source: Source, settings: Settings) -> SplicedDocument:
    """Find what there is to translate."""
    return SplicedDocument(source, _find(source.text))


def _find(text: str) -> Iterator[Slot]:
    lines = LineCounter(text)
    for timing in _TIMING.finditer(text):
        for start, end in _speeches(text, timing.end()):
            note = lines.note(start)
            for slot in find_slots(text[start:end], _RULES, partial(_same, note)):
                arrow = "-->" if "-->" in slot.segments[0].text else "--&gt;"
                yield replace(slot.moved(start), write=partial(_write, slot.write, arrow))


def _same(note: str, position: int) -> str:
    return note


def _speeches(text: str, start: int) -> Iterator[tuple[int, int]]:
    """What is said in a cue; a dash at the start of a line means another speaker.

    An empty line ends a cue; where that is missing, the number or the timing of the next one does.
    """
    speech: tuple[int, int] | None = None
    while (line := _LINE.match(text, start)) and line[1].strip() and not _NEXT_CUE.match(text, start):
        start = line.end()
        lead = _LEAD.match(text, *line.span(1))
        inner = lead.end() if lead else line.start()
        if speech and not _SPEAKER.match(line[1]):
            speech = speech[0], line.end(1)
        else:
            if speech:
                yield speech
            speech = inner, line.end(1)
    if speech:
        yield speech


def _write(write: Write, arrow: str, translations: Sequence[str]) -> str:
    """On one line, for an empty one would end the cue, and without a new arrow, for that means timing."""
    return unwrap(write(translations)).replace("-->", arrow)
