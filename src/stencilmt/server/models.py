"""The models that are served, by language pair."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from stencilmt.decode import Decoder
from stencilmt.errors import SettingsError
from stencilmt.model.engine import Engine
from stencilmt.model.folder import ModelFolder, installed
from stencilmt.model.load import load
from stencilmt.text.language import is_code, matches, normalize
from stencilmt.translator import Translator


@dataclass(frozen=True, eq=False)
class Model:
    """A model folder and the engine that decodes for it."""

    folder: ModelFolder
    engine: Engine

    @property
    def source(self) -> str:
        """The language it reads."""
        return self.folder.info.source_language

    @property
    def target(self) -> str:
        """The language it writes."""
        return self.folder.info.target_language

    @property
    def decoder(self) -> Decoder:
        """What a translator needs of it."""
        return Decoder(self.folder.codec, self.engine)

    @property
    def translator(self) -> Translator:
        """The model as a translator."""
        return Translator(self.folder, self.decoder)


def load_models(names: Sequence[str], *, beam: int = 4, threads: int = 0) -> list[Model]:
    """The named models, or all that are installed."""
    chosen = list(names) or [str(folder.path) for folder in installed()]
    if not chosen:
        raise SettingsError("no model is installed: name a model folder with --model")
    return [Model(*load(model, beam=beam, threads=threads)) for model in chosen]


class Models:
    """Finds the model for a language pair."""

    def __init__(self, models: Iterable[Model]) -> None:
        self._by_pair: dict[tuple[str, str], Model] = {}
        for model in models:
            first = self._by_pair.setdefault((model.source, model.target), model)
            if first is not model:
                raise SettingsError(
                    f"{first.folder.path} and {model.folder.path} both translate {model.source} to {model.target}: "
                    "name the one to serve with --model"
                )

    def __iter__(self) -> Iterator[Model]:
        return iter(self._by_pair.values())

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """From which language into which."""
        return sorted(self._by_pair)

    @property
    def sources(self) -> list[str]:
        """The languages that can be read."""
        return sorted({source for source, _ in self._by_pair})

    @property
    def languages(self) -> list[str]:
        """All languages that occur."""
        return sorted({language for pair in self._by_pair for language in pair})

    def targets(self, source: str) -> list[str]:
        """The languages into which a language can be translated."""
        return sorted(target for own, target in self._by_pair if own == source)

    def sources_for(self, target: str) -> list[str]:
        """The languages that can be translated into one."""
        return sorted(source for source, own in self._by_pair if _serves(own, target))

    def find(self, source: str, target: str) -> Model:
        """The model that translates from one language into another, however their codes are written."""
        if exact := self._by_pair.get((source, target)):
            return exact
        for (own_source, own_target), model in self._by_pair.items():
            if _serves(own_source, source) and _serves(own_target, target):
                return model
        known = ", ".join(f"{source} to {target}" for source, target in self.pairs)
        raise SettingsError(f"cannot translate {source!r} to {target!r}: served are {known}")


def _serves(own: str, asked: str) -> bool:
    """Whether a language is what was asked for, or the same without its region."""
    return is_code(asked) and (matches(own, asked) or (own == normalize(own) and own == normalize(asked)))
