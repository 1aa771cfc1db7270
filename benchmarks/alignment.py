"""Alignment error rate, time and memory of both aligners, beside the figures published for them.

    python benchmarks/alignment.py --pairs 200000

Sentences aligned by hand are aligned together with training text of the same languages. Their words are cut the way
training data is (Chinese: characters) and the links found are counted for the words of the gold file.
"""

import argparse
import gzip
import multiprocessing
import re
import resource
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.table import Table

from stencilmt.alignment.aligner import WordPair, aligner
from stencilmt.alignment.gold import AlignmentScore, GoldPair, alignment_score, read_gold, read_gold_apart
from stencilmt.alignment.links import Links
from stencilmt.alignment.words import forms, words

SHARED = Path(__file__).resolve().parents[2] / "shared"
TAG = re.compile(r"</?[A-Za-z][^<>]*>")

PUBLISHED = {
    ("en-fr", "eflomal"): "8.1 [1], 8.2 [2]",
    ("en-fr", "fast_align"): "15.3 [1], 10.5 [2]",
    ("zh-en", "eflomal"): "28.7 [2]",
    ("zh-en", "fast_align"): "38.1 [2]",
    ("de-en", "eflomal"): "22.6 [2,3]",
    ("de-en", "fast_align"): "27.0 [2,3]",
}

NOTES = """\
[1] README of eflomal (robertostling/eflomal, "Performance"), by its authors: 1.13 M pairs of Hansards.
[2] README of awesome-align (neulab/awesome-align, "Model performance"), Dou and Neubig 2021.
[3] on other sentences: 508 of Europarl; ours are the 100 of Biçici 2011.
Not like for like: the published figures come from training text of the same kind as the test (parliament, news);
ours is software text (catalogues, manuals, example sentences). Both aligners get words cut to their first letters.
The length of that cut and the settings of fast_align were chosen on these same gold sets, which favours our figures;
eflomal has no seed, and every figure is one run."""

DATA = """\
Reads, not part of this repository: eval/word-alignment-gold with the gold alignments of neulab/awesome-align (examples;
en-fr: Hansards, zh-en: TsinghuaAligner) and of bicici/SMTData (de-en), and corpus/en-XX/train.tsv.gz, sentence pairs to
train on, English first, separated by tabs (recipes/en-de makes such a file)."""

RUNS = (("eflomal", "grow-diag-final-and"), ("eflomal", "intersection"), ("fast_align", "grow-diag-final-and"))


