"""What a training run watches, with a model that writes what it is told."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from stencilmt.constraints.sample import Phrase
from stencilmt.corpus.record import Record
from stencilmt.decode import Job, Outcome
from stencilmt.evaluation.held_out import HeldOut
from stencilmt.restore.restore import Restored

RECORD = Record("the kind", "die Art", phrases=(Phrase(4, 8, 4, 7, 1),))
"""Its one term is *Art*."""


@dataclass
class Writing:
    """A decoder that writes one text, whatever it is asked."""

    text: str

    def decode(self, jobs: Sequence[Job]) -> list[Outcome]:
        return [
            Outcome(Restored(self.text, (), job.source, (), rearranged=False, omitted=0), job.first_choices, 0.0)
            for job in jobs
        ]


@pytest.mark.parametrize(
    ("text", "exact"),
    [("die Art", 100), ("die <b>Art</b>", 100), ("die XML-Art", 100), ("Der Artikel", 0), ("die Weise", 0)],
)
def test_a_term_counts_as_it_does_for_exact_match(text: str, exact: float) -> None:
    scores = HeldOut([RECORD] * 20, "de").measure(Writing(text), terms=1)  # type: ignore[arg-type]
    assert scores["constraints"] > 0
    assert scores["exact_match"] == exact


def test_without_terms_there_is_no_exact_match_to_speak_of() -> None:
    scores = HeldOut([RECORD], "de").measure(Writing("die Art"))  # type: ignore[arg-type]
    assert (scores["constraints"], scores["exact_match"]) == (0, 0)
