"""NE&NUM: whether numbers and names stay (Hashimoto et al. 2019)."""

import re
from collections import Counter
from collections.abc import Collection, Sequence

from stencilmt.evaluation.score import Score, share

_NUMBER_RUN = re.compile(r"[0-9.,'/:]+")
_NAME_RUN = re.compile(r"[A-Za-z.,'/:$]+")


class NeNum:
    """Numbers (runs of digits and `.,'/:`) and English words of a given list (with a capital) of hypotheses and
    references, as multisets. Precision: the share of the hypotheses' that the references have; recall: the reverse.
    """

    def __init__(self, entities: Collection[str]) -> None:
        self._entities = entities

    def corpus(self, hypotheses: Sequence[str], references: Sequence[str]) -> tuple[Score, Score]:
        """The precision and the recall of a system."""
        found, wanted = ([self._tokens(text) for text in texts] for texts in (hypotheses, references))
        common = [(left & right).total() for left, right in zip(found, wanted, strict=True)]
        signature = f"case:mixed|entities:{len(self._entities)}"
        return (
            share("ne_num_precision", common, [tokens.total() for tokens in found], signature),
            share("ne_num_recall", common, [tokens.total() for tokens in wanted], signature),
        )

    def _tokens(self, text: str) -> Counter[str]:
        numbers = (run for run in _NUMBER_RUN.findall(text) if any(map(str.isdigit, run)))
        names = (run for run in _NAME_RUN.findall(text) if run in self._entities and any(map(str.isupper, run)))
        return Counter((*numbers, *names))
