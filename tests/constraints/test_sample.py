"""Sampled constraints always fit the target they came from."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.sample import Extent, Phrase, SamplingSettings, Unit, place, sample
from stencilmt.restore.restore import restore
from stencilmt.template.cut import cut
from stencilmt.template.encode import Format, encode_target
from stencilmt.template.grammar import is_valid
from stencilmt.template.spacing import pack


@st.composite
def phrase_pairs(draw: st.DrawFn, words: int = 8) -> list[Phrase]:
    """All phrases of a pair of sentences whose words are a permutation of each other, 4 characters a word."""
    order = draw(st.permutations(range(words)))
    phrases = []
    for start in range(words):
        for end in range(start + 1, words + 1):
            places = [order[index] for index in range(start, end)]
            low, high = min(places), max(places) + 1
            if high - low == end - start:
                phrases.append(Phrase(4 * start, 4 * end - 1, 4 * low, 4 * high - 1, end - start))
    return phrases


SENTENCE = "one two thr fou fiv six sev eig"
SHARES = st.floats(0, 1)
SETTINGS = st.builds(
    SamplingSettings,
    unconstrained=st.just(0.0),
    tags=st.floats(0, 1),
    alone=st.floats(0, 1),
    decay=st.floats(0.5, 0.99),
)


@settings(max_examples=2000, deadline=None)
@given(phrase_pairs(), SETTINGS, st.integers(0, 2**32))
def test_every_sample_restores_to_its_target(phrases: list[Phrase], chosen: SamplingSettings, seed: int) -> None:
    drawn = sample((), phrases, chosen, Random(seed))
    source, target = cut(SENTENCE, drawn.source), pack(cut(SENTENCE, drawn.target), spaced=True)
    assert is_valid(target.marks, source.marks)
    texts = {span.mark: SENTENCE[span.start : span.end] for span in drawn.target}
    restored = restore(encode_target(target, source, texts, Format()), source, texts, Format(), spaced=True)
    assert (restored.text, restored.repairs) == (SENTENCE, ())


def test_the_same_seed_gives_the_same_sample() -> None:
    phrases = [Phrase(4 * n, 4 * n + 3, 4 * n, 4 * n + 3, 1) for n in range(8)]
    draws = [sample((), phrases, SamplingSettings(), Random(seed)) for seed in (1, 1, 2)]
    assert draws[0] == draws[1] != draws[2]


def test_the_papers_settings_choose_up_to_three_short_terms() -> None:
    phrases = [Phrase(4 * n, 4 * n + 3, 4 * n, 4 * n + 3, 1) for n in range(8)] + [Phrase(0, 31, 0, 31, 8)]
    draws = [sample((), phrases, SamplingSettings.paper(), Random(seed)) for seed in range(300)]
    assert {len(draw.source) for draw in draws} == {0, 1, 2, 3}
    assert all(span.mark.is_term and span.end - span.start == 3 for draw in draws for span in draw.source)


def test_real_tags_and_placeholders_stay() -> None:
    bold = Unit(Kind.OPEN, Extent(4, 15, 3, 4), Extent(0, 11, 3, 4))
    name = Unit(Kind.PLACEHOLDER, Extent(7, 11), Extent(3, 7))
    spans = place([name, bold])
    assert [str(span.mark) for span in spans.source] == ["<1>", "C1", "</1>"]
    assert [(span.start, span.end) for span in spans.source] == [(4, 7), (7, 11), (11, 15)]


FIRST = Unit(Kind.TERM, Extent(0, 6), Extent(0, 6))


@pytest.mark.parametrize(
    ("kind", "phrase", "fits"),
    [
        (Kind.TERM, Phrase(5, 9, 12, 16, 1), False),
        (Kind.TERM, Phrase(7, 9, 5, 9, 1), False),
        (Kind.TERM, Phrase(7, 9, 12, 16, 1), True),
        (Kind.OPEN, Phrase(0, 8, 0, 8, 1), True),
        (Kind.OPEN, Phrase(0, 6, 0, 6, 1), True),
        (Kind.OPEN, Phrase(0, 8, 12, 16, 1), False),
        (Kind.OPEN, Phrase(2, 4, 2, 4, 1), False),
    ],
)
def test_units_that_cross_are_not_taken(kind: Kind, phrase: Phrase, fits: bool) -> None:
    chosen = SamplingSettings(unconstrained=0, tags=1.0 if kind is Kind.OPEN else 0.0, alone=0)
    drawn = sample([FIRST], [phrase], chosen, Random(0))
    assert (len(drawn.source) > 1) == fits
