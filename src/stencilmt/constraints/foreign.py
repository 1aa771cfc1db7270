"""What no model of a language can write: pictures, invisible characters, words in a script that it does not use."""

import re
from collections.abc import Iterator, Set
from functools import lru_cache

from stencilmt.text.language import SCRIPTS, scripts_of

_PICTURES = (
    "\u2190-\u21ff\u2318\u231a\u231b\u23e9-\u23f3\u23f8-\u23fa\u25a0-\u25ff\u2600-\u27bf\u2b1b\u2b1c\u2b50\u2b55"
    "\ue000-\uf8ff\U0001f000-\U0001faff"
)
_KEYCAP = "[0-9#*]\ufe0f?\u20e3"
_AS_PICTURE = "[\u00a9\u00ae\u203c-\u3299]\ufe0f"
_JOINERS = "\u200d\ufe0e\ufe0f\U000e0020-\U000e007f"
_PICTURE = re.compile(f"(?:[{_PICTURES}]|{_AS_PICTURE}|{_KEYCAP})(?:[{_PICTURES}{_JOINERS}]|{_AS_PICTURE}|{_KEYCAP})*+")
_SIGN = re.compile(f"[{_PICTURES}\u20e3\ufe0f]")

_SPACE_AT_NUMBER = r"(?<=\d)[\u00a0\u202f]++(?=\S)|(?<=\S)[\u00a0\u202f]++(?=\d)"
_INVISIBLE = re.compile(rf"[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]++|{_SPACE_AT_NUMBER}")
_IN_WORDS = re.compile("[\u200b-\u200d\u2060\ufeff]++")

_WIDE_PUNCTUATION = "\u3001-\u303f\uff01-\uff0f\uff1a-\uff20"
_JOINT = re.compile(r"[ ,.;:·'’–-]{1,2}")


def find_pictures(text: str) -> list[tuple[int, int]]:
    """The arrows, emoji, dingbats and icons, as many as stand together.

    >>> find_pictures("👩‍💻 and 1️⃣🇩🇪!")
    [(0, 3), (8, 13)]
    """
    if text.isascii() or not _SIGN.search(text):
        return []
    return [picture.span() for picture in _PICTURE.finditer(text)]


def find_invisible(text: str) -> list[tuple[int, int]]:
    """The signs that steer direction and joining, as many as stand together, and the fixed spaces beside numbers.

    Elsewhere a fixed space is a space like any other; and inside a word its signs are a matter of spelling.

    >>> find_invisible("\u2066Ctrl\u2069 10\u00a0MB wo\u200brd")
    [(0, 1), (5, 6), (9, 10)]
    """
    return [found.span() for found in _INVISIBLE.finditer(text) if not _is_in_word(text, *found.span())]


def _is_in_word(text: str, start: int, end: int) -> bool:
    is_between = text[start - 1 : start].isalpha() and text[end : end + 1].isalpha()
    return is_between and _IN_WORDS.fullmatch(text, start, end) is not None


def find_foreign(text: str, language: str, seams: Set[int] = frozenset()) -> list[tuple[int, int]]:
    """The words in a script that the language does not use, as many as follow each other; none go on over a seam.

    Every language is taken to use Latin letters.

    >>> find_foreign("the 日本語 and Русский язык", "en")
    [(4, 7), (12, 24)]
    """
    if text.isascii():
        return []
    letter, word = _foreign(language)
    if not letter.search(text):
        return []
    words = (match.span() for match in word.finditer(text) if letter.search(match[0]))
    return list(_joined(text, words, seams))


@lru_cache(maxsize=64)
def _foreign(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A letter of a foreign script, and what stands together with such."""
    own = scripts_of(language)
    foreign = "".join(letters for name, letters in SCRIPTS.items() if own and name not in (*own, "Latin"))
    return re.compile(f"[{foreign}]" if foreign else r"(?!)"), re.compile(rf"[\w{foreign}{_WIDE_PUNCTUATION}]++")


def _joined(text: str, words: Iterator[tuple[int, int]], seams: Set[int]) -> Iterator[tuple[int, int]]:
    """The words, with those put together that have but a space or comma between."""
    last: tuple[int, int] | None = None
    for start, end in words:
        if last and _JOINT.fullmatch(text, last[1], start) and seams.isdisjoint(range(last[1], start + 1)):
            last = last[0], end
            continue
        if last:
            yield last
        last = start, end
    if last:
        yield last
