"""A server that is told to stop, and requests that are given up."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2

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


def test_a_request_that_takes_too_long_is_answered_and_given_up(tmp_path: Path) -> None:
    engine, settings = GatedEngine(), echo_settings(tmp_path, seconds=0.2)
    with serving(create_app(settings, [echo_model(engine=engine)]), settings) as address:
        answer = httpx2.post(f"{address}/translate", json=FIELDS | {"q": ["One.", "Two."] * 100}, timeout=60)
        engine.gate.set()
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
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
