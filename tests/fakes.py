"""A model without weights: real subwords and real line, an engine that does as told."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from stencilmt.constraints.mark import Mark, Symbol
from stencilmt.decode import Decoder
from stencilmt.model.engine import Decoded, Engine, Request
from stencilmt.model.folder import ModelFolder, ModelInfo, save_info
from stencilmt.subwords import Subwords
from stencilmt.subwords.sentencepieces import SubwordSettings, train
from stencilmt.template.grammar import write_template
from stencilmt.template.symbols import SEP, target_gap
from stencilmt.translator import Translator

TEXTS = [f" Open the {word} and press the button to print a page." for word in ("file", "menu", "door", "mail")] * 40


class EchoEngine:
    """Writes the source back, in its own order: what a perfect translator into the same language would do."""

    def __init__(self, subwords: Subwords) -> None:
        self.subwords = subwords
        self.requests = 0

    def decode(self, requests: Sequence[Request]) -> list[Decoded]:
        self.requests += len(requests)
        return [Decoded(self._echo(request), -0.5) for request in requests]

    def _echo(self, request: Request) -> list[int]:
        sequence = self.subwords.decode(request.source)
        last = max(index for index, item in enumerate(sequence) if isinstance(item, Symbol) and item == SEP)
        derivation = [
            target_gap(int(item[1:])) if isinstance(item, Symbol) and item[0] == "X" else item
            for item in sequence[last + 1 :]
        ]
        template = _part(sequence, 1)
        written = (*_part(self.subwords.decode(request.prefix), 0), SEP, *template, SEP, *derivation)
        return self.subwords.encode(written)


def _part(sequence: Sequence[str], number: int) -> list[str]:
    parts: list[list[str]] = [[]]
    for item in sequence:
        if isinstance(item, Symbol) and item == SEP:
            parts.append([])
        else:
            parts[-1].append(item)
    marks = [Mark(item) for item in parts[number] if isinstance(item, Symbol) and item[0] != "X"]
    return list(write_template(marks, target_gap)) if number == 1 else parts[number]


FAILINGS = ("garbage", "truncated", "repeated", "shuffled", "nothing")
"""What an engine may write: random ids, an echo cut short, doubled or shuffled, the prefix alone."""


class GarbageEngine:
    """Fails in one way, or in all of them by turns."""

    def __init__(self, subwords: Subwords, seed: int, failings: Sequence[str] = FAILINGS) -> None:
        self._subwords = subwords
        self._echo = EchoEngine(subwords)
        self._random = Random(seed)
        self._failings = failings

    def decode(self, requests: Sequence[Request]) -> list[Decoded]:
        return [Decoded([*request.prefix, *self._noise(request)], self._random.random()) for request in requests]

    def _noise(self, request: Request) -> list[int]:
        random, size = self._random, len(self._subwords.tokens)
        right = self._echo.decode([request])[0].ids[len(request.prefix) :]
        match random.choice(self._failings):
            case "garbage":
                return [random.randrange(size) for _ in range(random.randrange(30))]
            case "truncated":
                return right[: random.randrange(len(right) + 1)]
            case "repeated":
                return [token for token in right for _ in range(random.randrange(3))]
            case "shuffled":
                return random.sample(right, len(right))
        return []


@cache
def model_folder() -> ModelFolder:
    """A model folder with a small vocabulary and no weights."""
    path = Path(mkdtemp(prefix="stencil-test-"))
    info = ModelInfo("en", "de")
    train(TEXTS, info.symbols, SubwordSettings(size=450)).save(path / "subwords.model")
    save_info(info, path)
    return ModelFolder.load(path)


def translator(engine: Engine | None = None) -> Translator:
    """A translator that echoes, or with an engine of one's own."""
    folder = model_folder()
    return Translator(folder, Decoder(folder.codec, engine or EchoEngine(folder.codec.subwords)))


def garbage_translator(seed: int, *failings: str) -> Translator:
    """A translator whose model fails in some ways, or in any."""
    return translator(GarbageEngine(model_folder().codec.subwords, seed, failings or FAILINGS))
