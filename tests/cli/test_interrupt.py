"""Ctrl-C while a real `stencil translate` works: one line, exit code 130, and no file that is not whole."""

import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

TESTS = Path(__file__).parents[1]
PROGRAM = f"""
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background of a shell would ignore it
sys.path.insert(0, {str(TESTS)!r})
from fakes import EchoEngine, model_folder, translator
from stencilmt.cli import main
from stencilmt.translator import Translator

class Slow(EchoEngine):
    def decode(self, requests):
        if any("again" in self.subwords.decode(request.source)[-1] for request in requests):
            time.sleep(60)
        return super().decode(requests)

Translator.load = lambda *_, **__: translator(Slow(model_folder().codec.subwords))
main()
"""


def translate(folder: Path, *options: str) -> subprocess.Popen[str]:
    """A process that translates the first file at once and the second one never."""
    (folder / "a.txt").write_text("One\n")
    (folder / "b.txt").write_text("Open it again\n")
    files = [str(folder / name) for name in ("a.txt", "b.txt")]
    command = [sys.executable, "-c", PROGRAM, "translate", *files, "-o", str(folder / "out"), *options]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


def interrupt(process: subprocess.Popen[str], sign: Path) -> str:
    """Wait for a sign of the second file, then press Ctrl-C; what the process says."""
    deadline = monotonic() + 60
    while not sign.exists() and process.poll() is None and monotonic() < deadline:
        sleep(0.02)
    process.send_signal(signal.SIGINT)
    said: str = process.communicate(timeout=60)[1]
    return said


@pytest.mark.parametrize("options", [(), ("--force",), ("-q",), ("--json",)])
def test_ctrl_c_leaves_whole_files_only(tmp_path: Path, options: tuple[str, ...]) -> None:
    old = {"b.txt": "old\n"} if "--force" in options else {}
    (tmp_path / "out").mkdir()
    for name, text in old.items():
        (tmp_path / "out" / name).write_text(text)
    process = translate(tmp_path, *options)
    said = interrupt(process, tmp_path / "out" / "a.txt")
    assert process.returncode == 130, said
    assert said.strip() == "stencil: stopped"
    found = {path.name: path.read_text() for path in (tmp_path / "out").iterdir()}
    assert "One" in found.pop("a.txt")
    assert found == old


def test_files_that_exist_stay_unless_forced(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.txt").write_text("old\n")
    process = translate(tmp_path)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 2
    assert "exists already: give --force to overwrite it" in said
    assert {path.name: path.read_text() for path in (tmp_path / "out").iterdir()} == {"a.txt": "old\n"}
