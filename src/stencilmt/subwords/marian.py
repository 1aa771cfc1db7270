"""The subwords of a pretrained Marian model, as OPUS-MT publishes them, with our symbols after its own.

Text is cut as the model has learned it, except that the spaces at the ends of a fragment stay, which `spacing` writes
with care. So a whole sentence has the pieces it always had. What the vocabulary lacks, the model cannot write: unlike
our own subwords these are not lossless, which only concerns the text between constraints.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

import sentencepiece

from stencilmt.constraints.mark import Symbol
from stencilmt.errors import ModelError, SettingsError
from stencilmt.subwords.codec import Codec
from stencilmt.subwords.sentencepieces import SPACE
from stencilmt.template.encode import Format
from stencilmt.text.language import is_spaced

VOCABULARY, SOURCE, TARGET = "vocab.json", "source.spm", "target.spm"
FILES = (VOCABULARY, SOURCE, TARGET)
"""What the Hub keeps of such a tokenizer, and what we keep of it."""
END, UNKNOWN, PADDING = "</s>", "<unk>", "<pad>"
_LANGUAGE = re.compile(r">>.+<<")
"""What a source begins with where a model translates into several languages."""


class MarianPieces:
    """Subwords of one side; both sides share the vocabulary."""

    def __init__(self, own: Sequence[str], model: bytes, symbols: Iterable[Symbol], language: str = "") -> None:
        self._arguments = own, model, list(symbols), language
        self._processor = _open(model)
        self._symbols = dict(enumerate(self._arguments[2], len(own)))
        self._symbol_ids = {symbol: number for number, symbol in self._symbols.items()}
        self.tokens = (*own, *(f"<stencil:{symbol}>" for symbol in self._symbols.values()))
        self.end = own.index(END)
        self.padding = len(self.tokens)
        self._unknown = own.index(UNKNOWN)
        self._ids = {token: number for number, token in enumerate(own) if not _is_special(token)}
        self._bytes = [self._written(token) for token in own]
        self._start = [own.index(language)] if language else []

    def __reduce__(self) -> tuple[type["MarianPieces"], tuple[Sequence[str], bytes, list[Symbol], str]]:
        return MarianPieces, self._arguments

    def encode(self, sequence: Sequence[str]) -> list[int]:
        """The ids of symbols and text fragments, without an end."""
        ids = [*self._start]
        for item in sequence:
            if isinstance(item, Symbol):
                ids.append(self._symbol_id(item))
            else:
                ids += self._encode_text(item)
        return ids

    def decode(self, ids: Sequence[int]) -> tuple[str, ...]:
        """Symbols and text fragments again; ids of no meaning here are passed over."""
        return tuple(self._read(number for number in ids if 0 <= number < len(self.tokens)))

    def _read(self, ids: Iterable[int]) -> Iterator[str]:
        for is_symbol, run in groupby(ids, key=self._symbols.__contains__):
            if is_symbol:
                yield from (self._symbols[number] for number in run)
            elif text := b"".join(self._bytes[number] for number in run).decode(errors="replace"):
                yield text

    def _encode_text(self, text: str) -> list[int]:
        whole = text if text.isascii() else text.encode(errors="replace").decode()  # without lone surrogates
        return [self._ids.get(piece, self._unknown) for piece in self._processor.encode(whole, out_type=str)]

    def _symbol_id(self, symbol: Symbol) -> int:
        try:
            return self._symbol_ids[symbol]
        except KeyError:
            raise SettingsError(f"the model has no symbol for {symbol!s}") from None

    def _written(self, token: str) -> bytes:
        """What a token stands for in a text; byte pieces make a character only together."""
        if _is_special(token):
            return b""
        if self._processor.is_byte(self._processor.piece_to_id(token)):
            return bytes([int(token[3:5], 16)])
        return token.replace(SPACE, " ").encode()


def load_marian(
    folder: Path, symbols: Sequence[Symbol], languages: tuple[str, str], form: Format, language: str = ""
) -> Codec:
    """What turns templates into ids and back, with the tokenizer files of a folder.

    Of a model for several target languages, `language` is the token that names ours.
    """
    own = [token for token in read_vocabulary(folder) if token != PADDING]
    _check_language(folder, own, language)
    reader = MarianPieces(own, _read(folder / SOURCE), symbols, language)
    writer = MarianPieces(own, _read(folder / TARGET), symbols)
    return Codec(writer, form, is_spaced(languages[0]), is_spaced(languages[1]), reader)


def read_vocabulary(folder: Path) -> list[str]:
    """The tokens of a model by their ids, without our symbols."""
    path = folder / VOCABULARY
    try:
        ids = json.loads(_read(path))
        tokens = sorted(ids, key=ids.__getitem__)
        is_whole = [ids[token] for token in tokens] == list(range(len(tokens)))
    except (ValueError, TypeError, AttributeError) as error:
        raise ModelError(f"{path} is broken: {error}") from error
    if not is_whole or not {END, UNKNOWN, PADDING} <= ids.keys():
        raise ModelError(f"{path} is no Marian vocabulary: ids are missing, or one of {END} {UNKNOWN} {PADDING}")
    return tokens


def _check_language(folder: Path, own: Sequence[str], language: str) -> None:
    known = [token for token in own if _LANGUAGE.fullmatch(token)]
    if language and language not in known:
        raise SettingsError(f"{folder} has no language {language!r}: {_named(known) or 'it translates into one only'}")
    if known and not language:
        raise SettingsError(
            f"{folder} translates into several languages: choose one with --init-language ({_named(known)})"
        )


def _named(languages: Sequence[str]) -> str:
    return ", ".join(languages[:8]) + (", …" if len(languages) > 8 else "")


def _is_special(token: str) -> bool:
    return token in (END, UNKNOWN, PADDING) or _LANGUAGE.fullmatch(token) is not None


def _open(model: bytes) -> sentencepiece.SentencePieceProcessor:
    try:
        processor = sentencepiece.SentencePieceProcessor(model_proto=model)
    except RuntimeError as error:
        raise ModelError("a subword model of the pretrained model is broken") from error
    processor.override_normalizer_spec(add_dummy_prefix=False, remove_extra_whitespaces=False)
    return processor


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ModelError(f"{path} cannot be read ({error.strerror}): a Marian model has {', '.join(FILES)}") from error
