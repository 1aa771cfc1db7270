r"""Names that only programs read: `open_file`, `org.gnome.Maps`, `/etc/fstab`, `C:\Windows`, hashes.

Each is found by a sign inside it and read to both ends. Only the unmistakable are taken: `E_xit` is a button with its
key, `and/or` are words, `end.Next` lacks a space.
"""

import re
from collections.abc import Iterable, Iterator

SIGNS = "_./\\0123456789"
SIGN = "|".join(
    [
        r"_(?=[A-Za-z0-9])",
        r"\.(?<=[A-Za-z0-9_]{2}\.)(?=[a-z]{2})",
        r"/(?<![\w/]/)(?=[\w.])",
        r"\\(?<=[:\\]\\)(?=\w)",
        *(rf"{digit}(?=[\da-zA-Z-]{{8}})" for digit in range(10)),
    ]
)
"""Every alternative begins with a literal character, see placeholders."""
_LABEL = 80
"""Characters of a text in which an underscore may mark a key: `Sa_ve` is on a button."""
_FARTHEST = 64
"""How far before its first sign a name may begin."""

_NAMES = re.compile(
    r"""[A-Z0-9]{2,}(?:_[A-Z0-9]+)+ | _*[A-Za-z0-9]+(?:__?[A-Za-z0-9]+){2,}_* | _+[A-Za-z0-9]+__?[A-Za-z0-9]+
    | (?=\w*\d)[A-Za-z]\w*_\w*[A-Za-z0-9]
    | (?=[\w.]*[A-Za-z0-9]_[A-Za-z0-9])[A-Za-z_]\w*(?:\.(?:[a-z_]\w*+|[A-Z0-9][A-Z0-9_]*+))+
    | (?![dmy]+\.)[a-z][a-z0-9]+(?:\.[A-Za-z][A-Za-z0-9]+){2,}""",
    re.VERBOSE | re.ASCII,
)
_SMALL_NAME = re.compile("[a-z]{2,}_[a-z]{2,}")
_HASH = re.compile(
    r"""(?:0x)?(?:[0-9a-f]{16,}|[0-9A-F]{16,}) | [0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}
    | (?=(?:[A-Za-z]*+\d++[A-Za-z]){3})[A-Za-z0-9]{16,}""",
    re.VERBOSE,
)
_PART = r"[\w.~+@%-]*[\w~+@%-]"
# A path, where a menu goes `/File/Save`.
_ROOT = re.compile(r"/(?:[a-z.\d][^/]*|Applications|Library|System|Users|Volumes)/[^/]")
_FOLDER = r"[\w.~+@%$-]++(?: (?:and )?[A-Z\d(][\w.~+@%$()-]*+){0,2}+"
# What stands before a sign is read backwards, so these are mirrored.
_BEFORE = {
    "hash": re.compile(r"[0-9A-Za-z-]*+"),
    "name": re.compile(r"(?:\w++(?:\.(?=\w))?)*+", re.ASCII),
    "path": re.compile(r"(?:~|\.\.?)?(?![^\s\"'“„‘(\[=:])"),
    "windows": re.compile(r":[A-Za-z](?!\w)|\\(?!\S)"),
}
_BEHIND = {
    "hash": re.compile(r"[0-9A-Za-z-]*+"),
    "name": re.compile(r"\w*+(?:\.\w++)*+(?:\(\))?", re.ASCII),
    "path": re.compile(rf"(?:/{_PART})+/?"),
    "windows": re.compile(rf"\\(?:{_FOLDER}\\)*+(?:{_PART})?"),
}
_KINDS = {"_": "name", ".": "name", "/": "path", "\\": "windows"}


def find_identifiers(text: str, signs: Iterable[int]) -> Iterator[tuple[int, int]]:
    """From where to where each name stands that has one of these signs in it."""
    ends = dict.fromkeys(_BEFORE, 0)
    for place in signs:
        kind = _KINDS.get(text[place], "hash")
        if place < ends[kind]:
            continue
        before = _BEFORE[kind].match(text[max(ends[kind], place - _FARTHEST) : place][::-1])
        behind = _BEHIND[kind].match(text, place) if before else None
        if before and behind:
            ends[kind] = behind.end()
            start = place - before.end()
            if _is_name(text, kind, start, behind.end()):
                yield start, behind.end()


def _is_name(text: str, kind: str, start: int, end: int) -> bool:
    if kind == "path":
        return text[start] != "/" or _ROOT.match(text, start, end) is not None
    if kind == "windows":
        return text[start] != "\\" or text.count("\\", start, end) > 2
    if text[start - 1 : start].isalnum() or text[end : end + 1].isalnum():
        return False
    name = text[start:end].removesuffix("()")
    if kind == "hash":
        return _HASH.fullmatch(name) is not None
    is_called = len(name) < end - start and "_" in name
    return bool(is_called or _NAMES.fullmatch(name) or (_SMALL_NAME.fullmatch(name) and not _may_be_label(text)))


def _may_be_label(text: str) -> bool:
    return len(text) <= _LABEL and text[0].isupper() and text.count("_") == 1 and not text.endswith((".", "!"))
