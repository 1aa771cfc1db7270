"""The benchmarks tell what they read, and say in one line what is wrong with their arguments."""

import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCRIPTS = sorted(path.name for path in (ROOT / "benchmarks").glob("*.py"))


def run(monkeypatch: pytest.MonkeyPatch, script: str, *arguments: str) -> object:
    """The exit code of a benchmark that is called like this."""
    monkeypatch.setattr(sys, "argv", [script, *arguments])
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(ROOT / "benchmarks" / script), run_name="__main__")
    return ended.value.code


@pytest.mark.parametrize("script", SCRIPTS)
def test_help_says_which_data_are_read_and_stray_arguments_are_refused(
    script: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, script, "--help") == 0
    assert "Reads" in capsys.readouterr().out
    assert run(monkeypatch, script, "--nonsense") == 2
    assert "unrecognized arguments: --nonsense" in capsys.readouterr().err


FAULTS = {
    "no gold": (["alignment.py", "--shared", "nowhere"], "nowhere/corpus/en-fr/train.tsv.gz: no such file"),
    "no such gold": (["alignment.py", "--only", "xx"], "invalid choice: 'xx'"),
    "no test sets": (["evaluate.py", "nowhere"], "no folder"),
    "no text": (["glossary.py", "terms.tsv"], "name both files or none"),
    "no glossary": (["glossary.py", "nowhere.tsv", "nowhere.txt"], "nowhere"),
    "no corpus": (["prepare.py", "nowhere.tsv.gz"], "nowhere.tsv.gz: no such file"),
    "no such aligner": (["prepare.py", "--aligner", "guess"], "invalid choice: 'guess'"),
    "no such model": (["serve.py", "--model", "xx-yy"], "there is no model 'xx-yy'"),
    "no such preset": (["train.py", "--preset", "huge"], "invalid choice: 'huge'"),
}


@pytest.mark.parametrize(("command", "message"), FAULTS.values(), ids=FAULTS)
def test_faults(
    command: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, *command) == 2
    assert message in capsys.readouterr().err.splitlines()[-1]


def test_a_process_of_its_own_tells_its_fault_itself(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "translate.py", "--model", "xx-yy") == 2
    assert len(capfd.readouterr().err.splitlines()) == 1


def test_all_benchmarks_run_though_one_fails(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    for folder in ("benchmarks", ".venv/bin"):
        (tmp_path / folder).mkdir(parents=True)
    for name, content in {"a.py": "exit 1", "b.py": "echo b ran", "c.py": "exit 2"}.items():
        (tmp_path / "benchmarks" / name).write_text(content)
    (tmp_path / ".venv/bin/python").symlink_to("/bin/sh")
    for name in ("pyproject.toml", "dev-constraints.txt", ".venv/ready"):
        (tmp_path / name).touch()
    done = subprocess.run(["make", "bench"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode
    assert "b ran\n" in done.stdout
    assert "missed or failed: benchmarks/a.py benchmarks/c.py" in done.stdout
