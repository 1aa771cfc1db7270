"""A toy language in which every rival has something to lose.

As in `toy_language` the target reorders everything: object, subject, verb, each adjective after its noun. But

- a noun translates to any noun at all, so that only a constraint says to which;
- an adjective agrees with the target's noun: whoever hides the term from the network cannot know how;
- a particle after it depends on the source's noun: whoever takes that away cannot know which;
- some noun phrases are tagged, and their tags change places.
"""

from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from stencilmt.baselines.workshop import Curriculum
from stencilmt.config import replace_checked
from stencilmt.corpus.prepare import prepare
from stencilmt.corpus.settings import PrepareSettings
from stencilmt.model.settings import training
from stencilmt.template.symbols import Limits

SOURCE, TARGET = ("ka", "lo", "mi", "ten", "dar", "su"), ("ugh", "she", "oth", "ymm", "erk", "ild")


def _words(syllables: tuple[str, ...], first: int, count: int) -> list[str]:
    return ["".join(pair) for pair in product(syllables, repeat=2)][first : first + count]


NOUNS, NAMES = _words(SOURCE, 0, 6), _words(TARGET, 0, 6)
VERBS = dict(zip(_words(SOURCE, 12, 4), _words(TARGET, 12, 4), strict=True))
ADJECTIVES = dict(zip(_words(SOURCE, 20, 4), _words(TARGET, 20, 4), strict=True))


@dataclass(frozen=True)
class Phrase:
    """A noun with its adjective."""

    adjective: str
    noun: str
    name: str
    """What the noun is called in the target this time."""
    tag: str = ""

    @property
    def source(self) -> str:
        return self._tagged(f"{self.adjective} {self.noun}")

    @property
    def target(self) -> str:
        ending = "a" if NAMES.index(self.name) % 2 else "u"
        particle = "zi" if NOUNS.index(self.noun) % 2 else "ro"
        return self._tagged(f"{self.name} {ADJECTIVES[self.adjective]}{ending} {particle}")

    def _tagged(self, text: str) -> str:
        return f"<{self.tag}>{text}</{self.tag}>" if self.tag else text


def sentence(random: Random) -> tuple[str, str]:
    """A sentence and its translation."""
    tags = random.choice([("", ""), ("", ""), ("b", ""), ("", "i"), ("b", "i")])
    subject, thing = (
        Phrase(random.choice(list(ADJECTIVES)), random.choice(NOUNS), name, tag)
        for name, tag in zip(random.sample(NAMES, 2), tags, strict=True)
    )
    verb = random.choice(list(VERBS))
    return f"{subject.source} {verb} {thing.source} .", f"{thing.target} {subject.target} {VERBS[verb]} ."


LINKS = "0-4 1-3 2-6 3-1 4-0 5-7"
"""Which words belong together; particles belong to none."""


def write_corpus(folder: Path, count: int, seed: int, vocabulary: int) -> Path:
    """Prepare so many pairs and give the folder."""
    random = Random(seed)
    folder.mkdir(parents=True)
    pairs = [sentence(random) for _ in range(count)]
    (folder / "toy.tsv").write_text("".join(f"{source}\t{target}\ttoy\n" for source, target in pairs))
    (folder / "toy.links").write_text(f"{LINKS}\n" * count)
    settings = PrepareSettings(
        (folder / "toy.tsv",),
        "en",
        "de",
        folder / "prepared",
        aligner=str(folder / "toy.links"),
        vocabulary=vocabulary,
        limits=Limits(4, 4),
        workers=1,
    )
    prepare(settings)
    return folder / "prepared"


def toy_curriculum(**changes: Any) -> Curriculum:
    """Networks that learn the language in seconds."""
    settings = {
        "architecture.width": 64,
        "architecture.feed_forward": 128,
        "architecture.encoder_layers": 1,
        "architecture.positions": 128,
        "optimization.peak_rate": 5e-3,
        "optimization.batch_tokens": 800,
        "optimization.pass_tokens": 800,
        "threads": 1,
    }
    return Curriculum(training=replace_checked(training("tiny"), settings), **changes)
