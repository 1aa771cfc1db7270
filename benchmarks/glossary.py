"""How long glossaries take to load and to match: `python benchmarks/glossary.py [GLOSSARY TEXT]`.

Without files, 100,000 terms of one to three made-up words are looked for in a million characters, every tenth word of
which belongs to a term. Each line tells the processor time of the best of several runs, and its share of what we allow.
"""

import argparse
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
from stencilmt.errors import InputError
from stencilmt.text.files import decode, read_whole

Result = TypeVar("Result")
DATA = "Reads no data of its own: terms and text are made up, unless files of yours are named."
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


def main() -> int:
    """Measure the files that are named, or made-up ones."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog=DATA)
    parser.add_argument("glossary", type=Path, nargs="?", help="instead of a made-up one")
    parser.add_argument("text", type=Path, nargs="?", help="to look for its terms in")
    options = parser.parse_args()
    if not options.glossary:
        measure_made_up()
        return 0
    if not options.text:
        parser.exit(2, "glossary.py: a glossary needs a text to look for its terms in, name both files or none\n")
    try:
        measure(options.glossary, decode(read_whole(options.text), options.text))
    except InputError as error:
        print(f"glossary.py: {error}", file=sys.stderr)
        return 2
    return 0


def measure_made_up() -> None:
    """Measure a large glossary and a long text."""
    names, text = made_up(Random(1), 100_000, 1_000_000)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "terms.tsv"
        path.write_text("".join(f"{name}\t{name[::-1]}\n" for name in names))
        measure(path, text)


if __name__ == "__main__":
    sys.exit(main())
