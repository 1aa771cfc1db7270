"""Folders that belong to one experiment: what it was made with stands in a file, and nobody mixes in other results."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stencilmt.errors import SettingsError
from stencilmt.model.run import differences
from stencilmt.whole import write_json


def claim(path: Path, settings: Mapping[str, Any]) -> None:
    """Write down whose folder this is, or refuse where it is that of an experiment with other settings."""
    plain = json.loads(json.dumps(settings))
    if path.is_file():
        other = [line for _, line in differences(json.loads(path.read_text("utf-8")), plain)]
        if other:
            raise SettingsError(f"{path.parent} holds another comparison ({'; '.join(other)}): choose a new folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_json(path, plain)
