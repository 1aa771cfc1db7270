"""Commands whose packages are not installed say how to get them."""

import sys

import pytest

from stencilmt.cli import run
from stencilmt.cli.extras import explain_missing


@pytest.mark.parametrize(
    ("module", "extra"), [("torch", "train"), ("pyarrow.lib", "train"), ("starlette", "serve"), ("ray", "cluster")]
)
def test_the_extra_of_a_package(module: str, extra: str) -> None:
    assert explain_missing(ModuleNotFoundError(name=module)).endswith(f"pip install 'stencil-mt[{extra}]'")


@pytest.mark.parametrize("module", ["stencilmt.nothing", "lxml", None])
def test_what_is_of_no_extra_is_our_own_fault(module: str | None) -> None:
    assert explain_missing(ModuleNotFoundError(name=module)) == ""


@pytest.mark.parametrize(
    "command",
    [
        "train d -o r",
        "export r -o m",
        "compare d -o r",
        "prepare x.tsv --from en --to de -o d",
        "evaluate --testset prepared=d",
    ],
)
def test_a_command_names_the_package_it_needs(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] in ("stencilmt", "torch", "pyarrow")]:
        if not name.startswith("stencilmt.cli") and name != "stencilmt.errors":
            monkeypatch.delitem(sys.modules, name)
    for name in ("torch", "pyarrow"):
        monkeypatch.setitem(sys.modules, name, None)
    assert run(command.split()) == 2
    assert "pip install 'stencil-mt[train]'" in capsys.readouterr().err
