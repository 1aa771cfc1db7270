"""What tokens do to words, where spaces part these."""

import re
from typing import NamedTuple

import torch
from torch import Tensor

from stencilmt.constraints.mark import Symbol
from stencilmt.subwords.codec import Codec
from stencilmt.template.symbols import JOIN

_BYTE = re.compile("<0x(..)>")


class Words(NamedTuple):
    """What tokens do to words, [vocabulary] each."""

    continuing: Tensor
    """Which go on with the word before."""
    bounding: Tensor
    """Which a word may follow without a space."""


class Spelled(NamedTuple):
    """A term as tokens."""

    tokens: tuple[int, ...]
    """As it stands in running text."""
    glued: tuple[int, ...]
    """As it stands directly behind a bracket or a hyphen; none where words are not spaced."""


def spell(text: str, codec: Codec) -> Spelled:
    """Both spellings of a term."""
    if not codec.target_spaced:
        return Spelled(tuple(codec.subwords.encode([text])), ())
    spaced, glued = (tuple(codec.subwords.encode([form] if text else [])) for form in (f" {text}", text))
    return Spelled(spaced, glued)


def words_of(codec: Codec) -> Words | None:
    """What each token does to words; nothing to know where words do not begin with a space."""
    if not codec.target_spaced:
        return None
    read = (codec.subwords.decode([number]) for number in range(len(codec.subwords.tokens)))
    symbols = (next((item for item in items if isinstance(item, Symbol)), None) for items in read)
    tokens = [symbol or token for symbol, token in zip(symbols, codec.subwords.tokens, strict=True)]
    continuing, bounding = map(goes_on, tokens), map(is_bound, tokens)
    return Words(*(torch.tensor([*several, False]) for several in (continuing, bounding)))  # the last is padding


def goes_on(token: str) -> bool:
    """Whether a word goes on with this token: a letter, a digit, a byte of a letter; not a hyphen (`exact_match`)."""
    if isinstance(token, Symbol):
        return token == JOIN
    return _is_of_word(_of_byte(token)[:1])


def is_bound(token: str) -> bool:
    """Whether a word may begin directly after this token: a bracket, a hyphen, no letter, digit or symbol."""
    return not isinstance(token, Symbol) and not _is_of_word(_of_byte(token)[-1:])


def _of_byte(token: str) -> str:
    """The character of a token that is a byte; of one that is not ASCII a letter, for most are part of one."""
    byte = _BYTE.fullmatch(token)
    return token if byte is None else chr(int(byte[1], 16)) if int(byte[1], 16) < 128 else "a"


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character == "_"
