"""What a preparation is asked to do."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from stencilmt.alignment.aligner import NAMES
from stencilmt.config import replace_checked, require
from stencilmt.constraints.sample import SamplingSettings
from stencilmt.corpus.shards import LONGEST
from stencilmt.errors import DataError, SettingsError
from stencilmt.subwords import SubwordKind
from stencilmt.subwords.sentencepieces import SubwordSettings
from stencilmt.template.encode import SequenceKind
from stencilmt.template.symbols import Limits
from stencilmt.text.clean import CleaningSettings
from stencilmt.text.language import matches, normalize

Corpus = Path | tuple[Path, Path]
"""A file of pairs, or a source and a target file that belong together."""
MERGES = 32000
"""The paper's BPE, both languages together."""
_USED = {
    SequenceKind.UNIFIED: frozenset(asdict(SamplingSettings())),
    SequenceKind.LEXICAL: frozenset({"unconstrained", "most", "decay", "longest_term", "placeholders"}),
    SequenceKind.STRUCTURAL: frozenset(),
    SequenceKind.UNCONSTRAINED: frozenset(),
}
"""What each kind of sequence draws by; the others make no constraints or no tags."""


@dataclass(frozen=True, slots=True)
class Details:
    """Settings that few have to change."""

    cleaning: CleaningSettings
    limits: Limits
    sampling: SamplingSettings


@dataclass(frozen=True, slots=True)
class PrepareSettings:
    """Everything `prepare` can be told."""

    corpus: tuple[Corpus, ...]
    """The files to read."""
    source_language: str
    target_language: str
    folder: Path
    """Where the prepared corpus goes."""
    exclude: tuple[Path, ...] = ()
    """Files of pairs that must not be trained on: dev and test sets."""
    held_out: tuple[tuple[str, Path], ...] = ()
    """Named files of pairs that are prepared beside the corpus, for validation and tests; never trained on."""
    kind: SequenceKind = SequenceKind.UNIFIED
    """The kind of sequence the records are for."""
    aligner: str = "eflomal"
    """`eflomal`, `fast_align`, or a file of ready links, one line for each pair of the corpus."""
    limit: int | None = None
    """Read so many pairs and no more."""
    vocabulary: int | None = None
    """Entries of the subword model; none: 12,000, and for the paper's pre-processing its 32,000."""
    subword_kind: SubwordKind = SubwordKind.SENTENCEPIECE
    """How text is cut into subwords."""
    cleaning: CleaningSettings = field(default_factory=CleaningSettings)
    limits: Limits = field(default_factory=Limits)
    sampling: SamplingSettings | None = None
    """How training draws constraints; none: as suits the kind."""
    shard_size: int = 25_000
    """Pairs of a shard: small enough to be work for one worker, large enough to be few."""
    workers: int = 2
    """Processes to share the work; the result is the same with any number."""
    cluster: str | None = None
    """Work on Ray: `local` or the address of a cluster."""
    force: bool = False
    """Do again what was done in the folder with other settings."""

    def __post_init__(self) -> None:
        if not self.corpus:
            raise SettingsError("there is no corpus: name a file, or give --source and --target")
        for name in ("limit", "vocabulary", "shard_size", "workers"):
            if (value := getattr(self, name)) is not None and value < 1:
                raise SettingsError(f"invalid {name} {value}, expected 1 or more")
        for name, value in asdict(self.limits).items():
            require(value >= 1, f"invalid limits.{name} {value}, expected 1 or more")
        longest = self.cleaning.maximum_characters
        require(longest <= LONGEST, f"invalid cleaning.maximum_characters {longest}, expected {LONGEST} at the most")
        self._check_aligner()
        self._check_sampling()
        if matches(self.source_language, self.target_language):
            raise SettingsError(f"source and target are the same language, {normalize(self.source_language)!r}")

    def _check_aligner(self) -> None:
        if self.held_out and self.aligner not in NAMES:
            raise SettingsError("held-out files cannot be aligned by a file of links: take eflomal or fast_align")
        if self.aligner not in NAMES and not Path(self.aligner).is_file():
            raise SettingsError(
                f"unknown aligner {self.aligner!r}, expected 'eflomal', 'fast_align' or a file of links"
            )

    def _check_sampling(self) -> None:
        """Refuse what the kind has no use for."""
        usual = asdict(_usual_sampling(self.kind))
        for name, value in asdict(self.drawn).items():
            if value != usual[name] and name not in _USED[self.kind]:
                raise SettingsError(
                    f"sampling.{name} {value} means nothing to kind {self.kind}: leave it out, or take kind unified"
                )

    @property
    def links(self) -> Path | None:
        """The file of ready links, where no aligner is asked for."""
        return None if self.aligner in NAMES else Path(self.aligner)

    @property
    def untrained(self) -> tuple[Path, ...]:
        """All files whose pairs are not trained on."""
        return (*self.exclude, *(path for _, path in self.held_out))

    @property
    def subwords(self) -> SubwordSettings:
        """How the subwords are learned."""
        chosen = SubwordSettings(kind=self.subword_kind)
        if self.subword_kind is SubwordKind.MOSES_BPE:
            chosen = SubwordSettings(MERGES, "bpe", kind=self.subword_kind)
        return replace(chosen, size=self.vocabulary or chosen.size)

    @property
    def drawn(self) -> SamplingSettings:
        """How training draws constraints."""
        return self.sampling or _usual_sampling(self.kind)

    def steps(self) -> dict[str, Mapping[str, Any]]:
        """What each step depends on: with the same values it need not be done again."""
        return {
            "clean": {
                "corpus": [_describe(path) for path in self.corpus],
                "exclude": [_describe(path) for path in self.exclude],
                "held_out": {name: _describe(path) for name, path in self.held_out},
                "from": self.source_language,
                "to": self.target_language,
                "limit": self.limit,
                "shard_size": self.shard_size,
                **asdict(self.cleaning),
            },
            "align": {"aligner": _describe(self.links) if self.links else self.aligner},
            "annotate": {"kind": self.kind.value, "limits": asdict(self.limits)},
            "subwords": _without_default_kind(asdict(self.subwords)),
            "report": {"sampling": asdict(self.sampling)} if self.sampling else {},
        }

    def changed(self, changes: Mapping[str, Any]) -> "PrepareSettings":
        """The same settings with some details changed, by dotted path: `cleaning.maximum_ratio`, `sampling.tags`."""
        details = replace_checked(Details(self.cleaning, self.limits, self.drawn), changes)
        sampling = self.sampling if details.sampling == self.drawn else details.sampling
        return replace(self, cleaning=details.cleaning, limits=details.limits, sampling=sampling)


def _usual_sampling(kind: SequenceKind) -> SamplingSettings:
    """How constraints are drawn for a kind of sequence, unless somebody wants it otherwise."""
    match kind:
        case SequenceKind.UNIFIED:
            return SamplingSettings()
        case SequenceKind.LEXICAL:
            return SamplingSettings.paper()
        case _:
            return SamplingSettings(unconstrained=1.0, placeholders=0.0)


def _without_default_kind(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings without a kind that was the only one when older folders were made: they stay as they are."""
    return {name: value for name, value in settings.items() if value is not SubwordKind.SENTENCEPIECE}


def _describe(path: Corpus) -> str:
    """A file's name, size and time: enough to see that it is another."""
    if isinstance(path, tuple):
        return " and ".join(map(_describe, path))
    try:
        status = path.stat()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror})") from error
    return f"{path.name} ({status.st_size} bytes, {status.st_mtime_ns})"
