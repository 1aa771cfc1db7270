"""What some tests need from outside; where it is missing they say so, and in CI they fail instead."""

import os
import shutil
from pathlib import Path

import pytest

NODE_FOLDER = Path(__file__).parent / "node"


def need(found: bool, what: str) -> None:
    """Go on only if it was found."""
    if found:
        return
    if os.environ.get("STENCIL_NO_SKIP"):
        pytest.fail(f"{what} is missing, and STENCIL_NO_SKIP is set")
    pytest.skip(f"{what} is missing")


def need_node() -> str:
    """Node with deepl-node."""
    node = shutil.which("node")
    need(node is not None, "node")
    need((NODE_FOLDER / "node_modules" / "deepl-node").is_dir(), "deepl-node (npm install --prefix tests/server/node)")
    return str(node)


def need_chromium() -> str:
    """A Chromium that Playwright can drive."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    need(chromium is not None, "chromium")
    return str(chromium)
