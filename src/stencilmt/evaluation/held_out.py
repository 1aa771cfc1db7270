"""Measuring a model on prepared records, with constraints drawn from the references themselves.

This is what a training run watches, and how the model cards compare translation with and without terms.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from stencilmt.constraints.sample import Sample, SamplingSettings, place, sample
from stencilmt.corpus.record import Record
from stencilmt.corpus.shards import Shards, spread
from stencilmt.decode import Choice, Decoder, Job, Outcome
from stencilmt.evaluation.bleu import Bleu
from stencilmt.evaluation.exact_match import ExactMatch
from stencilmt.evaluation.testset import Term, term
from stencilmt.evaluation.tokens import default_tokenizer, tokenizer
from stencilmt.template.cut import cut

_TAG = re.compile(r"</?[A-Za-z][^<>]*>")


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Records that a model was not trained on."""

    records: Sequence[Record]
    language: str
    """The target language, for BLEU and the words of terms."""

    @classmethod
    def load(cls, folder: Path, part: str, language: str, most: int | None = None) -> "HeldOut":
        """Records of a held-out part: all, or some evenly spread over it."""
        shards = Shards(folder, part=part)
        return cls(shards.take(spread(len(shards), most or len(shards))), language)

    def measure(self, decoder: Decoder, terms: int = 0) -> dict[str, float]:
        """Translate with up to so many terms a sentence and measure; tags do not count for BLEU."""
        samples = list(self._samples(terms))
        jobs = [_job(record, drawn) for record, drawn in zip(self.records, samples, strict=True)]
        outcomes = decoder.decode(jobs)
        texts = [_TAG.sub("", outcome.restored.text) for outcome in outcomes]
        bleu = Bleu(self.language).corpus(texts, [_TAG.sub("", record.target) for record in self.records])
        constraints = sum(len(drawn.target) for drawn in samples)
        return {
            "bleu": bleu.value,
            "constraints": float(constraints),
            "exact_match": self._exact_match(outcomes),
            **_rates(outcomes),
        }

    def _exact_match(self, outcomes: Sequence[Outcome]) -> float:
        """The share of terms in the translations, by their text alone: the spans are what is to be proved."""
        words = tokenizer(default_tokenizer(self.language), self.language)
        texts = [_TAG.sub(" ", outcome.restored.text) for outcome in outcomes]
        right, wanted = ExactMatch(words).corpus(texts, [_terms(outcome) for outcome in outcomes]).counts.sum(axis=0)
        return float(100 * right / max(1, wanted))

    def _samples(self, terms: int) -> Iterator[Sample]:
        settings = SamplingSettings.paper(most=terms)
        for number, record in enumerate(self.records):
            fixed = record.fixed
            yield sample(fixed, record.phrases, settings, Random(number)) if terms else place(fixed)


def _job(record: Record, drawn: Sample) -> Job:
    source = cut(record.source, drawn.source)
    targets = {span.mark: record.target[span.start : span.end] for span in drawn.target}
    return Job(
        source,
        {span.mark: record.source[span.start : span.end] for span in drawn.source},
        {mark: (Choice(targets[mark], targets[mark]),) for mark in source.marks},
    )


def _terms(outcome: Outcome) -> list[Term]:
    return [term("", choice.target) for mark, choice in outcome.choices.items() if mark.is_term]


def _rates(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """Shares from 0 to 100: of templates right at once, of sentences mended."""
    count = max(1, len(outcomes))
    return {
        "template_accuracy": 100 * sum(not outcome.restored.rearranged for outcome in outcomes) / count,
        "repair_rate": 100 * sum(bool(outcome.restored.repairs) for outcome in outcomes) / count,
    }
