"""Omission rate: how often the model forgets a fragment of its template."""

from collections.abc import Sequence

from stencilmt.evaluation.score import Score, mean


class OmissionRate:
    """The share of sentences with a nonterminal that the derivation leaves out and that became empty text: as in
    the paper, where one in 508 sentences is 0.2 %.
    """

    name = "omission_rate"

    def corpus(self, omitted: Sequence[int]) -> Score:
        """The score of a system, from the number of omitted nonterminals in each sentence."""
        return mean(self.name, [number > 0 for number in omitted], "unit:sentence")
