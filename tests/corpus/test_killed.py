"""Killed in the middle of any file, the preparation goes on and ends with the same folder."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from corpus import killed
from corpus.toy import write_toy
from stencilmt.corpus.prepare import prepare
from stencilmt.corpus.shards import Shards
from stencilmt.errors import DataError

FILES = {
    "journal.json": 1,
    "clean-00002.arrow": 4,
    "links-00001.arrow": 9,
    "shard-00000.arrow": 14,
    "shard-00003.arrow": 17,
    "subwords.model": 20,
    "report.json": 23,
    "prepared.json": 25,
}
"""Some of the files that are written, by their number in the order of writing."""


def content(folder: Path) -> dict[str, bytes]:
    """What training reads of a folder, and what must not be there."""
    varying = ("journal.json", "prepared.json", "report.json")
    return {path.name: b"" if path.name in varying else path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What comes of a run that nothing disturbs."""
    settings = killed.settings(write_toy(tmp_path_factory.mktemp("reference")))
    prepare(settings)
    return content(settings.folder)


@pytest.mark.parametrize("name", FILES)
def test_killed_in_the_middle_it_goes_on(tmp_path: Path, reference: dict[str, bytes], name: str) -> None:
    settings = killed.settings(write_toy(tmp_path))
    path = os.pathsep.join(filter(None, sys.path))
    command = [sys.executable, killed.__file__, str(settings.corpus[0]), str(FILES[name])]
    assert subprocess.run(command, env={**os.environ, "PYTHONPATH": path}).returncode == -signal.SIGKILL
    assert [part.name for part in settings.folder.rglob("*.part")] == [f".{name}.stencil.part"]
    with pytest.raises(DataError, match="not finished"):
        Shards(settings.folder)
    prepare(settings)
    assert content(settings.folder) == reference
