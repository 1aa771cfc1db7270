"""Systems that are asked for their translations, rather than read from a file."""

from collections.abc import Callable, Sequence

from stencilmt.evaluation.assemble import System
from stencilmt.evaluation.testset import Testset

Pairs = Sequence[tuple[str, str]]
"""Source and target of each term of a sentence."""

Translate = Callable[[list[str], list[Pairs]], Sequence[str]]
"""From sentences, tags and all, and the terms of each to translations."""


def translate_testset(testset: Testset, translate: Translate, name: str) -> System:
    """What a system makes of the sources of a test set."""
    constraints: list[Pairs] = [segment.pairs for segment in testset.segments]
    return System(name, tuple(translate(testset.sources, constraints)))
