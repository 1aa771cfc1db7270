"""The fifth step: subwords learned from both languages, from text as the model will see it."""

from collections.abc import Iterator, Sequence

from stencilmt.constraints.mark import Span
from stencilmt.constraints.sample import place
from stencilmt.corpus.prepared import Prepared
from stencilmt.corpus.shards import Shards, spread
from stencilmt.subwords.load import Cutter
from stencilmt.subwords.sentencepieces import SentencePieces, train
from stencilmt.template.cut import cut
from stencilmt.template.spacing import pack
from stencilmt.text.language import is_spaced

RECORDS = 80_000
"""Records to learn from: half as many make sequences 1 % longer, twice as many take more than twice the time."""


def learn_subwords(shards: Shards, prepared: Prepared, cutters: Sequence[Cutter]) -> SentencePieces:
    """Learn subwords from records spread evenly over the corpus; the same shards give the same subwords."""
    return train(_texts(shards, prepared, *cutters), prepared.symbols, prepared.subwords)


def _texts(shards: Shards, prepared: Prepared, cut_source: Cutter, cut_target: Cutter) -> Iterator[str]:
    spaced = is_spaced(prepared.source_language), is_spaced(prepared.target_language)
    for record in map(shards.__getitem__, spread(len(shards), RECORDS)):
        spans = place(record.fixed)
        yield from map(cut_source, _free(record.source, spans.source, spaced[0]))
        yield from map(cut_target, _free(record.target, spans.target, spaced[1]))


def _free(text: str, spans: tuple[Span, ...], spaced: bool) -> Iterator[str]:
    """The text of a side without its tags and placeholders, in pieces, with the spaces it has when packed."""
    return (piece for piece in pack(cut(text, spans), spaced).free if piece)
