"""The translation edit rate: how much of a translation would have to be edited."""

from collections.abc import Sequence

from stencilmt.evaluation.edits import count_edits
from stencilmt.evaluation.score import Score, share
from stencilmt.evaluation.tokens import Tokenizer


class Ter:
    """All edits of a corpus per word of its references, times 100: lower is better.

    The same rules as in sacreBLEU, which finds the same edits but prunes its tables for long sentences; here with
    case and with the tokens of the term measures.
    """

    name = "ter"

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer

    def corpus(self, hypotheses: Sequence[str], references: Sequence[str]) -> Score:
        """The score of a system."""
        pairs = [
            (self._tokenizer.cut(hypothesis).words, self._tokenizer.cut(reference).words)
            for hypothesis, reference in zip(hypotheses, references, strict=True)
        ]
        edits = [count_edits(hypothesis, reference) for hypothesis, reference in pairs]
        return share(self.name, edits, [len(reference) for _, reference in pairs], self.signature)

    @property
    def signature(self) -> str:
        """How it is made."""
        return f"case:mixed|{self._tokenizer.signature}|shifts:tercom"
