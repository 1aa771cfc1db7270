"""From parallel files to training data: clean, align, annotate, learn subwords, report."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any

from stencilmt import __version__
from stencilmt.alignment.aligner import Aligner, aligner
from stencilmt.config import from_dict, to_dict
from stencilmt.corpus.align import align
from stencilmt.corpus.annotate import Annotator, Work, annotate_shard
from stencilmt.corpus.clean import Cleaned, clean, text_path
from stencilmt.corpus.journal import Journal
from stencilmt.corpus.links import links_path
from stencilmt.corpus.literal import choose_tags, count_tags
from stencilmt.corpus.prepared import NAME, SUBWORDS, Prepared, ShardEntry
from stencilmt.corpus.progress import Progress, Silence
from stencilmt.corpus.ready import check_links, use_links
from stencilmt.corpus.refusals import Refusals
from stencilmt.corpus.report import Part, Report, make_report, write_report
from stencilmt.corpus.settings import PrepareSettings
from stencilmt.corpus.shards import Shard, Shards
from stencilmt.corpus.vocabulary import learn_subwords
from stencilmt.corpus.workers import Workers, hire
from stencilmt.errors import DataError, InputError
from stencilmt.subwords import SubwordKind
from stencilmt.subwords.load import cutter
from stencilmt.subwords.moses import NEEDED
from stencilmt.template.encode import SequenceKind
from stencilmt.text.clean import Cleaner
from stencilmt.text.duplicates import Exclusion
from stencilmt.text.pairs import read_pairs
from stencilmt.whole import locked, write_bytes, written_whole

_FILES = {
    "clean": "work/*",
    "align": "work/links-*",
    "annotate": "shard-*",
    "subwords": SUBWORDS,
    "report": "report.json",
}
"""What each step leaves in the folder."""
_ALIGNERS = {"eflomal": ("eflomal",), "fast_align": ("systran-align",)}
"""The packages of the aligners."""
_TOKENIZERS = {SubwordKind.MOSES_BPE: NEEDED}
"""The packages that cut text into words."""


def prepare(settings: PrepareSettings, progress: Progress | None = None) -> Report:
    """Prepare a corpus for training; what an earlier run finished is kept."""
    with locked(settings.folder, "preparing"):
        return _prepare(_Run(settings, progress or Silence()), settings)


def _prepare(run: "_Run", settings: PrepareSettings) -> Report:
    with hire(settings.workers, settings.cluster) as workers:
        cleaned = Cleaned.of(run.step("clean", run.clean))
        run.step("align", lambda: run.align(cleaned, workers))
        annotated = run.step("annotate", lambda: run.annotate(cleaned, workers))
    prepared = run.describe(cleaned, annotated)
    run.step("subwords", lambda: run.learn_subwords(prepared))
    report = run.step("report", lambda: run.report(prepared, cleaned, Refusals.of(annotated["refusals"])))
    run.complete(prepared)
    return from_dict(Report, report)


class _Run:
    """One run of the preparation: where it works, what is done and what is to do."""

    def __init__(self, settings: PrepareSettings, progress: Progress) -> None:
        self.settings = settings
        self.languages = settings.source_language, settings.target_language
        self.progress = progress
        self.folder = settings.folder
        self.work = settings.folder / "work"
        self.aligner: Aligner | Path = settings.links or aligner(settings.aligner)
        self.cutters = tuple(cutter(settings.subword_kind, language) for language in self.languages)
        self.steps = settings.steps()
        self.journal = Journal(self.folder, self.steps, settings.force)
        self._forget_what_is_lost()

    def step(self, name: str, action: Callable[[], Any]) -> Any:
        """Do a step, or what is left of it, and note what came of it."""
        if self.journal.result(name) is not None:
            return self.journal.result(name)
        self._make_folder()
        if not self.journal.is_begun(name):
            self._remove(name)
            self.journal.begin(name)
        begun = monotonic()
        try:
            result = action()
        except InputError:
            self.journal.forget(name)
            self._remove(name)
            if not any(self.work.iterdir()):
                self.work.rmdir()
            raise
        self.journal.finish(name, result, monotonic() - begun)
        return result

    def clean(self) -> dict[str, Any]:
        """Stream the corpus through the rules of cleaning."""
        settings = self.settings
        self.progress.start("clean", settings.limit)
        exclusion = Exclusion(read_pairs(settings.untrained, *self.languages) if settings.untrained else ())
        held_out = [(name, read_pairs([path], *self.languages)) for name, path in settings.held_out]
        pairs = islice(read_pairs(settings.corpus, *self.languages), settings.limit)
        cleaner = Cleaner(settings.cleaning, *self.languages)
        return clean(pairs, cleaner, exclusion, self.work, settings.shard_size, self.progress, held_out).plain()

    def align(self, cleaned: Cleaned, workers: Workers) -> dict[str, Any]:
        """Find which words belong together."""
        seconds = 0.0
        if isinstance(self.aligner, Path):
            check_links(self.aligner, cleaned.read, limited=cleaned.read == self.settings.limit)
            use_links(self.aligner, self.work, cleaned, self.languages, workers, self.progress)
        else:
            seconds = align(self.aligner, self.work, cleaned.shards, self.languages, workers, self.progress)
        return {"seconds": round(seconds, 1)}

    def annotate(self, cleaned: Cleaned, workers: Workers) -> dict[str, Any]:
        """Find what both sides of each pair have, shard by shard; finished shards are kept."""
        self.progress.start("annotate", cleaned.pairs)
        tags = self._literal_tags(cleaned, workers)
        symbols = frozenset(tags) if self.settings.kind is SequenceKind.STRUCTURAL else None
        annotator = Annotator(*self.languages, self.settings.kind, self.settings.limits, symbols)
        paths = [self.folder / name for name in cleaned.names]
        left = [number for number, path in enumerate(paths) if not path.exists()]
        works = (
            Work(annotator, text_path(self.work, number).read_bytes(), links_path(self.work, number).read_bytes())
            for number in left
        )
        for number, content in zip(left, workers.map(annotate_shard, works), strict=True):
            write_bytes(paths[number], content)
            self.progress.advance(cleaned.shards[number])
        return {"tags": tags, **_summarize(paths, sum(cleaned.held_out.values()))}

    def describe(self, cleaned: Cleaned, annotated: dict[str, Any]) -> Prepared:
        """The folder as it will be."""
        settings = self.settings
        entries = iter([ShardEntry(**entry) for entry in annotated["shards"]])
        held_out = {name: tuple(islice(entries, count)) for name, count in cleaned.held_out.items()}
        return Prepared(
            *self.languages,
            settings.kind,
            settings.limits,
            settings.drawn,
            settings.subwords,
            tuple(annotated["tags"]),
            tuple(entries),
            dict(cleaned.origins.most_common()),
            dict(self.steps),
            _versions(settings),
            held_out,
        )

    def learn_subwords(self, prepared: Prepared) -> dict[str, Any]:
        """Learn the subword model."""
        self.progress.start("subwords")
        subwords = learn_subwords(Shards(self.folder, prepared), prepared, self.cutters)
        with written_whole(self.folder / SUBWORDS) as part:
            subwords.save(part)
        return {"size": len(subwords.tokens)}

    def report(self, prepared: Prepared, cleaned: Cleaned, refusals: Refusals) -> dict[str, Any]:
        """Count and draw."""
        self.progress.start("report")
        cleaned.refusals.update(refusals)
        shards, codec = Shards(self.folder, prepared), prepared.load_codec(self.folder)
        report = make_report(prepared, shards, codec, cleaned.read, cleaned.refusals, self._seconds())
        report = replace(report, held_out=_parts(prepared, cleaned))
        write_report(report, self.folder)
        return to_dict(report)

    def complete(self, prepared: Prepared) -> None:
        """Say that the folder is whole."""
        shutil.rmtree(self.work, ignore_errors=True)
        prepared.save(self.folder)

    def _forget_what_is_lost(self) -> None:
        """Forget steps whose files are gone or broken, if only cleared away by a finished run, and needed."""
        annotated = self.journal.result("annotate")
        if annotated and not all(_is_whole(self.folder, ShardEntry(**entry)) for entry in annotated["shards"]):
            self.journal.forget("annotate")
        if self.journal.result("subwords") and not (self.folder / SUBWORDS).is_file():
            self.journal.forget("subwords")
        if self.journal.result("annotate") is None:
            self._forget_without("clean", text_path)
            self._forget_without("align", links_path)

    def _forget_without(self, name: str, path: Callable[[Path, int], Path]) -> None:
        """Forget a step that has not left a file for each shard."""
        if self.journal.result(name) is not None:
            shards = range(len(self.journal.result("clean")["shards"]))
            if not all(path(self.work, number).is_file() for number in shards):
                self.journal.forget(name)

    def _seconds(self) -> dict[str, float]:
        """How long the steps took, and the aligner itself within one of them."""
        return self.journal.seconds | {"aligner": self.journal.result("align")["seconds"]}

    def _literal_tags(self, cleaned: Cleaned, workers: Workers) -> tuple[str, ...]:
        if self.settings.kind is not SequenceKind.STRUCTURAL:
            return ()
        texts = (text_path(self.work, number).read_bytes() for number in range(len(cleaned.shards)))
        return choose_tags(workers.map(count_tags, texts), self.settings.limits)

    def _make_folder(self) -> None:
        self.work.mkdir(exist_ok=True)
        (self.folder / NAME).unlink(missing_ok=True)  # until all is done, the folder is not whole

    def _remove(self, name: str) -> None:
        """Remove what a step left."""
        for path in self.folder.glob(_FILES[name]):
            path.unlink()


def _is_whole(folder: Path, entry: ShardEntry) -> bool:
    try:
        return len(Shard(folder / entry.name)) == entry.records
    except DataError:
        return False


def _versions(settings: PrepareSettings) -> dict[str, str]:
    """The packages that had a hand in it."""
    packages = [
        "pyarrow",
        "sentencepiece",
        *_TOKENIZERS.get(settings.subwords.kind, ()),
        *_ALIGNERS.get(settings.aligner, ()),
    ]
    return {"stencil": __version__, **{name: version(name) for name in packages}}


def _parts(prepared: Prepared, cleaned: Cleaned) -> dict[str, Part]:
    return {
        name: Part(cleaned.held_out_read.get(name, 0), sum(entry.records for entry in entries))
        for name, entries in prepared.held_out.items()
    }


def _summarize(paths: list[Path], held_out: int) -> dict[str, Any]:
    """What the shards hold, so many held-out ones first, and what was refused to train on."""
    refusals, entries = Refusals(), []
    for number, path in enumerate(paths):
        shard = Shard(path)
        if number >= held_out:
            refusals.update(shard.refusals)
        entries.append({"name": path.name, "records": len(shard)})
    return {"shards": entries, "refusals": refusals.plain()}
