"""Decoding: ids in, ids out, with a forced prefix for each sentence."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from stencilmt.errors import ModelError
from stencilmt.model.cores import available_cores
from stencilmt.subwords import Subwords

POSITIONS = 1024
"""Tokens that the networks of all presets have places for."""
SMALLEST_BATCH = 256
"""Tokens that are not worth dividing among cores."""


class Request(NamedTuple):
    """A sentence to decode."""

    source: Sequence[int]
    prefix: Sequence[int]


class Decoded(NamedTuple):
    """What the decoder wrote, prefix included."""

    ids: list[int]
    score: float
    """The log probability of what follows the prefix, its end included, for each of its tokens."""
    others: Sequence["Decoded"] = ()
    """What else was in the beam at the end, the likeliest first."""


class Engine(Protocol):
    """Anything that decodes: the length-sorted batching is its own business, the order of the answers is not."""

    def decode(self, requests: Sequence[Request]) -> list[Decoded]:
        """Decode all requests, each for itself: the answers do not depend on what is in the batch."""


class CTranslate2Engine:
    """The engine of exported models."""

    def __init__(
        self,
        folder: Path,
        subwords: Subwords,
        *,
        beam: int = 4,
        threads: int = 0,
        batch: int = 2048,
        positions: int = POSITIONS,
    ) -> None:
        import ctranslate2  # half a second that nobody else should wait

        try:
            # Several batches side by side, a core each: one batch of a small network does not keep two cores busy.
            self._cores = threads or available_cores()
            self._translator = ctranslate2.Translator(
                str(folder), device="cpu", inter_threads=self._cores, intra_threads=1
            )
        except (RuntimeError, ValueError) as error:
            raise ModelError(f"CTranslate2 cannot load {folder}: {error}") from error
        self._tokens = subwords.tokens
        self._ids = {token: number for number, token in enumerate(subwords.tokens)}
        self._beam = beam
        self._batch = batch
        self._positions = positions

    def decode(self, requests: Sequence[Request]) -> list[Decoded]:
        """Decode all requests in batches of like length."""
        if not requests:
            return []
        results = self._translator.translate_batch(
            [self._names(request.source) for request in requests],
            target_prefix=[self._names(request.prefix) for request in requests],
            beam_size=self._beam,
            length_penalty=1.0,
            max_batch_size=self._share(requests),
            batch_type="tokens",
            max_input_length=0,
            max_decoding_length=min(longest_answer(requests), self._positions),
            num_hypotheses=self._beam,
            return_scores=True,
        )
        return [
            best_of(self._read(result, len(request.prefix))) for request, result in zip(requests, results, strict=True)
        ]

    def _read(self, result: Any, prefix: int) -> Iterator[Decoded]:
        for hypothesis, score in zip(result.hypotheses, result.scores, strict=True):
            ids = [self._ids[token] for token in hypothesis]
            yield Decoded(ids, per_free_token(score, len(ids), prefix))

    def _share(self, requests: Sequence[Request]) -> int:
        """The tokens of a batch, such that all cores end at about the same time."""
        tokens = sum(len(request.source) for request in requests)
        rounds = max(1, ceil(tokens / (self._cores * self._batch)))
        return max(SMALLEST_BATCH, ceil(tokens / (self._cores * rounds)))

    def _names(self, ids: Sequence[int]) -> list[str]:
        return [self._tokens[number] for number in ids]


def best_of(hypotheses: Iterable[Decoded]) -> Decoded:
    """The first of all hypotheses, and the others with it."""
    first, *others = hypotheses
    return first._replace(others=others)


def per_free_token(score: float, length: int, prefix: int) -> float:
    """A score per token, the end included, as one per token behind the prefix, whose tokens cost nothing."""
    return score * (length + 1) / (length + 1 - prefix)


def longest_answer(requests: Sequence[Request]) -> int:
    """A bound, prefix included, that no sensible translation reaches; only a decoder that repeats itself does."""
    return max(2 * len(request.source) + len(request.prefix) + 20 for request in requests)
