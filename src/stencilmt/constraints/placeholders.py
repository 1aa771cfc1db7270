"""Finding what programs fill in or follow: format specifiers, variables, ICU messages, entities, URLs, e-mails, names
of programs and files; and what no model can write: control and invisible characters, pictures.

Every alternative begins with a literal character: only so does `re` skip ordinary text at full speed.
"""

import re
from collections.abc import Iterable, Iterator

from stencilmt.constraints.foreign import find_invisible, find_pictures
from stencilmt.constraints.identifiers import SIGN, SIGNS, find_identifiers
from stencilmt.constraints.messages import find_messages

# Possessive, for flags and widths both begin with zeros, and a text may have thousands of them.
_WIDTH = r"(?:\d++\$)?+[-+0#']*+(?:\*|\d++)?+(?:\.(?:\*|\d++)?+)?+"
_LENGTH = r"(?:hh?|ll?|[Lqjztw]|I64)"
# `%s` and `%d` may be glued to a word (`%sterms`), `%u` to a unit (`%uMB`); other letters begin too many words.
_CONVERSIONS = "|".join(
    [
        r"(?:default|prog)(?![A-Za-z])|L\d{1,2}(?!\d)",
        rf"{_WIDTH}(?:{_LENGTH}?[sd@]|{_LENGTH}u)",
        rf"{_WIDTH}[cfiu](?=[A-Za-z]{{1,2}}(?![A-Za-z]))",
        r"[-+0#']*+\d*+\.\d++[efg]",
        rf"{_WIDTH}(?:{_LENGTH}|q\+?)?[A-Za-z](?![A-Za-z])",
        r"[A-Z][A-Z0-9_]{2,}",
        r"\d{1,2}(?:![-+0#]*+\d*+(?:\.\d++)?+(?:hh?|ll?|I64|I32|w)?[A-Za-z]!|(?!\d))",
    ]
)
# Of C (`%<PRIu64>`, as gettext writes it) and of Ruby (`%<name>s`).
_ANGLED = (
    r"%(?<![\d%]%)[-+0#']*+\d*+<(?:PRI[diouxX](?:MAX|PTR|(?:FAST|LEAST)?\d+)>"
    r"|(?P<name>[a-z_]\w*)>[-+0#]*+\d*+(?:\.\d++)?+[bBdiouxXeEfgGaAcps](?![A-Za-z]))"
)
_PERCENT = "|".join(
    [
        r"%%",
        r"%\([^()\s]+\)[-#0+]*+\d*+(?:\.\d++)?+[diouxXeEfFgGcrsa]?",
        r"%[A-Z_]{2,}%(?!%)",
        r"%(?<![\w%]%)(?:[a-z][a-z0-9_.]+|\d{1,2})%(?![\w%])",  # of Symfony and Boost; two formats in "%s%s"
        r"%#@\w+@",
        _ANGLED,
        rf"%(?:(?<!\d%)|(?<=%\d%)|(?<=%\d\d%))(?:{_CONVERSIONS})",  # none in "5%ige", two in "%1%2"
    ]
)

_SIMPLE = r"\{ ?[!-z|~]{0,60} ?\}"
_BRACES = "|".join(
    [
        r"\{\{(?:[^{}]|\{[^{}]*\})*\}\}",
        r"\{%[^{}]*%\}",
        _SIMPLE,
        r"\{\w*:%[^{}]{1,40}\}",
        r"\{\d{1,2}(?:,-?\d{1,3})?:[^\s{}][^{}\n]{0,40}\}",  # of .NET
        r"\{ ?(?:[A-Z]{2,}|-[a-z][\w-]{0,40})\([^{}()\n]{0,120}\) ?\}",  # of Fluent
        *(f"{sign}{_SIMPLE}" for sign in (r"\$", "#", "%")),
    ]
)
_DOLLAR = (
    r"\$t\([\w.:-]+(?:, ?\{[^{}\n]{0,80}\})?\)|\$\([A-Za-z_][\w.]*\)|\$\[[A-Za-z_]\w*\]|\$(?<![\w$]\$)[A-Za-z_]\w*\$?"
)
# Of ERB and lodash, FreeMarker, Mailchimp and others; but `%<` is a quotation mark of GCC.
_TEMPLATES = "|".join(
    [
        r"<(?<!%<)%[^<>%\n]{1,100}%>",
        r"<(?<!%<)/?#[a-z]+(?: [^<>\n]{1,100})?>",
        r"\*\|[A-Z][^|*\n]{0,80}\|\*",
        r"##(?<![\w#]##)[A-Za-z_][\w.]*##(?![\w#])",
        r"\[\[[A-Za-z_][\w.-]*\]\]",
    ]
)
_ENTITY = r"&[A-Za-z][\w.-]+;"  # of a DTD that is elsewhere
_ESCAPE = r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07\x1b]*\x07)?"  # of a terminal
_CONTROL = "|".join(rf"\x{code:02x}" for code in (*range(9), 0x0F, 0x1D, 0x1F, 0x7F))  # of terminals and chats
_CODE = re.compile("|".join([SIGN, _PERCENT, _BRACES, _DOLLAR, _TEMPLATES, _ENTITY, _ESCAPE, _CONTROL]), re.ASCII)

