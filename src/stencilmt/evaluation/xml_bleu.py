"""XML-BLEU: BLEU that asks for the text in the right tags (Hashimoto et al. 2019)."""

from collections.abc import Sequence

import numpy as np

from stencilmt.evaluation.bleu import markup_bleu
from stencilmt.evaluation.markup import fragments, outline, parse
from stencilmt.evaluation.score import Score, score
from stencilmt.evaluation.structure import reference_outline


class XmlBleu:
    """BLEU over the fragments between tags; where the structure differs from the reference's, all are empty."""

    name = "xml_bleu"

    def __init__(self, language: str = "") -> None:
        self._bleu = markup_bleu(language)

    def corpus(self, hypotheses: Sequence[str], references: Sequence[str]) -> Score:
        """The score of a system."""
        rows = [_fragments(*pair) for pair in zip(hypotheses, references, strict=True)]
        starts = np.cumsum([0, *(len(wanted) for _, wanted in rows[:-1])])
        found, wanted = ([text for row in rows for text in row[side]] for side in (0, 1))
        whole = self._bleu.corpus(found, wanted)
        counts = np.add.reduceat(whole.counts, starts, axis=0)
        return score(self.name, counts, whole.combine, whole.signature + "|fragments:xml")


def _fragments(hypothesis: str, reference: str) -> tuple[list[str], list[str]]:
    expected = reference_outline(reference)
    wanted = _texts(reference)
    tree = parse(hypothesis)
    matches = tree is not None and outline(tree) == expected
    return (_texts(hypothesis) if matches else [""] * len(wanted)), wanted


def _texts(text: str) -> list[str]:
    tree = parse(text)
    return [] if tree is None else list(fragments(tree))
