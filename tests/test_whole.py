"""Files that are whole or not there."""

import os
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from stencilmt.whole import write_bytes, written_whole

NEEDS_POSIX = pytest.mark.skipif(os.name == "nt", reason="permissions and pipes of POSIX")


def test_an_interrupted_file_is_not_there(tmp_path: Path) -> None:
    write_bytes(tmp_path / "a", b"before")
    with suppress(KeyboardInterrupt), written_whole(tmp_path / "a") as part:
        part.write_bytes(b"half")
        raise KeyboardInterrupt
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", b"before")]


def test_files_of_others_beside_it_stay(tmp_path: Path) -> None:
    (tmp_path / "a.part").write_bytes(b"precious")
    write_bytes(tmp_path / "a", b"new")
    assert (tmp_path / "a.part").read_bytes() == b"precious"


@NEEDS_POSIX
def test_a_link_is_followed_and_permissions_stay(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "file").chmod(0o600)
    (tmp_path / "link").symlink_to("file")
    write_bytes(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o600


@NEEDS_POSIX
def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=write_bytes, args=(pipe, b"text"), daemon=True)
    writer.start()
    assert pipe.read_bytes() == b"text"
    writer.join()
    assert pipe.is_fifo()
