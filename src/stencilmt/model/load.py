"""A model from wherever it lies: an exported folder for CTranslate2, a training run for torch."""

from pathlib import Path

from stencilmt.errors import SettingsError
from stencilmt.model.engine import POSITIONS, CTranslate2Engine, Engine
from stencilmt.model.folder import SETTINGS, ModelFolder


def load(model: str | Path, *, beam: int = 4, threads: int = 0) -> tuple[ModelFolder, Engine]:
    """A model and the engine that decodes for it."""
    if is_trained(Path(model)):
        return _load_trained(Path(model), beam, threads)
    folder = ModelFolder.find(model)
    positions = folder.info.settings.get("architecture", {}).get("positions", POSITIONS)
    engine = CTranslate2Engine(folder.path, folder.codec.subwords, beam=beam, threads=threads, positions=positions)
    return folder, engine


def is_trained(path: Path) -> bool:
    """Whether a folder is a training run or a checkpoint, as far as one can tell without torch."""
    names = "settings.json", "model.safetensors"
    return not (path / SETTINGS).exists() and any((path / name).is_file() for name in names)


def _load_trained(path: Path, beam: int, threads: int) -> tuple[ModelFolder, Engine]:
    try:
        from stencilmt.model.trained import load_trained  # torch, which only training needs
    except ModuleNotFoundError as error:
        raise SettingsError(
            f"{path} is a training run, which needs {error.name} to translate: pip install 'stencil-mt[train]', "
            "or export it where that is installed"
        ) from error
    return load_trained(path, beam=beam, threads=threads)
