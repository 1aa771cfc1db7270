"""The engine of the rivals: a beam search of our own, which a method may steer; asked as CTranslate2's is."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from stencilmt.baselines.search import Bounds, Network, search
from stencilmt.baselines.steering import Steering
from stencilmt.model.engine import Decoded, Request

Steer = Callable[[Sequence[int]], Steering]
"""From the numbers of the requests in a batch to what steers their search."""


@dataclass(frozen=True, slots=True)
class SteeredEngine:
    """Decodes requests in batches of like length; the order of the answers is that of the requests."""

    network: Network
    bounds: Bounds
    beam: int = 4
    batch: int = 32
    """Sentences that are decoded together."""

    def decode(self, requests: Sequence[Request], steer: Steer | None = None) -> list[Decoded]:
        """Decode all requests."""
        answers: dict[int, Decoded] = {}
        for numbers in self._batches(requests):
            steering = steer(numbers) if steer else None
            asked = [requests[number] for number in numbers]
            found = search(self.network, asked, self.bounds, self.beam, steering)
            answers |= zip(numbers, found, strict=True)
        return [answers[number] for number in range(len(requests))]

    def _batches(self, requests: Sequence[Request]) -> Iterator[list[int]]:
        order = sorted(range(len(requests)), key=lambda number: _size(requests[number]))
        return (order[start : start + self.batch] for start in range(0, len(order), self.batch))


def _size(request: Request) -> tuple[int, int]:
    return len(request.source), len(request.prefix)
