"""The blocks of a Markdown file with their exact places, line by line.

Parsers that build a tree keep no columns, drop what is nested deep and take a hundred times the memory of the file; so
this is CommonMark's own algorithm for blocks, with the tables and footnotes of GitHub, as a stream.
"""

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from stencilmt.documents import markdown_jsx as jsx
from stencilmt.documents import markdown_lines as lines
from stencilmt.documents.markdown_lines import Line

Span = tuple[int, int]

CODE_INDENT = 4
"""What is indented so far is code, or else belongs to a footnote or an admonition."""
LONGEST = 10_000
"""Lines of one paragraph; what follows is taken for another."""
DEEPEST = 100
"""Quotes and lists inside one another; what is deeper is text."""
_LINE = re.compile(r"([^\r\n]*+)(?:\r\n|\r|\n|\Z)")
_TITLE = r""""(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\)"""
_BALANCED = r"(?:[^\s()\\]++|\\\S?|\((?:[^\s()\\]++|\\\S?)*+\))++"
_DEFINITION = re.compile(
    rf"""\[((?:[^\\\[\]]|\\.){{1,999}}+)\]:[ \t]*+\n?[ \t]*+(?:<[^<>\n]*+>|(?!<){_BALANCED})
    (?:(?:[ \t]++|[ \t]*+\n[ \t]*+)(?:{_TITLE})[ \t]*+(?:\n|\Z)|[ \t]*+(?:\n|\Z))""",
    re.DOTALL | re.VERBOSE,
)
_CELL = re.compile(r"(?:[^|\\]++|\\.?)*+", re.DOTALL)


class Kind(Enum):
    """What a block is, as far as it matters for its text."""

    PARAGRAPH = auto()
    HEADING = auto()
    """A heading that starts with `#`."""
    ROW = auto()
    """A row of a table; its spans are cells."""
    HTML = auto()
    DEFINITION = auto()
    """What a link label stands for."""


@dataclass(frozen=True, slots=True)
class Block:
    """A block with text of its own."""

    kind: Kind
    spans: list[Span]
    """Its lines, without the marks of the quotes and lists around them."""
    label: str = ""
    """What a definition defines."""


@dataclass(slots=True)
class _Container:
    """A quote, a list item, a footnote, an admonition or a component of JSX that holds blocks."""

    width: int = 0
    """How far the lines of an item, a footnote or an admonition are indented."""
    is_empty: bool = False
    """Whether an item has only its mark yet."""
    is_quote: bool = False
    is_lazy: bool = True
    """Whether a paragraph in it goes on in lines that lack its mark or indent."""
    component: str = ""
    """What the tag is called that ends a component; its lines are indented at will."""


class _Leaf(Enum):
    PARAGRAPH = auto()
    FENCE = auto()
    HTML = auto()
    TABLE = auto()


