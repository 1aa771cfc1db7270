"""How fast sentences are cut and encoded, without subwords, on one core; and how long `import stencilmt` takes.

python benchmarks/template.py
"""

import argparse
import subprocess
import sys
from random import Random
from time import perf_counter, process_time

from rich.console import Console
from rich.table import Table

from stencilmt.constraints.find import Finder
from stencilmt.constraints.glossary import Glossary
from stencilmt.constraints.markup import Markup
from stencilmt.constraints.matching import Matcher
from stencilmt.template.cut import cut
from stencilmt.template.encode import Format, encode_prefix, encode_source

SEGMENTS = 20_000
GOAL = 20_000
WORDS = "open the file menu and press button to print a page with mail merge or save all changes before quitting"


def segments(tagged: bool) -> list[str]:
    """Sentences of 12 words; every second one with a tag pair and a placeholder where tagged."""
    random = Random(1)
    made = []
    for number in range(SEGMENTS):
        words = random.choices(WORDS.split(), k=12)
        if tagged and number % 2:
            words[2], words[5] = f"<b>{words[2]}", f"{words[5]}</b>"
            words[8] = "%s"
        made.append(" ".join(words) + ".")
    return made


def bare_rate(texts: list[str], finder: Finder) -> float:
    """Segments a second through cut and encode alone, the constraints being known."""
    form, found = Format(), [finder.find(text) for text in texts]
    sources = [{constraint.mark: constraint.source for constraint in each.constraints} for each in found]
    start = process_time()
    for each, texts_of in zip(found, sources, strict=True):
        source = cut(each.text, each.spans)
        encode_source(source, texts_of, form)
        encode_prefix(source, texts_of, form)
    return len(texts) / (process_time() - start)


def rate(texts: list[str], finder: Finder) -> float:
    """Segments a second through find, cut and encode."""
    form = Format()
    start = process_time()
    for text in texts:
        found = finder.find(text)
        source = cut(found.text, found.spans)
        encode_source(source, {constraint.mark: constraint.source for constraint in found.constraints}, form)
        encode_prefix(source, {constraint.mark: constraint.target for constraint in found.constraints}, form)
    return len(texts) / (process_time() - start)


def import_seconds() -> float:
    """The time `import stencilmt` adds to starting Python, the best of five."""
    times = []
    for code in ("pass", "import stencilmt"):
        runs = []
        for _ in range(5):
            start = perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            runs.append(perf_counter() - start)
        times.append(min(runs))
    return times[1] - times[0]


def main() -> None:
    """Print the table."""
    epilog = "Reads no data: sentences and terms are made up."
    argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog=epilog).parse_args()
    terms = {"mail merge": "Seriendruck", "file": "Datei", "button": "Knopf"}
    matcher = Matcher(Glossary.from_pairs(terms), "en")
    table = Table("what", "segments/s", f"goal {GOAL:,}", title=f"{SEGMENTS:,} segments of 12 words")
    for name, measure, tagged, finder in (
        ("cut and encode; tags and terms known", bare_rate, True, Finder(matcher, Markup.XML)),
        ("find, cut and encode; plain text, no glossary", rate, False, Finder()),
        ("find, cut and encode; plain text, glossary", rate, False, Finder(matcher)),
        ("find, cut and encode; half of it tagged, glossary", rate, True, Finder(matcher, Markup.XML)),
    ):
        speed = measure(segments(tagged), finder)
        table.add_row(name, f"{speed:,.0f}", "met" if speed >= GOAL else "missed")
    console = Console()
    console.print(table)
    console.print(f"import stencilmt: {import_seconds():.3f} s (goal: under 0.3 s)")


if __name__ == "__main__":
    main()
