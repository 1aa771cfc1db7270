"""Cross entropy with label smoothing, as sums over tokens, so that parts of a batch add up exactly."""

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

ALIGNMENT = 16
"""Logits in rows of a multiple of this many numbers are computed a third faster."""


class LossSums(NamedTuple):
    """The loss of some tokens, summed: what is learned from, and what perplexity is made of."""

    smoothed: Tensor
    """Smoothed cross entropy, to be minimized."""
    plain: Tensor
    """Negative log likelihood, cut off from the gradient."""


def smoothed_cross_entropy(hidden: Tensor, labels: Tensor, weight: Tensor, bias: Tensor, smoothing: float) -> LossSums:
    """The loss of states [tokens, width] against labels [tokens], and words of weight [words, width] and bias [words].

    A word with a bias of minus infinity cannot come and takes no part. Smoothing adds a share of what the label's logit
    is above the mean logit; that is the state times the mean weight, so it needs no further pass over all logits.
    """
    logits = functional.linear(hidden, *_aligned(weight, bias))
    plain = functional.cross_entropy(logits.float(), labels, reduction="sum")
    if not smoothing:
        return LossSums(plain, plain.detach())
    possible = bias.isfinite()
    mean_weight = (possible / possible.sum()).to(weight.dtype) @ weight
    above = (hidden.float() * (functional.embedding(labels, weight) - mean_weight)).sum()
    above = above + (bias[labels] - bias[possible].mean()).sum()
    return LossSums(plain + smoothing * above, plain.detach())


def _aligned(weight: Tensor, bias: Tensor) -> tuple[Tensor, Tensor]:
    """The same with words that cannot come added at the end."""
    missing = -len(bias) % ALIGNMENT
    if not missing:
        return weight, bias
    return functional.pad(weight, (0, 0, 0, missing)), functional.pad(bias, (0, missing), value=-torch.inf)
