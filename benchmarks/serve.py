"""How much the server costs: many clients at once against the bare translator on the same texts, and its memory.

    python benchmarks/serve.py [--model en-de]

Without a model, an engine that echoes and burns processor time stands for one: so much for each batch, so much for
each sentence in it.
"""

import argparse
import asyncio
import hashlib
import itertools
import json
import multiprocessing
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from urllib.request import urlopen

from rich.console import Console
from rich.table import Table

from stencilmt.errors import InputError
from stencilmt.model.engine import Decoded, Request
from stencilmt.server.models import Model, load_models

sys.path.append(str(Path(__file__).parents[1] / "tests"))

DATA = "Reads no data: the sentences are made up; the model is one of `stencil models`, or none."
HEAD = b"POST /v1/translate HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json"
GOAL_RATIO, GOAL_GROWTH = 0.8, 0.05
SUBJECTS = ["The file", "A window", "This page", "The mail merge", "Your print job", "The server", "The toolbar"]
VERBS = ["opens", "shows", "replaces", "cannot read", "is saved before", "waits for", "has to confirm"]
OBJECTS = ["the selected text", "all changes", "the page number", "a new document", "the next message"]
ENDS = [
    ".",
    " when you press %s.",
    " in <b>bold</b> letters.",
    " if the option {name} is set.",
    " and closes the menu.",
]
TERMS = {"mail merge": "Seriendruck", "print job": "Druckauftrag", "toolbar": "Symbolleiste"}


class CostlyEcho:
    """The echo engine with the processor time of a model."""

    def __init__(self, batch: int = 64, per_batch: int = 8, per_sentence: int = 4) -> None:
        from fakes import EchoEngine, model_folder

        self._echo = EchoEngine(model_folder().codec.subwords)
        self._batch, self._per_batch, self._per_sentence = batch, per_batch, per_sentence

    def decode(self, requests: Sequence[Request]) -> list[Decoded]:
        """Echo, and take so many milliseconds, outside Python as a real engine does."""
        for start in range(0, len(requests), self._batch):
            burn(self._per_batch + self._per_sentence * len(requests[start : start + self._batch]))
        return self._echo.decode(requests)


def burn(milliseconds: int, rounds_per_millisecond: int = 1500) -> None:
    """Keep a core busy, without holding Python's lock."""
    hashlib.pbkdf2_hmac("sha256", b"", b"", milliseconds * rounds_per_millisecond)


def load(name: str | None) -> Model:
    """The model to measure with."""
    if name:
        return load_models([name])[0]
    from fakes import model_folder

    return Model(model_folder(), CostlyEcho())


def texts() -> Iterator[str]:
    """Sentences of a user interface, without end."""
    random = Random(7)
    while True:
        yield " ".join(map(random.choice, (SUBJECTS, VERBS, OBJECTS))) + random.choice(ENDS)


def bare_rate(model: Model, seconds: float) -> float:
    """Texts a second through the translator alone, 512 at a time."""
    from stencilmt.constraints.glossary import Glossary
    from stencilmt.constraints.markup import Markup
    from stencilmt.constraints.matching import Matcher
    from stencilmt.translator import Options

    matcher, options, source = Matcher(Glossary.from_pairs(TERMS), "en"), Options(Markup.HTML), texts()
    done, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        done += len(model.translator.translate(list(itertools.islice(source, 512)), matcher, options))
    return done / (perf_counter() - start)


def run_server(name: str | None, pipe: "multiprocessing.connection.Connection") -> None:
    """Serve until killed, in a process of its own."""
    from stencilmt.server.app import create_app
    from stencilmt.server.connections import listen, server
    from stencilmt.server.logs import configure
    from stencilmt.server.settings import Settings

    with tempfile.TemporaryDirectory() as folder, Path(os.devnull).open("w") as nowhere:
        sys.stderr = nowhere  # logs are written as always, but nobody wants to read them
        configure()
        settings = Settings(port=0, database=Path(folder) / "server.db")
        listener = listen(settings)
        pipe.send(listener.getsockname()[1])
        server(create_app(settings, [load(name)]), settings).run(sockets=[listener])


