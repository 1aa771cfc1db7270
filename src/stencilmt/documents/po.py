"""PO catalogues: empty translations are filled, everything else stays byte for byte."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from stencilmt.documents.document import LineCounter, Slot, SplicedDocument, Value, changed
from stencilmt.documents.named import check_target, is_unsaid
from stencilmt.documents.po_strings import Style, find_style, quote, unquote
from stencilmt.documents.settings import Settings
from stencilmt.documents.source import Source
from stencilmt.documents.values import read_value

_LINE = re.compile(r"([^\n]*+)\n?")
_KEYWORD = re.compile(r"[ \t]*+(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)[ \t]*+(?=\")")
_STRING = re.compile(r'[ \t]*+"((?:[^"\\]++|\\.)*+)"[ \t\r]*+')
_CHARSET = re.compile(r'("Content-Type:[^"\n]*?charset=)([\w.:-]+)', re.IGNORECASE)
_UNSAID = "CHARSET"
"""What templates declare, to be replaced by the first translator."""
_PLURALS = re.compile(r"nplurals\s*=\s*(\d{1,9})")
_MOST_PLURALS = 6
"""The forms of Arabic; no language has more."""
_LANGUAGE = re.compile(r'(?:"|\\n)Language:([^"\\\n]*+)', re.IGNORECASE)


@dataclass(slots=True)
class _Field:
    """A keyword and its string, which may go over several lines."""

    start: int
    string: int
    """Where the string starts."""
    end: int
    parts: list[str]

    @property
    def text(self) -> str:
        return unquote("".join(self.parts))


@dataclass(slots=True)
class _Entry:
    """A message with its translations."""

    fields: dict[str, _Field] = field(default_factory=dict)
    flags: tuple[int, int] | None = None
    """The line of flags, with its end."""
    body: int | None = None
    """Where a line of flags would be put: before the former message and the keywords."""

    @property
    def has_strings(self) -> bool:
        """Whether its translations have begun."""
        return any(name.startswith("msgstr") for name in self.fields)

    @property
    def strings(self) -> list[_Field]:
        """The translations."""
        return [self.fields[name] for name in sorted(self.fields) if name.startswith("msgstr")]


def read(source: Source, settings: Settings) -> SplicedDocument:
    """Find what there is to translate."""
    return _Catalogue(source, _Finder(source, settings).find())


class _Catalogue(SplicedDocument):
    """A catalogue becomes UTF-8, and says so, when its own encoding lacks a letter of the translation."""

    def splice(self, translations: Sequence[str]) -> bytes:
        """The whole file with its translations."""
        text = self.fill(translations)
        charset = _CHARSET.search(text)
        if charset is None or _can_write(text, "ascii" if charset[2] == _UNSAID else self.source.codec):
            return self.source.encode(text)
        return (text[: charset.start(2)] + "UTF-8" + text[charset.end(2) :]).encode()


def _can_write(text: str, codec: str) -> bool:
    try:
        text.encode(codec)
    except UnicodeEncodeError:
        return False
    return True


class _Finder:
    """Finds the slots of one file."""

    def __init__(self, source: Source, settings: Settings) -> None:
        self.source = source
        self.text = source.text
        self.settings = settings
        self.style = find_style(source.text)
        self.lines = LineCounter(source.text)
        self.plurals = 0
        """How many forms the header announces."""
        self.named: list[Slot] = []
        """Where the header is to name the target language, if anything is translated."""

    def find(self) -> Iterator[Slot]:
        """The slots in order."""
        for entry in self._entries():
            message = entry.fields.get("msgid")
            if message is None or not entry.strings:
                continue
            if not message.text and "msgctxt" not in entry.fields:
                self._read_header(entry.strings[0])
            elif self.settings.overwrite or not any(string.text for string in entry.strings):
                yield from self._slots(entry, message)

    def _read_header(self, header: _Field) -> None:
        announced = _PLURALS.search(header.text)
        self.plurals = int(announced[1]) if announced else 0
        if language := _LANGUAGE.search(self.text, header.string, header.end):
            named = language[1].strip()
            check_target(named, self.settings, self.source, language.start(1))
            if is_unsaid(named, self.settings):
                self.named = [changed(*language.span(1), f" {self.settings.target_language}")]

    def _entries(self) -> Iterator[_Entry]:
        entry = _Entry()
        current: _Field | None = None
        position = 0
        while position < len(self.text):
            line = _LINE.match(self.text, position)
            assert line is not None
            keyword = _KEYWORD.match(self.text, *line.span(1))
            content = line[1].strip()
            if entry.has_strings and (
                not content or content[0] == "#" or (keyword and not keyword[1].startswith("msgstr"))
            ):
                yield entry
                entry = _Entry()
            if keyword or content.startswith('"'):
                current = self._string(entry, current, keyword, line)
            elif content.startswith("#"):
                self._comment(entry, content, line)
            elif content:
                raise self.source.error(position, f"not PO: {content[:40]!r}")
            position = line.end()
        yield entry

    def _string(
        self, entry: _Entry, current: _Field | None, keyword: re.Match[str] | None, line: re.Match[str]
    ) -> _Field:
        start = keyword.end() if keyword else line.start()
        string = _STRING.fullmatch(self.text, start, line.end(1))
        if string is None or (current is None and keyword is None):
            raise self.source.error(
                start, f"not PO: the string {line[1].strip()[:40]} is not finished or has no keyword"
            )
        end = start + len(self.text[start : string.end()].rstrip())
        if keyword is None and current is not None:
            current.parts.append(string[1])
            current.end = end
            return current
        if entry.body is None:
            entry.body = line.start()
        created = _Field(line.start(), start, end, [string[1]])
        entry.fields[keyword[1] if keyword else ""] = created
        return created

    def _comment(self, entry: _Entry, content: str, line: re.Match[str]) -> None:
        if content.startswith("#,") and entry.flags is None:
            entry.flags = line.span()
        elif content.startswith("#|") and entry.body is None:
            entry.body = line.start()
        elif content.startswith("#~"):  # what stood before belongs to an entry that is out of use
            entry.flags = entry.body = None

    def _slots(self, entry: _Entry, message: _Field) -> Iterator[Slot]:
        note = f"{self.lines.note(message.start)}, msgid {message.text[:40]!r}"
        messages = [entry.fields[name].text for name in ("msgid", "msgid_plural") if name in entry.fields]
        is_c = "c-format" in self._flag_names(entry)
        values = [read_value(text, str, self.settings.markup, note, is_c=is_c) for text in messages]
        segments = tuple(segment for value in values for segment in value.segments)
        if not segments:
            return
        yield from self.named
        self.named = []
        yield from self._flags(entry)
        first, last = entry.strings[0], entry.strings[-1]
        if len(values) == 1:
            yield Slot(first.string, first.end, segments, partial(_write, values[0], self.style), keeps=False)
        else:
            count = self.plurals or len(entry.strings)
            if count > _MOST_PLURALS:
                raise self.source.error(first.start, f"{count} plural forms, no language has more than {_MOST_PLURALS}")
            write = partial(_write_plurals, values[0], values[1], count, self.style)
            yield Slot(first.start, last.end, segments, write, keeps=False)

    def _flag_names(self, entry: _Entry) -> list[str]:
        line = self.text[slice(*entry.flags)] if entry.flags else ""
        return line.strip()[2:].replace(",", " ").split()

    def _flags(self, entry: _Entry) -> Iterator[Slot]:
        """Mark the entry as in need of review, or take such a mark away."""
        names = self._flag_names(entry)
        flags = [flag for flag in names if flag != "fuzzy"]
        if self.settings.review:
            flags.insert(0, "fuzzy")
        elif len(flags) == len(names):
            return
        written = f"#, {', '.join(flags)}{self.style.line_end}" if flags else ""
        start, end = entry.flags or (entry.body or 0, entry.body or 0)
        yield Slot(start, end, (), lambda _: written, keeps=False)


def _write(value: Value, style: Style, translations: Sequence[str]) -> str:
    return quote(value(translations), "msgstr ", style)


def _write_plurals(singular: Value, plural: Value, count: int, style: Style, translations: Sequence[str]) -> str:
    """All forms: the first is the singular, unless the language has but one."""
    split = len(singular.segments)
    texts = [singular(translations[:split])] + [plural(translations[split:])] * (count - 1)
    if count == 1:
        texts = [plural(translations[split:])]
    keywords = (f"msgstr[{number}] " for number in range(len(texts)))
    return style.line_end.join(k + quote(text, k, style) for k, text in zip(keywords, texts, strict=True))
