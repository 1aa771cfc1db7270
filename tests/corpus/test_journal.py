"""Finished work is kept, other settings are refused, and no file is ever half there."""

from pathlib import Path

import pytest

from stencilmt.corpus.journal import Journal
from stencilmt.errors import DataError, SettingsError

SETTINGS = {"clean": {"limit": 5}, "align": {"aligner": "fast_align"}, "subwords": {"size": 8}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder where two steps are finished and a third is begun."""
    journal = Journal(tmp_path, SETTINGS)
    for step in SETTINGS:
        journal.begin(step)
    journal.finish("clean", {"kept": 4}, 1.25)
    journal.finish("align", {}, 2)
    return tmp_path


def test_finished_steps_are_remembered(folder: Path) -> None:
    journal = Journal(folder, SETTINGS)
    assert journal.result("clean") == {"kept": 4}
    assert journal.result("subwords") is None
    assert journal.is_begun("subwords")
    assert journal.seconds == {"clean": 1.2, "align": 2}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"clean": {"limit": None}}, "was made with limit 5, not none"),
        ({"align": {"aligner": "eflomal"}}, 'aligner "fast_align", not "eflomal"'),
        ({"subwords": {"size": 8, "model": "bpe"}}, 'model none, not "bpe"'),
    ],
)
def test_other_settings_are_refused_by_name(folder: Path, changed: dict[str, dict[str, object]], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        Journal(folder, SETTINGS | changed)


def test_forced_the_step_and_those_after_it_are_forgotten(folder: Path) -> None:
    journal = Journal(folder, SETTINGS | {"align": {"aligner": "eflomal"}}, force=True)
    assert journal.result("clean") == {"kept": 4}
    assert not journal.is_begun("align")
    assert not journal.is_begun("subwords")


def test_nothing_is_left_when_all_is_forgotten(folder: Path) -> None:
    Journal(folder, SETTINGS).forget("clean")
    assert not list(folder.iterdir())


@pytest.mark.parametrize("content", ["{", "[]", '{"clean": 1}', '{"clean": {}}'])
def test_a_broken_journal_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "journal.json").write_text(content)
    with pytest.raises(DataError, match=r"journal\.json: cannot be read"):
        Journal(tmp_path, SETTINGS)
