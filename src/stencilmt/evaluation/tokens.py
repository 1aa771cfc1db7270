"""Words for the measures that count terms: where a term may begin and end."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any

from stencilmt.errors import SettingsError
from stencilmt.evaluation.extras import load

UNSPACED = "\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff"
"""Chinese and Japanese writing with its punctuation, where every character is a word."""

_UNSPACED_BOUNDARY = re.compile(rf"(?<=[{UNSPACED}])\s+|\s+(?=[{UNSPACED}])")
_CHARACTERS = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+(?:[-.,'’][^\W{UNSPACED}]+)*|\S")
_PART = re.compile(r"\w+|\W")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")

Split = Callable[[str], Iterable[str]]


class Tokens:
    """A text and the words it is made of."""

    def __init__(self, text: str, words: Sequence[str]) -> None:
        self.text = text
        self.words = tuple(words)

    def places(self, phrase: str) -> list[range]:
        """Where a phrase stands, bounded by the limits of words, as ranges of words; places may overlap.

        The text is searched rather than the words: a term alone may be cut into other words than in a sentence
        ("Inc." keeps its dot before a small letter only).
        """
        if not phrase:
            return []
        begins, ends = self._limits
        found = []
        start = self.text.find(phrase)
        while start >= 0:
            stop = start + len(phrase)
            if start in begins and stop in ends:
                found.append(range(begins[start], ends[stop]))
            start = self.text.find(phrase, start + 1)
        return found

    def part(self, place: range) -> str:
        """The text of a place; the inverse of `places`."""
        if not place:
            return ""
        begins, ends = self._limits
        starts, stops = list(begins), list(ends)
        return self.text[starts[place.start] : stops[place.stop - 1]]

    @cached_property
    def parts(self) -> "Tokens":
        """The same text with every mark that is no letter or digit as a word of its own: *XML-Datei* has *XML*."""
        return Tokens(self.text, [part for word in self.words for part in _PART.findall(word)])

    @cached_property
    def _limits(self) -> tuple[dict[int, int], dict[int, int]]:
        begins, ends, position = {}, {}, 0
        for number, word in enumerate(self.words):
            position = self.text.index(word, position)
            begins[position] = number
            position += len(word)
            ends[position] = number + 1
        return begins, ends


class Tokenizer:
    """One way to cut text into words, the same for hypotheses, references and terms."""

    def __init__(self, name: str, split: Split, unspaced: bool = False) -> None:
        self.name = name
        self._split = split
        self._unspaced = unspaced
        self.cut = lru_cache(maxsize=1 << 16)(self._cut)
        """Cut a text into words; every measure asks for the same texts again."""

    @property
    def signature(self) -> str:
        """The tokenizer as signatures name it."""
        return f"tok:{self.name}"

    def clean(self, text: str) -> str:
        """Even the white space out, as far as it means nothing."""
        text = " ".join(_CONTROL.sub(" ", text).split())
        return _UNSPACED_BOUNDARY.sub("", text) if self._unspaced else text

    def _cut(self, text: str) -> Tokens:
        text = self.clean(text)
        words = tuple(self._split(text))
        if "".join(words) != text.replace(" ", ""):
            words = tuple(text.split())  # sacremoses writes its own marks into some texts
        return Tokens(text, words)


def tokenizer(name: str, language: str = "") -> Tokenizer:
    """The tokenizer of a name: "moses", "characters", or "words" for text that is tokenized already."""
    if name == "moses":
        return Tokenizer(f"moses-{language or 'en'}", moses(language).split)
    if name == "characters":
        return Tokenizer(name, _CHARACTERS.findall, unspaced=True)
    if name == "words":
        return Tokenizer(name, str.split)
    raise SettingsError(f'invalid tokenizer, expected "moses", "characters" or "words" (not {name!r})')


def default_tokenizer(language: str) -> str:
    """The name of the tokenizer that fits a language."""
    return "characters" if language in ("zh", "yue", "ja") else "moses"


class Moses:
    """The tokenizer of the Moses system, as ported by sacremoses."""

    def __init__(self, language: str) -> None:
        sacremoses = load("sacremoses")
        self._tokenizer: Any = sacremoses.MosesTokenizer(language or "en")
        self.version: str = sacremoses.__version__
        self.escaped = lru_cache(maxsize=1 << 16)(self._escape)
        """The words of a text with spaces between, special characters escaped as Moses does."""

    def split(self, text: str) -> list[str]:
        """The words of a text."""
        words: list[str] = self._tokenizer.tokenize(text, escape=False)
        return words

    def _escape(self, text: str) -> str:
        line: str = self._tokenizer.tokenize(text, escape=True, return_str=True)
        return line


@lru_cache(maxsize=8)
def moses(language: str) -> Moses:
    """The Moses tokenizer of a language; making one takes a while."""
    return Moses(language)


def is_punctuation(word: str) -> bool:
    """Whether a word has no letter and no digit."""
    return not any(unicodedata.category(character)[0] in "LNM" for character in word)
