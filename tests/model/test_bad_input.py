"""What a user of `stencil train` may get wrong: one clear line, exit code 2, and nothing lost."""

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from stencilmt.cli import run
from stencilmt.cli.train import _settings
from stencilmt.model.checkpoints import Checkpoints
from stencilmt.model.task import Task

QUICK = ["--preset", "tiny", "--no-advice", "--dev-sentences", "2", "--set", "optimization.pass_tokens=600"]


def train(data: Path, folder: Path, *options: str) -> int:
    return run(["train", str(data), "-o", str(folder), *QUICK, *options])


@pytest.fixture(scope="module")
def trained(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of one step."""
    folder = tmp_path_factory.mktemp("trained") / "run"
    assert train(data, folder, "--steps", "1") == 0
    return folder


def remove(pattern: str) -> Callable[[Path], None]:
    return lambda folder: next(folder.glob(pattern)).unlink()


def cut_short(pattern: str) -> Callable[[Path], None]:
    def cut(folder: Path) -> None:
        path = next(folder.glob(pattern))
        path.write_bytes(path.read_bytes()[:100])

    return cut


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (remove("shard-0*"), "shard-00000.arrow: the file is missing, prepare the corpus again"),
        (remove("shard-dev-*"), "the file is missing, prepare the corpus again"),
        (cut_short("shard-0*"), "shard-00000.arrow"),
        (remove("prepared.json"), "is no prepared corpus, or was not finished"),
        (cut_short("prepared.json"), "prepared.json: cannot be read"),
    ],
)
def test_damaged_data_are_named_and_leave_the_run_alone(
    data: Path,
    tmp_path: Path,
    damage: Callable[[Path], None],
    message: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = copytree(data, tmp_path / "data")
    assert train(folder, tmp_path / "run", "--steps", "1") == 0
    damage(folder)
    capsys.readouterr()
    assert train(folder, tmp_path / "run", "--steps", "2") == 2
    assert message in capsys.readouterr().err
    assert [one.step for one in Checkpoints(tmp_path / "run" / "checkpoints").all()] == [1]


def test_other_data_are_told_apart_and_the_same_ones_known_again(data: Path, tmp_path: Path) -> None:
    folder = copytree(data, tmp_path / "data")
    assert Task(folder).describe() == Task(data).describe()
    for path in (next(folder.glob("shard-0*")), folder / "subwords.model"):
        content = path.read_bytes()
        path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        assert Task(folder)._fingerprint() != Task(data)._fingerprint()
        path.write_bytes(content)


def test_the_same_data_in_another_place_will_do(data: Path, trained: Path, tmp_path: Path) -> None:
    assert train(copytree(data, tmp_path / "data"), trained, "--steps", "1") == 0


def test_a_run_from_before_fingerprints_goes_on(data: Path, trained: Path, tmp_path: Path) -> None:
    older = copytree(trained, tmp_path / "run")
    saved = json.loads((older / "settings.json").read_text("utf-8"))
    del saved["settings"]["data"]["fingerprint"]
    (older / "settings.json").write_text(json.dumps(saved), "utf-8")
    assert train(data, older, "--steps", "1") == 0
    assert "fingerprint" in (older / "settings.json").read_text("utf-8")


def test_the_network_of_a_rival_is_not_exported(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--preset", "tiny", "--no-advice", "--steps", "1", "--set", "optimization.pass_tokens=600"]
    assert run(["train", str(data), "-o", str(tmp_path / "run"), "--method", "base", *options]) == 0
    assert run(["export", str(tmp_path / "run"), "-o", str(tmp_path / "model")]) == 2
    assert "is a run of the method 'base'" in capsys.readouterr().err


def test_a_budget_alone_ends_the_run() -> None:
    settings = _settings("tiny", "3h", None, [], 1, None)
    assert (settings.optimization.budget, settings.optimization.steps) == ("3h", None)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--seed", "2"), "is a run with other settings (seed is 1 there and 2 here; data.batch.seed is"),
        (("--compact",), "data.compact is false there and true here"),
        (("--set", "architecture.heads=2"), "architecture.heads is 4 there and 2 here"),
    ],
)
def test_a_run_of_other_settings_is_left_alone(
    data: Path, trained: Path, options: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (trained / "settings.json").read_bytes()
    assert train(data, trained, "--steps", "2", *options) == 2
    assert message in capsys.readouterr().err
    assert (trained / "settings.json").read_bytes() == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--set", "upkeep.measure=bleau"), "the validation has no measure 'bleau': did you mean 'bleu'?"),
        (("--set", "upkeep.measure=speed"), "known are bleu, bleu_with_terms, dev_loss, dev_perplexity, exact_match"),
        (("--set", "upkeep.mesure=bleu"), "unknown setting 'upkeep.mesure': did you mean 'measure'?"),
        (("--set", "seed"), "invalid --set 'seed', expected SETTING=VALUE"),
        (("--set", "seed=2", "--set", "seed=3"), "--set seed is given twice"),
        (("--budget", "1h", "--set", "optimization.budget=2h"), "budget or steps are given twice"),
        (("--budget", "soon"), "invalid duration 'soon'"),
        (("--weight", "toy"), "invalid --weight 'toy', expected ORIGIN=TIMES"),
        (("--weight", "toy=-1"), "invalid --weight 'toy=-1', expected ORIGIN=TIMES"),
        (("--weight", "manual=4"), "no pair comes from 'manual'"),
        (("--preset", "large"), "unknown preset 'large'"),
    ],
)
def test_a_wrong_setting_is_refused_before_anything_is_done(
    data: Path, tmp_path: Path, options: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert train(data, tmp_path / "run", *options) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_a_vocabulary_too_small_for_the_symbols_is_refused(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = data.parent / "toy.tsv"
    options = ["--aligner", str(data.parent / "toy.links"), "--from", "en", "--to", "de", "--workers", "1"]
    assert run(["prepare", str(corpus), *options, "--vocabulary", "200", "-o", str(tmp_path / "data")]) == 2
    assert "a vocabulary of 200 is too small: 164 symbols, 256 bytes" in capsys.readouterr().err
    assert train(tmp_path / "data", tmp_path / "run") == 2
    assert "is no prepared corpus, or was not finished" in capsys.readouterr().err
