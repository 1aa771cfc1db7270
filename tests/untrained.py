"""A run folder with fresh weights, made in a moment: all of a model except that it knows nothing."""

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import torch

from fakes import model_folder
from stencilmt.config import to_dict
from stencilmt.constraints.sample import SamplingSettings
from stencilmt.corpus.prepared import Prepared
from stencilmt.model.checkpoints import write_model, write_state
from stencilmt.model.folder import SUBWORDS
from stencilmt.model.network import VocabularyFacts, build
from stencilmt.model.run import Run
from stencilmt.model.settings import MAY_CHANGE, training
from stencilmt.model.state import TrainingState
from stencilmt.model.task import Task
from stencilmt.subwords.sentencepieces import SubwordSettings
from stencilmt.template.encode import SequenceKind
from stencilmt.template.symbols import Limits

CODEC = model_folder().codec
SETTINGS = training("tiny")


def network(seed: int = 2) -> torch.nn.Module:
    """A tiny network with fresh weights that likes to end its sentences, after some ten tokens."""
    subwords = CODEC.subwords
    facts = VocabularyFacts(subwords.padding + 1, subwords.padding, subwords.end)
    made = build(SETTINGS.architecture, facts, seed).eval()
    with torch.no_grad():
        places = made.model.decoder.embed_positions.weight
        late = places[12] - places[2]
        made.model.shared.weight[subwords.end] += 8 * late / late.norm()
    return made


def make_run(folder: Path, steps: tuple[int, ...] = (2, 3)) -> Path:
    """A run folder whose checkpoints each have weights of their own."""
    run = Run(folder)
    with TemporaryDirectory() as prepared:
        task = _prepare(Path(prepared))
        run.adopt({**to_dict(SETTINGS), "data": {"folder": prepared, **task.describe()}}, MAY_CHANGE)
        run.keep(task.kept)
    for step in steps:
        run.checkpoints.save(step, partial(_write, step=step))
    return folder


def _prepare(folder: Path) -> Task:
    sampling, subwords = SamplingSettings(), SubwordSettings(size=450)
    Prepared("en", "de", SequenceKind.UNIFIED, Limits(), sampling, subwords, (), (), {}).save(folder)
    (folder / SUBWORDS).write_bytes((model_folder().path / SUBWORDS).read_bytes())
    return Task(folder)


def _write(folder: Path, step: int) -> None:
    write_model(folder, network(step))
    write_state(folder, TrainingState(step=step))
