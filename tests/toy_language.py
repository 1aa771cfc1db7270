"""A toy language pair, made by rule: words are translated one by one, and their order changes.

In the source a sentence is subject, verb, object, each noun with an adjective before it. In the target the verb comes
last, the object first, and the adjective after its noun: so the order of constraints must be learned.
"""

from collections.abc import Iterator
from itertools import product
from random import Random

SOURCE_SYLLABLES = ["ka", "lo", "mi", "ten", "dar", "su", "pel", "rin"]
TARGET_SYLLABLES = ["ugh", "ashe", "oth", "ymm", "erk", "ild", "unz", "arv"]


def _words(syllables: list[str], first: int, count: int) -> list[str]:
    made = ["".join(pair) for pair in product(syllables, repeat=2)]
    return made[first : first + count]


NOUNS = dict(zip(_words(SOURCE_SYLLABLES, 0, 24), _words(TARGET_SYLLABLES, 0, 24), strict=True))
VERBS = dict(zip(_words(SOURCE_SYLLABLES, 24, 16), _words(TARGET_SYLLABLES, 24, 16), strict=True))
ADJECTIVES = dict(zip(_words(SOURCE_SYLLABLES, 40, 16), _words(TARGET_SYLLABLES, 40, 16), strict=True))


def pairs(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """So many sentence pairs."""
    random = Random(seed)
    for _ in range(count):
        phrases = [(random.choice(list(ADJECTIVES)), random.choice(list(NOUNS))) for _ in range(2)]
        yield make(phrases[0], random.choice(list(VERBS)), phrases[1])


def make(subject: tuple[str, str], verb: str, thing: tuple[str, str]) -> tuple[str, str]:
    """A sentence and its translation."""
    source = f"{' '.join(subject)} {verb} {' '.join(thing)} ."
    order = [NOUNS[thing[1]], ADJECTIVES[thing[0]], NOUNS[subject[1]], ADJECTIVES[subject[0]], VERBS[verb]]
    return source, " ".join(order) + " ."


def tsv(count: int, seed: int) -> str:
    """Pairs as the text of a TSV file."""
    return "".join(f"{source}\t{target}\n" for source, target in pairs(count, seed))
