"""Which measures a test set has the data for, each made ready to judge systems."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stencilmt.evaluation.assemble import System
from stencilmt.evaluation.bleu import Bleu, markup_bleu
from stencilmt.evaluation.chrf import Chrf
from stencilmt.evaluation.consistency import Consistency
from stencilmt.evaluation.exact_match import ExactMatch
from stencilmt.evaluation.markup import part_at_tags, strip_tags
from stencilmt.evaluation.ne_num import NeNum
from stencilmt.evaluation.omission_rate import OmissionRate
from stencilmt.evaluation.one_minus_term import OneMinusTerm
from stencilmt.evaluation.repair_rate import RepairRate
from stencilmt.evaluation.score import Score
from stencilmt.evaluation.structure import StructureCorrect, StructureMatch
from stencilmt.evaluation.template_accuracy import TemplateAccuracy
from stencilmt.evaluation.ter import Ter
from stencilmt.evaluation.testset import Testset
from stencilmt.evaluation.tokens import Tokenizer
from stencilmt.evaluation.window_overlap import WindowOverlap
from stencilmt.evaluation.xml_bleu import XmlBleu

Records = Sequence[Mapping[str, Any]]
"""The objects of `stencil translate --json`."""


@dataclass(frozen=True, slots=True)
class Output:
    """What a system wrote, as the measures want it."""

    tagged: Sequence[str]
    plain: Sequence[str]
    """Without tags, where the test set has markup."""
    parted: Sequence[str]
    """The same, but a tag ends a word: `<gui>File</gui><gui>Open</gui>` has the term Open."""
    records: Records


Judge = Callable[[Output], Score | None]
"""Gives a score, or none to a system that lacks what the measure needs."""


def output_of(testset: Testset, system: System) -> Output:
    """What a system made of a test set."""
    plain = [strip_tags(text) for text in system.hypotheses] if testset.markup else system.hypotheses
    parted = [part_at_tags(text) for text in system.hypotheses] if testset.markup else system.hypotheses
    return Output(system.hypotheses, plain, parted, system.records)


def judges_for(testset: Testset, words: Tokenizer, windows: Sequence[int]) -> dict[str, Judge]:
    """Every measure the test set has the data for, in the order of a report."""
    language = testset.target_language
    references = [strip_tags(text) for text in testset.references] if testset.markup else testset.references
    bleu, chrf, ter = markup_bleu(language) if testset.markup else Bleu(language), Chrf(), Ter(words)
    judges: dict[str, Judge] = {
        "bleu": lambda output: bleu.corpus(output.plain, references),
        "chrf": lambda output: chrf.corpus(output.plain, references),
    }
    if any(testset.terms):
        judges |= _term_judges(testset, references, words, windows)
    judges["ter"] = lambda output: ter.corpus(output.plain, references)
    if testset.markup:
        judges |= _markup_judges(testset.references, language)
    if testset.entities:
        judges |= _entity_judges(testset, references)
    return judges | _record_judges()


def _term_judges(
    testset: Testset, references: Sequence[str], words: Tokenizer, windows: Sequence[int]
) -> dict[str, Judge]:
    exact, rate, consistency = ExactMatch(words), OneMinusTerm(words), Consistency(words)
    judges: dict[str, Judge] = {"exact_match": lambda output: exact.corpus(output.parted, testset.terms)}
    judges |= dict(_window_judges(testset, references, words, windows))
    judges["one_minus_term"] = lambda output: rate.corpus(output.plain, references, testset.terms)
    if any(testset.documents):
        judges["term_consistency"] = lambda output: _unless_empty(
            consistency.corpus(output.parted, testset.terms, testset.documents)
        )
    return judges


def _window_judges(
    testset: Testset, references: Sequence[str], words: Tokenizer, windows: Sequence[int]
) -> Iterator[tuple[str, Judge]]:
    for window in dict.fromkeys(windows):
        measure = WindowOverlap(words, window, "wmt21" if testset.annotated else "every")
        name = "window_overlap" if window == windows[0] else f"window_overlap_{window}"

        def judge(output: Output, measure: WindowOverlap = measure) -> Score:
            return measure.corpus(output.plain, references, testset.terms)

        yield name, judge


def _markup_judges(references: Sequence[str], language: str) -> dict[str, Judge]:
    correct, match, bleu = StructureCorrect(), StructureMatch(), XmlBleu(language)
    return {
        "structure_correct": lambda output: correct.corpus(output.tagged),
        "structure_match": lambda output: match.corpus(output.tagged, references),
        "xml_bleu": lambda output: bleu.corpus(output.tagged, references),
    }


def _entity_judges(testset: Testset, references: Sequence[str]) -> dict[str, Judge]:
    measure = NeNum(testset.entities)
    return {
        "ne_num_precision": lambda output: measure.corpus(output.plain, references)[0],
        "ne_num_recall": lambda output: measure.corpus(output.plain, references)[1],
    }


def _record_judges() -> dict[str, Judge]:
    """What only records of `stencil translate --json` tell."""
    template, omission, repair = TemplateAccuracy(), OmissionRate(), RepairRate()
    return {
        "template_accuracy": _needing(
            {"template": list, "constraints": list, "rearranged": bool},
            lambda rows: template.corpus(*_templates(rows)),
        ),
        "omission_rate": _needing({"omitted": int}, lambda rows: omission.corpus([row["omitted"] for row in rows])),
        "repair_rate": _needing({"status": str}, lambda rows: repair.corpus([row["status"] for row in rows])),
    }


def _needing(keys: Mapping[str, type], measure: Callable[[Records], Score]) -> Judge:
    """A judge of systems whose records all have these keys."""

    def judge(output: Output) -> Score | None:
        has_all = all(isinstance(record.get(key), kind) for record in output.records for key, kind in keys.items())
        return measure(output.records) if output.records and has_all else None

    return judge


def _templates(records: Records) -> tuple[list[list[str] | None], list[list[str]]]:
    """The model's own templates, none where they had to be rearranged, and the symbols they should hold."""
    templates = [None if record["rearranged"] else record["template"] for record in records]
    return templates, [[str(constraint.get("symbol")) for constraint in record["constraints"]] for record in records]


def _unless_empty(score: Score) -> Score | None:
    """The score, where there was anything to count."""
    return score if score.counts[:, 1].any() else None
