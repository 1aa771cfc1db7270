"""Repair rate: how often the model's output had to be mended to hold every constraint."""

from collections.abc import Sequence

from stencilmt.evaluation.score import Score, mean


class RepairRate:
    """The share of sentences that were repaired."""

    name = "repair_rate"

    def corpus(self, statuses: Sequence[str]) -> Score:
        """The score of a system, from the status of each sentence: `ok` or `repaired`."""
        return mean(self.name, [status == "repaired" for status in statuses], "unit:sentence")
