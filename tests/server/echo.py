"""Servers without weights: the echo model behind the real application, in this process or on a real port."""

import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import uvicorn
from starlette.applications import Starlette

from fakes import EchoEngine, model_folder
from stencilmt.model.engine import Decoded, Engine, Request
from stencilmt.model.folder import ModelFolder
from stencilmt.server.app import create_app
from stencilmt.server.connections import address, listen, server
from stencilmt.server.models import Model
from stencilmt.server.settings import Settings


def echo_model(source: str = "en", target: str = "de", engine: Engine | None = None) -> Model:
    """A model for any language pair that writes back what it reads."""
    folder = model_folder()
    info = replace(folder.info, source_language=source, target_language=target)
    named = Path(mkdtemp(prefix="stencil-test-")) / f"{source}-{target}"
    named.symlink_to(folder.path)
    return Model(ModelFolder(named, info), engine or EchoEngine(folder.codec.subwords))


class GatedEngine:
    """Decodes only while its gate is open."""

    def __init__(self) -> None:
        self.echo = echo_model().engine
        self.entered = threading.Semaphore(0)
        self.gate = threading.Event()
        self.batches = 0

    def decode(self, requests: Sequence[Request]) -> list[Decoded]:
        """Wait, then write back what was read."""
        self.batches += 1
        self.entered.release()
        self.gate.wait()
        return self.echo.decode(requests)


def echo_settings(folder: Path, **chosen: Any) -> Settings:
    """Settings that keep everything in a folder of the test."""
    return Settings(**{"port": 0, "database": folder / "server.db"} | chosen)


def echo_app(folder: Path, models: Sequence[Model] = (), **chosen: Any) -> Starlette:
    """The application."""
    return create_app(echo_settings(folder, **chosen), models or [echo_model()])


@contextmanager
def serving(app: Starlette, settings: Settings) -> Iterator[str]:
    """The application on a free port of this machine, by its address, until the block ends."""
    listener = listen(settings)
    running = server(app, settings)
    thread = threading.Thread(target=_run, args=(running, listener), daemon=True)
    thread.start()
    try:
        while not running.started and thread.is_alive():
            thread.join(0.01)
        yield address(listener)
    finally:
        running.should_exit = True
        thread.join()
        listener.close()


def _run(running: uvicorn.Server, listener: Any) -> None:
    running.run(sockets=[listener])


def main() -> None:
    """Serve in a process of its own, to be killed: prints the address when it listens."""
    is_stuck = "stuck" in sys.argv
    settings = echo_settings(Path(sys.argv[1]), grace=1 if is_stuck else 20)
    listener = listen(settings)
    print(address(listener), flush=True)
    models = [echo_model(engine=GatedEngine() if is_stuck else None)]
    server(create_app(settings, models), settings).run(sockets=[listener])


if __name__ == "__main__":
    main()
