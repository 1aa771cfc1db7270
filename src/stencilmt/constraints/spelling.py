"""Characters inside words that only say how these are written: apostrophes as entities, places to break a line."""

import re

_APOSTROPHES = "'’"
_BREAKS = "\u00ad\u200b\u2060\ufeff"
# A soft hyphen is of no use anywhere, for the translation is hyphenated otherwise.
_BREAK = re.compile(rf"\u00ad|(?<=[^\W\d_])[{_BREAKS}]++(?=[^\W\d_])")


def is_spelling(text: str, place: int) -> bool:
    """Whether a character belongs to the word around it.

    >>> [is_spelling("don't 'go'", place) for place in (3, 6, 9)]
    [True, False, False]
    """
    if text[place] not in _APOSTROPHES + _BREAKS:
        return False
    return text[place - 1 : place].isalpha() and text[place + 1 : place + 2].isalpha()


def drop_breaks(text: str) -> str:
    """The text without the places at which its words may or must not be broken."""
    return text if text.isascii() else _BREAK.sub("", text)