@dataclass
class Load:
    """What the clients saw."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    errors: list[int] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        """The latency that so many requests stayed below, in milliseconds."""
        return 1000 * sorted(self.latencies)[int(share * (len(self.latencies) - 1))]


async def client(port: int, source: Iterator[str], load: Load, until: float, most: Iterator[int]) -> None:
    """One client: a request, its answer, the next request, on one connection and with as little effort as possible."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while perf_counter() < until and next(most, None) is not None:
        start = perf_counter()
        body = json.dumps({"text": next(source), "markup": "html", "glossary": TERMS}).encode()
        writer.write(b"%s\r\nContent-Length: %d\r\n\r\n%s" % (HEAD, len(body), body))
        answer = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(re.search(rb"content-length: (\d+)", answer)[1]))  # type: ignore[index]
        load.latencies.append(perf_counter() - start)
        if (status := int(answer[9:12])) != 200:
            load.errors.append(status)
    writer.close()
    await writer.wait_closed()


async def press(port: int, clients: int, seconds: float = 1e9, most: int | None = None) -> Load:
    """Many clients at once, for so long or so many requests."""
    load, source, start = Load(), texts(), perf_counter()
    budget = iter(range(most)) if most is not None else itertools.count()
    await asyncio.gather(*(client(port, source, load, start + seconds, budget) for _ in range(clients)))
    load.seconds = perf_counter() - start
    return load


def memory(port: int) -> float:
    """Megabytes the server takes up."""
    with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        found = re.search(rb"^process_resident_memory_bytes (\S+)", answer.read(), re.MULTILINE)
    return float(found[1]) / 1e6 if found else float("nan")


async def warm_up_and_press(port: int, options: argparse.Namespace) -> Load:
    """The load that is measured, after a little that is not."""
    await press(port, options.clients, most=5 * options.clients)
    return await press(port, options.clients, options.seconds)


Row = tuple[str, str, str]


def describe(load: Load, bare: float, options: argparse.Namespace) -> Iterator[Row]:
    """Throughput and latency."""
    rate = len(load.latencies) / load.seconds
    yield f"requests in {load.seconds:.0f} s", f"{len(load.latencies):,}", ""
    yield "errors", f"{len(load.errors)}", verdict(not load.errors)
    yield "texts/s, bare translator", f"{bare:,.1f}", ""
    yield f"texts/s, {options.clients} clients", f"{rate:,.1f}", ""
    yield f"ratio, goal {GOAL_RATIO}", f"{rate / bare:.2f}", verdict(rate / bare >= GOAL_RATIO)
    for share in (0.5, 0.95, 0.99):
        yield f"latency p{100 * share:.0f}", f"{load.percentile(share):,.0f} ms", ""


def watch_memory(port: int, options: argparse.Namespace) -> Iterator[Row]:
    """Memory while more requests come in."""
    sizes = []
    for _ in range(5):
        asyncio.run(press(port, options.clients, most=options.requests // 5))
        sizes.append(memory(port))
    yield f"memory over {options.requests:,} requests more", " ".join(f"{size:.0f}" for size in sizes) + " MB", ""
    growth = sizes[-1] / sizes[0] - 1
    yield f"growth, goal below {GOAL_GROWTH:.0%}", f"{growth:+.1%}", verdict(growth < GOAL_GROWTH)


def verdict(is_met: bool) -> str:
    """How a goal was done by."""
    return "met" if is_met else "missed"


def main() -> int:
    """Measure and print."""
    options = parse_options()
    try:
        measure(options, load(options.model))
    except InputError as error:
        print(f"serve.py: {error}", file=sys.stderr)
        return 2
    return 0


def parse_options() -> argparse.Namespace:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, epilog=DATA, formatter_class=raw)
    parser.add_argument("--model", help="by name or folder; without it, an echo that takes its time")
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--requests", type=int, default=10_000, help="over which memory is watched")
    return parser.parse_args()


def measure(options: argparse.Namespace, model: Model) -> None:
    """Print the table."""
    half = min(10.0, options.seconds)
    bare = [bare_rate(model, half)]
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=run_server, args=(options.model, theirs), daemon=True)
    process.start()
    port = ours.recv()
    table = Table("what", "figure", "", title=f"{options.model or 'echo, 8 ms a batch and 4 ms a sentence'}")
    pressed = asyncio.run(warm_up_and_press(port, options))
    bare.append(bare_rate(model, half))  # before and after, for what else the machine does changes
    for row in (*describe(pressed, sum(bare) / 2, options), *watch_memory(port, options)):
        table.add_row(*row)
    process.kill()
    process.join()
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
