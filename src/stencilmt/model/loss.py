"""Cross entropy with label smoothing, as sums over tokens, so that parts of a batch add up exactly."""

from typing import NamedTuple

from torch import Tensor
from torch.nn import functional


class LossSums(NamedTuple):
    """The loss of some tokens, summed: what is learned from, and what perplexity is made of."""

    smoothed: Tensor
    """Smoothed cross entropy, to be minimized."""
    plain: Tensor
    """Negative log likelihood, cut off from the gradient."""


def smoothed_cross_entropy(logits: Tensor, labels: Tensor, smoothing: float) -> LossSums:
    """The loss of logits [tokens, vocabulary] against labels [tokens]."""
    logarithms = functional.log_softmax(logits.float(), dim=-1)
    plain = functional.nll_loss(logarithms, labels, reduction="sum")
    if not smoothing:
        return LossSums(plain, plain.detach())
    spread = -logarithms.mean(dim=-1).sum()
    return LossSums((1 - smoothing) * plain + smoothing * spread, plain.detach())
