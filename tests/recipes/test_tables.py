"""The tables of the recipe: how a run learned, and what averaging its checkpoints does."""

import json
from pathlib import Path

import pytest

from corpus.toy import toy_pairs, write_toy
from recipes.script import load
from stencilmt.cli import run as stencil
from stencilmt.model.package import Choice
from stencilmt.model.run import Run
from untrained import make_run

curve, averages = load("curve"), load("averages")


def trained(seconds: float, rate: float) -> dict[str, object]:
    return {"kind": "train", "seconds": seconds, "rate": rate}


def validated(step: int, bleu: float) -> dict[str, object]:
    return {"kind": "dev", "step": step, "bleu": bleu, "bleu_with_terms": bleu + 5, "repair_rate": 0.5}


def test_gains_are_by_the_hour_and_rates_those_of_the_update_before() -> None:
    log = [
        trained(1800, 0.002),
        validated(100, 10.0),
        trained(3600, 0.001),
        trained(5400, 0.0005),
        validated(300, 12.0),
    ]
    *_, first, second = curve.table(list(curve.read(log)))
    assert first == "| 0.50 | 100 | 2.0e-03 | 10.0 | +20.0 | 15.0 | 0.5 % |"
    assert second == "| 1.50 | 300 | 5.0e-04 | 12.0 | +2.0 | 17.0 | 0.5 % |"


def test_a_run_that_went_on_from_a_model_counts_its_hours(tmp_path: Path) -> None:
    info = {"scores": {"last validation in training": validated(0, 40.0)}, "data": {"hours": 10.0, "steps": 5000}}
    (tmp_path / "stencil.json").write_text(json.dumps(info))
    start = curve.read_start(tmp_path)
    *_, first, second = curve.table([start, *curve.read([trained(7200, 0.001), validated(100, 41.0)], start)])
    assert first == "| 10.00 | 5,000 | 0.0e+00 | 40.0 | +4.0 | 45.0 | 0.5 % |"
    assert second == "| 12.00 | 5,100 | 1.0e-03 | 41.0 | +0.5 | 46.0 | 0.5 % |"


def test_the_curve_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    curve.draw([curve.Validation(1.0, 10, 0.1, 20.0, 25.0, 0.0)], tmp_path / "curve.png")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_a_mean_is_measured_on_dev_as_it_would_be_shipped(tmp_path: Path) -> None:
    (tmp_path / "dev.tsv").write_text("".join(f"{source}\t{target}\n" for source, target, _ in toy_pairs(304)[300:]))
    corpus = str(write_toy(tmp_path))
    options = ["--aligner", "fast_align", "--vocabulary", "450", "--workers", "1", "--from", "en", "--to", "de"]
    assert stencil(["prepare", corpus, *options, "--dev", str(tmp_path / "dev.tsv"), "-o", str(tmp_path / "data")]) == 0
    row = averages.row(Run(make_run(tmp_path / "run", (2, 3, 4))), Choice(2), tmp_path / "data", sentences=4)
    assert row.startswith("| 3, 4 | ")
    assert row.count("|") == 5
