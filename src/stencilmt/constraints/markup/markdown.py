"""Inline markup of Markdown: CommonMark, strikethrough, footnote references.

The algorithm is CommonMark's own, one pass with a stack of brackets and one of delimiters, because parsers
that build a tree keep no offsets and grow quadratic on hostile text.
"""

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, replace

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup import links
from stencilmt.constraints.markup.elements import Reader
from stencilmt.constraints.markup.emphasis import Run, match_runs, read_run
from stencilmt.constraints.markup.entities import read_markdown
from stencilmt.constraints.markup.html import HTML
from stencilmt.constraints.markup.tags import Found

_HTML = replace(HTML, instruction_ends=("?>",), raw=frozenset())

_PUNCTUATION = r"""[!-/:-@\[-`{-~]"""
_BREAK = r"(?<![ ])[ ]{2,}+\r?\n"
_SPECIAL = re.compile(
    rf"""(?P<escape>\\(?:{_PUNCTUATION}|\r?\n[ \t]*+)) | (?P<code>`++) | (?P<run>\*++|_++|~~++)
    | (?P<bracket>!?\[) | (?P<closing>\]) | (?P<angle><(?=[A-Za-z/!?])) | (?P<entity>&(?=[A-Za-z\#]))
    | (?P<line>{_BREAK}[ \t]*+)""",
    re.VERBOSE,
)
_MAY_START = re.compile(r"[\\`*_\[<&]|~~|  \r?\n")
_HOST = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_AUTOLINK = re.compile(
    rf"<([A-Za-z][A-Za-z0-9+.-]{{1,31}}:[^<>\x00-\x20]*+"
    rf"|[A-Za-z0-9.!#$%&'*+/=?^_`{{|}}~-]++@{_HOST}(?:\.{_HOST})*)>"
)
_VALUE = r"""(?:[^\s"'=<>`]++|'[^']*+'|"[^"]*+")"""
_INLINE_HTML = re.compile(
    rf"<[A-Za-z][A-Za-z0-9-]*+(?:\s++[A-Za-z_:][A-Za-z0-9_.:-]*+(?:\s*+=\s*+{_VALUE})?+)*+\s*+/?>"
    r"|</[A-Za-z][A-Za-z0-9-]*+\s*+>|<!(?:--|\[CDATA\[|[A-Za-z])[\s\S]*+|<\?[\s\S]*+"
)
_FOOTNOTE = re.compile(r"\[\^[^\s\[\]]++\]")


_CODE = re.compile(
    r"\$\$[^$]++(?:\$(?!\$)[^$]*+)*+\$\$|:(?<![\w:]:)(?:[a-z][a-z0-9_+-]++|[+-]1):(?![\w:])|!?\[\[[^\[\]\n]{1,200}\]\]"
)
_MAY_BE_CODE = re.compile(r"\$\$|:|\[\[")


def find_codes(text: str) -> list[tuple[int, int]]:
    """What extensions of Markdown keep whole: formulas (`$$x^2$$`), names of pictures (`:smile:`), links of a wiki."""
    return [code.span() for code in _CODE.finditer(text)] if _MAY_BE_CODE.search(text) else []


@dataclass(frozen=True, slots=True)
class _Bracket:
    """A `[` or `![` that waits for its `]`, and how much had been read before it."""

    start: int
    end: int
    found: int
    runs: int

    @property
    def is_image(self) -> bool:
        return self.end - self.start == 2


def read(text: str, references: frozenset[str] | None = None) -> list[Found]:
    """Every tag of a piece of inline Markdown, in order."""
    return Inline(text, references).read() if _MAY_START.search(text) else []


