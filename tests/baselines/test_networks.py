"""The networks of the rivals: decoding step by step, sharing a memory, learning."""

from collections.abc import Callable
from typing import Any

import pytest
import torch

from baselines.tiny import END, TableNetwork, TableStepper, tiny_network
from stencilmt.baselines.aligner import AlignedTransformer, WatchedTransformer, align
from stencilmt.baselines.attn_vector import SymbolIds, VectorTransformer
from stencilmt.baselines.cdalign import Aim, Aims, Insertion
from stencilmt.baselines.losses import AlignmentLoss, OutputLoss
from stencilmt.baselines.pointer import PointerTransformer
from stencilmt.baselines.search import Bounds, search
from stencilmt.baselines.transformer import Prediction, Transformer, Written
from stencilmt.baselines.words import Words
from stencilmt.model.engine import Request
from stencilmt.model.network import LossNetwork
from stencilmt.model.pools import NO_LOSS

PAD = 11
SYMBOLS = SymbolIds(end=END, terms=frozenset({9, 10}), sep=8)


def model() -> Any:
    torch.manual_seed(4)
    return tiny_network().model


NETWORKS: dict[str, Callable[[], Transformer]] = {
    "plain": lambda: Transformer(model()),
    "watched": lambda: WatchedTransformer(model()),
    "pointer": lambda: PointerTransformer(model()),
    "aligner": lambda: AlignedTransformer(model()),
    "vectors": lambda: VectorTransformer(model(), SYMBOLS),
}
SOURCES = [[3, 4, 5, END, 9, 4, 8, 6, 7, 10, 5, 8, 2], [1, 2, 2, 6, END], [7, END, 10, 7, 8, 1]]
"""Sentences with two, no and one constraint behind them; to all but one network that is just more text."""


