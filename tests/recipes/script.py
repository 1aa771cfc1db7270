"""The scripts of a recipe as modules, though their folder is no package."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).resolve().parents[2] / "recipes" / "en-de"


def path_of(name: str) -> Path:
    """Where a script lies."""
    return FOLDER / f"{name}.py"


def load(name: str) -> ModuleType:
    """A script, not run."""
    spec = spec_from_file_location(f"recipe_{name}", path_of(name))
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
