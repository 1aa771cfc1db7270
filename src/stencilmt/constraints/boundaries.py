"""Where a term may begin and end in a text: beside hyphens and dots too, and in scripts without spaces.

Both questions take a text that ends with a space, so that each of its edges has a neighbour: `text[-1]` stands before
its first character.
"""

import re
import unicodedata
from enum import Enum, auto

# Scripts whose words are not parted by spaces: Thai, Lao, Myanmar, Khmer, kana, Han.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]"
)
# Small kana, long vowel and repetition marks, Thai and Lao vowels: letters that never begin a word.
_DEPENDENT = frozenset("ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶー々ｧｨｩｪｫｯｬｭｮｰะาำๅະາຳ")
_INVISIBLE = frozenset("\u00ad\u200c\u200d\u2060")


class _Kind(Enum):
    """What a character does to a word beside it."""

    OTHER = auto()
    WORD = auto()
    """Part of a word: a letter, a digit, the underscore."""
    MARK = auto()
    """Goes on with the word before it."""
    UNSPACED = auto()
    """A word may begin and end on either side."""
    UNSPACED_MARK = auto()
    """Belongs to the character before it; a word may begin after it."""


class _Kinds(dict[str, _Kind]):
    """The kind of each character seen so far."""

    def __missing__(self, character: str) -> _Kind:
        kind = self[character] = _kind(character)
        return kind


_OTHER, _WORD, _MARK, _UNSPACED_KIND, _UNSPACED_MARK = _Kind
_WORDLIKE = (_WORD, _MARK)
_KINDS = _Kinds()


def begins_word(text: str, start: int) -> bool:
    """Whether a term that starts here does not start inside a word."""
    before, first = text[start - 1], text[start]
    if before == " ":
        return True
    if are_joined(before, first):
        return False
    if _KINDS[first] not in _WORDLIKE:
        return True
    if before == "-":
        return not _goes_on(text[start - 2]) and not _is_option(text, start)
    return not (before == "." and _is_small(first) and _goes_on(text[start - 2]))


def ends_word(text: str, end: int) -> bool:
    """Whether a term that ends here does not end inside a word."""
    last, after = text[end - 1], text[end]
    if after == " ":
        return True
    if "가" <= last <= "힣":  # Korean particles are written onto the noun
        return _KINDS[after] is not _MARK
    if "가" <= after <= "힣" and last.isascii():  # onto a foreign one too
        return True
    if are_joined(last, after):
        return False
    if _KINDS[last] not in _WORDLIKE:
        return True
    following = text[end + 1 : end + 2]
    if after == "-":
        return not _goes_on(following)
    if after == ".":
        return not _is_small(following)
    return after not in "'’" or not _is_negation(text, end)


def _kind(character: str) -> _Kind:
    is_unspaced = _UNSPACED.match(character) is not None
    if unicodedata.category(character)[0] == "M" or character in _DEPENDENT or character in _INVISIBLE:
        return _UNSPACED_MARK if is_unspaced else _MARK
    if is_unspaced and character.isalnum():
        return _UNSPACED_KIND
    is_cased = character.islower() or character.isupper() or character.istitle()
    return _WORD if is_cased or character.isalnum() or character == "_" else _OTHER


def are_joined(one: str, two: str) -> bool:
    """Whether two characters side by side belong to the same word."""
    left, right = _KINDS[one], _KINDS[two]
    if left is _OTHER:
        return False
    return right in (_MARK, _UNSPACED_MARK) or (right is _WORD and left in _WORDLIKE)


def _goes_on(character: str) -> bool:
    """Whether a word goes on beyond a hyphen or dot: `add-on`, but not `input- and output`."""
    return bool(character) and _KINDS[character] in _WORDLIKE


def _is_small(character: str) -> bool:
    """Whether a letter after a dot goes on with a name (`Node.js`, `2.5`) rather than begin a sentence."""
    return character.islower() or character.isdigit()


def _is_option(text: str, start: int) -> bool:
    """Whether two hyphens before a word make it an option of a command (`--add`), not a dash (`so--add`)."""
    return text[start - 2] == "-" and text[start - 3].isspace()


def _is_negation(text: str, end: int) -> bool:
    """Whether an apostrophe begins the rest of *can't*; that of *client's* and *l'interface* bounds a word."""
    return text[end + 1 : end + 2] in ("t", "T") and not _goes_on(text[end + 2 : end + 3])
