"""How long glossaries take to load and to match: `python benchmarks/glossary.py [GLOSSARY TEXT]`.

Without files, 100,000 terms of one to three made-up words are looked for in a million characters, every tenth word of
which belongs to a term. Each line tells the processor time of the best of several runs, and its share of what we allow.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time
from typing import TypeVar

from stencilmt.constraints.glossary import Glossary
from stencilmt.constraints.matching import Matcher
from stencilmt.constraints.placeholders import find_placeholders

Result = TypeVar("Result")
RUNS = 5
SYLLABLES = ("an", "ber", "co", "di", "el", "fa", "gro", "hin", "im", "ju", "ka", "lo", "mer", "nu", "op", "pra", "qui")


def made_up(random: Random, terms: int, length: int) -> tuple[list[str], str]:
    """Terms and a text in which they occur."""
    words = list(dict.fromkeys("".join(random.choices(SYLLABLES, k=random.randint(1, 5))) for _ in range(2 * terms)))
    names = dict.fromkeys(" ".join(random.choices(words, k=random.randint(1, 3))) for _ in range(2 * terms))
    chosen = list(names)[:terms]
    fillers = sorted(set(words) - set(chosen))
    sentences = [" ".join((*random.choices(fillers, k=18), random.choice(chosen))) for _ in range(length // 100)]
    return chosen, ". ".join(sentences)[:length]


def best_of(name: str, allowed: float, step: Callable[[], Result]) -> Result:
    """Run a step several times and print its best time."""
    times = []
    for _ in range(RUNS):
        begin = process_time()
        result = step()
        times.append(process_time() - begin)
    print(f"{name:42}{min(times):8.3f} s {min(times) / allowed:7.0%} of {allowed} s")
    return result


def measure(path: Path, text: str) -> None:
    """Load a glossary, make it ready and search a text."""
    size = len(text) / 1e6
    glossary = best_of("load the glossary", 2.0, lambda: Glossary.load(path))
    matcher = best_of("make it ready for searching", 2.0, lambda: Matcher(glossary))
    hits = best_of(f"match {size:.1f} million characters", 0.2 * size, lambda: matcher.find(text))
    sentences = text.split(". ")
    best_of(f"match them as {len(sentences):,} sentences", 0.2 * size, lambda: [*map(matcher.find, sentences)])
    best_of("find placeholders", 0.2 * size, lambda: find_placeholders(text))
    print(f"{len(glossary.entries):,} entries, {len(hits):,} hits")


def main() -> None:
    """Measure the files that are named, or made-up ones."""
    if len(sys.argv) == 3:
        measure(Path(sys.argv[1]), Path(sys.argv[2]).read_text())
        return
    names, text = made_up(Random(1), 100_000, 1_000_000)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "terms.tsv"
        path.write_text("".join(f"{name}\t{name[::-1]}\n" for name in names))
        measure(path, text)


if __name__ == "__main__":
    main()
