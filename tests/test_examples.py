"""The examples in the docstrings are true."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

import stencilmt

PACKAGE = Path(stencilmt.__file__).parent
NAMES = sorted(
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    for path in PACKAGE.rglob("*.py")
    if re.search(r"^ +>>> (?!.*\+SKIP)", path.read_text(encoding="utf-8"), re.MULTILINE)
)


@pytest.mark.parametrize("name", NAMES)
def test_examples(name: str) -> None:
    results = doctest.testmod(import_module(name.removesuffix(".__init__")))
    assert results.attempted
    assert not results.failed
