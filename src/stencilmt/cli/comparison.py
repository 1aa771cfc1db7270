"""What `stencil compare` does: a contest, its measures, and the files that show them.

FOLDER/networks/NAME/            a training run for each network, shared by both kinds of constraint
FOLDER/terms/, FOLDER/tags/      a contest each
FOLDER/terms/FLAVOUR/            table.md, table.json, examples.html and plots
FOLDER/share-0.1/                all of that once more, trained on a tenth of the data
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from stencilmt.baselines.contest import Audience, Contest, Draw, Rules
from stencilmt.baselines.item import Keep, Pair
from stencilmt.baselines.methods import Method
from stencilmt.baselines.plots import draw_plots
from stencilmt.baselines.questions import Flavour, ask, ask_tags, require_constraints
from stencilmt.baselines.questions import draw as draw_questions
from stencilmt.baselines.table import as_markdown
from stencilmt.baselines.workshop import Curriculum, Workshop
from stencilmt.constraints.mark import Kind
from stencilmt.corpus.prepared import Prepared
from stencilmt.corpus.record import Record
from stencilmt.corpus.shards import Shards, spread
from stencilmt.errors import DataError
from stencilmt.evaluation.assemble import read_system, read_testset, with_markup
from stencilmt.evaluation.compare import Comparison, Options
from stencilmt.evaluation.compare import compare as measure
from stencilmt.evaluation.formats import Format
from stencilmt.evaluation.html import as_html
from stencilmt.evaluation.markup import parse
from stencilmt.evaluation.measures import heading
from stencilmt.evaluation.report import as_json
from stencilmt.evaluation.testset import Segment, Testset
from stencilmt.evaluation.testsets import NAMES, load_testset
from stencilmt.model.progress import Pace, TerminalReporter
from stencilmt.whole import write_bytes, write_json

Methods = Mapping[str, Method]


class Smaller(NamedTuple):
    """What is trained with less data as well."""

    shares: Sequence[float]
    methods: Methods


NOTHING = Smaller((), {})


class ContestReporter(TerminalReporter):
    """One bar for all trainings and translations, each from nothing to full."""

    def pace(self, pace: Pace) -> None:
        """Move the bar; on a log, a new training has its say at once."""
        if pace.seconds < self._told:
            self._told = float("-inf")
        super().pace(pace)

    def translated(self, title: str, done: int, whole: int) -> None:
        """Move the bar; a log has the line before."""
        self._bar.update(self._task, completed=done / whole, description=f"{title}: {done} of {whole} sentences")


@dataclass(frozen=True)
class Comparing:
    """One comparison, and where all of it is kept."""

    data: Path
    folder: Path
    curriculum: Curriculum
    rules: Rules
    samples: int
    """Of the bootstrap."""
    audience: Audience

    def write(self, flavour: Flavour, methods: Methods, smaller: Smaller = NOTHING) -> Path:
        """Do all that is not done, and write the pages of one flavour; give that of the table."""
        contest = self._contest
        comparison = self._measure(contest, methods, flavour)
        timing = contest.speeds(methods)
        content = {
            **as_json(comparison),
            "titles": {name: _title(name) for name in comparison.measures},
            "pairs": {method.title: contest.workshop.pairs(method.network) for method in methods.values()},
            "speed": {methods[name].title: rates for name, rates in timing["speeds"].items()},
            "timing": timing["how"],
            "exact_by_number": _exact_by_number(comparison),
            "bleu_by_pairs": self._bleu_by_pairs(comparison, flavour, smaller),
            "settings": contest.describe() | {"threads": contest.threads},
        }
        return _write(contest.folder / flavour, content, as_html(comparison))

    @cached_property
    def _contest(self) -> Contest:
        return self._open(self.folder, 1.0)

    def _open(self, folder: Path, share: float) -> Contest:
        draw = self._draw
        admitted = [pair for pair in draw(None) if self._prepared.limits.admit(pair.item.marks)]
        require_constraints(admitted, self.rules.keep, self.rules.testset)  # before anything is written or trained
        workshop = Workshop(self.data, folder / "networks", replace(self.curriculum, share=share), self.audience)
        return Contest(workshop, folder / self.rules.keep, self.rules, draw, self.audience)

    def _measure(self, contest: Contest, methods: Methods, flavour: Flavour) -> Comparison:
        testset = self._testset(contest.questions(flavour))
        systems = [
            read_system(contest.answers(name, method, flavour), testset, Format.JSONL, method.title)
            for name, method in methods.items()
        ]
        return measure(testset, systems, Options(samples=self.samples))

    def _testset(self, questions: Path) -> Testset:
        testset = read_testset(questions, questions, Format.JSONL, self._prepared.target_language)
        named = replace(testset, name=f"{self.rules.testset}, {questions.stem}")
        return with_markup(named) if self.rules.keep is Keep.TAGS else named

    def _bleu_by_pairs(self, whole: Comparison, flavour: Flavour, smaller: Smaller) -> dict[str, dict[str, float]]:
        """BLEU of each method, by the number of pairs it was trained on."""
        if not smaller.shares:
            return {}
        trained = {1.0: whole}
        for share in smaller.shares:
            contest = self._open(self.folder / f"share-{share}", share)
            contest.take_questions(self._contest, flavour)
            trained[share] = self._measure(contest, smaller.methods, flavour)
        pairs = self._prepared.records
        return {
            method.title: {
                str(round(share * pairs)): one.scores[method.title]["bleu"].value for share, one in trained.items()
            }
            for method in smaller.methods.values()
        }

    @cached_property
    def _prepared(self) -> Prepared:
        return Prepared.load(self.data)

    @cached_property
    def _draw(self) -> Draw:
        """How the questions are drawn: from records with all their phrases, or from the segments of a test set."""
        source, keep, most = self.rules.testset, self.rules.keep, self.curriculum.most
        segments = _read_segments(source, self._prepared.target_language)[: self.rules.sentences]
        if not segments:
            records = choose_records(self._shards(source), keep, self.rules.sentences)
            return lambda known: draw_questions(records, keep, self.curriculum.training.seed, most, known)
        draw = _ask_all(segments, keep, most)
        asked, given = sum(len(pair.item.marks) for pair in draw(None)), sum(len(one.terms) for one in segments)
        if keep is Keep.TERMS and asked < given:
            self.audience.note(f"{given - asked} of {given} terms left out: not a word of the source, or beyond {most}")
        return draw

    def _shards(self, source: str) -> Shards:
        if Path(source).is_dir():
            return Shards(Path(source))
        if source not in self._prepared.held_out:
            known = ", ".join(self._prepared.held_out) or "none"
            raise DataError(
                f"no test set {source!r}: expected a held-out part of {self.data} ({known}), "
                f"a prepared folder, FILE.jsonl, or NAME=FOLDER with one of {', '.join(NAMES)}"
            )
        return Shards(self.data, part=source)


def _read_segments(testset: str, language: str) -> tuple[Segment, ...]:
    """The segments of `NAME=FOLDER` or `FILE.jsonl`; none of anything else."""
    name, _, folder = testset.partition("=")
    if name in NAMES and folder:
        return load_testset(name, Path(folder), language).segments
    if testset.endswith(".jsonl"):
        return read_testset(Path(testset), Path(testset), Format.JSONL, language).segments
    return ()


def _ask_all(segments: Sequence[Segment], keep: Keep, most: int) -> Draw:
    if keep is Keep.TAGS:
        return lambda known: [ask_tags(segment.source, segment.reference) for segment in segments]

    def ask_terms(known: Sequence[str] | None) -> list[Pair]:
        texts = known or [""] * len(segments)
        pairs = zip(segments, texts, strict=True)
        return [ask(segment.source, segment.reference, segment.pairs, most, text) for segment, text in pairs]

    return ask_terms


def choose_records(shards: Shards, keep: Keep, most: int) -> list[Record]:
    """Records spread over a corpus; for tags only such that have some, in text that is well-formed XML."""
    records = [record for record in shards if keep is Keep.TERMS or _is_tagged(record)]
    if not records:
        raise DataError(f"{shards.folder}: no sentence in it has tags to compare, take another --testset")
    return [records[place] for place in spread(len(records), most)]


def _is_tagged(record: Record) -> bool:
    tags = any(unit.kind in (Kind.OPEN, Kind.ALONE) for unit in record.fixed)
    return tags and parse(record.source) is not None and parse(record.target) is not None


def _title(measure: str) -> str:
    known = heading(measure)
    return known.title if known.higher_is_better else f"{known.title} ↓"


def _exact_by_number(comparison: Comparison) -> dict[str, dict[str, float]]:
    """Exact match of each system, by the number of terms in a sentence."""
    found = {}
    for name, scores in comparison.scores.items():
        if "exact_match" in scores:
            sums: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
            for right, wanted in scores["exact_match"].counts.tolist():
                sums[int(wanted)][0] += right
                sums[int(wanted)][1] += wanted
            found[name] = {str(number): 100 * part / whole for number, (part, whole) in sums.items() if number}
    return found


def _write(folder: Path, content: dict[str, Any], page: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / "table.json", content)
    write_bytes(folder / "examples.html", page.encode(errors="xmlcharrefreplace"))
    draw_plots(content, folder)
    write_bytes(folder / "table.md", as_markdown(content).encode())
    return folder / "table.md"
