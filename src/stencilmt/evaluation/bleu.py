"""BLEU, as sacreBLEU computes it."""

from collections.abc import Sequence

from stencilmt.evaluation import sacre
from stencilmt.evaluation.score import Score, score
from stencilmt.evaluation.tokens import moses

_TOKENIZERS = {"zh": "zh", "yue": "zh", "ja": "char"}


class Bleu:
    """BLEU with sacreBLEU's tokenizer for the language: `zh` for Chinese, `char` for Japanese, `13a` for others."""

    name = "bleu"

    def __init__(self, language: str = "") -> None:
        self._metric = sacre.metric("BLEU", tokenize=_TOKENIZERS.get(language, "13a"), force=True)

    def corpus(self, hypotheses: Sequence[str], references: Sequence[str]) -> Score:
        """The score of a system."""
        counts = sacre.count(self._metric, hypotheses, references)
        signature = self._metric.get_signature().format()
        return score(self.name, counts, sacre.combine(self._metric), signature)


class MosesBleu:
    """BLEU over Moses tokens with special characters escaped, as published for text with markup.

    Chinese and Japanese, which Moses does not cut, are left to `Bleu`.
    """

    name = "bleu"

    def __init__(self, language: str = "") -> None:
        self._moses = moses(language)
        self._language = language or "en"
        self._metric = sacre.metric("BLEU", tokenize="none", force=True)

    def corpus(self, hypotheses: Sequence[str], references: Sequence[str]) -> Score:
        """The score of a system."""
        left, right = ([self._moses.escaped(text) for text in texts] for texts in (hypotheses, references))
        counts = sacre.count(self._metric, left, right)
        signature = self._metric.get_signature().format()
        signature = signature.replace("tok:none", f"tok:moses-{self._language}-escaped-{self._moses.version}")
        return score(self.name, counts, sacre.combine(self._metric), signature)


def markup_bleu(language: str) -> Bleu | MosesBleu:
    """The BLEU that is published for text with markup in this language."""
    return Bleu(language) if language in _TOKENIZERS else MosesBleu(language)
