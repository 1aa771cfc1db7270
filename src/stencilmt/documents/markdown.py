"""Markdown: paragraphs, headings, table cells and the HTML between them; code and definitions stay."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from stencilmt.constraints.mark import Kind as TagKind
from stencilmt.constraints.markup import Markup, scan
from stencilmt.constraints.markup.markdown import escape_block
from stencilmt.documents.document import MOST_SEGMENTS, LineCounter, Segment, Slot, SplicedDocument
from stencilmt.documents.html import HTML_RULES
from stencilmt.documents.letters import has_words
from stencilmt.documents.markdown_blocks import Block, BlockReader, Kind, Span
from stencilmt.documents.markdown_lines import ADMONITION, COLUMNS
from stencilmt.documents.rules import adapt
from stencilmt.documents.settings import Settings
from stencilmt.documents.source import Source
from stencilmt.documents.spaces import trim, unwrap
from stencilmt.documents.tagged import find_slots

_FRONT = re.compile(r"(---|\+\+\+)[ \t]*+\r?\n")
_FRONT_ENDS = {
    "---": re.compile(r"^(?:---|\.\.\.)[ \t]*+\r?$\n?", re.MULTILINE),
    "+++": re.compile(r"^\+\+\+[ \t]*+\r?$\n?", re.MULTILINE),
}
# Lines with a meaning of their own: alerts, containers, admonitions, attributes, templates, comments, contents.
_DIRECTIVE = re.compile(r"\[![A-Za-z]+\]|:::|!!!|\?\?\?|\{(?:[:%]|/\*).*\}\s*\Z|\[\[?_?TOC_?\]?\]\s*\Z", re.IGNORECASE)
_DEFINES = re.compile(r":[ \t]++")
_LEAD = re.compile(r"(?:\[[ xX]\]|:)[ \t]++")
_IDENTIFIER = re.compile(r"[ \t]*+\{[#.][^{}\s]++[^{}]*+\}\Z")
_BREAK = re.compile(r" {2,}\Z|(?<!\\)(?:\\\\)*+\\\Z")
_SOFT = re.compile(r"(?<![ \\])\n| (?<!  )\n")
_LONG = 2000
"""A paragraph of that length has words outside of its links and code."""


def read(source: Source, settings: Settings) -> SplicedDocument:
    """Find what there is to translate."""
    return SplicedDocument(source, _Finder(source, settings).find())


@dataclass(frozen=True, slots=True)
class LineWriter:
    """Writes a translation so that it stays the block it was."""

    kind: Kind
    shown: str
    gap: str = "\n"
    """What stands between two lines: the line end, and the marks of quotes and indents of lists."""

    def __call__(self, translations: Sequence[str]) -> str:
        """The translation; only a line break that was meant is one."""
        text = translations[0]
        if self.kind is not Kind.PARAGRAPH:
            text = unwrap(text)
        if self.kind is Kind.ROW:
            return re.sub(r"(?<!\\)((?:\\\\)*+)\|", r"\1\\|", text)
        if self.kind is Kind.HEADING:
            return re.sub(r"(\s)(#+)\Z", r"\1\\\2", text)
        first, *rest = _SOFT.sub(" ", text.replace("\r\n", "\n")).split("\n")
        if first[:4] != self.shown[:4]:
            first = _shielded(first)
        return self.gap.join((first, *map(_shielded, rest)))


def _shielded(line: str) -> str:
    """A line that starts no block of its own, and makes no table of the line before."""
    if COLUMNS.match(line) or ADMONITION.match(line):
        return f"\\{line}"
    return line if line.startswith("<") else escape_block(line)


class _Finder:
    """Finds the slots of one file."""

    def __init__(self, source: Source, settings: Settings) -> None:
        self.source = source
        self.text = source.text
        self.settings = settings
        self.rules = adapt(HTML_RULES, settings)
        self.lines = LineCounter(source.text)
        self.labels: frozenset[str] = frozenset()

    def find(self) -> Iterator[Slot]:
        """The slots in order."""
        start = self._front_end()
        if start and self.settings.keys:
            yield from self._front_matter(start)
        # Labels are defined after their use, as a rule: so all blocks first.
        blocks = list(islice(BlockReader(self.text).read(start), MOST_SEGMENTS + 1))
        if len(blocks) > MOST_SEGMENTS:
            raise self.source.error(0, f"more than {MOST_SEGMENTS:,} blocks, split the file")
        self.labels = frozenset(block.label for block in blocks if block.kind is Kind.DEFINITION)
        for block in blocks:
            yield from self._slots(block)

    def _front_end(self) -> int:
        opening = _FRONT.match(self.text)
        ending = _FRONT_ENDS[opening[1]].search(self.text, opening.end()) if opening else None
        return ending.end() if ending else 0

    def _front_matter(self, end: int) -> Iterator[Slot]:
        from stencilmt.documents.yaml import find_values

        if self.text.startswith("+++"):
            raise self.source.error(0, "keys are chosen in front matter of YAML, this is TOML: leave 'keys' out")
        last_line = self.text.rfind("\n", 0, end - 1) + 1
        yield from find_values(self.source, self.settings, self.text.index("\n") + 1, last_line)

    def _slots(self, block: Block) -> Iterator[Slot]:
        match block.kind:
            case Kind.HTML:
                yield from self._html(*block.spans[0])
            case Kind.ROW:
                for cell in block.spans:
                    yield from self._slot(Kind.ROW, [cell])
            case Kind.HEADING:
                yield from self._slot(Kind.HEADING, block.spans)
            case Kind.PARAGRAPH:
                for spans in self._without_directives(block.spans):
                    yield from self._slot(Kind.PARAGRAPH, spans)

    def _html(self, start: int, end: int) -> Iterator[Slot]:
        slots = find_slots(self.text[start:end], self.rules, lambda position: self.lines.note(start + position))
        return (slot.moved(start) for slot in slots)

    def _without_directives(self, spans: Sequence[Span]) -> Iterator[list[Span]]:
        """The lines of a paragraph without those that are no text, cut there and where a term is defined."""
        lines: list[Span] = []
        in_formula = False
        for start, end in spans:
            line = self.text[start:end]
            is_formula = line.startswith("$$")
            if is_formula or in_formula or _DIRECTIVE.match(line):
                yield lines
                lines = []
                in_formula ^= line.count("$$") % 2 == 1
                continue
            if _DEFINES.match(line):
                yield lines
                lines = []
            lines.append((start, end))
        yield lines

    def _slot(self, kind: Kind, spans: list[Span]) -> Iterator[Slot]:
        """A slot for the text in these lines, if it has words."""
        if not spans:
            return
        spans = self._trimmed(spans)
        shown = self._expand_labels(self._show(spans))
        if not self._has_words(shown):
            return
        start, end = spans[0][0], spans[-1][1]
        gap = self.text[spans[0][1] : spans[1][0]] if len(spans) > 1 else "\n"
        segment = Segment(shown, Markup.MARKDOWN, self.lines.note(start))
        yield Slot(start, end, (segment,), LineWriter(kind, shown, gap))

    def _trimmed(self, spans: Sequence[Span]) -> list[Span]:
        """The lines without what stands around the text: white space, check boxes, identifiers."""
        first, last = trim(self.text, *spans[0])[0], trim(self.text, *spans[-1])[1]
        if lead := _LEAD.match(self.text, first, spans[0][1]):
            first = lead.end()
        tail = self.text[max(first, spans[-1][0]) : last]
        if identifier := _IDENTIFIER.search(tail):
            last -= len(identifier[0])
        trimmed = [*spans]
        trimmed[0] = first, trimmed[0][1]
        trimmed[-1] = trimmed[-1][0], max(last, trimmed[-1][0])
        return trimmed

    def _show(self, spans: Sequence[Span]) -> str:
        """The lines as one, but for the line breaks that are meant."""
        shown: list[str] = []
        for start, end in spans[:-1]:
            line = self.text[start:end]
            shown.append(f"{line}\n" if _BREAK.search(line) else f"{line.rstrip()} ")
        start, end = spans[-1]
        return "".join((*shown, self.text[start:end]))

    def _expand_labels(self, text: str) -> str:
        """Write `[label]` as `[label][label]`, so that the text of a link can change and its label stay."""
        if not self.labels or "[" not in text:
            return text
        parts: list[str] = []
        cursor = 0
        for tag in scan(text, Markup.MARKDOWN, references=self.labels).tags:
            raw = text[tag.start : tag.end]
            if tag.kind is TagKind.PLACEHOLDER and raw.startswith(("[", "![")):
                label = raw.removesuffix("[]")
                parts += (text[cursor : tag.start], label, label.removeprefix("!"))
                cursor = tag.end
        return "".join((*parts, text[cursor:]))

    def _has_words(self, text: str) -> bool:
        if not has_words(text) or len(text) > _LONG:
            return has_words(text)
        cursor = 0
        words: list[str] = []
        for tag in scan(text, Markup.MARKDOWN).tags:
            words.append(text[cursor : tag.start])
            cursor = tag.end
        return has_words(" ".join((*words, text[cursor:])))
