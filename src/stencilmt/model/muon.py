"""Muon: the matrices inside the layers move by the orthogonal matrix nearest to their momentum, all else as by Adam.

An orthogonal step changes what a layer does by the same amount in every direction, where the gradient knows few strong
ones; so a network learns from less text. The steps are scaled to the size that Adam's have, after "Muon is
Scalable for LLM Training" (Liu et al., 2025), and one learning rate serves both.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, overload

import torch
from torch import Tensor, distributed

MOMENTUM = 0.95
ADAM_SIZE = 0.2
"""The root mean square of a step by Adam, in learning rates."""
ROUNDS = 5
QUINTIC = 3.4445, -4.7750, 2.0315
"""Each round sends every singular value x to ax + bx^3 + cx^5: five bring all but the least to between 0.7 and 1.2."""
SMALLEST = 1e-7


class Muon(torch.optim.Optimizer):
    """One optimizer for a whole network, with decoupled weight decay."""

    def __init__(
        self,
        matrices: Iterable[Tensor],
        others: Iterable[Tensor],
        *,
        lr: float,
        betas: tuple[float, float],
        eps: float,
        weight_decay: float,
        precision: torch.dtype = torch.float32,
    ) -> None:
        self._precision = precision
        groups = [{"params": list(matrices), "orthogonal": True}, {"params": list(others), "orthogonal": False}]
        super().__init__(groups, {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay})

    @overload
    def step(self, closure: None = None) -> None: ...

    @overload
    def step(self, closure: Callable[[], float]) -> float: ...

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> float | None:
        """Move all weights that have a gradient."""
        if closure is not None:
            raise NotImplementedError("the loss cannot be computed again")
        for group in self.param_groups:
            learning = [weight for weight in group["params"] if weight.grad is not None]
            for weight in learning:
                weight.mul_(1 - group["lr"] * group["weight_decay"])
            if group["orthogonal"]:
                self._move_matrices(learning, group)
            else:
                for weight in learning:
                    self._adam(weight, weight.grad, self.state[weight], group)
        return None

    def _move_matrices(self, matrices: Sequence[Tensor], group: dict[str, Any]) -> None:
        steps = all_orthogonal([self._ahead(matrix, self.state[matrix]) for matrix in matrices])
        for matrix, step in zip(matrices, steps, strict=True):
            matrix.add_(step, alpha=-group["lr"] * ADAM_SIZE * max(matrix.shape) ** 0.5)

    def _ahead(self, matrix: Tensor, state: dict[str, Any]) -> Tensor:
        """Where the momentum takes a matrix, its gradient once more in advance."""
        gradient = matrix.grad
        assert gradient is not None
        momentum = state.setdefault("momentum", torch.zeros_like(matrix))
        momentum.lerp_(gradient, 1 - MOMENTUM)
        return gradient.lerp(momentum, MOMENTUM).to(self._precision)

    def _adam(self, weight: Tensor, gradient: Tensor, state: dict[str, Any], group: dict[str, Any]) -> None:
        if not state:
            state |= {"step": 0, "mean": torch.zeros_like(weight), "square": torch.zeros_like(weight)}
        state["step"] += 1
        slow, slower = group["betas"]
        state["mean"].lerp_(gradient, 1 - slow)
        state["square"].mul_(slower).addcmul_(gradient, gradient, value=1 - slower)
        size = (state["square"] / (1 - slower ** state["step"])).sqrt_().add_(group["eps"])
        weight.addcdiv_(state["mean"], size, value=-group["lr"] / (1 - slow ** state["step"]))


def all_orthogonal(matrices: Sequence[Tensor]) -> list[Tensor]:
    """What `orthogonal` makes of each; processes that learn together share the work."""
    if not (distributed.is_available() and distributed.is_initialized()):
        return [orthogonal(matrix) for matrix in matrices]
    rank, processes = distributed.get_rank(), distributed.get_world_size()
    steps = [
        matrix if number % processes != rank else orthogonal(matrix).contiguous()
        for number, matrix in enumerate(matrices)
    ]
    for number, step in enumerate(steps):
        distributed.broadcast(step, src=number % processes)
    return steps


def orthogonal(matrix: Tensor) -> Tensor:
    """About the nearest matrix whose singular values are all 1, by Newton's and Schulz's iteration."""
    if matrix.shape[0] > matrix.shape[1]:
        return orthogonal(matrix.T).T
    linear, cubic, quintic = QUINTIC
    matrix = matrix / matrix.norm().clamp(min=SMALLEST)
    for _ in range(ROUNDS):
        square = matrix @ matrix.T
        square = torch.addmm(square, square, square, beta=cubic, alpha=quintic)
        matrix = torch.addmm(matrix, square, matrix, beta=linear)
    return matrix