@dataclass(slots=True)
class BlockReader:
    """Reads the blocks of a text."""

    text: str
    containers: list[_Container] = field(default_factory=list)
    leaf: _Leaf | None = None
    """The block that the next line may belong to."""
    spans: list[Span] = field(default_factory=list)
    """The lines of a paragraph, or the whole of a block of HTML, so far."""
    fence: str = ""
    ending: re.Pattern[str] | None = None
    """What ends the HTML, if not an empty line."""
    resume: int = 0
    """Where to read on, behind code of JavaScript or a tag of several lines."""
    closings: dict[str, int] | None = None
    """Where each tag is closed for the last time."""

    def read(self, start: int = 0) -> Iterator[Block]:
        """Every block with text, in order."""
        for match in _LINE.finditer(self.text, start):
            if match.start() >= self.resume:
                yield from self._feed(Line(self.text, match.start(), match.end(1)))
        yield from self._close()

    def _feed(self, line: Line) -> Iterator[Block]:
        depth = self._match_containers(line)
        is_inside = depth == len(self.containers)
        if is_inside and self.leaf is _Leaf.FENCE:
            self._go_on_with_fence(line)
            return
        if is_inside and self.leaf is _Leaf.HTML:
            yield from self._go_on_with_html(line)
            return
        while mark := self._container_mark(line, is_inside and self.leaf is _Leaf.PARAGRAPH):
            yield from self._make_room(depth)
            self.containers.append(_open_container(line, mark))
            yield from _title(mark)
            depth, is_inside = len(self.containers), True
        yield from self._place(line, depth, is_inside)

    def _match_containers(self, line: Line) -> int:
        """How many of the open containers the line goes on with."""
        for depth, container in enumerate(self.containers):
            if container.component:
                if self._ends_component(container, line):
                    return depth
                line.indent_by(line.indent)
            elif container.is_quote:
                if line.indent >= CODE_INDENT or not line.starts(lines.QUOTE):
                    return depth
                _step_into_quote(line)
            elif line.is_blank:
                if container.is_empty:
                    return depth
            elif line.indent < container.width:
                return depth
            else:
                line.indent_by(container.width)
        return len(self.containers)

    def _ends_component(self, container: _Container, line: Line) -> bool:
        tag = None if self.leaf is _Leaf.FENCE else jsx.component(line)
        return tag is not None and tag["closed"] == container.component

    def _container_mark(self, line: Line, in_paragraph: bool) -> re.Match[str] | None:
        if line.indent >= CODE_INDENT or line.is_blank or len(self.containers) >= DEEPEST:
            return None
        if quote := line.starts(lines.QUOTE):
            return quote
        if line.starts(lines.RULE) or (in_paragraph and line.starts(lines.UNDERLINE)):
            return None
        item = line.starts(lines.ITEM)
        if item and in_paragraph and (int(item[1] or 1) != 1 or not self.text[item.end() : line.end].strip(" \t")):
            return None
        return item or line.starts(lines.FOOTNOTE) or line.starts(lines.ADMONITION)

    def _make_room(self, depth: int) -> Iterator[Block]:
        """End what the line does not go on with, for it starts something new."""
        yield from self._close()
        del self.containers[depth:]
        if self.containers:
            self.containers[-1].is_empty = False

    def _place(self, line: Line, depth: int, is_inside: bool) -> Iterator[Block]:
        """Find the block that the rest of a line belongs to."""
        if line.is_blank:
            yield from self._close()
            del self.containers[depth:]
        elif line.indent < CODE_INDENT and (yield from self._start_leaf(line, depth, is_inside)):
            return
        elif self._goes_on_with_paragraph(depth):
            self.spans.append((line.next, line.end))
        elif line.indent >= CODE_INDENT:
            yield from self._make_room(depth)
        elif self.leaf is _Leaf.TABLE and is_inside:
            yield Block(Kind.ROW, self._cells(line.next, line.end))
        else:
            yield from self._make_room(depth)
            self.leaf, self.spans = _Leaf.PARAGRAPH, [(line.next, line.end)]

    def _goes_on_with_paragraph(self, depth: int) -> bool:
        """Whether a line is part of the paragraph: also where containers do not go on, if those may be lazy."""
        may_go_on = self.leaf is _Leaf.PARAGRAPH and len(self.spans) < LONGEST
        return may_go_on and all(container.is_lazy for container in self.containers[depth:])

    def _start_leaf(self, line: Line, depth: int, is_inside: bool) -> Generator[Block, None, bool]:
        """Start a block that is no paragraph, if the line does."""
        if self._is_module(line, depth):
            yield from self._make_room(depth)
            self.resume = jsx.module_end(self.text, line.next)
            return True
        if tag := self._component(line):
            yield from self._make_room(depth)
            yield from self._open_component(tag)
            return True
        if is_inside and self.leaf is _Leaf.PARAGRAPH and (yield from self._transform_paragraph(line)):
            return True
        is_html, ending = lines.html_start(line, in_paragraph=self.leaf is _Leaf.PARAGRAPH)
        heading, fence = line.starts(lines.HEADING), line.starts(lines.FENCE)
        if not (is_html or heading or fence or line.starts(lines.RULE)):
            return False
        yield from self._make_room(depth)
        if heading:
            yield from self._heading(heading.end(), line.end)
        elif fence:
            self.leaf, self.fence = _Leaf.FENCE, fence[1] or fence[2]
        elif is_html:
            self.leaf, self.ending, self.spans = _Leaf.HTML, ending, []
            yield from self._go_on_with_html(line)
        return True

    def _is_module(self, line: Line, depth: int) -> bool:
        """Whether code of JavaScript starts here, which stands in no container and goes on with no paragraph."""
        if depth or line.indent or self.leaf is _Leaf.PARAGRAPH:
            return False
        return line.starts(jsx.MODULE) is not None

    def _component(self, line: Line) -> re.Match[str] | None:
        """The tag of JSX that the line is; in a component all tags are."""
        tag = jsx.component(line)
        if tag is None or jsx.has_expression(tag) or any(container.component for container in self.containers):
            return tag
        is_known = jsx.is_component_name(tag["name"] or tag["closed"])
        return tag if is_known and (tag["alone"] or tag["closed"] or self._is_closed(tag)) else None

    def _open_component(self, tag: re.Match[str]) -> Iterator[Block]:
        """Step over a tag; what follows is Markdown, as in MDX, and not HTML."""
        self.resume = tag.end()
        if tag["name"] and not jsx.has_expression(tag):
            yield Block(Kind.HTML, [tag.span()])
        if tag["name"] and not tag["alone"] and self._is_closed(tag) and len(self.containers) < DEEPEST:
            self.containers.append(_Container(component=tag["name"], is_lazy=False))

    def _is_closed(self, tag: re.Match[str]) -> bool:
        """Whether an element ends somewhere below, on a line that holds no other tag."""
        if self.closings is None:
            self.closings = {closing[1]: closing.start() for closing in jsx.CLOSING.finditer(self.text)}
        return self.closings.get(tag["name"], 0) > tag.start()

    def _transform_paragraph(self, line: Line) -> Generator[Block, None, bool]:
        """Make the paragraph a heading when it is underlined, or its last line the head of a table."""
        if line.starts(lines.UNDERLINE):
            blocks = list(self._close())
            yield from blocks
            return bool(blocks) and blocks[-1].kind is Kind.PARAGRAPH
        if not line.starts(lines.COLUMNS):
            return False
        head, columns = self._cells(*self.spans[-1]), self._cells(line.next, line.end)
        if len(head) != len(columns) or "|" not in self.text[self.spans[-1][0] : line.end]:
            return False
        self.spans.pop()
        yield from self._close()
        yield Block(Kind.ROW, head)
        self.leaf = _Leaf.TABLE
        return True

    def _heading(self, start: int, end: int) -> Iterator[Block]:
        content = self.text[start:end].rstrip(" \t")
        without = content.rstrip("#")
        if not without or without[-1] in " \t":
            content = without.rstrip(" \t")
        inner = content.lstrip(" \t")
        if inner:
            start += len(content) - len(inner)
            yield Block(Kind.HEADING, [(start, start + len(inner))])

    def _go_on_with_fence(self, line: Line) -> None:
        rest = self.text[line.next : line.end].rstrip(" \t")
        if line.indent < CODE_INDENT and rest.startswith(self.fence) and not rest.strip(self.fence[0]):
            self.leaf = None

    def _go_on_with_html(self, line: Line) -> Iterator[Block]:
        if not line.is_blank:
            start = self.spans[0][0] if self.spans else line.next
            self.spans = [(start, line.end)]
        ends = self.ending.search(self.text, line.position, line.end) if self.ending else line.is_blank
        if ends:
            yield from self._close()

    def _close(self) -> Iterator[Block]:
        """End the block that is open."""
        leaf, self.leaf = self.leaf, None
        if leaf is _Leaf.PARAGRAPH and self.spans:
            yield from self._split_definitions(self.spans)
        elif leaf is _Leaf.HTML and not any(container.is_quote for container in self.containers):
            yield Block(Kind.HTML, self.spans)

    def _split_definitions(self, spans: list[Span]) -> Iterator[Block]:
        """The definitions that a paragraph starts with, and what is left of it."""
        if self.text.startswith("[", spans[0][0]):
            content = "\n".join(self.text[start:end] for start, end in spans)
            position = 0
            while match := _DEFINITION.match(content, position):
                position = match.end()
                yield Block(Kind.DEFINITION, [], match[1])
            spans = spans[content.count("\n", 0, position) :] if position < len(content) else []
        if spans:
            yield Block(Kind.PARAGRAPH, spans)

    def _cells(self, start: int, end: int) -> list[Span]:
        """The cells of a row, with the white space in them."""
        end = start + len(self.text[start:end].rstrip())
        cells = []
        position = start + self.text.startswith("|", start)
        while position < end and (match := _CELL.match(self.text, position, end)):
            cells.append(match.span())
            position = match.end() + 1
        return cells


def _step_into_quote(line: Line) -> None:
    line.step(1)
    line.indent_by(1)


def _title(mark: re.Match[str]) -> Iterator[Block]:
    """The title of an admonition, which is on one line as a heading is."""
    if mark.groupdict().get("title"):
        yield Block(Kind.HEADING, [mark.span("title")])


def _open_container(line: Line, mark: re.Match[str]) -> _Container:
    """Step over the mark of a quote, an item, a footnote or an admonition."""
    if mark[0] == ">":
        _step_into_quote(line)
        return _Container(is_quote=True)
    before = line.indent
    line.step(len(mark[0]))
    if mark[0].startswith("["):
        return _Container(CODE_INDENT)
    if mark.re is lines.ADMONITION:
        return _Container(CODE_INDENT, is_lazy=False)
    is_empty = line.is_blank
    padding = 1 if is_empty or line.indent > CODE_INDENT else line.indent
    line.indent_by(padding)
    return _Container(before + len(mark[0]) + padding, is_empty)
