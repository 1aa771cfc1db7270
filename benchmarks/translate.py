"""What the guarantee costs: translation with terms beside translation without, and against other ways to decode.

    python benchmarks/translate.py [--model en-de] [--test FILE.tsv] [--run RUN] [--plots FOLDER]

The same sentences go through all contestants in turn, round after round, and what is told is the median over the rounds
of the ratio within a round: so a busy machine slows all of them alike. Terms are drawn by rule, the same at every run:
words that occur once in the source, evenly spread over it, each with the word of the reference that stands at the same
place in proportion.
Given a run folder, the network it was exported from is timed with `transformers`. The exit code is 1 when a goal is
missed. The memory is that of a process that does nothing but translate.
"""

import argparse
import json
import re
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table

from stencilmt.constraints.glossary import Glossary
from stencilmt.constraints.matching import Matcher
from stencilmt.decode import Decoder
from stencilmt.documents import open_document
from stencilmt.documents.translate import translate_segments
from stencilmt.errors import InputError
from stencilmt.model.engine import Decoded, Engine, Request
from stencilmt.text.pairs import Pair, read_file
from stencilmt.translator import Translator

TEST = Path(__file__).resolve().parents[2] / "shared" / "corpus" / "en-de" / "test.tsv.gz"
DATA = """\
Reads, not part of this repository: sentence pairs of the model's languages, separated by a tab, such as the test part
that recipes/en-de makes; the model is one of `stencil models`."""
COUNTS = (0, 1, 3, 6, 12)
"""Terms in a sentence."""
USUAL = 3
"""As many as the paper gives at most."""
TOKENS, SECONDS, TRANSFORMERS, DOCUMENT = 0.95, 1.35, 4.0, 1.10
"""The goals: tokens a second and seconds a sentence with terms, times as fast, seconds of a document."""
_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass
class Meter:
    """An engine that counts what it decodes and keeps what it was asked last."""

    engine: Engine
    tokens: int = 0
    requests: list[Request] = field(default_factory=list)

    def decode(self, requests: Sequence[Request]) -> list[Decoded]:
        """Decode all requests."""
        answers = self.engine.decode(requests)
        self.tokens += sum(len(answer.ids) for answer in answers)
        self.requests += requests
        return answers


@dataclass(frozen=True)
class Contestant:
    """A way to translate the sentences, and what its rounds took."""

    run: Callable[[], int]
    """Translates all of them, and says how many tokens were written where that is known."""
    seconds: list[float] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)

    def play(self) -> None:
        """One round."""
        begin = perf_counter()
        self.tokens.append(self.run())
        self.seconds.append(perf_counter() - begin)

    def times(self, other: "Contestant") -> float:
        """How many times as long it takes as another, in the median over the rounds."""
        return median(own / theirs for own, theirs in zip(self.seconds, other.seconds, strict=True))

    def speed_times(self, other: "Contestant") -> float:
        """How many times as many tokens a second it writes as another, in the median over the rounds."""
        return median(own / theirs for own, theirs in zip(self.speeds, other.speeds, strict=True))

    @property
    def speeds(self) -> list[float]:
        """Tokens a second, round by round."""
        return [count / spent for count, spent in zip(self.tokens, self.seconds, strict=True)]


def main() -> int:
    """Measure, print, judge."""
    options = parse_options()
    try:
        return report_memory(options) if options.memory else measure(options)
    except InputError as error:
        print(f"translate.py: {error}", file=sys.stderr)
        return 2


