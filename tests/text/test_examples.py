"""The examples in the docstrings are true."""

import doctest
from importlib import import_module

import pytest

NAMES = ["accelerators", "duplicates", "language", "placeholders", "sentences", "tags"]


@pytest.mark.parametrize("name", NAMES)
def test_examples(name: str) -> None:
    results = doctest.testmod(import_module(f"stencilmt.text.{name}"))
    assert results.attempted
    assert not results.failed
