"""One training example: a record with freshly sampled constraints, as ids."""

import html
from random import Random
from typing import NamedTuple

from stencilmt.constraints.mark import Span
from stencilmt.constraints.sample import SamplingSettings, place, sample
from stencilmt.corpus.record import Record
from stencilmt.subwords.codec import Codec
from stencilmt.template.cut import cut
from stencilmt.template.symbols import Limits


class Example(NamedTuple):
    """What the encoder reads and the decoder must write."""

    source: list[int]
    target: list[int]
    forced: int
    """How many ids of the target are given at inference, and carry no loss."""


def make_example(
    record: Record, codec: Codec, settings: SamplingSettings, limits: Limits, random: Random
) -> Example | None:
    """Sample constraints and write the sequences; None where the record holds more than the model has symbols for."""
    chosen = sample(record.fixed, record.phrases, settings, random)
    if not limits.admit(chosen.marks):
        chosen = place(record.fixed)
        if not limits.admit(chosen.marks):
            return None
    source, target = cut(record.source, chosen.source), cut(record.target, chosen.target)
    target_views = {span.mark: _view(record.target, span) for span in chosen.target}
    return Example(
        codec.source(source, {span.mark: _view(record.source, span) for span in chosen.source}),
        codec.target(target, source, target_views),
        len(codec.prefix(source, target_views)),
    )


def _view(text: str, span: Span) -> str:
    seen = text[span.start : span.end]
    return html.unescape(seen) if seen.startswith("&") else seen
