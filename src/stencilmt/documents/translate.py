"""Translating segments: each different one once, in chunks so that progress can be told."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from stencilmt.constraints.glossary import Glossary
from stencilmt.constraints.matching import Matcher
from stencilmt.documents.document import Segment
from stencilmt.translator import Options, Translation, Translator

CHUNK = 512
"""Segments that are decoded together: enough to fill batches of like length, few enough to show progress."""
CHARACTERS = 200_000
"""Characters that are decoded together, unless one segment has more: so memory does not grow with the file."""

Advance = Callable[[int], None]
"""Told how many segments more are done."""


def translate_segments(
    segments: Sequence[Segment],
    translator: Translator,
    glossary: Glossary | Matcher | None = None,
    options: Options | None = None,
    advance: Advance = lambda count: None,
) -> list[Translation]:
    """The translations of segments in their order; the markup of each is its own."""
    options = options or Options()
    wanted = dict.fromkeys((segment.text, segment.markup) for segment in segments)
    done: dict[tuple[str, str], Translation] = {}
    for markup in dict.fromkeys(markup for _, markup in wanted):
        for texts in _chunks(text for text, own in wanted if own == markup):
            answers = translator.translate(texts, glossary, replace(options, markup=markup))
            done |= {(text, markup): answer for text, answer in zip(texts, answers, strict=True)}
            advance(len(texts))
    advance(len(segments) - len(wanted))
    return [done[segment.text, segment.markup] for segment in segments]


def _chunks(texts: Iterable[str]) -> Iterator[list[str]]:
    chunk: list[str] = []
    size = 0
    for text in texts:
        if chunk and (len(chunk) == CHUNK or size + len(text) > CHARACTERS):
            yield chunk
            chunk, size = [], 0
        chunk.append(text)
        size += len(text)
    if chunk:
        yield chunk
