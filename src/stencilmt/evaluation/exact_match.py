"""Exact match: the share of all terms that stand in the translation as they were asked for."""

from collections.abc import Sequence

from stencilmt.evaluation.places import forms_in
from stencilmt.evaluation.score import Score, share
from stencilmt.evaluation.testset import Terms
from stencilmt.evaluation.tokens import Tokenizer


class ExactMatch:
    """Walk a sentence's terms in order; a term is right when one of its accepted translations occurs, bounded by
    the limits of words, at a place in the hypothesis no earlier term has used. Right terms / all terms.

    Hyphens and dots within a word are limits too (`forms_in`): in *XML-Datei* the term *XML* is there as asked for.

    Surface forms only: the WMT21 script adds lemma matches where it has a model for the language, and counts every
    term as right where it has none.
    """

    name = "exact_match"

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer

    def corpus(self, hypotheses: Sequence[str], terms: Terms) -> Score:
        """The score of a system."""
        right = [
            sum(map(bool, forms_in(hypothesis, wanted, self._tokenizer)))
            for hypothesis, wanted in zip(hypotheses, terms, strict=True)
        ]
        return share(self.name, right, [len(wanted) for wanted in terms], self.signature)

    @property
    def signature(self) -> str:
        """How it is made."""
        return f"case:mixed|{self._tokenizer.signature}+marks|forms:surface|place:unused"
