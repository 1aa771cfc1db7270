"""The measures against the figures the official scripts print, and the speed of 1-TERm.

Run `python benchmarks/evaluate.py [FOLDER]`, the folder holding the public test sets; exit code 1 says a figure is off.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from stencilmt.errors import InputError
from stencilmt.evaluation.assemble import read_system
from stencilmt.evaluation.compare import Options, compare
from stencilmt.evaluation.one_minus_term import OneMinusTerm
from stencilmt.evaluation.testset import Segment
from stencilmt.evaluation.testsets import load_testset
from stencilmt.evaluation.tokens import tokenizer

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "eval"
DATA = """\
Reads, not part of this repository: wmt21-terminology-enfr-dev (the dev set of the WMT21 terminology task with the
example output of its script, mahfuzibnalam/terminology_evaluation), salesforce-xml (the dev sets and example outputs
of salesforce/localization-xml-mt) and dinu2019-terminology (mtresearcher/terminology_dataset)."""
SENTENCES, SECONDS = 3000, 20.0
"""1-TERm of this many sentences of newstest length should take no longer."""


class Figure(NamedTuple):
    """A published figure and how far off we may be."""

    measure: str
    value: float
    tolerance: float


class Case(NamedTuple):
    """A system whose figures are published."""

    testset: str
    folder: str
    language: str
    system: str
    figures: tuple[Figure, ...]


CASES = (
    Case(
        "wmt21-terminology",
        "wmt21-terminology-enfr-dev",
        "fr",
        "en-fr.dev.txt.truecased.sgm",
        (
            Figure("bleu", 45.34, 0.01),
            Figure("window_overlap", 28.8, 0.5),
            Figure("window_overlap_3", 28.2, 0.5),
            Figure("one_minus_term", 59.7, 1.0),
        ),
    ),
    Case(
        "salesforce-xml",
        "salesforce-xml",
        "fr",
        "example_system_enfr_translation.json",
        (
            Figure("structure_correct", 99.8, 0.0),
            Figure("structure_match", 99.5, 0.0),
            Figure("bleu", 63.5, 0.2),
            Figure("xml_bleu", 61.9, 0.2),
        ),
    ),
    Case(
        "salesforce-xml",
        "salesforce-xml",
        "zh",
        "example_system_enzh_translation.json",
        (Figure("structure_correct", 99.9, 0.0), Figure("structure_match", 99.6, 0.0)),
    ),
)


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog=DATA)
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER, help="holds the folders of the test sets")
    try:
        return measure(parser.parse_args().folder)
    except InputError as error:
        print(f"evaluate.py: {error}", file=sys.stderr)
        return 2


def measure(folder: Path) -> int:
    """Print both tables; 1 where something is off."""
    table = Table("test set", "measure", "published", "within", "ours", "")
    passed = [check for case in CASES for check in check_case(case, folder, table)]
    seconds = time_edit_rate(folder)
    Console().print(table)
    print(
        f"1-TERm of {SENTENCES} sentences: {seconds:.1f} s on one core, "
        f"at most {SECONDS:.0f} s: {verdict(seconds <= SECONDS)}"
    )
    return int(not (all(passed) and seconds <= SECONDS))


def check_case(case: Case, folder: Path, table: Table) -> Iterator[bool]:
    """Measure a system and add its rows to the table."""
    testset = load_testset(case.testset, folder / case.folder, case.language)
    system = read_system(folder / case.folder / case.system, testset)
    options = Options(tuple(figure.measure for figure in case.figures), samples=0)
    scores = compare(testset, [system], options).scores[system.name]
    for measure, published, tolerance in case.figures:
        ours = scores[measure].value
        good = abs(ours - published) <= tolerance + 1e-9
        name = f"{case.testset} {case.language}"
        table.add_row(name, measure, f"{published:.2f}", f"{tolerance:.2f}", f"{ours:.2f}", verdict(good))
        yield good


def verdict(good: bool) -> str:
    """A word for the table."""
    return "pass" if good else "FAIL"


def time_edit_rate(folder: Path) -> float:
    """The seconds 1-TERm takes for newstest2017 and translations as far from it as those of a fair system."""
    generator = random.Random(1)
    dinu = [load_testset(name, folder / "dinu2019-terminology") for name in ("dinu-wiktionary-inflected", "dinu-iate")]
    pool = [segment for testset in dinu for segment in testset.segments]
    segments = [pool[number % len(pool)] for number in range(SENTENCES)]
    hypotheses = [spoil(segment, generator) for segment in segments]
    references, terms = [segment.reference for segment in segments], [segment.terms for segment in segments]
    start = time.process_time()
    score = OneMinusTerm(tokenizer("moses", "de")).corpus(hypotheses, references, terms)
    seconds = time.process_time() - start
    words = sum(len(reference.split()) for reference in references) / SENTENCES
    print(f"{SENTENCES} sentences of {words:.1f} words, 1-TERm {score.value:.1f}")
    return seconds


def spoil(segment: Segment, generator: random.Random) -> str:
    """A reference with words dropped and replaced and two phrases moved."""
    words = segment.reference.split()
    others = segment.source.split()
    words = [generator.choice(others) if generator.random() < 0.25 else word for word in words]
    words = [word for word in words if generator.random() > 0.1]
    for _ in range(2):
        start, length = generator.randrange(len(words) + 1), generator.randint(1, 4)
        phrase = words[start : start + length]
        del words[start : start + length]
        goal = generator.randrange(len(words) + 1)
        words[goal:goal] = phrase
    return " ".join(words)


if __name__ == "__main__":
    sys.exit(main())
