"""The model folder: all a model is, and what it says of itself."""

import json
import logging
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from stencilmt.config import from_dict, hint, to_dict
from stencilmt.constraints.mark import Symbol
from stencilmt.errors import ModelError, SettingsError
from stencilmt.subwords import MARIAN, SubwordKind
from stencilmt.subwords.codec import Codec
from stencilmt.subwords.load import load_codec
from stencilmt.subwords.marian import load_marian
from stencilmt.template.encode import Format
from stencilmt.template.symbols import Limits, alphabet
from stencilmt.text.language import matches
from stencilmt.whole import write_json

LOGGER = logging.getLogger(__name__)
FORMAT = 1
"""The version of the folder's layout."""
SETTINGS, SUBWORDS, CARD = "stencil.json", "subwords.model", "README.md"


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """What `stencil.json` holds."""

    source_language: str
    target_language: str
    form: Format = field(default_factory=Format)
    """How its sequences are written."""
    limits: Limits = field(default_factory=Limits)
    """How many constraints it has symbols for."""
    longest: int = 160
    """Tokens of the longest segment it is given; longer ones are divided."""
    tags: tuple[str, ...] = ()
    """Of the structural kind, the literal tags it knows."""
    subwords: SubwordKind | Literal["marian"] = SubwordKind.SENTENCEPIECE
    """How text is cut for it."""
    init_language: str = ""
    """Of a model that started from one for several target languages, the token that names its own."""
    settings: dict[str, Any] = field(default_factory=dict)
    """The resolved settings of its training."""
    data: dict[str, Any] = field(default_factory=dict)
    """What it was trained on."""
    versions: dict[str, str] = field(default_factory=dict)
    """The software that made it."""
    scores: dict[str, dict[str, float]] = field(default_factory=dict)
    """How well it did: for each test set the measures."""
    notes: str = ""
    """What else its card says, as Markdown: licences, weaknesses."""
    format: int = FORMAT

    @property
    def symbols(self) -> list[Symbol]:
        """Every symbol of its vocabulary."""
        return [*alphabet(self.limits), *(Symbol(tag) for tag in self.tags)]


@dataclass(frozen=True)
class ModelFolder:
    """A model on disk."""

    path: Path
    info: ModelInfo

    @classmethod
    def load(cls, path: Path) -> "ModelFolder":
        """Read a model folder's settings; its weights are the engine's business."""
        try:
            data = json.loads((path / SETTINGS).read_text(encoding="utf-8"))
        except OSError as error:
            raise ModelError(f"{path} is no model folder: {SETTINGS} cannot be read ({error.strerror})") from error
        except ValueError as error:
            raise ModelError(f"{path / SETTINGS} is broken: {error}") from error
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            found = data.get("format") if isinstance(data, dict) else None
            raise ModelError(f"{path} has format {found!r}, this version reads {FORMAT}: a newer stencil may read it")
        try:
            return cls(path, from_dict(ModelInfo, data))
        except SettingsError as error:
            raise ModelError(f"{path / SETTINGS}: {error}") from error

    @classmethod
    def find(cls, model: str | Path) -> "ModelFolder":
        """A model by its folder or, among the installed ones, by its name."""
        if (Path(model) / SETTINGS).is_file() or isinstance(model, Path):
            return cls.load(Path(model))
        known = installed_paths()
        if model not in known:
            raise SettingsError(f"there is no model {model!r}: {hint(model, known) if known else 'none is installed'}")
        return cls.load(known[model])

    @cached_property
    def codec(self) -> Codec:
        """What turns templates into ids and back."""
        info = self.info
        languages = info.source_language, info.target_language
        if info.subwords == MARIAN:
            return load_marian(self.path, info.symbols, languages, info.form, info.init_language)
        return load_codec(self.path / SUBWORDS, info.subwords, info.symbols, languages, info.form)


def save_info(info: ModelInfo, folder: Path) -> None:
    """Write `stencil.json`."""
    write_json(folder / SETTINGS, to_dict(info))


def installed() -> Iterator[ModelFolder]:
    """The models in the user's folder and in the package; one that cannot be read is told of and passed over."""
    for path in installed_paths().values():
        try:
            yield ModelFolder.load(path)
        except ModelError as error:
            LOGGER.warning("passed over: %s", error)


def find_for_languages(source: str, target: str) -> ModelFolder:
    """The installed model for two languages, empty where that is open; of several the one that has their names."""
    folders = list(installed())
    pair = f"{source or 'en'}-{target or 'de'}"
    fitting = [folder for folder in folders if _translates(folder.info, source, target)]
    named = [folder for folder in fitting if folder.path.name == pair]
    if len(named or fitting) == 1:
        return (named or fitting)[0]
    names = ", ".join(folder.path.name for folder in fitting or folders) or "none"
    if fitting:
        raise SettingsError(f"several models could be meant, name one: {names}")
    raise SettingsError(f"no model for {pair} is installed (but {names}): name another language or a model's folder")


def _translates(info: ModelInfo, source: str, target: str) -> bool:
    pairs = (info.source_language, source), (info.target_language, target)
    return all(not asked or matches(own, asked) for own, asked in pairs)


def installed_paths() -> dict[str, Path]:
    """The folders by name; of two with one name the first counts."""
    paths: dict[str, Path] = {}
    for place in _places():
        for settings in sorted(place.glob(f"*/{SETTINGS}")):
            paths.setdefault(settings.parent.name, settings.parent)
    return paths


def _places() -> Iterator[Path]:
    if own := os.environ.get("STENCIL_MODELS"):
        yield Path(own)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    yield Path(home) / "stencil" / "models"
    yield Path(str(resources.files("stencilmt"))) / "models"
