"""A toy corpus: every word has one translation, verbs go to the end, and some words are tagged or placeholders."""

from pathlib import Path
from random import Random

SYLLABLES = ("ba", "de", "fi", "go", "lu", "mar", "nel", "pos", "ri", "tam")


def toy_pairs(number: int) -> list[tuple[str, str, str]]:
    """Source, target and links between the words that white space parts."""
    random = Random(1)
    return [_pair(random, index) for index in range(number)]


def write_toy(folder: Path, number: int = 300) -> Path:
    """Write a toy corpus and its links; give the path of the corpus."""
    folder.mkdir(parents=True, exist_ok=True)
    pairs = toy_pairs(number)
    (folder / "toy.tsv").write_text("".join(f"{source}\t{target}\ttoy\n" for source, target, _ in pairs))
    (folder / "toy.links").write_text("".join(f"{links}\n" for _, _, links in pairs))
    return folder / "toy.tsv"


def _pair(random: Random, index: int) -> tuple[str, str, str]:
    words = ["".join(random.choices(SYLLABLES, k=random.randint(2, 3))) for _ in range(random.randint(3, 8))]
    sources, targets = list(words), [f"{word[::-1]}en" for word in words]
    if index % 5 == 0:
        sources[1], targets[1] = f"<b>{sources[1]}</b>", f"<b>{targets[1]}</b>"
    if index % 7 == 0:
        sources[2] = targets[2] = "%s"
    order = [0, *range(2, len(words)), 1]
    links = " ".join(sorted(f"{place}-{order.index(place)}" for place in range(len(words))))
    return " ".join(sources) + ".", " ".join(targets[place] for place in order) + ".", links
