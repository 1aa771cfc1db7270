"""Beam search: against every sentence there is, against itself in other batches, against the network's own library."""

from random import Random

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from baselines.tiny import END, TableNetwork, sentences, tiny_network
from stencilmt.baselines.search import Bounds, longest_answer, search
from stencilmt.baselines.steering import Steering
from stencilmt.baselines.transformer import Cache, Prediction
from stencilmt.model.engine import Request

NETWORK = tiny_network()
MARIAN_BOUNDS = Bounds(start=11, end=END, longest=64)


def requests(seed: int, count: int = 6, words: int = 11, prefix: int = 4) -> list[Request]:
    random = Random(seed)
    return [
        Request(
            [*(random.randrange(1, words) for _ in range(random.randint(1, 9))), END],
            [random.randrange(1, words) for _ in range(random.randint(0, prefix))],
        )
        for _ in range(count)
    ]


@pytest.mark.parametrize("seed", range(8))
def test_a_wide_beam_finds_the_best_sentence_there_is(seed: int) -> None:
    network, source = TableNetwork(4, seed), [seed]
    found = search(network, [Request(source, [])], Bounds(4, END, longest=6), beam=400)[0]
    score, best = max((network.score(source, [*ids, END]) / (len(ids) + 1), ids) for ids in sentences(4, 6))
    assert tuple(found.ids) == best
    assert found.score == pytest.approx(score, abs=1e-4)


@pytest.mark.parametrize("seed", range(4))
def test_after_a_prefix_only_what_follows_counts(seed: int) -> None:
    network, source, prefix = TableNetwork(4, seed), [seed], [2, 1]
    found = search(network, [Request(source, prefix)], Bounds(4, END, longest=7), beam=400)[0]
    given_score = network.score(source, prefix)
    score, best = max(
        ((network.score(source, [*prefix, *ids, END]) - given_score) / (len(ids) + 1), ids) for ids in sentences(4, 5)
    )
    assert tuple(found.ids) == (*prefix, *best)
    assert found.score == pytest.approx(score, abs=1e-4)


@given(st.integers(0, 10**6), st.sampled_from([1, 2, 4, 7]))
@settings(max_examples=12, deadline=None)
def test_a_batch_gives_what_each_sentence_gives_alone(seed: int, beam: int) -> None:
    asked = requests(seed)
    together = search(NETWORK, asked, MARIAN_BOUNDS, beam)
    alone = [search(NETWORK, [one], MARIAN_BOUNDS, beam)[0] for one in asked]
    assert [answer.ids for answer in together] == [answer.ids for answer in alone]
    assert [answer.score for answer in together] == pytest.approx([answer.score for answer in alone], abs=1e-4)


@given(st.integers(0, 10**6), st.sampled_from([1, 4]))
@settings(max_examples=20, deadline=None)
def test_every_answer_keeps_its_prefix_and_its_limit(seed: int, beam: int) -> None:
    asked = requests(seed)
    for request, answer in zip(asked, search(NETWORK, asked, MARIAN_BOUNDS, beam), strict=True):
        assert answer.ids[: len(request.prefix)] == request.prefix
        assert END not in answer.ids[len(request.prefix) :]
        assert len(answer.ids) < longest_answer(request, 64)


@pytest.mark.parametrize("request_", requests(3, 5))
def test_the_score_is_the_mean_log_probability_after_the_prefix(request_: Request) -> None:
    answer = search(NETWORK, [request_], MARIAN_BOUNDS, 4)[0]
    ids = torch.tensor([[11, *answer.ids]])
    logits = NETWORK.model(input_ids=torch.tensor([request_.source]), decoder_input_ids=ids).logits
    logits[..., 11] = -torch.inf
    chosen = logits.log_softmax(-1)[0].gather(1, torch.tensor([*answer.ids, END])[:, None])[len(request_.prefix) :]
    assert answer.score == pytest.approx(chosen.mean().item(), abs=1e-4)


def test_the_open_transformer_computes_what_the_library_does() -> None:
    source, decoder = torch.randint(0, 11, (3, 7)), torch.randint(0, 11, (3, 5))
    source[1, 4:] = 11
    theirs = NETWORK.model(input_ids=source, attention_mask=source != 11, decoder_input_ids=decoder).logits.log_softmax(
        -1
    )
    memory = NETWORK.read(source)
    ours = NETWORK.log_probabilities(NETWORK.write(decoder, memory), decoder, memory)
    theirs = theirs[..., :11] - theirs[..., :11].logsumexp(-1, keepdim=True)
    torch.testing.assert_close(ours[..., :11], theirs, atol=1e-4, rtol=1e-4)


def test_a_cache_changes_nothing_and_rows_may_share_a_memory() -> None:
    memory = NETWORK.read(torch.randint(0, 11, (2, 6)))
    tokens = torch.randint(0, 11, (6, 5))
    cache = Cache()
    steps = [
        NETWORK.write(tokens[:, :2], memory, cache),
        *(NETWORK.write(tokens[:, [i]], memory, cache) for i in (2, 3, 4)),
    ]
    whole = NETWORK.write(tokens, memory)
    torch.testing.assert_close(torch.cat([step.hidden for step in steps], 1), whole.hidden, atol=1e-5, rtol=1e-4)
    torch.testing.assert_close(torch.cat([step.attention for step in steps], 1), whole.attention, atol=1e-5, rtol=1e-4)


class Nothing(Steering):
    """Forbids everything, always."""

    def bend(self, prediction: Prediction, left: torch.Tensor) -> torch.Tensor:
        return torch.full_like(prediction.scores, -torch.inf)


def test_where_nothing_is_allowed_the_prefix_is_the_answer() -> None:
    answers = search(NETWORK, requests(1), MARIAN_BOUNDS, 3, Nothing())
    assert [answer.ids for answer in answers] == [request.prefix for request in requests(1)]
