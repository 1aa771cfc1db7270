"""Consistency: whether a document calls one thing by one name."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from stencilmt.evaluation.places import forms_in
from stencilmt.evaluation.score import Score, share
from stencilmt.evaluation.testset import Terms
from stencilmt.evaluation.tokens import Tokenizer


class Consistency:
    """For every source term that occurs more than once in a document: the share of its occurrences that use the
    translation most used for it there. An occurrence without any accepted translation agrees with nothing.

    Only segments that name their document count: sentences without one have nothing to agree with.
    """

    name = "term_consistency"

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer

    def corpus(self, hypotheses: Sequence[str], terms: Terms, documents: Sequence[str]) -> Score:
        """The score of a system."""
        uses = self._uses(hypotheses, terms, documents)
        agreeing, all_uses = [0.0] * len(hypotheses), [0.0] * len(hypotheses)
        for occurrences in uses.values():
            if len(occurrences) < 2:
                continue
            usual = _usual([form for _, form in occurrences])
            for sentence, form in occurrences:
                agreeing[sentence] += form != "" and form == usual
                all_uses[sentence] += 1
        return share(self.name, agreeing, all_uses, self.signature)

    @property
    def signature(self) -> str:
        """How it is made."""
        return f"case:mixed|{self._tokenizer.signature}+marks|terms:repeated-in-document"

    def _uses(
        self, hypotheses: Sequence[str], terms: Terms, documents: Sequence[str]
    ) -> dict[tuple[str, str], list[tuple[int, str]]]:
        """Of each document and source term, the sentences it is in and the forms it has there."""
        uses = defaultdict(list)
        for number, (hypothesis, wanted, document) in enumerate(zip(hypotheses, terms, documents, strict=True)):
            if not document:
                continue
            for term, form in zip(wanted, forms_in(hypothesis, wanted, self._tokenizer), strict=True):
                uses[document, term.source.casefold()].append((number, form))
        return uses


def _usual(forms: Sequence[str]) -> str:
    counts = Counter(form for form in forms if form)
    return counts.most_common(1)[0][0] if counts else ""
