"""The toy language, prepared once for all tests."""

from pathlib import Path

import pytest

from baselines.toy import write_corpus


@pytest.fixture(scope="session")
def toy_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A prepared corpus to train on."""
    return write_corpus(tmp_path_factory.mktemp("toy") / "train", 4000, 1, 355)


@pytest.fixture(scope="session")
def toy_test(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One to ask questions from."""
    return write_corpus(tmp_path_factory.mktemp("toy") / "test", 200, 7, 340)
