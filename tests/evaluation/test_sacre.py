"""BLEU and chrF are sacreBLEU's, to the last digit."""

import pytest
from sacrebleu.metrics import BLEU, CHRF

from stencilmt.evaluation.bleu import Bleu, MosesBleu
from stencilmt.evaluation.chrf import Chrf

HYPOTHESES = ["The cat sat on the mat.", "A dog, it barked.", ""]
REFERENCES = ["The cat is on the mat.", "A dog barked at it.", "Nothing."]


def test_bleu_is_that_of_sacrebleu() -> None:
    score = Bleu("de").corpus(HYPOTHESES, REFERENCES)
    assert score.value == pytest.approx(BLEU().corpus_score(HYPOTHESES, [REFERENCES]).score)
    assert score.signature.startswith("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:")


def test_chrf_is_that_of_sacrebleu() -> None:
    score = Chrf().corpus(HYPOTHESES, REFERENCES)
    assert score.value == pytest.approx(CHRF().corpus_score(HYPOTHESES, [REFERENCES]).score)
    assert len(score.per_sentence) == 3


@pytest.mark.parametrize(("language", "tokenizer"), [("zh", "tok:zh"), ("ja", "tok:char"), ("", "tok:13a")])
def test_languages_have_their_tokenizers(language: str, tokenizer: str) -> None:
    score = Bleu(language).corpus(["在启用前，请等待片刻。"], ["在启用前，请等待片刻。"])
    assert tokenizer in score.signature


def test_empty_hypotheses_score_nothing() -> None:
    assert Bleu().corpus(["", ""], ["a b", "c"]).value == 0
    assert Chrf().corpus(["", ""], ["a b", "c"]).value == 0


def test_moses_bleu_cuts_and_escapes() -> None:
    same = ["L'eau & le \"feu\" d'un [jour]"]
    score = MosesBleu("fr").corpus(same, same)
    assert score.value == pytest.approx(100)
    assert "tok:moses-fr-escaped" in score.signature
