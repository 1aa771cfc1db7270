"""Data flows one way: no folder imports one that comes after it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import stencilmt

ROOT = Path(stencilmt.__file__).parent
LINE = [
    "errors",
    "config",
    "whole",
    "text",
    "alignment",
    "constraints",
    "template",
    "subwords",
    "corpus",
    "model",
    "restore",
    "decode",
    "draft",
    "translator",
    "contract",
]
BESIDE = ["baselines", "evaluation", "documents"]
DOORS = ["server", "cli"]


def rank(name: str) -> int:
    """How far down the line a part stands; those beside it and the doors come after all of it."""
    if name in LINE:
        return LINE.index(name)
    return len(LINE) + (DOORS.index(name) + 1 if name in DOORS else 0)


def imported_parts(path: Path) -> set[str]:
    """The parts of the package that a file imports, anywhere in it."""
    names = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return {name.split(".")[1] for name in names if name.startswith("stencilmt.")}


FILES = sorted(path for path in ROOT.rglob("*.py") if path.parent != ROOT or path.stem in LINE)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_folder_imports_one_that_comes_after_it(path: Path) -> None:
    own = path.relative_to(ROOT).parts[0].removesuffix(".py")
    later = {part for part in imported_parts(path) if part != own and rank(part) >= rank(own) and part != "__version__"}
    assert not later


def test_every_folder_has_its_place() -> None:
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders - {"models", "examples", "web"} <= {*LINE, *BESIDE, *DOORS}


def test_import_loads_nothing_heavy() -> None:
    code = "import sys, stencilmt; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"torch", "ctranslate2", "transformers", "lxml", "numpy"} & set(loaded)
