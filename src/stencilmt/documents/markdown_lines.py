"""A line of Markdown: how far it is indented, and what its first characters start."""

import re

_BLANKS = re.compile(r"[ \t]*+")
_TAB = 4

QUOTE = re.compile(r">")
HEADING = re.compile(r"#{1,6}(?=[ \t]|$)")
FENCE = re.compile(r"(`{3,}+)[^`]*$|(~{3,}+)")
RULE = re.compile(r"(?:(?:\*[ \t]*+){3,}+|(?:_[ \t]*+){3,}+|(?:-[ \t]*+){3,}+)$")
UNDERLINE = re.compile(r"(?:=++|-++)[ \t]*+$")
ITEM = re.compile(r"(?:[-*+]|(\d{1,9})[.)])(?=[ \t]|$)")
FOOTNOTE = re.compile(r"\[\^[^\]\s]++\]:")
_NOTE = r"""(?:!!!|\?\?\?\+?)(?=[ ]*+["\w-])[ ]?(?:[\w-]++(?:[ ]++[\w-]++)*+)?+"""
_TAB_MARK = r"""===[+!]{0,2}(?=[ ]++")"""
ADMONITION = re.compile(rf"""(?:{_NOTE}|{_TAB_MARK})(?:[ ]++"(?P<title>.*)")?+[ \t]*+$""")
"""A note, a note that can be folded, or a tab, as MkDocs writes them: what is indented below is inside."""
COLUMNS = re.compile(r"\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+$")

_BLOCK_TAGS = """address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir
    |div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main
    |menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title
    |tr|track|ul"""
VALUE = r"""(?:[^\s"'=<>`]++|'[^']*+'|"[^"]*+")"""
_WHOLE_TAG = rf"""<[a-z][a-z0-9-]*+(?:[ \t]++[a-z_:][a-z0-9_.:-]*+(?:[ \t]*+=[ \t]*+{VALUE})?+)*+[ \t]*+/?>
    |</[a-z][a-z0-9-]*+[ \t]*+>"""
_HTML_STARTS = tuple(
    (re.compile(start, re.IGNORECASE | re.VERBOSE), re.compile(end, re.IGNORECASE) if end else None)
    for start, end in (
        (r"<(?:script|pre|textarea|style)(?=[\s>]|$)", r"</(?:script|pre|textarea|style)>"),
        (r"<!--", r"-->"),
        (r"<\?", r"\?>"),
        (r"<![a-z]", r">"),
        (r"<!\[CDATA\[", r"\]\]>"),
        (rf"</?(?:{_BLOCK_TAGS})(?=\s|/?>|$)", None),
    )
)
_HTML_LINE = re.compile(rf"(?:{_WHOLE_TAG})[ \t]*+$", re.IGNORECASE | re.VERBOSE)


class Line:
    """A place in a line, counted in characters and in columns, for tabs reach to the next stop."""

    __slots__ = ("column", "end", "indent", "next", "position", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.position = start
        self.end = end
        self.column = 0
        self.look()

    @property
    def is_blank(self) -> bool:
        """Whether nothing but white space follows."""
        return self.next >= self.end

    def look(self) -> None:
        """Find the next character that is no blank: where it is, and how many columns from here."""
        match = _BLANKS.match(self.text, self.position, self.end)
        self.next = match.end() if match else self.position
        blanks = self.text[self.position : self.next]
        self.indent = len(blanks)
        if "\t" in blanks:
            offset = self.column % _TAB
            self.indent = len((" " * offset + blanks).expandtabs(_TAB)) - offset

    def starts(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What stands at the next character, if it is this."""
        return pattern.match(self.text, self.next, self.end)

    def step(self, characters: int) -> None:
        """Go over blanks and that many characters."""
        self.column += self.indent + characters
        self.position = self.next + characters
        self.look()

    def indent_by(self, columns: int) -> None:
        """Go over that many columns of blanks; a tab may be gone over in part."""
        while columns > 0 and self.position < self.next:
            width = _TAB - self.column % _TAB if self.text[self.position] == "\t" else 1
            self.column += min(width, columns)
            self.position += width <= columns
            columns -= width
        self.look()


def html_start(line: Line, *, in_paragraph: bool) -> tuple[bool, re.Pattern[str] | None]:
    """Whether a block of HTML starts here, and what ends it, if not an empty line."""
    if not line.text.startswith("<", line.next):
        return False, None
    for start, end in _HTML_STARTS:
        if line.starts(start):
            return True, end
    return not in_paragraph and bool(line.starts(_HTML_LINE)), None