_ANGLED_CODE = re.compile(_ANGLED, re.ASCII)
_CLOSED = re.compile(r"</(\w+)", re.ASCII)
_NEVER_CLOSED = {"br", "hr", "img", "li", "p", "wbr"}

_IN_URL = r"[^\s<>\"“”„«»`()\[\]{}\u3000-\u9fff\uff00-\uffff]"
_BRACKETED = rf"\({_IN_URL}*\)|\[{_IN_URL}*\]|\{{{_IN_URL}*\}}"
_LINK = rf"(?:{_IN_URL}|{_BRACKETED})*(?:(?![.,;:!?'’…*_]){_IN_URL}|{_BRACKETED})"
_DOMAIN = r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"
# An address is found by the sign inside it; what stands before the sign is looked for backwards.
_SIGN = re.compile(rf"://{_LINK}|@{_DOMAIN}|www\.{_LINK}")
_BEFORE = {
    ":": re.compile(r"[A-Za-z][A-Za-z0-9+.-]*\Z"),
    "@": re.compile(r"(?:mailto:)?[A-Za-z0-9_.%+-]+\Z"),
    "w": re.compile(r"(?<![\w.-])\Z"),
}
_LONGEST_BEFORE = 64


def find_placeholders(text: str) -> list[tuple[int, int]]:
    """From where to where each placeholder stands, in order; those that overlap are one.

    >>> find_placeholders("100% of %d {name}s")
    [(8, 10), (11, 17)]
    """
    sure, guessed = find_sure_and_guessed(text)
    return list(united(sorted([*sure, *guessed]))) if guessed else sure


def find_sure_and_guessed(text: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """What programs fill in or follow, which nothing may touch; and names and pictures, which a glossary may have."""
    codes = [code.span() for code in _CODE.finditer(text)]
    guessed = _identifiers(text, codes) if codes else []
    others = find_messages(text) if "{" in text else []
    if "://" in text or "@" in text or "www." in text:
        others += _addresses(text)
    if not text.isascii():
        guessed += (*find_pictures(text), *find_invisible(text))
    return list(united(sorted([*codes, *others]))) if others else codes, guessed


def _identifiers(text: str, codes: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The names around the signs among the codes, from which these are taken."""
    signs = [start for start, _ in codes if text[start] in SIGNS]
    if not signs:
        return []
    codes[:] = [code for code in codes if text[code[0]] not in SIGNS]
    return list(find_identifiers(text, signs))


def find_ahead_of_tags(text: str) -> list[tuple[int, int]]:
    """The placeholders in which something looks like a tag and is none: ICU messages, `%<name>s`."""
    messages = find_messages(text) if "{" in text else []
    return list(united(sorted([*messages, *find_angled(text)])))


def find_angled(text: str) -> list[tuple[int, int]]:
    """The placeholders with a name between angles, unless that is the start tag of an element: `in %<b>a</b>`."""
    if "<" not in text or "%" not in text:
        return []
    closed = set(_CLOSED.findall(text)) | _NEVER_CLOSED
    return [code.span() for code in _ANGLED_CODE.finditer(text) if code["name"] not in closed]


def _addresses(text: str) -> Iterator[tuple[int, int]]:
    for sign in _SIGN.finditer(text):
        window = text[max(0, sign.start() - _LONGEST_BEFORE) : sign.start()]
        before = _BEFORE[sign[0][0]].search(window)
        if before:
            yield sign.start() - len(before[0]), sign.end()


def united(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Sorted spans, with those that overlap put together."""
    start = end = 0
    for next_start, next_end in spans:
        if next_start < end:
            end = max(end, next_end)
            continue
        if end:
            yield start, end
        start, end = next_start, next_end
    if end:
        yield start, end
