"""The engine of checkpoints: beam search by `transformers`, so that a run can be tried while it trains."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import torch
from torch import Tensor
from transformers import LogitsProcessor

from stencilmt.model.engine import Decoded, Request, best_of, longest_answer


class TorchEngine:
    """Decodes as the CTranslate2 engine does, with a network of `transformers`."""

    def __init__(self, network: Any, *, beam: int = 4, batch: int = 2048) -> None:
        self.network = network.eval()
        self._beam = beam
        self._batch = batch
        # Padding is no word: it has no probability in training and in an export either.
        network.final_logits_bias[0, network.config.pad_token_id] = -torch.inf

    @torch.inference_mode()
    def decode(self, requests: Sequence[Request]) -> list[Decoded]:
        """Decode all requests in batches of like length."""
        answers: dict[int, Decoded] = {}
        for numbers in _batches(requests, self._batch):
            batch = [requests[number] for number in numbers]
            answers |= zip(numbers, self._decode(batch, longest_answer(requests)), strict=True)
        return [answers[number] for number in range(len(requests))]

    def _decode(self, requests: Sequence[Request], longest: int) -> Iterator[Decoded]:
        source = self._padded([request.source for request in requests])
        written = self._generate(source, _Prefixes([request.prefix for request in requests], self._beam), longest)
        hypotheses = zip(written[:, 1:].tolist(), self._read(source, written), strict=True)
        for request in requests:
            several = islice(hypotheses, self._beam)
            yield best_of(self._decoded(row, states, len(request.prefix)) for row, states in several)

    def _decoded(self, row: Sequence[int], states: Tensor, prefix: int) -> Decoded:
        config = self.network.config
        answer = [token for token in row if token != config.pad_token_id]
        score = self._score(states, answer, prefix)
        return Decoded([token for token in answer if token != config.eos_token_id], score)

    def _generate(self, source: Tensor, prefixes: "_Prefixes", longest: int) -> Tensor:
        """The ends of the beams, the likeliest first, [sentences * beam, tokens].

        Prefixes are forced token by token, not given as prompts: they may differ in length, and hypotheses are
        compared by their whole length, as CTranslate2 does it.
        """
        config = self.network.config
        written: Tensor = self.network.generate(
            input_ids=source,
            attention_mask=(source != config.pad_token_id).long(),
            logits_processor=[prefixes],
            num_beams=self._beam,
            num_return_sequences=self._beam,
            early_stopping=self._beam > 1,
            do_sample=False,
            length_penalty=1.0,
            max_length=min(longest + 1, config.max_position_embeddings),
        )
        return written

    def _read(self, source: Tensor, written: Tensor) -> Tensor:
        """What the network has in mind behind each token that it wrote, [sentences * beam, tokens, width]."""
        source = source.repeat_interleave(self._beam, 0)
        mask = (source != self.network.config.pad_token_id).long()
        outputs = self.network.model(input_ids=source, attention_mask=mask, decoder_input_ids=written[:, :-1])
        states: Tensor = outputs.last_hidden_state
        return states

    def _score(self, states: Tensor, answer: Sequence[int], prefix: int) -> float:
        """The log probability of what follows the prefix, for each token of it.

        To tell it, the search would keep the scores of the whole vocabulary for all hypotheses and steps.
        """
        logits = self.network.lm_head(states[prefix : len(answer)]) + self.network.final_logits_bias
        chosen = torch.tensor(answer[prefix:]).unsqueeze(1)
        total: float = logits.log_softmax(-1).gather(1, chosen).sum().item()
        return total / max(1, len(chosen))

    def _padded(self, rows: Sequence[Sequence[int]]) -> Tensor:
        width, pad = max(map(len, rows)), self.network.config.pad_token_id
        return torch.tensor([[*row, *[pad] * (width - len(row))] for row in rows])


class _Prefixes(LogitsProcessor):
    """Allows only the next token of a prefix, at no cost, as long as there is one."""

    def __init__(self, prefixes: Sequence[Sequence[int]], beam: int) -> None:
        self._prefixes = [prefix for prefix in prefixes for _ in range(beam)]

    def __call__(self, input_ids: Tensor, scores: Tensor) -> Tensor:
        """The scores of all next tokens, [sentences * beam, vocabulary]."""
        place = input_ids.shape[1] - 1
        for row, prefix in enumerate(self._prefixes):
            if place < len(prefix):
                scores[row] = -torch.inf
                scores[row, prefix[place]] = 0
        return scores


def _batches(requests: Sequence[Request], most: int) -> Iterator[list[int]]:
    """The numbers of requests to decode together."""
    batch: list[int] = []
    for number in sorted(range(len(requests)), key=lambda number: _size(requests[number]), reverse=True):
        if batch and (len(batch) + 1) * _size(requests[batch[0]]) > most:
            yield batch
            batch = []
        batch.append(number)
    if batch:
        yield batch


def _size(request: Request) -> int:
    return len(request.source) + len(request.prefix)
