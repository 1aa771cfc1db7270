"""1-TERm: an edit rate in which mistakes in terms weigh double, turned so that higher is better."""

from collections.abc import Sequence

from stencilmt.evaluation.edits import count_edits
from stencilmt.evaluation.places import claim
from stencilmt.evaluation.score import Score, mean
from stencilmt.evaluation.testset import Term, Terms
from stencilmt.evaluation.tokens import Tokenizer, Tokens


class OneMinusTerm:
    """Missing or replacing a word of the reference that belongs to a term, or putting a word too many right before
    it, costs 2, every other edit and every shift of a phrase 1; divided by the length of the reference; the mean over
    all sentences; one minus that. Below zero for a hypothesis much longer than its reference.

    The WMT21 script forgets the weights once it has moved a phrase; here they always count. On its own dev set the
    two differ little: 59.54 here, 59.66 there.

    As its authors define it, a term is whole words: in *XML-Datei* nothing weighs double for the term *XML*.
    """

    name = "one_minus_term"

    def __init__(self, tokenizer: Tokenizer, weight: int = 2) -> None:
        self._tokenizer = tokenizer
        self._weight = weight

    def corpus(self, hypotheses: Sequence[str], references: Sequence[str], terms: Terms) -> Score:
        """The score of a system."""
        cut = self._tokenizer.cut
        values = [
            1 - self._rate(cut(hypothesis), cut(reference), wanted)
            for hypothesis, reference, wanted in zip(hypotheses, references, terms, strict=True)
        ]
        return mean(self.name, values, self.signature)

    @property
    def signature(self) -> str:
        """How it is made."""
        return f"case:mixed|{self._tokenizer.signature}|shifts:tercom|term-weight:{self._weight}"

    def _rate(self, hypothesis: Tokens, reference: Tokens, terms: Sequence[Term]) -> float:
        weights = [1] * len(reference.words)
        for place in claim(reference, terms, self._tokenizer):
            for number in place or ():
                weights[number] = self._weight
        return count_edits(hypothesis.words, reference.words, tuple(weights)) / max(len(weights), 1)
