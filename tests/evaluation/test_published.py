"""The figures the official scripts print, from the data they were published with."""

from pathlib import Path

import pytest

from stencilmt.evaluation.assemble import read_system
from stencilmt.evaluation.compare import Options, compare
from stencilmt.evaluation.testsets import load_testset


def measure(shared: Path, name: str, folder: str, language: str, system: str, measures: str) -> dict[str, float]:
    """The scores of an example system."""
    testset = load_testset(name, shared / "eval" / folder, language)
    output = read_system(shared / "eval" / folder / system, testset, name="example")
    scores = compare(testset, [output], Options(tuple(measures.split()), samples=0)).scores["example"]
    return {name: score.value for name, score in scores.items()}


def test_wmt21_terminology(shared: Path) -> None:
    measures = "bleu exact_match window_overlap window_overlap_3 one_minus_term"
    folder, system = "wmt21-terminology-enfr-dev", "en-fr.dev.txt.truecased.sgm"
    scores = measure(shared, "wmt21-terminology", folder, "fr", system, measures)
    assert scores["bleu"] == pytest.approx(45.34, abs=0.01)
    assert scores["window_overlap"] == pytest.approx(28.8, abs=0.5)
    assert scores["window_overlap_3"] == pytest.approx(28.2, abs=0.5)
    assert scores["one_minus_term"] == pytest.approx(59.7, abs=1)
    # surface forms only: with lemmas the official script has 774 right, 759 of them by their surface
    assert scores["exact_match"] == pytest.approx(100 * 761 / 901)


@pytest.mark.parametrize(
    ("language", "correct", "match", "bleu", "xml_bleu"),
    [("fr", 99.8, 99.5, 63.5, 61.9), ("zh", 99.9, 99.6, None, None)],
)
def test_salesforce_xml(
    shared: Path, language: str, correct: float, match: float, bleu: float | None, xml_bleu: float | None
) -> None:
    measures = "structure_correct structure_match" + (" bleu xml_bleu" if bleu else "")
    system = f"example_system_en{language}_translation.json"
    scores = measure(shared, "salesforce-xml", "salesforce-xml", language, system, measures)
    assert scores["structure_correct"] == correct
    assert scores["structure_match"] == match
    if bleu and xml_bleu:
        assert scores["bleu"] == pytest.approx(bleu, abs=0.2)
        assert scores["xml_bleu"] == pytest.approx(xml_bleu, abs=0.2)
