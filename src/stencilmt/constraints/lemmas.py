"""Finding inflected forms of terms: *spaces* for *space*, *neural networks* for *neural network*."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from stencilmt.constraints.entry import Entry
from stencilmt.constraints.folding import level, squeeze
from stencilmt.errors import SettingsError
from stencilmt.text.language import normalize

# \w knows no combining marks: those of Latin, Arabic and the scripts of India are added.
_LETTER = r"[\w\u0300-\u036f\u064b-\u065f\u0670\u0900-\u0dff]"
_WORD = re.compile(rf"{_LETTER}+(?:-{_LETTER}+)*")
_DICTIONARIES = {"sr": "hbs", "hr": "hbs", "bs": "hbs"}
REMEMBERED = 100_000
"""Words whose lemmas are not looked up again; a server meets new ones for ever."""


class Lemmatizer:
    """The lemmas of words, from the dictionaries of simplemma."""

    def __init__(self, language: str) -> None:
        import simplemma

        code = normalize(language)
        self._code = _DICTIONARIES.get(code, code)
        self._lemmatize, self._is_known = simplemma.lemmatize, simplemma.is_known
        self._remembered = lru_cache(REMEMBERED)(self._look_up)
        try:
            self._lemmatize("a", lang=self._code)
        except ValueError:
            raise SettingsError(f"no lemmas for the language {language!r}; set match to exact") from None

    def lemma(self, word: str) -> str:
        """The lemma of a word in small letters."""
        return self._remembered(word)

    def _look_up(self, word: str) -> str:
        """Try the spellings a dictionary may know: words in capitals it does not, and in German nouns have one."""
        word = unicodedata.normalize("NFC", word)
        spellings = (word, word.lower(), word.capitalize())
        known = (spelling for spelling in spellings if self._is_known(spelling, lang=self._code))
        lemma: str = self._lemmatize(next(known, word), lang=self._code)
        return lemma.lower()


@dataclass(frozen=True, slots=True)
class Pattern:
    """An entry as the words it is made of."""

    number: int
    words: tuple[str, ...]
    gaps: tuple[str, ...]
    """What stands before, between and after the words."""
    is_case_sensitive: bool


Word = tuple[str, int, int]
"""A word of a text, and from where to where it stands."""


class Inflections:
    """Finds entries by the lemmas of their words."""

    def __init__(self, entries: Sequence[Entry], language: str) -> None:
        self._lemmatizer = Lemmatizer(language)
        self._patterns: defaultdict[tuple[str, ...], list[Pattern]] = defaultdict(list)
        self._lengths: defaultdict[str, set[int]] = defaultdict(set)
        for number, entry in enumerate(entries):
            source = level(entry.source)
            words, gaps = tuple(_WORD.findall(source)), tuple(_WORD.split(source))
            if words:
                lemmas = self._lemmas(words)
                self._patterns[lemmas].append(Pattern(number, words, gaps, entry.case_sensitive))
                self._lengths[lemmas[0]].add(len(lemmas))

    def find(self, text: str) -> Iterator[tuple[int, int, int]]:
        """Every place where the words of an entry stand in some form, and the number of the entry."""
        words = [(match[0], *match.span()) for match in _WORD.finditer(text)]
        lemmas = [self._lemmatizer.lemma(word) for word, _, _ in words]
        for index, lemma in enumerate(lemmas):
            for length in self._lengths.get(lemma, ()):
                for pattern in self._patterns.get(tuple(lemmas[index : index + length]), ()):
                    place = _place(pattern, words[index : index + length], text)
                    if place:
                        yield *place, pattern.number

    def _lemmas(self, words: Sequence[str]) -> tuple[str, ...]:
        """Take an entry of one word for a dictionary form; in a longer one each word may be inflected already.

        *learning* has the lemma *learn*, but *learns* is no form of the noun; *neuronales Netz* is also found as
        *neuronalen Netzen*.
        """
        if len(words) == 1:
            return (unicodedata.normalize("NFC", words[0]).lower(),)
        return tuple(map(self._lemmatizer.lemma, words))


def _place(pattern: Pattern, words: Sequence[Word], text: str) -> tuple[int, int] | None:
    """Where a pattern stands, if the gaps are its own as the lemmas are, and the case where it counts."""
    if pattern.is_case_sensitive and not all(map(_is_case_same, (word for word, _, _ in words), pattern.words)):
        return None
    start, end = words[0][1] - len(pattern.gaps[0]), words[-1][2] + len(pattern.gaps[-1])
    return (start, end) if _gaps(text, start, words, end) == pattern.gaps else None


def _gaps(text: str, start: int, words: Sequence[Word], end: int) -> tuple[str, ...]:
    edges = [max(start, 0), *(edge for _, *span in words for edge in span), end]
    return tuple(squeeze(text[one:two]) for one, two in zip(edges[::2], edges[1::2], strict=True))


def _is_case_same(word: str, own: str) -> bool:
    """Whether the letters that two forms begin with have the same case: `PDFs` and `PDF`, not `Its` and `IT`."""
    shared = takewhile(lambda pair: pair[0].lower() == pair[1].lower(), zip(word, own, strict=False))
    return all(one == two for one, two in shared)
