"""Muon: orthogonal steps for matrices, Adam's for all else."""

import pytest
import torch
from torch import Tensor

from model.toy import VOCABULARY, toy_settings
from stencilmt.config import replace_checked
from stencilmt.model.learner import make_optimizer
from stencilmt.model.muon import Muon, orthogonal
from stencilmt.model.network import LossNetwork, build

SETTINGS = {"lr": 0.01, "betas": (0.9, 0.98), "eps": 1e-9, "weight_decay": 0.1}


@pytest.mark.parametrize("shape", [(16, 16), (16, 48), (48, 16)])
def test_a_step_is_about_orthogonal_and_does_not_turn_the_matrix(shape: tuple[int, int]) -> None:
    matrix = torch.randn(shape, generator=torch.Generator().manual_seed(1))
    left, _, right = torch.linalg.svd(matrix, full_matrices=False)
    values = torch.linalg.svdvals(orthogonal(matrix))
    assert values.min() > 0.5
    assert values.max() < 1.3
    inside = left.T @ orthogonal(matrix) @ right.T
    torch.testing.assert_close(inside, inside.diagonal().diag(), atol=1e-3, rtol=0)


def test_nothing_comes_of_no_gradient() -> None:
    assert not orthogonal(torch.zeros(4, 6)).any()


def test_all_but_matrices_moves_as_by_adam() -> None:
    ours, theirs = (torch.nn.Parameter(torch.arange(6.0)) for _ in range(2))
    pairs = (ours, Muon([], [ours], **SETTINGS)), (theirs, torch.optim.AdamW([theirs], **SETTINGS))
    for step in range(4):
        for weight, optimizer in pairs:
            weight.grad = torch.sin(torch.arange(6.0) + step)
            optimizer.step()
    torch.testing.assert_close(ours, theirs)


def test_a_step_has_the_size_of_adams() -> None:
    weight = torch.nn.Parameter(torch.zeros(32, 64))
    optimizer = Muon([weight], [], **SETTINGS)
    weight.grad = torch.randn(32, 64, generator=torch.Generator().manual_seed(1))
    optimizer.step()
    assert weight.square().mean().sqrt().item() == pytest.approx(0.2 * SETTINGS["lr"], rel=0.2)  # type: ignore[operator]


def test_it_goes_on_from_its_state_as_if_it_had_not_stopped() -> None:
    def run(stop: bool) -> list[Tensor]:
        weights = [torch.nn.Parameter(torch.ones(4, 8)), torch.nn.Parameter(torch.ones(8))]
        optimizer = Muon(weights[:1], weights[1:], **SETTINGS)
        for step in range(4):
            if stop and step == 2:
                saved = optimizer.state_dict()
                optimizer = Muon(weights[:1], weights[1:], **SETTINGS)
                optimizer.load_state_dict(saved)
            for weight in weights:
                weight.grad = torch.sin(torch.arange(float(weight.numel())) + step).view_as(weight)
            optimizer.step()
        return [weight.detach() for weight in weights]

    torch.testing.assert_close(run(stop=True), run(stop=False), atol=0, rtol=0)


def test_words_and_norms_are_left_to_adam() -> None:
    settings = toy_settings()
    network = LossNetwork(build(settings.architecture, VOCABULARY), 0.1)
    optimizer = make_optimizer(network, replace_checked(settings.optimization, {"optimizer": "muon"}))
    matrices, others = (group["params"] for group in optimizer.param_groups)
    assert all(weight.ndim == 2 for weight in matrices)
    assert any(weight is network.words for weight in others)
    assert not any(weight is network.words for weight in matrices)
    assert len(matrices) + len(others) == sum(weight.requires_grad for weight in network.parameters())
