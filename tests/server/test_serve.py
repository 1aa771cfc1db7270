"""`stencil serve`, up to the point where it would serve for ever."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import uvicorn
from starlette.testclient import TestClient

from server.echo import echo_model
from stencilmt.cli.serve import serve
from stencilmt.errors import InputError, SettingsError
from stencilmt.model import load
from stencilmt.server import logs, models
from stencilmt.server.settings import Settings


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[uvicorn.Config]]:
    """What would be served; models need no weights, and nothing is left listening."""
    seen: list[uvicorn.Config] = []

    def run(self: uvicorn.Server, sockets: Any) -> None:
        seen.append(self.config)
        with TestClient(self.config.app, "http://127.0.0.1") as client:  # type: ignore[arg-type]
            assert client.get("/health").json() == {"status": "ok"}

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(uvicorn.Server, "run", run)
    monkeypatch.setattr(logs, "configure", lambda: None)
    monkeypatch.setattr(load, "CTranslate2Engine", lambda *arguments, **options: echo_model().engine)
    return seen


def run(*arguments: str) -> None:
    app = typer.Typer()
    app.command()(serve)
    app(list(arguments), standalone_mode=False)


def test_it_says_what_it_serves_and_where(served: list[uvicorn.Config], capsys: pytest.CaptureFixture[str]) -> None:
    run("--port", "0", "--model", str(echo_model().folder.path))
    assert capsys.readouterr().out.startswith("stencil serves en to de on http://127.0.0.1:")
    assert len(served) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--host", "0.0.0.0", "--port", "0"], "--api-key"),
        (["--api-key", "none", "--api-key", "k"], "stands among API keys"),
        (["--api-key", ""], "empty"),
        (["--api-key", "key", "--api-key", "schlüssel"], "API key 2 cannot be sent"),
        (["--api-key", " key"], "API key 1 cannot be sent"),
        (["--port", "70000"], "port"),
        (["--model", "no-such"], "no-such"),
        (["--model", "PATH", "--model", "PATH"], "both translate en to de"),
        (["--host", "no.such.host.invalid", "--model", "PATH", "--api-key", "k"], "cannot listen"),
    ],
)
def test_wrong_arguments_are_the_callers_fault(
    served: list[uvicorn.Config], arguments: list[str], message: str
) -> None:
    path = str(echo_model().folder.path)
    with pytest.raises(InputError, match=message):
        run(*(path if argument == "PATH" else argument for argument in arguments))
    assert served == []


def test_no_model_no_server(served: list[uvicorn.Config], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "installed", lambda: iter(()))
    with pytest.raises(SettingsError, match="no model is installed"):
        run()


@pytest.mark.parametrize(
    ("host", "is_local"),
    [("127.0.0.1", True), ("127.8.8.8", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("::", False)],
)
def test_what_is_local(host: str, is_local: bool) -> None:
    assert Settings(host).is_local is is_local
