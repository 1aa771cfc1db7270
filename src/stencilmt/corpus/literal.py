"""The literal tags of a corpus: the structural kind has each of them as a symbol."""

from collections import Counter
from collections.abc import Iterable

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup import Markup, scan
from stencilmt.corpus.clean import decode_texts
from stencilmt.template.symbols import Limits, alphabet

LEAST = 10
"""How often a tag must occur to be learned."""
MOST = 500
"""Tags that are symbols at the most; each takes a place from the subwords."""
_TAKEN = {"<unk>", "<s>", "</s>"}
"""What SentencePiece has for itself."""


def count_tags(texts: bytes) -> Counter[str]:
    """The tags in a shard of plain text."""
    counts: Counter[str] = Counter()
    for pair in decode_texts(texts):
        for text in pair:
            if "<" in text:
                counts.update(
                    text[tag.start : tag.end] for tag in scan(text, Markup.XML).tags if tag.kind is not Kind.PLACEHOLDER
                )
    return counts


def choose_tags(counts: Iterable[Counter[str]], limits: Limits) -> tuple[str, ...]:
    """The tags to be symbols, the most frequent first."""
    total: Counter[str] = Counter()
    for part in counts:
        total.update(part)
    taken = _TAKEN.union(alphabet(limits))
    often = [(-count, tag) for tag, count in total.items() if count >= LEAST and tag not in taken]
    return tuple(tag for _, tag in sorted(often)[:MOST])
