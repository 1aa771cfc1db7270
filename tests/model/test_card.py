"""The model card says which scores compare."""

from pathlib import Path

from stencilmt.model.card import write_card
from stencilmt.model.folder import ModelInfo


def test_a_row_for_each_test_set_and_a_column_for_each_bleu(tmp_path: Path) -> None:
    scores = {
        "last validation in training": {"bleu": 40.0, "exact_match": 100.0},
        "prepared (up to 12 terms)": {"moses_bleu": 41.26, "other": 1.0},
    }
    write_card(ModelInfo("en", "de", scores=scores), tmp_path / "README.md")
    card = (tmp_path / "README.md").read_text()
    assert "|  | BLEU | BLEU (Moses) | exact match % |" in card
    assert "| last validation in training | 40.0 |  | 100.0 |" in card
    assert "| prepared (up to 12 terms) |  | 41.3 |  |" in card
    assert "BLEU (Moses) is over Moses tokens" in card
