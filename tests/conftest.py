"""What all tests share."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with corpus and evaluation data, where it lies beside the project."""
    if not SHARED.is_dir():
        pytest.skip("no ../shared beside the project")
    return SHARED
