"""VDBA against exhaustive search, grid beam search and itself in other batches; its walk against a plain one."""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from baselines.grid import grid_search
from baselines.tiny import END, TableNetwork, holds, sentences, tiny_network
from stencilmt.baselines.search import Bounds, Candidates, order, search
from stencilmt.baselines.trie import Trie
from stencilmt.baselines.vdba import Allocation, Progress, Tables
from stencilmt.baselines.words import Words
from stencilmt.model.engine import Request

WORDS, LONGEST = 4, 7
NETWORK = tiny_network()
CASES = {
    "one": [[2]],
    "one of two tokens": [[3, 1]],
    "two": [[2], [3, 1]],
    "the same twice": [[2, 1], [2, 1]],
    "three times": [[1], [1], [1]],
    "sharing a prefix": [[1, 2], [1, 3]],
    "one inside another": [[1, 2], [1, 2, 3]],
    "one ends another": [[1, 2], [2]],
    "repeating itself": [[1, 1, 2]],
    "as long as can be": [[1, 2, 3], [3, 2, 1]],
    "none": [],
    "an empty one": [[]],
}


def best(network: TableNetwork, constraints: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Of all sentences that hold the constraints the one with the best mean log probability."""
    wanted = [one for one in constraints if one]
    able = (ids for ids in sentences(network.words, LONGEST) if holds(ids, wanted))
    return max((network.score([1], [*ids, END]) / (len(ids) + 1), ids) for ids in able)[1]


def allocate(network: TableNetwork, several: list[list[list[int]]], beam: int) -> list[list[int]]:
    asked = [Request([1], [])] * len(several)
    bounds = Bounds(network.words, END, longest=LONGEST)
    return [answer.ids for answer in search(network, asked, bounds, beam, Allocation(several, END))]


@pytest.mark.parametrize("constraints", CASES.values(), ids=CASES)
@pytest.mark.parametrize("seed", range(2))
def test_a_wide_beam_is_exhaustive_search(constraints: list[list[int]], seed: int) -> None:
    network = TableNetwork(WORDS, seed)
    assert tuple(allocate(network, [constraints], 3000)[0]) == best(network, constraints)


@pytest.mark.parametrize("constraints", [one for one in CASES.values() if all(one)], ids=str)
def test_a_wide_beam_is_grid_beam_search(constraints: list[list[int]]) -> None:
    network = TableNetwork(WORDS, 5)
    assert allocate(network, [constraints], 3000)[0] == grid_search(network, [1], constraints, LONGEST, 3000)


@pytest.mark.parametrize("beam", [1, 2, 4, 10])
@pytest.mark.parametrize("constraints", CASES.values(), ids=CASES)
def test_a_beam_of_any_width_meets_all(constraints: list[list[int]], beam: int) -> None:
    """Also where there are more constraint tokens than hypotheses."""
    for seed in range(5):
        ids = allocate(TableNetwork(WORDS, seed), [constraints], beam)[0]
        assert holds(ids, [one for one in constraints if one])


def test_the_constraint_may_end_the_sentence() -> None:
    network = TableNetwork(WORDS, 0)
    network.table[:, :, 3, END] = 50.0  # after 3 comes the end
    network.table = network.table.log_softmax(-1)
    assert allocate(network, [[[2, 3]]], 4)[0][-2:] == [2, 3]


@pytest.mark.parametrize("beam", [2, 4, 7])
def test_a_batch_gives_what_each_sentence_gives_alone(beam: int) -> None:
    network, several = TableNetwork(WORDS, 3), [list(map(list, one)) for one in CASES.values()]
    together = allocate(network, several, beam)
    assert together == [allocate(network, [one], beam)[0] for one in several]


@given(st.integers(0, 10**6))
@settings(max_examples=5, deadline=None)
def test_a_network_in_batches(seed: int) -> None:
    random = Random(seed)
    asked = [Request([*(random.randrange(1, 11) for _ in range(random.randint(1, 8))), END], []) for _ in range(5)]
    several = [
        [[random.randrange(1, 11) for _ in range(random.randint(1, 3))] for _ in range(random.randint(0, 3))]
        for _ in asked
    ]
    bounds = Bounds(11, END, longest=64)
    together = [one.ids for one in search(NETWORK, asked, bounds, 4, Allocation(several, END))]
    for request, constraints, ids in zip(asked, several, together, strict=True):
        assert holds(ids, constraints)
        assert ids == search(NETWORK, [request], bounds, 4, Allocation([constraints], END))[0].ids


def test_a_limit_that_is_too_short_is_kept_and_as_much_met_as_can_be() -> None:
    network = TableNetwork(WORDS, 2)
    bounds = Bounds(WORDS, END, longest=4)
    ids = search(network, [Request([1], [])], bounds, 4, Allocation([[[1], [2], [3], [1], [2]]], END))[0].ids
    assert len(ids) == 3
    assert sum((Counter(ids) & Counter([1, 2, 3, 1, 2])).values()) == 3


def beginning(tables: Tables, rows: int) -> Progress:
    nothing = torch.zeros(rows, dtype=torch.long)
    return Progress(nothing, nothing, tables.wanted[nothing] * 0, nothing - 1)


def words_of(continuing: list[bool], bounding: set[int] = frozenset()) -> Words:
    return Words(torch.tensor(continuing), torch.tensor([number in bounding for number in range(len(continuing))]))


def walk(ids: Sequence[int], constraints: list[list[int]], continuing: set[int]) -> tuple[int, int]:
    """The credit after ids, and after the end, by the rules as they are written."""
    left, path, credit = Counter(map(tuple, constraints)), (), 0

    def read(tokens: Sequence[int]) -> None:
        nonlocal path, credit
        for token in tokens:
            if any(count and one[: len(path) + 1] == (*path, token) for one, count in left.items()):
                path = (*path, token)
            elif path:
                after, length = (*path, token), len(path)
                while length and not (left[path[:length]] and after[length] not in continuing):
                    length -= 1
                left[path[:length]] -= 1
                credit, path = credit + length, ()
                read(after[length or 1 :])

    read(ids)
    standing = credit + len(path)
    while path:
        read([-1])
    return standing, credit


@given(st.data())
@settings(max_examples=50, deadline=None)
def test_the_walk_through_the_trie_is_the_one_described(data: st.DataObject) -> None:
    token = st.integers(1, 3)
    constraints = data.draw(st.lists(st.lists(token, min_size=1, max_size=3), max_size=4))
    ids = data.draw(st.lists(token, max_size=10))
    continuing = data.draw(st.sets(token))
    tables = Tables([Trie.of(constraints)], words_of([number in continuing for number in range(4)]))
    state = beginning(tables, 1)
    for one in ids:
        state = tables.advance(state, torch.tensor([one]))
    credits = tables.credit(state).item(), tables.credit(tables.end(state)).item()
    assert credits == walk(ids, constraints, continuing)
    if credits[1] == sum(map(len, constraints)):
        assert holds(ids, constraints)


@pytest.mark.parametrize("constraints", [[[1, 2], [3]], [[1, 1, 2]], [[1, 2, 1, 3]], [[2, 2]]], ids=str)
def test_what_holds_the_constraints_is_seen_to(constraints: list[list[int]]) -> None:
    """Also where a constraint repeats its own beginning, so that an occurrence hides in a false start."""
    tables = Tables([Trie.of(constraints)], None)
    every = list(product((1, 2, 3), repeat=7))
    state = beginning(tables, len(every))
    for column in torch.tensor(every).T:
        state = tables.advance(state, column)
    met = tables.credit(tables.end(state)) == sum(map(len, constraints))
    assert met.tolist() == [holds(ids, constraints) for ids in every]


@pytest.mark.parametrize("beam", [1, 2, 8])
def test_a_longer_word_does_not_meet_a_constraint(beam: int) -> None:
    """Also where the network would always go on with the word, and the beam has room for nothing else."""
    network = TableNetwork(WORDS, 1)
    network.table[:, :, 2, 3] = 50.0  # after 2 its continuation 3 is nearly certain
    network.table = network.table.log_softmax(-1)
    words = words_of([False, False, False, True])
    bounds = Bounds(WORDS, END, longest=LONGEST)
    for constraints in ([[2]], [[2], [2, 3]]):
        ids = search(network, [Request([1], [])], bounds, beam, Allocation([constraints], END, words))[0].ids
        followers = [after for one, after in zip(ids, [*ids[1:], END], strict=True) if one == 2]
        assert followers.count(3) < len(followers)
        assert 3 in followers or constraints == [[2]]


@pytest.mark.parametrize(
    ("ids", "standing", "credit"),
    [
        ([4, 5], 2, 2),
        ([1, 2], 2, 2),
        ([1, 2, 3], 2, 2),
        ([1, 3, 2], 0, 0),
        ([2], 0, 0),
        ([3, 2], 0, 0),
        ([4, 1, 2], 2, 2),
        ([1, 2, 1, 2, 4, 5], 4, 4),
        ([1, 6, 7, 6], 4, 4),
        ([1, 6, 7], 0, 0),
    ],
    ids=str,
)
def test_a_constraint_may_follow_a_bracket_without_its_space(ids: list[int], standing: int, credit: int) -> None:
    """4 5 is spelled 2, and 8 8 8 8 is 6 7 6, directly after the bracket 1; the two spellings are worth the same."""
    several = [[4, 5], [4, 5], [8, 8, 8, 8]]
    trie = Trie.of(several, {(4, 5): (2,), (8, 8, 8, 8): (6, 7, 6)})
    tables = Tables([trie], words_of([number in (5, 7) for number in range(9)], {1}))
    state = beginning(tables, 1)
    for token in ids:
        state = tables.advance(state, torch.tensor([token]))
    assert (tables.credit(state).item(), tables.credit(tables.end(state)).item()) == (standing, credit)


@pytest.mark.parametrize("bracket", [True, False])
def test_natural_writing_earns_credit(bracket: bool) -> None:
    """The network writes 3 2: the constraint 1 after a bracket, or a word that only ends so."""
    network = TableNetwork(WORDS, 1)
    network.table[:] = -20.0
    for before, after in ((WORDS, 3), (3, 2), (2, END), (1, END)):
        network.table[:, :, before, after] = 0.0
    network.table = network.table.log_softmax(-1)
    words = words_of([False, False, True, False], {3} if bracket else set())
    steering = Allocation([[[1]]], END, words, {(1,): (2,)})
    ids = search(network, [Request([1], [])], Bounds(WORDS, END, longest=LONGEST), 4, steering)[0].ids
    assert ids == [3, 2] if bracket else 1 in ids


@pytest.mark.parametrize("beam", [1, 2, 4])
@pytest.mark.parametrize("seed", range(6))
def test_false_starts_of_a_long_spelling_keep_no_constraint_from_being_met(seed: int, beam: int) -> None:
    """Without a space 1 is 2 3 2 3 2 3 and 4 is 2 3 3, both after the bracket 5, which the network likes to write."""
    network = TableNetwork(6, seed)
    network.table[..., 5] += 4.0
    network.table[:, :, 5, 2] += 8.0
    network.table = network.table.log_softmax(-1)
    words, spellings = words_of([False] * 6, {5}), {(1,): (2, 3, 2, 3, 2, 3), (4,): (2, 3, 3)}
    bounds, wanted = Bounds(6, END, longest=14), [[1], [4], [4]]
    ids = search(network, [Request([1], [])], bounds, beam, Allocation([wanted], END, words, spellings))[0].ids
    tables = Tables([Trie.of(wanted, spellings)], words)
    state = beginning(tables, 1)
    for token in ids:
        state = tables.advance(state, torch.tensor([token]))
    assert tables.credit(tables.end(state)).item() == 3


def test_banks_take_turns_and_the_fullest_comes_first() -> None:
    scores = torch.tensor([[-1.0, -2.0, -3.0, -4.0, -torch.inf, -5.0]])
    banks = torch.tensor([[0, 0, 2, 0, 2, 1]])
    candidates = Candidates(scores, torch.zeros_like(banks), torch.zeros_like(banks))
    assert order(candidates, banks).tolist() == [[2, 5, 0, 1, 3, 4]]
    assert order(candidates, None).tolist() == [[0, 1, 2, 3, 5, 4]]
