"""chrF, as sacreBLEU computes it."""

from collections.abc import Sequence

from stencilmt.evaluation import sacre
from stencilmt.evaluation.score import Score, score


class Chrf:
    """The F-score of character n-grams: needs no tokenizer, and says more than BLEU of a single sentence."""

    name = "chrf"

    def __init__(self) -> None:
        self._metric = sacre.metric("CHRF")

    def corpus(self, hypotheses: Sequence[str], references: Sequence[str]) -> Score:
        """The score of a system."""
        counts = sacre.count(self._metric, hypotheses, references)
        return score(self.name, counts, sacre.combine(self._metric), self._metric.get_signature().format())
