"""Window overlap: whether the terms stand among the same words as in the reference."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Literal

from stencilmt.evaluation.score import Score, mean
from stencilmt.evaluation.testset import Term, Terms
from stencilmt.evaluation.tokens import Tokenizer, Tokens, is_punctuation

Placing = Literal["every", "wmt21"]


class WindowOverlap:
    """The context of a term is up to `window` words on each side, punctuation skipped.

    For each distinct term every place in the reference is compared with every place in the hypothesis: the share of
    the reference context found in the hypothesis context, as multisets. They are paired greedily, best first, one to
    one. A sentence scores the mean over its pairs, 0 if there are none, and a corpus the mean over all sentences.

    Where a term stands in the reference: "every" takes all its places; "wmt21" does what the script of the WMT21
    terminology task does when it has no lemma model, to compare with figures published for annotated SGM files. It
    puts a term from the first occurrence of its first word to the first occurrence of its last, each on its own
    (only the last, where the two are neighbours or in the wrong order), once per annotation, and leaves out
    inflected terms. On its dev set that gives 28.9, where "every" gives 30.9.

    As its authors define it, a term is whole words: *XML* does not stand in *XML-Datei* here, as it does for exact
    match. The published figures ask for it.
    """

    name = "window_overlap"

    def __init__(self, tokenizer: Tokenizer, window: int = 2, placing: Placing = "every") -> None:
        self._tokenizer = tokenizer
        self._window = window
        self._placing = placing

    def corpus(self, hypotheses: Sequence[str], references: Sequence[str], terms: Terms) -> Score:
        """The score of a system."""
        cut = self._tokenizer.cut
        values = [
            self._sentence(cut(hypothesis), cut(reference), wanted)
            for hypothesis, reference, wanted in zip(hypotheses, references, terms, strict=True)
        ]
        return mean(self.name, values, self.signature)

    @property
    def signature(self) -> str:
        """How it is made."""
        return f"case:mixed|{self._tokenizer.signature}|window:{self._window}|places:{self._placing}"

    def _sentence(self, hypothesis: Tokens, reference: Tokens, terms: Sequence[Term]) -> float:
        places = self._every_place if self._placing == "every" else self._wmt21_places
        overlaps: list[float] = []
        for form, wanted in places(reference, terms).items():
            found = [self._context(hypothesis, place) for place in hypothesis.places(form)]
            overlaps += _pair([self._context(reference, place) for place in wanted], found)
        return sum(overlaps) / len(overlaps) if overlaps else 0.0

    def _context(self, text: Tokens, place: range) -> Counter[str]:
        before = (word for word in reversed(text.words[: place.start]) if not is_punctuation(word))
        after = (word for word in text.words[place.stop :] if not is_punctuation(word))
        return Counter((*islice(before, self._window), *islice(after, self._window)))

    def _every_place(self, reference: Tokens, terms: Sequence[Term]) -> dict[str, list[range]]:
        forms = (_form_in(reference, term, self._tokenizer) for term in terms)
        return {form: reference.places(form) for form in forms if form}

    def _wmt21_places(self, reference: Tokens, terms: Sequence[Term]) -> dict[str, list[range]]:
        places: dict[str, list[range]] = {}
        for term in terms:
            form = _form_in(reference, term, self._tokenizer)
            if form and not term.inflected:
                words = [reference.words[number] for number in reference.places(form)[0]]
                places.setdefault(form, []).append(_from_first_to_last(reference, words))
        return places


def _form_in(text: Tokens, term: Term, tokenizer: Tokenizer) -> str:
    """The first translation of a term that occurs in a text, or nothing."""
    forms = (tokenizer.clean(target) for target in term.targets)
    return next((form for form in forms if text.places(form)), "")


def _from_first_to_last(text: Tokens, words: Sequence[str]) -> range:
    first, last = text.words.index(words[0]), text.words.index(words[-1])
    return range(first if last - first > 1 else last, last + 1)


def _pair(wanted: Sequence[Counter[str]], found: Sequence[Counter[str]]) -> list[float]:
    """The overlaps of a greedy pairing, best first."""
    overlaps = [
        (_overlap(left, right), row, column) for row, left in enumerate(wanted) for column, right in enumerate(found)
    ]
    rows, columns, paired = set(), set(), []
    for overlap, row, column in sorted(overlaps, key=lambda entry: -entry[0]):
        if row not in rows and column not in columns:
            rows.add(row)
            columns.add(column)
            paired.append(overlap)
    return paired


def _overlap(wanted: Counter[str], found: Counter[str]) -> float:
    return (wanted & found).total() / wanted.total() if wanted else 0.0
