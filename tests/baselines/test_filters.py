"""Filters: whatever a network prefers, what it writes stays in the language."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from baselines.pairs import codec, pairs, symbol_ids
from baselines.tiny import END, TableNetwork
from stencilmt.baselines.engine import SteeredEngine
from stencilmt.baselines.filters import BlankLanguage, TagLanguage, TemplateLanguage, next_marks
from stencilmt.baselines.item import Pair
from stencilmt.baselines.layouts.inline import Inline
from stencilmt.baselines.layouts.template import TemplateLayout
from stencilmt.baselines.layouts.text_infill import TextInfill
from stencilmt.baselines.search import Bounds, search
from stencilmt.baselines.steering import Filter
from stencilmt.baselines.system import FilteredXml, GuardedInfill, GuardedPlaceholder, MaskedTemplate
from stencilmt.baselines.transformer import Transformer
from stencilmt.baselines.words import goes_on, is_bound, spell
from stencilmt.constraints.mark import Mark, closing, opening, term
from stencilmt.evaluation.markup import parse
from stencilmt.model.engine import Request
from stencilmt.model.network import VocabularyFacts, build
from stencilmt.model.presets import Architecture
from stencilmt.restore.restore import restore
from stencilmt.template.cut import cut
from stencilmt.template.grammar import faults, only_order
from stencilmt.template.symbols import JOIN
from strategies import mark_orders

SHAPE = Architecture(width=16, encoder_layers=1, decoder_layers=1, heads=2, feed_forward=16, dropout=0.0, positions=256)


def untrained_engine() -> SteeredEngine:
    """A network that writes nonsense."""
    subwords = codec().subwords
    size = subwords.padding
    model = build(SHAPE, VocabularyFacts(size + 1, size, subwords.end), 3).eval()
    with torch.no_grad():
        model.model.shared.weight.mul_(3)
    return SteeredEngine(Transformer(model), Bounds(size, subwords.end, 256), beam=2)


ENGINE = untrained_engine()


def wander(language: Any, words: Sequence[int], random: Random, longest: int = 40) -> list[int] | None:
    """Tokens drawn by lot among those allowed, up to the end if it comes."""
    state, written = language.start, []
    while len(written) < longest:
        rule = language.rule(state)
        allowed = [token for token in words if (token in rule.tokens) == rule.only]
        token = random.choice(allowed)
        if token == language.end:
            return written
        state = language.follow(state, token)
        written.append(token)
    return None


TAGS = TagLanguage({1: 2, 3: 4}, frozenset({5}), frozenset({9}), END)


@given(st.integers(0, 10**6))
def test_tags_are_written_once_and_well_nested(seed: int) -> None:
    names = {1: "<b>", 2: "</b>", 3: "<i>", 4: "</i>", 5: "<br/>", 6: "x"}
    written = wander(TAGS, [*names, 9, END], Random(seed))
    if written is not None:
        text = "".join(names[token] for token in written)
        assert parse(text) is not None
        assert sorted(token for token in written if token < 6) == [1, 2, 3, 4, 5]


@given(st.integers(0, 10**6), st.integers(1, 4))
def test_all_blanks_are_filled(seed: int, blanks: int) -> None:
    written = wander(BlankLanguage(blanks, 1, END), [1, 2, END], Random(seed))
    assert written is None or (written.count(1) == blanks and written[-1] == 1)


@given(mark_orders(), st.integers(0, 10**6), st.booleans())
def test_a_template_is_valid_and_derived_in_full(marks: tuple[Mark, ...], seed: int, compact: bool) -> None:
    language = TemplateLanguage(marks, symbol_ids(), END, compact)
    words = [*symbol_ids().values(), 5000, END]
    written = wander(language, words, Random(seed), longest=400)
    if written is None:
        return
    names = {number: symbol for symbol, number in symbol_ids().items()}
    symbols = [names[token] for token in written if token in names]
    template = symbols[: symbols.index("<sep>")] if marks else []
    assert not faults([symbol for symbol in template if symbol[0] != "Y"], marks)
    derived = [symbol for symbol in symbols[len(template) :] if symbol[0] == "Y"]
    assert derived == [f"Y{number}" for number in range(0 if marks else 1, len(marks) + 1)]


@pytest.mark.parametrize(
    "language", [TAGS, BlankLanguage(3, 1, END), TemplateLanguage((term(1), term(2)), symbol_ids(), END)]
)
def test_the_shortest_way_ends(language: Any) -> None:
    state = language.start
    for token in language.shortest(state):
        rule = language.rule(state)
        assert (token in rule.tokens) == rule.only
        assert len(language.shortest(language.follow(state, token))) < len(language.shortest(state))
        state = language.follow(state, token)
    assert not language.shortest(state)
    assert (END in language.rule(state).tokens) == language.rule(state).only


@pytest.mark.parametrize("longest", [7, 8, 12])
def test_at_the_limit_there_is_time_to_close(longest: int) -> None:
    network = TableNetwork(10, 2)
    for beam in (1, 3):
        ids = search(network, [Request([1], [])], Bounds(10, END, longest), beam, Filter([TAGS]))[0].ids
        assert sorted(token for token in ids if token < 6) == [1, 2, 3, 4, 5]


@given(mark_orders())
def test_marks_may_follow_in_every_order_that_is_valid(marks: tuple[Mark, ...]) -> None:
    written: list[Mark] = []
    while following := next_marks(written, marks):
        assert only_order(marks) <= (len(following) == 1)
        written.append(following[-1])
    assert not faults(written, marks)


def test_a_tag_is_closed_when_it_has_all_that_it_held() -> None:
    source = (opening(1), term(1), term(2), closing(1), term(3))
    assert next_marks([], source) == [opening(1), term(3)]
    assert next_marks([opening(1), term(2)], source) == [term(1)]
    assert next_marks([opening(1), term(2), term(1)], source) == [closing(1)]


@settings(max_examples=12, deadline=None)
@given(pair=pairs(tags=True))
def test_even_an_untrained_network_writes_valid_templates(pair: Pair) -> None:
    """The guarantee without repair: every step is masked, so nothing is left to mend."""
    system = MaskedTemplate(TemplateLayout(codec()), ENGINE, symbol_ids())
    request = Request(system.layout.source(pair.item), system.layout.prefix(pair.item))
    ids = ENGINE.decode([request], system.steer([pair.item]))[0].ids
    source = cut(pair.item.source, pair.item.spans)
    restored = restore(codec().subwords.decode(ids), source, pair.item.targets, codec().form, True)
    assert (restored.repairs, restored.omitted) == ((), 0)


@settings(max_examples=10, deadline=None)
@given(pair=pairs(terms=False, tags=True))
def test_even_an_untrained_network_keeps_tags_well_formed(pair: Pair) -> None:
    system = FilteredXml(Inline(codec()), ENGINE, symbol_ids())
    ids = ENGINE.decode([Request(system.layout.source(pair.item), [])], system.steer([pair.item]))[0].ids
    names = {number: symbol for symbol, number in symbol_ids().items()}
    written = [names[token] for token in ids if token in names and names[token] != "<join>"]
    assert sorted(written) == sorted(pair.item.marks)


@settings(max_examples=10, deadline=None)
@given(pair=pairs())
def test_even_an_untrained_network_keeps_terms(pair: Pair) -> None:
    guarded = [
        GuardedPlaceholder(Inline(codec()), ENGINE),
        GuardedInfill(TextInfill(codec()), ENGINE),
    ]
    for system in guarded:
        answer = system.translate([pair.item])[0]
        assert all(target in answer.text for target in pair.item.targets.values())
    assert answer.record["omitted"] == 0


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("halt", True),
        ("▁Haus", False),
        (",", False),
        ("-", False),
        ("-Datei", False),
        ("_", True),
        ("▁-", False),
        ("<0xC3>", True),
        ("<0x2C>", False),
        (JOIN, True),
        (term(1), False),
    ],
)
def test_what_makes_another_word_of_a_term(token: str, expected: bool) -> None:
    assert goes_on(token) is expected


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("▁(", True),
        ("-", True),
        ("▁", True),
        ("<0x2F>", True),
        ("▁Haus", False),
        ("2", False),
        ("<0xC3>", False),
        (JOIN, False),
        (term(1), False),
    ],
)
def test_what_a_term_may_follow_without_a_space(token: str, expected: bool) -> None:
    assert is_bound(token) is expected


@pytest.mark.parametrize("text", ["file", "print a page"])
def test_a_term_is_spelled_with_its_space_and_without(text: str) -> None:
    assert [codec().subwords.decode(ids) for ids in spell(text, codec())] == [(f" {text}",), (text,)]