@dataclass(frozen=True, slots=True)
class Task:
    """One gold set and where its training text lies."""

    name: str
    corpus: Path
    gold: tuple[Path, ...]

    @property
    def languages(self) -> tuple[str, str]:
        """Source and target of the gold set; the corpus always has English first."""
        source, target = self.name.split("-")
        return source, target


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one run of an aligner gave and cost."""

    score: AlignmentScore
    pairs: int
    seconds: float
    processor_seconds: float
    megabytes: int


def tasks(shared: Path) -> list[Task]:
    """The gold sets at hand."""
    gold, corpus = shared / "eval" / "word-alignment-gold", shared / "corpus"
    apart = gold / "bicici-deen" / "German-English_WordAlignment"
    return [
        Task("en-fr", corpus / "en-fr" / "train.tsv.gz", (gold / "enfr.src-tgt", gold / "enfr.gold")),
        Task("zh-en", corpus / "en-zh" / "train.tsv.gz", (gold / "zhen.src-tgt", gold / "zhen.gold")),
        Task(
            "de-en",
            corpus / "en-de" / "train.tsv.gz",
            (apart / "test.de", apart / "test.en", apart / "de-en.wa"),
        ),
    ]


def cut(text: str, language: str) -> list[str]:
    """The words an aligner sees of a training sentence."""
    skip = [match.span() for match in TAG.finditer(text)] if "<" in text else ()
    return forms(text, words(text, language, skip))


def training_pairs(task: Task, count: int) -> Iterator[WordPair]:
    """The first pairs of the training text, turned to the direction of the gold set."""
    source, target = task.languages
    foreign = target if source == "en" else source
    with gzip.open(task.corpus, "rt", encoding="utf-8") as lines:
        for line in islice(lines, count):
            english, other = line.split("\t")[:2]
            pair = (cut(english, "en"), cut(other, foreign))
            yield pair if source == "en" else (pair[1], pair[0])


def cut_gold(sentence: Sequence[str], language: str) -> tuple[list[str], list[int]]:
    """The words an aligner sees of a gold sentence, and which gold word each is part of."""
    text = " ".join(sentence)
    owners = [number for number, word in enumerate(sentence) for _ in range(len(word) + 1)]
    spans = words(text, language)
    return forms(text, spans), [owners[start] for start, _ in spans]


def on_gold_words(links: Links, source_owners: Sequence[int], target_owners: Sequence[int]) -> Links:
    """Turn links between our words into links between gold words."""
    return tuple({(source_owners[source], target_owners[target]) for source, target in links})


def read_task(task: Task) -> list[GoldPair]:
    """The gold pairs of a task."""
    return read_gold(*task.gold) if len(task.gold) == 2 else read_gold_apart(*task.gold)


def chained(first: Iterable[WordPair], task: Task, count: int) -> Iterator[WordPair]:
    """Gold pairs, then training pairs."""
    yield from first
    yield from training_pairs(task, count)


def run(task: Task, name: str, symmetrization: str, count: int) -> Outcome:
    """Align and measure, in a process of its own so that its peak of memory is its own."""
    gold = read_task(task)
    source, target = task.languages
    cuts = [(cut_gold(pair.source, source), cut_gold(pair.target, target)) for pair in gold]
    pairs = chained(((one[0], other[0]) for one, other in cuts), task, count)
    start = time.perf_counter()
    found = aligner(name, symmetrization).align(pairs)
    links = list(islice(found, len(gold)))
    rest = sum(1 for _ in found)
    seconds = time.perf_counter() - start
    on_words = [on_gold_words(line, one[1], other[1]) for line, (one, other) in zip(links, cuts, strict=True)]
    return Outcome(alignment_score(on_words, gold), rest + len(gold), seconds, *spent())


def spent() -> tuple[float, int]:
    """Processor seconds of this process and its children, and the largest memory of one of them in megabytes."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    seconds = sum(usage.ru_utime + usage.ru_stime for usage in usages)
    return seconds, max(usage.ru_maxrss for usage in usages) // 1024


def in_new_process(*arguments: object) -> Outcome:
    """Call `run` in a fresh process."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max_workers=1, mp_context=spawn) as pool:
        return pool.submit(run, *arguments).result()


def add_row(table: Table, task: Task, name: str, symmetrization: str, outcome: Outcome) -> None:
    """Write one outcome into the table."""
    score = outcome.score
    shares = (f"{100 * share:.1f}" for share in (score.error_rate, score.precision, score.recall))
    published = PUBLISHED.get((task.name, name), "-") if symmetrization == "grow-diag-final-and" else "-"
    cost = (f"{outcome.seconds:.0f}", f"{outcome.processor_seconds:.0f}", f"{outcome.megabytes}")
    table.add_row(task.name, name, symmetrization, f"{outcome.pairs:,}", *shares, published, *cost)


def main() -> None:
    """Run every aligner on every gold set."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog=DATA)
    parser.add_argument("--shared", type=Path, default=SHARED, help="folder with corpus/ and eval/")
    parser.add_argument("--pairs", type=int, default=200_000, help="training pairs for each gold set")
    parser.add_argument("--only", choices=("en-fr", "zh-en", "de-en"), help="one gold set")
    arguments = parser.parse_args()
    chosen = [task for task in tasks(arguments.shared) if arguments.only in (None, task.name)]
    missing = [path for task in chosen for path in (task.corpus, *task.gold) if not path.is_file()]
    if missing:
        parser.exit(2, f"alignment.py: {missing[0]}: no such file, name the folder of the data with --shared\n")
    columns = ("gold", "aligner", "symmetrization", "pairs", "AER", "precision", "recall", "published AER")
    table = Table(*columns, "s", "CPU s", "MB", title="Alignment error rate (lower is better)")
    for task in chosen:
        for name, symmetrization in RUNS:
            add_row(table, task, name, symmetrization, in_new_process(task, name, symmetrization, arguments.pairs))
    console = Console(width=120)
    console.print(table)
    console.print(NOTES, markup=False, highlight=False)


if __name__ == "__main__":
    main()