@pytest.mark.parametrize("norm", ["before", "after"])
def test_the_open_network_computes_what_transformers_computes(norm: str) -> None:
    network = tiny_network(norm=norm)
    for name, weight in network.model.named_parameters():
        if "embed" not in name and "shared" not in name:
            torch.nn.init.normal_(weight, mean=float("norm.weight" in name), std=0.3)
    source, tokens = torch.tensor([[3, 4, 5, END], [7, END, PAD, PAD]]), torch.tensor([[PAD, 3, 6], [PAD, 1, 7]])
    with torch.inference_mode():
        theirs = network.model(input_ids=source, attention_mask=source != PAD, decoder_input_ids=tokens).logits
        memory = network.read(source)
        ours = network.log_probabilities(network.write(tokens, memory), tokens, memory)
    torch.testing.assert_close(ours[..., :PAD], theirs[..., :PAD].log_softmax(-1), atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize("name", NETWORKS)
def test_steps_give_what_the_whole_gives(name: str) -> None:
    network = NETWORKS[name]()
    tokens = torch.tensor([[PAD, 3, 5, 4], [PAD, 1, 1, 7], [PAD, 5, 4, 6]])
    with torch.inference_mode():
        decoding = network.start(SOURCES)
        steps = [decoding.step(tokens[:, [place]]) for place in range(4)]
        padded = torch.nn.utils.rnn.pad_sequence([torch.tensor(row) for row in SOURCES], True, PAD)
        memory = network.read(padded)
        written = network.write(tokens, memory)
        whole = network.log_probabilities(written, tokens, memory)
    torch.testing.assert_close(torch.stack([step.scores for step in steps], 1), whole, atol=1e-4, rtol=1e-4)
    assert (whole[..., PAD] < -15).all()


@pytest.mark.parametrize("name", NETWORKS)
def test_a_batch_gives_what_each_sentence_gives_alone(name: str) -> None:
    network, bounds = NETWORKS[name](), Bounds(PAD, END, 64)
    together = search(network, [Request(source, []) for source in SOURCES], bounds, 3)
    alone = [search(network, [Request(source, [])], bounds, 3)[0] for source in SOURCES]
    assert [answer.ids for answer in together] == [answer.ids for answer in alone]


@pytest.mark.parametrize("name", ["plain", "pointer"])
def test_probabilities_add_up_to_one(name: str) -> None:
    scores = NETWORKS[name]().start(SOURCES).step(torch.full((3, 1), PAD)).scores
    torch.testing.assert_close(scores.exp().sum(1), torch.ones(3), atol=1e-4, rtol=0)


def test_without_constraints_vectors_lift_nothing() -> None:
    network = NETWORKS["vectors"]()
    scores = network.start([SOURCES[1]]).step(torch.tensor([[PAD]])).scores
    assert scores.exp().sum().item() == pytest.approx(1, abs=1e-4)


def test_in_search_a_token_once_written_is_lifted_no_more() -> None:
    """In training all are, whatever was written; hypotheses that change places take what they wrote along."""
    network = NETWORKS["vectors"]()
    source, hidden = [3, 4, END, 9, 4, 8, 6, 7], torch.ones(2, 1, 16)
    memory = network.read(torch.tensor([source]))

    def lifted(said: list[list[int]] | None) -> set[int]:
        written = Written(hidden, hidden, None if said is None else torch.tensor(said))
        plain = Transformer.log_probabilities(network, written, torch.tensor([[6], [6]]), memory).exp()
        gain = network.log_probabilities(written, torch.tensor([[6], [6]]), memory).exp() - plain
        return {place[1] for place in (gain[:, 0] > 1e-6).nonzero().tolist()}

    with torch.inference_mode():
        network.decoder.embed_tokens.weight[6:8] = 1.0  # both are like every state
        assert lifted(None) == {6}
        assert lifted([[PAD, 6, 1], [PAD, 6, 2]]) == {7}
        assert lifted([[PAD, 6, 7], [PAD, 7, 6]]) == set()
        decoding = network.start([source])
        decoding.step(torch.tensor([[PAD, 5]]))
        decoding.select(torch.tensor([0, 0]))
        decoding.step(torch.tensor([[6], [1]]))
        decoding.select(torch.tensor([1, 0]))
        assert decoding._said.tolist() == [[PAD, 5, 1], [PAD, 5, 6]]


@pytest.mark.parametrize(
    ("name", "loss", "fresh"),
    [("pointer", OutputLoss, "pointer"), ("vectors", OutputLoss, "vectors"), ("aligner", AlignmentLoss, "aligner")],
)
def test_all_that_is_new_in_a_network_learns(name: str, loss: Callable[..., LossNetwork], fresh: str) -> None:
    network = NETWORKS[name]()
    learner = loss(network, 0.1)
    source = torch.nn.utils.rnn.pad_sequence([torch.tensor(row) for row in SOURCES], True, PAD)
    decoder = torch.tensor([[PAD, 3, 6], [PAD, 1, 2], [PAD, 5, 4]])
    labels = torch.tensor([[2, 1, 0], [0, 1, NO_LOSS], [0, NO_LOSS, NO_LOSS]])
    optimizer = torch.optim.Adam([weight for weight in learner.parameters() if weight.requires_grad], 1e-2)
    losses = []
    for _ in range(12):
        sums = learner(source, decoder, labels)
        optimizer.zero_grad()
        sums.smoothed.backward()
        new = {name: weight for name, weight in learner.named_parameters() if fresh in name}
        assert all(weight.grad is not None and weight.grad.isfinite().all() for weight in new.values())
        optimizer.step()
        losses.append(sums.plain.item())
    assert losses[-1] < losses[0]
    frozen = [name for name, weight in learner.named_parameters() if not weight.requires_grad]
    assert (len(frozen) > 10) == (loss is AlignmentLoss)


class LookingNetwork(TableNetwork):
    """Looks at one source token after the other, the first one first."""

    def start(self, sources: Any) -> "LookingStepper":
        return LookingStepper(self, torch.tensor([sum(source) % 7 for source in sources]))


class LookingStepper(TableStepper):
    def step(self, tokens: torch.Tensor) -> Prediction:
        scores = super().step(tokens).scores
        place = self.written.shape[1] - 2
        return Prediction(scores, torch.eye(12)[[place] * len(scores)])


@pytest.mark.parametrize(
    ("aims", "expected"),
    [
        ([Aim(range(0, 2), [3, 3])], {0: [3, 3]}),
        ([Aim(range(2, 3), [1, 2])], {2: [1, 2]}),
        ([Aim(range(3, 4), [2]), Aim(range(1, 2), [3])], {1: [3], 3: [2]}),
        ([Aim(range(1, 2), [3, 1]), Aim(range(2, 4), [2])], {1: [3, 1], 3: [2]}),
        ([Aim(range(11, 12), [3])], {}),
        ([], {}),
    ],
)
@pytest.mark.parametrize("beam", [1, 4])
def test_constraints_are_put_in_where_the_network_looks(
    aims: list[Aim], expected: dict[int, list[int]], beam: int
) -> None:
    """One that stands beyond all that is written is missed; one that begins inside another waits for its end."""
    network = LookingNetwork(5, 3)
    network.table[..., END] = -6.0  # long answers
    network.table = network.table.log_softmax(-1)
    bounds = Bounds(5, END, longest=9)
    ids = search(network, [Request([1], [])], bounds, beam, Insertion([Aims(12, aims)]))[0].ids
    for place, tokens in expected.items():
        assert ids[place : place + len(tokens)] == tokens


@pytest.mark.parametrize(("bounding", "expected"), [({2}, [2, 4]), (set(), [2, 3, 3])])
def test_a_constraint_is_put_in_without_its_space_where_that_is_likelier(
    bounding: set[int], expected: list[int]
) -> None:
    """Written is 2, a bracket or a word; the network looks at the constraint and would go on with 4."""
    network = LookingNetwork(5, 3)
    network.table[:] = -20.0
    for before, after in ((5, 2), (2, 4), (4, END), (3, END)):
        network.table[:, :, before, after] = 0.0
    network.table = network.table.log_softmax(-1)
    words = Words(torch.zeros(5, dtype=torch.bool), torch.tensor([number in bounding for number in range(5)]))
    steering = Insertion([Aims(12, [Aim(range(1, 2), [3, 3], [4])])], words)
    assert search(network, [Request([1], [])], Bounds(5, END, longest=9), 2, steering)[0].ids == expected


def test_many_sentences_are_aimed_at_alike() -> None:
    network, bounds = LookingNetwork(5, 3), Bounds(5, END, longest=9)
    several = [Aims(12, [Aim(range(number, number + 1), [3, 2])]) for number in range(4)] + [Aims(3, [])]
    asked = [Request([1], [])] * len(several)
    together = [one.ids for one in search(network, asked, bounds, 3, Insertion(several))]
    assert together == [search(network, [asked[0]], bounds, 3, Insertion([one]))[0].ids for one in several]


def test_alignment_gives_a_place_for_each_token() -> None:
    network = NETWORKS["aligner"]()
    places = align(network, SOURCES[1], [3, 4, 5])
    assert len(places) == 3
    assert all(0 <= place < 4 for place in places)
    assert align(network, [END], [1]) == [0]
