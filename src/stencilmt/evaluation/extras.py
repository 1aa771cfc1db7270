"""The libraries that only measuring needs."""

from importlib import import_module
from typing import Any

from stencilmt.errors import SettingsError


def load(module: str) -> Any:
    """Import a library of the `train` extra, or say how to get it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise SettingsError(
            f"measuring needs {error.name}, which is not installed: pip install 'stencil-mt[train]'"
        ) from error
