"""Decoding: ids in, ids out, with a forced prefix for each sentence."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from stencilmt.errors import ModelError
from stencilmt.subwords import Subwords


class Request(NamedTuple):
    """A sentence to decode."""

    source: Sequence[int]
    prefix: Sequence[int]


class Decoded(NamedTuple):
    """What the decoder wrote, prefix included."""

    ids: list[int]
    score: float
    """The mean log probability of what follows the prefix."""


class Engine(Protocol):
    """Anything that decodes: the length-sorted batching is its own business, the order of the answers is not."""

    def decode(self, requests: Sequence[Request]) -> list[Decoded]:
        """Decode all requests, each for itself: the answers do not depend on what is in the batch."""


class CTranslate2Engine:
    """The engine of exported models."""

    def __init__(self, folder: Path, subwords: Subwords, *, beam: int = 4, threads: int = 0, batch: int = 2048) -> None:
        import ctranslate2  # half a second that nobody else should wait

        try:
            self._translator = ctranslate2.Translator(str(folder), device="cpu", intra_threads=threads)
        except (RuntimeError, ValueError) as error:
            raise ModelError(f"CTranslate2 cannot load {folder}: {error}") from error
        self._tokens = subwords.tokens
        self._ids = {token: number for number, token in enumerate(subwords.tokens)}
        self._beam = beam
        self._batch = batch

    def decode(self, requests: Sequence[Request]) -> list[Decoded]:
        """Decode all requests in batches of like length."""
        if not requests:
            return []
        results = self._translator.translate_batch(
            [self._names(request.source) for request in requests],
            target_prefix=[self._names(request.prefix) for request in requests],
            beam_size=self._beam,
            length_penalty=1.0,
            max_batch_size=self._batch,
            batch_type="tokens",
            max_input_length=0,
            max_decoding_length=max(_longest_answer(request) for request in requests),
            return_scores=True,
        )
        return [Decoded([self._ids[token] for token in result.hypotheses[0]], result.scores[0]) for result in results]

    def _names(self, ids: Sequence[int]) -> list[str]:
        return [self._tokens[number] for number in ids]


def _longest_answer(request: Request) -> int:
    """A bound no sensible translation reaches; only a decoder that repeats itself does."""
    return 2 * len(request.source) + len(request.prefix) + 20
