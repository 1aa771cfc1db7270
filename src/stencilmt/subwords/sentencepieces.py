"""SentencePiece with our symbols as control symbols: no text can produce one, and no text is changed."""

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from pathlib import Path

import sentencepiece

from stencilmt.constraints.mark import Symbol
from stencilmt.errors import DataError, ModelError, SettingsError
from stencilmt.subwords import SubwordKind

SPACE = "\u2581"
"""What SentencePiece writes for a space; a text's own must go by bytes to come back."""
_SURROGATES = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class SubwordSettings:
    """How a subword model is trained."""

    size: int = 12000
    """Entries of the vocabulary, symbols included; shared by both languages."""
    model: str = "unigram"
    """`unigram` (the paper's structural setting) or `bpe` (its lexical setting)."""
    coverage: float = 0.9999
    """Share of the characters that get an entry of their own; the rest is written as bytes."""
    kind: SubwordKind = SubwordKind.SENTENCEPIECE
    """What is cut: the text as it is, or the words that Moses finds in it."""


class SentencePieces:
    """Subwords by SentencePiece."""

    def __init__(self, model: bytes, symbols: Iterable[Symbol]) -> None:
        self.model = model
        try:
            self._processor = sentencepiece.SentencePieceProcessor(model_proto=model)
        except RuntimeError as error:
            raise ModelError("the subword model is broken") from error
        self.tokens = tuple(self._processor.id_to_piece(list(range(self._processor.get_piece_size()))))
        self.end = self._processor.eos_id()
        self.padding = len(self.tokens)
        self._ids = self._ids_of(symbols)
        self._symbols = {number: symbol for symbol, number in self._ids.items()}
        self._space = [self._processor.piece_to_id(f"<0x{byte:02X}>") for byte in SPACE.encode()]

    def __reduce__(self) -> tuple[type["SentencePieces"], tuple[bytes, list[Symbol]]]:
        return SentencePieces, (self.model, list(self._ids))

    @classmethod
    def load(cls, path: Path, symbols: Iterable[Symbol]) -> "SentencePieces":
        """Read a model that `save` wrote."""
        if not path.is_file():
            raise ModelError(f"there is no subword model at {path}")
        return cls(path.read_bytes(), symbols)

    def save(self, path: Path) -> None:
        """Write the model to a file."""
        path.write_bytes(self.model)

    def encode(self, sequence: Sequence[str]) -> list[int]:
        """The ids of symbols and text fragments, without an end."""
        ids: list[int] = []
        for item in sequence:
            if isinstance(item, Symbol):
                ids.append(self._symbol_id(item))
            else:
                ids += self._encode_text(item)
        return ids

    def decode(self, ids: Sequence[int]) -> tuple[str, ...]:
        """Symbols and text fragments again; ids of no meaning here are passed over."""
        known = (number for number in ids if number != self.end and 0 <= number < len(self.tokens))
        return tuple(self._read(known))

    def _read(self, ids: Iterable[int]) -> Iterator[str]:
        for is_symbol, run in groupby(ids, key=self._symbols.__contains__):
            if is_symbol:
                yield from (self._symbols[number] for number in run)
            elif text := self._processor.decode(list(run)):
                yield text

    def _encode_text(self, text: str) -> list[int]:
        if text.isascii():
            return list(self._processor.encode(text))
        if SPACE in text:
            first, *rest = (self._encode_text(part) for part in text.split(SPACE))
            return [*first, *(number for part in rest for number in (*self._space, *part))]
        # A lone surrogate is no character: the model sees the sign for that.
        return list(self._processor.encode(_SURROGATES.sub("\ufffd", text)))

    def _symbol_id(self, symbol: Symbol) -> int:
        try:
            return self._ids[symbol]
        except KeyError:
            raise SettingsError(f"the model has no symbol for {symbol!s}") from None

    def _ids_of(self, symbols: Iterable[Symbol]) -> dict[Symbol, int]:
        ids = {symbol: self._processor.piece_to_id(str(symbol)) for symbol in symbols}
        absent = [symbol for symbol, number in ids.items() if not self._processor.is_control(number)]
        if absent:
            raise ModelError(f"the subword model lacks {len(absent)} of the symbols, {absent[0]!s} among them")
        return ids


def train(
    texts: Iterable[str], symbols: Iterable[Symbol], settings: SubwordSettings, threads: int = 2
) -> SentencePieces:
    """Learn a subword model from texts; give each with the leading space it has when packed."""
    symbols = list(symbols)
    written = io.BytesIO()
    texts = iter(texts)
    first = next(texts, None)
    if first is None:
        raise DataError("there is no text to learn subwords from")
    try:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=chain([first], texts),
            model_writer=written,
            vocab_size=settings.size,
            model_type=settings.model,
            character_coverage=settings.coverage,
            control_symbols=[str(symbol) for symbol in symbols],
            normalization_rule_name="identity",
            add_dummy_prefix=False,
            remove_extra_whitespaces=False,
            byte_fallback=True,
            unk_id=0,
            eos_id=1,
            bos_id=-1,
            pad_id=-1,
            num_threads=threads,
            minloglevel=2,
        )
    except RuntimeError as error:
        raise SettingsError(_explain(str(error), settings, len(symbols))) from error
    return SentencePieces(written.getvalue(), symbols)


def _explain(message: str, settings: SubwordSettings, symbols: int) -> str:
    if "too high" in message:
        most = re.search(r"<= (\d+)", message)
        fitting = f"--vocabulary {most[1]}" if most else "a smaller size"
        return f"a vocabulary of {settings.size} is too large for this text: take {fitting}, or more text"
    if "too small" in message or "required_chars" in message or "smaller than" in message:
        return (
            f"a vocabulary of {settings.size} is too small: {symbols} symbols, 256 bytes and the characters of the "
            "text need their places first"
        )
    return f"SentencePiece could not learn from this text: {message}"