def parse_options() -> argparse.Namespace:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, epilog=DATA, formatter_class=raw)
    parser.add_argument("--model", default="en-de", help="by name or folder")
    parser.add_argument("--test", type=Path, default=TEST, help="source and reference, separated by a tab")
    parser.add_argument("--run", type=Path, help="the run folder of the model, for transformers")
    parser.add_argument("--sentences", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=13, help="after one to warm up")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--plots", type=Path, help="a folder for the plot")
    parser.add_argument("--memory", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def measure(options: argparse.Namespace) -> int:
    sizes = list(memory())  # first, because a child's figure begins with the size of its parent
    translator = Translator.load(options.model, threads=options.threads)
    pairs = read_test(options, translator)
    players = contestants(options, translator, pairs)
    for number in range(1 + options.rounds):
        for player in players.values():
            player.play()
            if number == 0:
                player.seconds.clear()
                player.tokens.clear()
    rows = [*judge(players, len(pairs)), *sizes]
    print_tables(rows, players, len(pairs))
    if options.plots:
        plot(players, options.plots)
    return int(any(verdict == "missed" for *_, verdict in rows))


def read_test(options: argparse.Namespace, translator: Translator) -> list[Pair]:
    """Sentences with words enough for the largest number of terms."""
    info = translator.model.info
    long_enough = (
        pair
        for pair in read_file(options.test, info.source_language, info.target_language)
        if "<" not in pair.source and len(terms(pair, max(COUNTS))) == max(COUNTS)
    )
    pairs = list(islice(long_enough, options.sentences))
    if not pairs:
        raise InputError(f"{options.test} holds no plain sentence with {max(COUNTS)} different words")
    return pairs


def terms(pair: Pair, count: int) -> dict[str, str]:
    """So many terms of a sentence, by rule."""
    words, targets = _WORD.findall(pair.source), _WORD.findall(pair.target)
    lowered = [word.lower() for word in words]
    once = [place for place, word in enumerate(lowered) if lowered.count(word) == 1]
    if not targets or len(once) < count:
        return {}
    chosen = [once[len(once) * number // count] for number in range(count)]
    return {words[place]: targets[len(targets) * place // len(words)] for place in chosen}


def contestants(options: argparse.Namespace, translator: Translator, pairs: Sequence[Pair]) -> Mapping[str, Contestant]:
    texts = [pair.source for pair in pairs]
    players = {f"{count} terms": Contestant(with_terms(translator, pairs, count)) for count in COUNTS}
    page = "".join(f"<p>{escape(text)}</p>\n" for text in texts).encode()
    players["document"] = Contestant(as_document(translator, page))
    players["segments"] = Contestant(as_segments(translator, page))
    if options.run:
        requests = asked(translator, texts)
        players["ctranslate2"] = Contestant(engine_alone(translator.decoder.engine, requests))
        players["transformers"] = Contestant(network_alone(options, requests))
    return players


def with_terms(translator: Translator, pairs: Sequence[Pair], count: int) -> Callable[[], int]:
    language = translator.model.info.source_language
    texts = [pair.source for pair in pairs]
    matchers = [Matcher(Glossary.from_pairs(terms(pair, count)), language) for pair in pairs] if count else None

    def run() -> int:
        metered, meter = with_meter(translator)
        metered.translate(texts, matchers)
        return meter.tokens

    return run


def with_meter(translator: Translator) -> tuple[Translator, Meter]:
    meter = Meter(translator.decoder.engine)
    return Translator(translator.model, Decoder(translator.decoder.codec, meter)), meter


def as_document(translator: Translator, page: bytes) -> Callable[[], int]:
    def run() -> int:
        document = open_document(page, "page.html")
        document.splice([result.text for result in translate_segments(document.segments, translator)])
        return 0

    return run


def as_segments(translator: Translator, page: bytes) -> Callable[[], int]:
    segments = open_document(page, "page.html").segments

    def run() -> int:
        translate_segments(segments, translator)
        return 0

    return run


def asked(translator: Translator, texts: Sequence[str]) -> list[Request]:
    """What the engine is asked for these texts, without those that hold a placeholder and so a longer prefix."""
    metered, meter = with_meter(translator)
    metered.translate(texts)
    usual = min(len(request.prefix) for request in meter.requests)
    return [request for request in meter.requests if len(request.prefix) == usual]


def engine_alone(engine: Engine, requests: Sequence[Request]) -> Callable[[], int]:
    return lambda: sum(len(answer.ids) for answer in engine.decode(requests))


def network_alone(options: argparse.Namespace, requests: Sequence[Request]) -> Callable[[], int]:
    """The same with `generate`, in batches of like length; all prefixes are alike, so they can be prompts."""
    from stencilmt.model.trained import load_trained

    network = load_trained(options.run, threads=options.threads)[1].network
    ordered = sorted(requests, key=lambda request: len(request.source))
    batches = [ordered[start : start + 32] for start in range(0, len(ordered), 32)]
    return lambda: sum(generate(network, batch) for batch in batches)


def generate(network: Any, requests: Sequence[Request]) -> int:
    """Decode a batch, and count its tokens."""
    import torch

    pad, width = network.config.pad_token_id, max(len(request.source) for request in requests)
    source = torch.tensor([[*request.source, *[pad] * (width - len(request.source))] for request in requests])
    prompts = torch.tensor([[pad, *request.prefix] for request in requests])
    with torch.inference_mode():
        written = network.generate(
            input_ids=source,
            attention_mask=(source != pad).long(),
            decoder_input_ids=prompts,
            num_beams=4,
            early_stopping=True,
            max_new_tokens=2 * width + 20,
        )
    return int((written != pad).sum())


Row = tuple[str, str, str, str]
"""What was measured, the figure, the goal, and whether it was met."""


def judge(players: Mapping[str, Contestant], sentences: int) -> Iterator[Row]:
    free, bound = players["0 terms"], players[f"{USUAL} terms"]
    yield row("tokens/s with terms / without", bound.speed_times(free), TOKENS, at_least=True)
    yield row("seconds a sentence with terms / without", bound.times(free), SECONDS)
    yield row("seconds of a document / its segments", players["document"].times(players["segments"]), DOCUMENT)
    if "transformers" in players:
        ratio = players["transformers"].times(players["ctranslate2"])
        yield row("times as fast as transformers", ratio, TRANSFORMERS, at_least=True)
    yield f"sentences a second, {USUAL} terms", f"{sentences / median(bound.seconds):.1f}", "", ""


def row(what: str, figure: float, goal: float, at_least: bool = False) -> Row:
    is_met = figure >= goal if at_least else figure <= goal
    return what, f"{figure:.2f}", f"{'≥' if at_least else '≤'} {goal:.2f}", "met" if is_met else "missed"


def memory() -> Iterator[Row]:
    """What a process of its own takes up to translate the same."""
    command = [sys.executable, __file__, *sys.argv[1:], "--memory"]
    done = subprocess.run(command, stdout=subprocess.PIPE)
    if done.returncode:
        raise SystemExit(done.returncode)  # it has said why
    for what, megabytes in json.loads(done.stdout).items():
        yield f"memory, {what}", f"{megabytes:.0f} MB", "", ""


def report_memory(options: argparse.Namespace) -> int:
    translator = Translator.load(options.model, threads=options.threads)
    loaded = peak()
    with_terms(translator, read_test(options, translator), USUAL)()
    print(json.dumps({"model loaded": loaded, "at the most": peak()}))
    return 0


def peak() -> float:
    """The most memory that this process ever had, in megabytes."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / 1e6 if sys.platform == "darwin" else size / 1e3


def print_tables(rows: Sequence[Row], players: Mapping[str, Contestant], sentences: int) -> None:
    console = Console()
    goals = Table("what", "figure", "goal", "", title=f"{sentences} sentences")
    for each in rows:
        goals.add_row(*each)
    costs = Table("terms", "ms a sentence", "times that without", "tokens a sentence", "tokens/s")
    for count in COUNTS:
        player = players[f"{count} terms"]
        spent, tokens = 1000 * median(player.seconds) / sentences, median(player.tokens) / sentences
        figures = (
            f"{spent:.1f}",
            f"{player.times(players['0 terms']):.2f}",
            f"{tokens:.1f}",
            f"{median(player.speeds):,.0f}",
        )
        costs.add_row(str(count), *figures)
    console.print(goals)
    console.print(costs)


def plot(players: Mapping[str, Contestant], folder: Path) -> None:
    """Time against the number of terms."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    folder.mkdir(parents=True, exist_ok=True)
    figure, axes = pyplot.subplots(figsize=(6, 4))
    ratios = [players[f"{count} terms"].times(players["0 terms"]) for count in COUNTS]
    axes.plot(COUNTS, ratios, marker="o")
    axes.set(xlabel="terms in a sentence", ylabel="time, times that without terms", xticks=COUNTS, ylim=(0, None))
    axes.grid(alpha=0.3)
    figure.savefig(folder / "constraints.png", dpi=150, bbox_inches="tight")
    pyplot.close(figure)


if __name__ == "__main__":
    sys.exit(main())
