"""All measures that a test set and its systems allow, with their certainty."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from stencilmt.errors import SettingsError
from stencilmt.evaluation.assemble import System
from stencilmt.evaluation.bootstrap import Bootstrap, Interval
from stencilmt.evaluation.judges import Judge, Output, judges_for, output_of
from stencilmt.evaluation.score import Score
from stencilmt.evaluation.testset import Testset
from stencilmt.evaluation.tokens import Tokenizer, default_tokenizer, tokenizer


@dataclass(frozen=True, slots=True)
class Options:
    """How to measure."""

    measures: tuple[str, ...] = ()
    """Only these; empty for all that apply."""
    tokenizer: str = ""
    """Words for the term measures: "moses", "characters" or "words"; empty for what fits the test set."""
    windows: tuple[int, ...] = (2, 3)
    """Words on each side of a term for window overlap; the first gives `window_overlap`."""
    samples: int = 1000
    """Bootstrap samples for intervals and significance; 0 for neither."""
    seed: int = 12345

    def __post_init__(self) -> None:
        if not self.windows or min(self.windows) < 1:
            raise SettingsError(f"invalid window, expected 1 or more words (not {self.windows})")


@dataclass(frozen=True, slots=True)
class Comparison:
    """Systems measured with one test set."""

    testset: Testset
    systems: tuple[System, ...]
    words: Tokenizer
    """How the term measures cut text."""
    scores: Mapping[str, Mapping[str, Score]]
    """By system and measure."""
    intervals: Mapping[str, Mapping[str, Interval]] = field(default_factory=dict)
    significance: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """The p-value of each system's difference from the first, by system and measure."""

    @property
    def measures(self) -> list[str]:
        """The measures that at least one system has."""
        return list(dict.fromkeys(name for scores in self.scores.values() for name in scores))

    @property
    def signatures(self) -> dict[str, str]:
        """How each measure was made."""
        return {name: score.signature for scores in self.scores.values() for name, score in scores.items()}


def compare(testset: Testset, systems: Sequence[System], options: Options | None = None) -> Comparison:
    """Measure systems with a test set; the first is the one others are compared with."""
    options = options or Options()
    names = [system.name for system in systems]
    if len(set(names)) < len(names):
        raise SettingsError(f"two systems have the same name, rename one of their files (names: {', '.join(names)})")
    words = tokenizer(options.tokenizer or _tokenizer_name(testset), testset.target_language)
    judges = _chosen(judges_for(testset, words, options.windows), options.measures)
    scores = {system.name: _judge(judges, output_of(testset, system)) for system in systems}
    _check_measured(options.measures, scores)
    if not options.samples:
        return Comparison(testset, tuple(systems), words, scores)
    bootstrap = Bootstrap(len(testset.segments), options.samples, options.seed)
    intervals = {
        name: {measure: bootstrap.interval(score) for measure, score in own.items()} for name, own in scores.items()
    }
    return Comparison(testset, tuple(systems), words, scores, intervals, _significance(bootstrap, names, scores))


def _significance(
    bootstrap: Bootstrap, names: Sequence[str], scores: Mapping[str, Mapping[str, Score]]
) -> dict[str, dict[str, float]]:
    baseline = scores[names[0]] if names else {}
    return {
        name: {
            measure: bootstrap.significance(baseline[measure], score)
            for measure, score in scores[name].items()
            if measure in baseline
        }
        for name in names[1:]
    }


def _chosen(judges: dict[str, Judge], measures: Sequence[str]) -> dict[str, Judge]:
    for name in measures:
        if name not in judges:
            raise SettingsError(
                f"invalid measure for this test set, expected one of {', '.join(judges)} (not {name!r})"
            )
    return {name: judge for name, judge in judges.items() if not measures or name in measures}


def _check_measured(measures: Sequence[str], scores: Mapping[str, Mapping[str, Score]]) -> None:
    for measure in measures:
        if not any(measure in own for own in scores.values()):
            raise SettingsError(f"nothing to count for {measure}: no system has what it needs")


def _judge(judges: Mapping[str, Judge], output: Output) -> dict[str, Score]:
    scores = ((name, judge(output)) for name, judge in judges.items())
    return {name: score for name, score in scores if score is not None}


def _tokenizer_name(testset: Testset) -> str:
    return "words" if testset.tokenized else default_tokenizer(testset.target_language)
