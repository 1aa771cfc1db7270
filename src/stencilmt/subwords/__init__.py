"""Sequences to ids and back."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal, Protocol


class SubwordKind(StrEnum):
    """How text is cut into subwords."""

    SENTENCEPIECE = "sentencepiece"
    """By SentencePiece alone; every text comes back as it was."""
    MOSES_BPE = "moses-bpe"
    """As in the paper: Moses words (jieba's for Chinese), then BPE."""


MARIAN: Literal["marian"] = "marian"
"""The kind of subwords that come with a pretrained model, and are not learned."""


class Subwords(Protocol):
    """A vocabulary that holds our symbols: what the model's ids mean."""

    @property
    def tokens(self) -> Sequence[str]:
        """The name of every id; padding comes after the last."""

    @property
    def end(self) -> int:
        """The id that ends a sequence."""

    @property
    def padding(self) -> int:
        """The id that fills up batches and starts the decoder."""

    def encode(self, sequence: Sequence[str]) -> list[int]:
        """The ids of symbols and text fragments, without an end."""

    def decode(self, ids: Sequence[int]) -> tuple[str, ...]:
        """Symbols and text fragments again; any ids can be read."""
