"""What the tests of training share."""

from pathlib import Path

import pytest

from corpus.toy import toy_pairs, write_toy
from stencilmt.cli import run


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small prepared corpus, to be left as it is."""
    folder = tmp_path_factory.mktemp("data")
    corpus = write_toy(folder)
    (folder / "dev.tsv").write_text("".join(f"{source}\t{target}\n" for source, target, _ in toy_pairs(308)[300:]))
    options = ["--aligner", "fast_align", "--vocabulary", "450", "--workers", "1", "--from", "en"]
    held_out = ["--to", "de", "--dev", str(folder / "dev.tsv")]
    assert run(["prepare", str(corpus), *options, *held_out, "-o", str(folder / "data")]) == 0
    return folder / "data"
