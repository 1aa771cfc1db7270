"""What XML, HTML and the HTML inside Markdown have in common: reading one `<…>` after the other."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup.tags import Found

# From inside a tag to its end, to what may be code, or over one "=" with its value; quotes matter only behind "=".
_STEP = re.compile(r"""[^<>=]*+(?:(>)|(?=<)|=\s*+(?:"[^"]*+"|'[^']*+'|(?!["'])))""")
# Code among the attributes: of PHP, ERB or ASP, whose end is looked for, and of FreeMarker.
_CODE = re.compile(r"<(?:([?%])|/?[#@][A-Za-z][^<>]*+>)")
_STUB = re.compile(r"<(?:!--|!\[CDATA\[|[/!?%][\w:-]*+|(?<!\w<)[\w:-]++)")
_ATTRIBUTE = re.compile(r"""(?<![^\s"'/])([^\s"'<>/=]++)\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s"'<>]*+)""")
_WRITES = re.compile(r"<(?:%[=:]|\?=|\?php\s+echo\b)\s*+")
_COMMENT, _CDATA = "<!--", "<![CDATA["


@dataclass(frozen=True, slots=True)
class Dialect:
    """What one markup language takes for a tag, and which elements it treats apart."""

    start: re.Pattern[str]
    """Where a tag or an entity may start; every other `<` and `&` is text."""
    name: re.Pattern[str]
    """`<` or `</` with the element's name as its first group."""
    entity: Callable[[str, int], Found | None]
    instruction_ends: tuple[str, ...] = ("?>",)
    any_case: bool = False
    """Whether names mean the same in any case, and a slash behind an unquoted value belongs to the value."""
    void: frozenset[str] = frozenset()
    """Elements that never have an end tag."""
    optional: frozenset[str] = frozenset()
    """Elements whose end tag may be left out."""
    fixed: frozenset[str] = frozenset({"notranslate"})
    """Elements that are kept whole."""
    raw: frozenset[str] = frozenset()
    """Elements in whose content nothing but their own end tag is markup."""


def read(text: str, dialect: Dialect) -> tuple[list[Found], list[int]]:
    """Every tag and entity in order, and where something starts like a tag but is not finished."""
    reader = Reader(text, dialect)
    found: list[Found] = []
    unfinished: list[int] = []
    position = 0
    while match := dialect.start.search(text, position):
        start = match.start()
        is_tag = text[start] == "<"
        item = reader.read(start) if is_tag else dialect.entity(text, start)
        if is_tag and item is None:
            unfinished.append(start)
            item = _stub(text, start)
        if item:
            found.append(item)
            position = reader.past(item) if dialect.raw else item.end
        else:
            position = start + 1
    return found, unfinished


def _stub(text: str, start: int) -> Found | None:
    """The beginning of a tag that has no end, which is neither escaped nor lost; but `a<b` is text."""
    stub = _STUB.match(text, start)
    return Found(start, stub.end(), Kind.ALONE, view=stub[0]) if stub else None


class Reader:
    """Reads tags of one text, and remembers what it sought in vain so that it never seeks it twice.

    This is what keeps hostile text (a million `<!--` without an end) linear.
    """

    __slots__ = ("dead_ends", "dialect", "last", "missing", "nearest", "text")

    def __init__(self, text: str, dialect: Dialect) -> None:
        self.text = text
        self.dialect = dialect
        self.last: dict[str, int] = {}
        self.nearest: dict[str, tuple[int, int]] = {}
        self.missing: set[str] = set()
        self.dead_ends: set[int] = set()

    def read(self, start: int) -> Found | None:
        """The tag at a `<`, or nothing when it is not finished."""
        follower = self.text[start + 1 : start + 2]
        if follower == "!":
            return self._declaration(start)
        if follower == "?":
            return self._instruction(start)
        if follower == "%":
            return self._code(start, self._end_of("%>", start + 2))
        return self._element(start)

    def past(self, item: Found) -> int:
        """Where to read on: behind the tag, or at the end tag of an element with raw content."""
        if item.kind is not Kind.OPEN or item.name not in self.dialect.raw or item.name in self.missing:
            return item.end
        ending = re.compile(rf"</{item.name}(?=[\s/>])", re.IGNORECASE).search(self.text, item.end)
        if ending is None:
            self.missing.add(str(item.name))
            return item.end
        return ending.start()

    def _element(self, start: int) -> Found | None:
        named = self.dialect.name.match(self.text, start)
        end = self._body_end(named.end()) if named else None
        if named is None or end is None:
            return None
        name = named[1] or ""
        return self._classify(start, end, name.lower() if self.dialect.any_case else name)

    def _body_end(self, position: int) -> int | None:
        """The end of the tag that goes on here.

        Failed walks leave their steps behind, so no later walk repeats the same way to nowhere.
        """
        walked: list[int] = []
        while (step := _STEP.match(self.text, position)) and step.end() not in self.dead_ends:
            if step[1]:
                return step.end()
            walked.append(step.end())
            following = self._code_end(step.end())
            if following is None:
                break
            position = following
        self.dead_ends.update(walked)
        return None

    def _code_end(self, position: int) -> int | None:
        """Where to walk on inside a tag: behind the code that starts here, and nowhere behind any other `<`."""
        if not self.text.startswith("<", position):
            return position
        code = _CODE.match(self.text, position)
        return self._end_of(f"{code[1]}>", position + 2) if code and code[1] else code and code.end()

    def _classify(self, start: int, end: int, name: str) -> Found:
        dialect = self.dialect
        if self.text[start + 1] == "/":
            return Found(start, end, Kind.CLOSE, name)
        if name in dialect.void or (self.text[end - 2] == "/" and not self._slash_is_value(start, end)):
            return Found(start, end, Kind.ALONE, name)
        fixed = name in dialect.fixed or self._is_untranslated(start, end)
        return Found(start, end, Kind.OPEN, name, "", fixed, name in dialect.optional)

    def _slash_is_value(self, start: int, end: int) -> bool:
        """Whether the slash before `>` ends an unquoted value, as in `<a href=http://example.org/>`."""
        equals = self.text.rfind("=", start, end)
        if equals < 0 or not self.dialect.any_case:
            return False
        return not re.search(r"""[\s"']""", self.text[equals:end])

    def _is_untranslated(self, start: int, end: int) -> bool:
        tag = self.text[start:end]
        if self.dialect.any_case:
            tag = tag.lower()
        if "translate" not in tag:
            return False
        attributes = {name: value.strip("\"'") for name, value in _ATTRIBUTE.findall(tag)}
        if "no" in (attributes.get("translate"), attributes.get("its:translate")):
            return True
        return self.dialect.any_case and "notranslate" in attributes.get("class", "").split()

    def _declaration(self, start: int) -> Found | None:
        text = self.text
        if text.startswith(_COMMENT, start):
            return self._alone(start, self._end_of("-->", start + 2))
        if text.startswith(_CDATA, start):
            inside = start + len(_CDATA)
            end = self._end_of("]]>", inside)
            return Found(start, end, Kind.PLACEHOLDER, view=text[inside : end - 3]) if end else None
        end = self._end_of(">", start + 2)
        if end and text.find("[", start, end) >= 0:
            end = self._end_of("]>", start + 2) or end
        return self._alone(start, end)

    def _instruction(self, start: int) -> Found | None:
        ends = (self._end_of(ending, start + 2) for ending in self.dialect.instruction_ends)
        return self._code(start, next(filter(None, ends), None))

    def _code(self, start: int, end: int | None) -> Found | None:
        """Code of PHP, ERB, EJS, JSP or ASP; where it writes something, that is a word of the sentence."""
        if end and (writes := _WRITES.match(self.text, start)):
            return Found(start, end, Kind.PLACEHOLDER, view=self.text[writes.end() : end].rstrip("?%> ;"))
        return self._alone(start, end)

    def _alone(self, start: int, end: int | None) -> Found | None:
        return None if end is None else Found(start, end, Kind.ALONE)

    def _end_of(self, ending: str, position: int) -> int | None:
        """Where the next such ending ends."""
        if ending not in self.last:
            self.last[ending] = self.text.rfind(ending)
        if self.last[ending] < position:
            return None
        sought, found = self.nearest.get(ending, (0, -1))
        if not sought <= position <= found:
            found = self.text.find(ending, position)
            self.nearest[ending] = position, found
        return found + len(ending)
