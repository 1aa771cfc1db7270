"""The paper's own pre-processing: Moses tokens (jieba's for Chinese), cut further by BPE.

Kept for comparison with published systems. Unlike `SentencePieces` alone it is not lossless: a fragment comes back
detokenized, with single spaces between words.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from stencilmt.constraints.mark import Symbol
from stencilmt.subwords.sentencepieces import SentencePieces

_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_CLOSING = re.compile(r"[,.;:!?%)\]}»”’。，、；：！？）」』]")


class MosesPieces(SentencePieces):
    """Subwords of tokenized text; one language's tokenizer serves both sides, Chinese text goes to jieba."""

    def __init__(self, model: bytes, symbols: Iterable[Symbol], language: str) -> None:
        super().__init__(model, symbols)
        self._language = language

    def __reduce__(self) -> Any:
        return MosesPieces, (self.model, list(self._ids), self._language)

    @cached_property
    def words(self) -> "MosesWords":
        """The tokenizer."""
        return MosesWords(self._language)

    def _encode_text(self, text: str) -> list[int]:
        return super()._encode_text(self.words.cut(text))

    def _read(self, ids: Iterable[int]) -> Iterator[str]:
        for item in super()._read(ids):
            yield item if isinstance(item, Symbol) else self.words.join(item)


class MosesWords:
    """Cuts text into words as the paper does, and joins them again."""

    def __init__(self, language: str) -> None:
        import sacremoses

        self._tokenizer = sacremoses.MosesTokenizer(lang=language)
        self._detokenizer = sacremoses.MosesDetokenizer(lang=language)

    def cut(self, text: str) -> str:
        """The words with one space before each.

        >>> MosesWords("en").cut("Don't panic, it's fine.")
        " Don 't panic , it 's fine ."
        """
        words = self._chinese(text) if _HAN.search(text) else self._tokenizer.tokenize(text, escape=False)
        return "".join(f" {word}" for word in words)

    def join(self, text: str) -> str:
        """The words as running text, with a space before the first unless it is punctuation that follows a word."""
        words = text.split()
        joined = "".join(words) if _HAN.search(text) else self._detokenizer.detokenize(words, unescape=False)
        return joined if not joined or _HAN.search(text) or _CLOSING.match(joined) else f" {joined}"

    def _chinese(self, text: str) -> list[str]:
        import jieba

        return [word for word in jieba.cut(text) if word.strip()]
