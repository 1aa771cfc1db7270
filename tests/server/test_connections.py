"""A server that is told to stop, and requests that are given up."""

import logging
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest

from server.echo import GatedEngine, echo_model, echo_settings, serving
from stencilmt.server.app import create_app

FIELDS = {"q": "Open the file.", "source": "en", "target": "de"}


def test_requests_under_way_are_finished_before_it_stops(tmp_path: Path) -> None:
    engine, settings = GatedEngine(), echo_settings(tmp_path)
    with ThreadPoolExecutor(2) as threads:
        with serving(create_app(settings, [echo_model(engine=engine)]), settings) as address:
            answer = threads.submit(httpx2.post, f"{address}/translate", json=FIELDS, timeout=60)
            engine.entered.acquire()
            threading.Timer(0.3, engine.gate.set).start()
        assert answer.result().json() == {"translatedText": "Open the file."}


@pytest.mark.parametrize(
    ("path", "name"), [("/translate", "error"), ("/v2/translate?text=a&target_lang=de", "message")]
)
def test_requests_that_are_not_finished_in_time_are_told_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, path: str, name: str
) -> None:
    engine, settings = GatedEngine(), echo_settings(tmp_path, grace=1)
    with ThreadPoolExecutor(2) as threads:
        with serving(create_app(settings, [echo_model(engine=engine)]), settings) as address:
            fields = FIELDS if path == "/translate" else None
            answer = threads.submit(httpx2.post, f"{address}{path}", json=fields, timeout=60)
            answer.add_done_callback(lambda _: engine.gate.set())
            engine.entered.acquire()
        told = answer.result()
    assert (told.status_code, told.headers["retry-after"], told.json()) == (503, "2", {name: "the server is stopping"})
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_nothing_keeps_it_from_stopping(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(Path(__file__).with_name("echo.py")), str(tmp_path), "stuck"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process,
        ThreadPoolExecutor(1) as threads,
    ):
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        answer = threads.submit(httpx2.post, f"{address}/translate", json=FIELDS, timeout=60)
        while "stencil_requests_under_way 1.0" not in httpx2.get(f"{address}/metrics").text:
            pass
        process.terminate()
        assert process.wait(timeout=60) == 0
        assert answer.result().status_code == 503


def test_a_request_that_takes_too_long_is_answered_and_given_up(tmp_path: Path) -> None:
    engine, settings = GatedEngine(), echo_settings(tmp_path, seconds=0.2)
    with serving(create_app(settings, [echo_model(engine=engine)]), settings) as address:
        answer = httpx2.post(f"{address}/translate", json=FIELDS | {"q": ["One.", "Two."] * 100}, timeout=60)
        engine.gate.set()
    assert (answer.status_code, "retry-after" in answer.headers) == (413, False)
    assert engine.batches == 1  # of the four that it would have needed


def test_a_full_server_says_when_to_come_back(tmp_path: Path) -> None:
    engine, settings = GatedEngine(), echo_settings(tmp_path, queue=2)
    with (
        serving(create_app(settings, [echo_model(engine=engine)]), settings) as address,
        httpx2.Client(base_url=address, timeout=60) as client,
        ThreadPoolExecutor(2) as threads,
    ):
        first = [threads.submit(client.post, "/translate", json=FIELDS) for _ in range(2)]
        while "stencil_requests_under_way 2.0" not in client.get("/metrics").text:
            pass
        refused = client.post("/translate", json=FIELDS)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "2")
        engine.gate.set()
        assert [answer.result().status_code for answer in first] == [200, 200]
        assert client.post("/translate", json=FIELDS).status_code == 200
