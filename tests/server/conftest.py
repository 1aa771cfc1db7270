"""What the server's tests share."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from server.echo import echo_app, echo_model, echo_settings, serving
from stencilmt.server.app import create_app


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of a server that asks for no key."""
    with TestClient(echo_app(tmp_path_factory.mktemp("server")), "http://127.0.0.1") as client:
        yield client


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real server that knows two keys and two directions."""
    folder = tmp_path_factory.mktemp("server")
    settings = echo_settings(folder, keys=("first-key", "second-key"))
    with serving(create_app(settings, [echo_model(), echo_model("de", "en")]), settings) as address:
        yield address
