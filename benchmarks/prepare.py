"""How fast a corpus is prepared, and in how much memory: `python benchmarks/prepare.py [--pairs N] [CORPUS.tsv.gz]`.

The corpus is prepared once as it is and once four times over, every copy with another word at the end of its
sentences. Speed is told with and without the time of the aligner itself. Memory is that of all processes together,
without the pages of files, which the system takes back when it needs them. Shards are read at random as they are and
compressed, and records are drawn as training draws them.
"""

import argparse
import gzip
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pyarrow
import pyarrow.ipc

from stencilmt.alignment.aligner import NAMES
from stencilmt.constraints.sample import SamplingSettings, sample
from stencilmt.corpus.prepared import Prepared
from stencilmt.corpus.shards import Shards

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus" / "en-de" / "train.tsv.gz"
DATA = """\
Reads, not part of this repository: sentence pairs in gzip, source and target in English and German separated by a tab,
such as the training text that recipes/en-de makes."""
PREPARE = """
import sys
from pathlib import Path
from stencilmt.corpus.prepare import prepare
from stencilmt.corpus.settings import PrepareSettings
if __name__ == "__main__":
    corpus, folder, aligner, vocabulary = sys.argv[1:]
    prepare(PrepareSettings((Path(corpus),), "en", "de", Path(folder), aligner=aligner, vocabulary=int(vocabulary)))
"""


def copy_corpus(corpus: Path, pairs: int, copies: int, path: Path) -> None:
    """Write so many pairs of a corpus several times over."""
    with gzip.open(path, "wt", encoding="utf-8", compresslevel=1) as copied:
        for copy in range(copies):
            with gzip.open(corpus, "rt", encoding="utf-8", newline="\n") as lines:
                copied.writelines(_marked(islice(lines, pairs), f" n{copy}" if copy else ""))


def _marked(lines: Iterator[str], ending: str) -> Iterator[str]:
    for line in lines:
        source, target, *rest = line.rstrip("\n").split("\t")
        yield "\t".join((source + ending, target + ending, *rest)) + "\n"


def memory_of(process: int) -> tuple[int, int]:
    """The bytes that a process and all that it started hold, files aside; in all, and without an aligner's program."""
    parents, sizes, ours = {}, {}, set()
    for path in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(line.split(":", 1) for line in path.read_text().splitlines())
        except OSError:
            continue  # it has just ended
        number = int(path.parent.name)
        parents[number] = int(fields["PPid"])
        sizes[number] = int(fields.get("RssAnon", "0 kB").split()[0]) * 1024
        if "eflomal" not in fields["Name"]:
            ours.add(number)
    family = {process}
    while grown := {number for number, parent in parents.items() if parent in family} - family:
        family |= grown
    return sum(sizes.get(number, 0) for number in family), sum(sizes.get(number, 0) for number in family & ours)


def run(corpus: Path, folder: Path, aligner: str, vocabulary: int) -> tuple[float, float, int, int]:
    """Prepare a corpus in a process of its own; its seconds, its processor seconds and its largest memories."""
    begun, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
        script.write(PREPARE)
        script.flush()
        command = [sys.executable, script.name, str(corpus), str(folder), aligner, str(vocabulary)]
        process, most, ours = subprocess.Popen(command), 0, 0
        while process.poll() is None:
            total, own = memory_of(process.pid)
            most, ours = max(most, total), max(ours, own)
            time.sleep(0.5)
    if process.returncode:
        raise SystemExit(process.returncode)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
    return time.monotonic() - begun, processor, most, ours


def measure(corpus: Path, folder: Path, aligner: str, vocabulary: int) -> int:
    """Print how the preparation of a corpus went; give its memory, the aligner's aside."""
    seconds, processor, memory, ours = run(corpus, folder, aligner, vocabulary)
    report = json.loads((folder / "report.json").read_text())
    own = report["seconds"]["aligner"]
    print(f"{report['read']:>12,} pairs: {seconds:.0f} s, {processor:.0f} s of processor time, ", end="")
    print(f"{memory / 1e6:,.0f} MB, {ours / 1e6:,.0f} MB without the aligner", flush=True)
    print(f"{'':12} {report['read'] / (seconds - own):,.0f} pairs/s without the {own:.0f} s of the aligner")
    print(f"{'':12} {', '.join(f'{step} {taken:.0f} s' for step, taken in report['seconds'].items())}")
    return ours


def measure_reading(folder: Path, number: int = 20_000) -> None:
    """Print how fast records are read at random and constraints are drawn for them."""
    shards, random = Shards(folder), Random(1)
    places = [random.randrange(len(shards)) for _ in range(number)]
    begun = time.process_time()
    records = shards.take(places)
    read = time.process_time()
    for record in records:
        sample(record.fixed, record.phrases, SamplingSettings(), random)
    drawn = time.process_time()
    print(f"records/s: read {number / (read - begun):,.0f}, drawn {number / (drawn - read):,.0f}, ", end="")
    print(f"both {number / (drawn - begun):,.0f} on one core")


def measure_compression(folder: Path, rows: int = 300) -> None:
    """Print what compression would save on a shard, and what it would cost to read one row of it."""
    path = folder / Prepared.load(folder).shards[0].name
    with pyarrow.memory_map(str(path)) as mapped:
        table = pyarrow.ipc.open_file(mapped).read_all()
    times = {}
    for codec in (None, "lz4"):
        copied = folder / f"compressed-{codec}"
        with pyarrow.ipc.new_file(
            str(copied), table.schema, options=pyarrow.ipc.IpcWriteOptions(compression=codec)
        ) as file:
            file.write_table(table)
        begun = time.process_time()
        for row in range(rows):
            with pyarrow.memory_map(str(copied)) as mapped:
                pyarrow.ipc.open_file(mapped).get_batch(0).column("source")[row % len(table)].as_py()
        times[codec] = time.process_time() - begun, copied.stat().st_size
        copied.unlink()
    (plain, size), (packed, smaller) = times.values()
    print(f"a row of a compressed shard costs {packed / plain:.0f} times as much, at {smaller / size:.0%} of the size")


def main() -> None:
    """Measure one size and four times that."""
    parser = argparse.ArgumentParser(description=__doc__, epilog=DATA)
    parser.add_argument("corpus", type=Path, nargs="?", default=CORPUS)
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--aligner", choices=NAMES, default="eflomal")
    parser.add_argument("--vocabulary", type=int, default=8000)
    arguments = parser.parse_args()
    if not arguments.corpus.is_file():
        parser.exit(2, f"prepare.py: {arguments.corpus}: no such file, name a corpus\n")
    with tempfile.TemporaryDirectory() as temporary:
        folder, memories = Path(temporary), []
        for copies in (1, 4):
            corpus = folder / f"{copies}.tsv.gz"
            copy_corpus(arguments.corpus, arguments.pairs, copies, corpus)
            memories.append(measure(corpus, folder / str(copies), arguments.aligner, arguments.vocabulary))
        print(f"memory for 4 times the corpus, the aligner's aside: {memories[1] / memories[0]:.2f} times as much")
        measure_reading(folder / "4")
        measure_compression(folder / "4")


if __name__ == "__main__":
    main()
