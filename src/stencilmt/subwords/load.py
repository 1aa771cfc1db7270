"""A subword model from disk, used the way it was learned."""

from collections.abc import Callable, Sequence
from pathlib import Path

from stencilmt.constraints.mark import Symbol
from stencilmt.subwords import SubwordKind
from stencilmt.subwords.codec import Codec
from stencilmt.subwords.sentencepieces import SentencePieces
from stencilmt.template.encode import Format
from stencilmt.text.language import is_spaced

Cutter = Callable[[str], str]
"""Puts spaces between the words of a text."""


def load_codec(
    path: Path, kind: SubwordKind, symbols: Sequence[Symbol], languages: tuple[str, str], form: Format
) -> Codec:
    """What turns templates into ids and back, with the subword model at this path."""
    pieces = SentencePieces.load(path, symbols)
    spaced = is_spaced(languages[0]), is_spaced(languages[1])
    if kind is SubwordKind.SENTENCEPIECE:
        return Codec(pieces, form, *spaced)
    from stencilmt.subwords.moses import MosesPieces

    reader, writer = (MosesPieces(pieces.model, symbols, language) for language in languages)
    return Codec(writer, form, *spaced, reader)


def cutter(kind: SubwordKind, language: str) -> Cutter:
    """What is done to a text before subwords are learned from it."""
    if kind is SubwordKind.SENTENCEPIECE:
        return str
    from stencilmt.subwords.moses import MosesWords

    return MosesWords(language).cut
