"""The pages' files, and the description of the API."""

import re
from importlib import resources
from pathlib import Path

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from server.echo import echo_app

WEB = Path(str(resources.files("stencilmt.server"))) / "web"


def test_every_route_is_described_and_every_description_has_a_route(tmp_path: Path) -> None:
    app = echo_app(tmp_path)
    with TestClient(app, "http://127.0.0.1") as client:
        described = client.get("/openapi.json").json()["paths"]
    pages = re.compile(r"/|/docs|/spec|/openapi\.json|/web/.*")
    served = {
        (route.path, method.lower())
        for route in app.routes
        if isinstance(route, Route) and not pages.fullmatch(route.path)
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert served == {(path, method) for path, methods in described.items() for method in methods}


@pytest.mark.parametrize("file", sorted(WEB.iterdir()), ids=lambda path: path.name)
def test_nothing_comes_from_elsewhere(file: Path) -> None:
    addresses = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+", file.read_text()))
    assert addresses <= {"http://www.w3.org"}


@pytest.mark.parametrize("file", sorted(WEB.glob("*.js")), ids=lambda path: path.name)
def test_scripts_never_make_html_of_text(file: Path) -> None:
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", file.read_text()
    )


@pytest.mark.parametrize("file", sorted(WEB.iterdir()), ids=lambda path: path.name)
def test_every_file_that_is_named_is_served(client: TestClient, file: Path) -> None:
    names = re.findall(r'"(/web/[\w.]+|\./\w+\.js)"', file.read_text())
    for name in names:
        assert client.get(name.replace("./", "/web/")).status_code == 200, name


def test_metrics(tmp_path: Path) -> None:
    with TestClient(echo_app(tmp_path), "http://127.0.0.1") as client:
        client.post("/translate", json={"q": ["One.", "Two."], "source": "en", "target": "de"})
        client.post("/translate", json={})
        lines = client.get("/metrics").text.splitlines()
    for line in (
        'stencil_requests_total{method="POST",route="/translate",status="200"} 1.0',
        'stencil_requests_total{method="POST",route="/translate",status="400"} 1.0',
        'stencil_texts_total{status="ok"} 2.0',
        "stencil_characters_total 8.0",
        "stencil_requests_under_way 0.0",
    ):
        assert line in lines