class Inline:
    """One pass over inline Markdown: each sort of special character has its method, which says where to read on."""

    def __init__(self, text: str, references: frozenset[str] | None) -> None:
        self.text = text
        self.references = references
        self.reader = Reader(text, _HTML)
        self.found: list[Found] = []
        self.brackets: list[_Bracket] = []
        self.runs: list[Run] = []
        self.inactive = 0
        """Below this height of the stack a link has ended already: links do not hold links."""
        self.ticks: dict[int, list[int]] | None = None

    def read(self) -> list[Found]:
        """Every tag, in order."""
        steps: dict[str | None, Callable[[re.Match[str]], int]] = {
            "escape": self._escape,
            "code": self._code,
            "run": self._run,
            "bracket": self._bracket,
            "closing": self._closing,
            "angle": self._angle,
            "entity": self._entity,
            "line": self._line,
        }
        position = 0
        while match := _SPECIAL.search(self.text, position):
            position = steps[match.lastgroup](match)
        self._emphasize(0)
        return sorted(self.found)

    def _add(self, start: int, end: int, kind: Kind, name: int = -1, view: str = "") -> int:
        self.found.append(Found(start, end, kind, name, view))
        return end

    def _escape(self, match: re.Match[str]) -> int:
        if match[0][1] in "\r\n":
            return self._line(match)
        return self._add(*match.span(), Kind.PLACEHOLDER, view=match[0][1])

    def _line(self, match: re.Match[str]) -> int:
        return self._add(*match.span(), Kind.ALONE)

    def _code(self, match: re.Match[str]) -> int:
        start, inside = match.span()
        size = inside - start
        ends = self._tick_runs().get(size, [])
        place = bisect_left(ends, inside)
        if place == len(ends):
            return inside
        code = self.text[inside : ends[place]].replace("\n", " ")
        if code.strip(" ") and code[0] == code[-1] == " ":
            code = code[1:-1]
        return self._add(start, ends[place] + size, Kind.PLACEHOLDER, view=code)

    def _tick_runs(self) -> dict[int, list[int]]:
        """Where the runs of backticks start, by their length."""
        if self.ticks is None:
            self.ticks = {}
            for run in re.finditer("`+", self.text):
                self.ticks.setdefault(len(run[0]), []).append(run.start())
        return self.ticks

    def _run(self, match: re.Match[str]) -> int:
        self.runs.append(read_run(self.text, *match.span()))
        return match.end()

    def _bracket(self, match: re.Match[str]) -> int:
        self.brackets.append(_Bracket(*match.span(), len(self.found), len(self.runs)))
        return match.end()

    def _closing(self, match: re.Match[str]) -> int:
        start, end = match.span()
        if not self.brackets:
            return end
        bracket = self.brackets.pop()
        is_active = bracket.is_image or len(self.brackets) >= self.inactive
        self.inactive = min(self.inactive, len(self.brackets))
        if not is_active:
            return end
        tail = links.tail_end(self.text, end)
        if tail is None:
            return self._reference(bracket, end)
        return self._link(bracket, start, tail)

    def _link(self, bracket: _Bracket, start: int, end: int) -> int:
        self._emphasize(bracket.runs)
        self._add(bracket.start, bracket.end, Kind.OPEN, bracket.start)
        self._add(start, end, Kind.CLOSE, bracket.start)
        if not bracket.is_image:
            self.inactive = len(self.brackets)
        return end

    def _reference(self, bracket: _Bracket, end: int) -> int:
        """A link by label, a footnote, or just text in brackets.

        Where the text is the label itself, translating it would break the link, so the whole is kept.
        """
        inside = bracket.end - 1
        footnote = _FOOTNOTE.fullmatch(self.text, inside, end)
        following = links.LABEL.match(self.text, end)
        if following and following[1].strip():
            doubtful = footnote or following[1].startswith("^") or self.text.startswith("(", following.end())
            if self._is_known(following[1], guess=not doubtful):
                return self._link(bracket, end - 1, following.end())
        elif (own := links.LABEL.fullmatch(self.text, inside, end)) and self._is_known(
            own[1], guess=following is not None
        ):
            return self._keep(bracket, following.end() if following else end, own[1])
        if footnote:
            self._drop(bracket)
            return self._add(inside, end, Kind.ALONE)
        return end

    def _is_known(self, label: str, *, guess: bool) -> bool:
        if self.references is None:
            return guess
        return links.normalize_label(label) in self.references

    def _keep(self, bracket: _Bracket, end: int, view: str) -> int:
        self._drop(bracket)
        if not bracket.is_image:
            self.inactive = len(self.brackets)
        return self._add(bracket.start, end, Kind.PLACEHOLDER, view=view)

    def _drop(self, bracket: _Bracket) -> None:
        """Forget what was read inside a bracket."""
        del self.found[bracket.found :]
        del self.runs[bracket.runs :]

    def _emphasize(self, first: int) -> None:
        """Pair the delimiters read since then; what stays unpaired is text."""
        for start, end, size in match_runs(self.runs[first:]):
            self._add(start, start + size, Kind.OPEN, start)
            self._add(end, end + size, Kind.CLOSE, start)
        del self.runs[first:]

    def _angle(self, match: re.Match[str]) -> int:
        start = match.start()
        if link := _AUTOLINK.match(self.text, start):
            return self._add(start, link.end(), Kind.PLACEHOLDER, view=link[1])
        item = self.reader.read(start)
        if item is None or not _INLINE_HTML.fullmatch(self.text, start, item.end):
            return match.end()
        self.found.append(item)
        return item.end

    def _entity(self, match: re.Match[str]) -> int:
        item = read_markdown(self.text, match.start())
        if item is None:
            return match.end()
        self.found.append(item)
        return item.end


_SHIELDED = re.compile(
    rf"""\\(?={_PUNCTUATION}|[ ]*+\r?\n|\Z) | [`\[\]] | (?<![ \t\n])\* | \*(?![ \t\n])
    | (?<![^\W_])_ | _(?![^\W_]) | (?<=~)~ | ~(?=~|\Z) | \A~ | <(?=[A-Za-z/!?]) | &(?=[A-Za-z\#])
    | !\Z | \A\( | {_BREAK}""",
    re.VERBOSE,
)


def escape(text: str, *, wary: bool = False) -> str:
    """Put a backslash before what would be read as markup, and leave text alone that holds none.

    Wary, also before what could become markup together with its neighbours, as the `!` of `Oh!` before a link.
    """
    if not wary and not read(text):
        return text
    return _SHIELDED.sub(_shield, text)


def _shield(match: re.Match[str]) -> str:
    special = match[0]
    if special.endswith("\n"):
        return special.lstrip(" ")
    if special == "&" and not read_markdown(match.string, match.start()):
        return special
    return "\\" + special


_BLOCK = re.compile(
    r"""^([ \t]*+)(?:([0-9]{1,9})(?=[.)](?:[ \t]|$)) | (?=
        \#{1,6}(?:[ \t]|$) | [>|] | [-+*](?:[ \t]|$) | (?:-++|=++)[ \t]*+$ | (?:[-*_][ \t]*+){3,}+$
        | ``` | ~~~ | <[A-Za-z/!?] | \[(?:[^\\\[\]]|\\.)++\]:))""",
    re.MULTILINE | re.VERBOSE,
)


def escape_block(text: str) -> str:
    """Put a backslash before what would start a heading, list, quote, rule, fence, table or HTML block.

    For text at the start of a paragraph; elsewhere in a line such marks mean nothing.
    """
    return _BLOCK.sub(r"\1\2\\", text)
