"""Whatever a pair looks like: an example sampled from its record restores to the original target."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from corpus.toy import write_toy
from stencilmt.constraints.sample import SamplingSettings, sample
from stencilmt.corpus.annotate import Annotator
from stencilmt.corpus.correspond import Links
from stencilmt.corpus.prepare import prepare
from stencilmt.corpus.prepared import Prepared
from stencilmt.corpus.record import Record
from stencilmt.corpus.settings import PrepareSettings
from stencilmt.corpus.shards import Shards
from stencilmt.restore.restore import restore
from stencilmt.subwords import SubwordKind
from stencilmt.template.cut import cut
from stencilmt.template.encode import Format, encode_target
from stencilmt.template.spacing import pack
from stencilmt.text.language import is_spaced
from stencilmt.text.pairs import read_pairs

TOKENS = [
    "word",
    "Straße",
    "字",
    "<b>",
    "</b>",
    '<a href="x">',
    "</a>",
    "<br/>",
    "%s",
    "&amp;",
    " ",
    " ",
    ".",
    "<",
    "\u00a0",
]
MOST = SamplingSettings(unconstrained=0, decay=0.95, tags=0.5, placeholders=1)
"""Settings that choose as many constraints as there is room for."""


def restored(record: Record, seed: int, language: str = "de") -> tuple[str, tuple[str, ...]]:
    """The target that comes back from an example, and what had to be repaired."""
    chosen = sample(record.fixed, record.phrases, MOST, Random(seed))
    source, target = cut(record.source, chosen.source), cut(record.target, chosen.target)
    texts = {span.mark: record.target[span.start : span.end] for span in chosen.target}
    sequence = encode_target(pack(target, is_spaced(language)), source, texts, Format())
    result = restore(sequence, source, texts, Format(), is_spaced(language))
    return result.text, result.repairs


@st.composite
def pairs(draw: st.DrawFn) -> tuple[str, str]:
    """Two texts of the same tokens, each in its own order."""
    tokens = draw(st.lists(st.sampled_from(TOKENS), min_size=1, max_size=14))
    return "".join(tokens), "".join(draw(st.permutations(tokens)))


@settings(deadline=None)
@given(pairs(), st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9))), st.integers())
def test_any_pair(texts: tuple[str, str], links: set[tuple[int, int]], seed: int) -> None:
    annotator = Annotator("en", "de")
    lengths = [len(side.words) for side in annotator.read(texts)]
    inside: Links = sorted(link for link in links if link[0] < lengths[0] and link[1] < lengths[1])
    record = annotator.annotate(texts, inside)
    assume(isinstance(record, Record))
    assert restored(record, seed) == (record.target, ())


@pytest.mark.parametrize("language", ["de", "zh"])
def test_real_pairs(shared: Path, language: str) -> None:
    annotator, drawn = Annotator("en", language), 0
    for seed, pair in enumerate(read_pairs([shared / "corpus" / f"en-{language}" / "dev.tsv.gz"], "en", language)):
        source, target = annotator.read((pair.source, pair.target))
        diagonal = [(place, place) for place in range(min(len(source.words), len(target.words)))]
        record = annotator.annotate((pair.source, pair.target), diagonal)
        if isinstance(record, Record):
            drawn += 1
            assert restored(record, seed, language) == (record.target, ())
    assert drawn > 1500


@pytest.mark.parametrize("kind", [SubwordKind.SENTENCEPIECE, SubwordKind.MOSES_BPE])
def test_through_the_subwords(tmp_path: Path, kind: SubwordKind) -> None:
    corpus = write_toy(tmp_path)
    links = str(corpus.with_suffix(".links"))
    chosen = PrepareSettings(
        (corpus,), "en", "de", tmp_path / "out", aligner=links, vocabulary=480, workers=1, subword_kind=kind
    )
    prepare(chosen)
    codec = Prepared.load(chosen.folder).load_codec(chosen.folder)
    for seed, record in enumerate(Shards(chosen.folder)):
        spans = sample(record.fixed, record.phrases, MOST, Random(seed))
        source, target = cut(record.source, spans.source), cut(record.target, spans.target)
        texts = {span.mark: record.target[span.start : span.end] for span in spans.target}
        sequence = codec.subwords.decode(codec.target(target, source, texts))
        assert restore(sequence, source, texts, codec.form, codec.target_spaced).text == record.target
