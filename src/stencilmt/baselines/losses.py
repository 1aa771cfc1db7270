"""What the networks of the rivals learn from, where it is not the ordinary loss."""

from torch import Tensor
from torch.nn import functional

from stencilmt.baselines.transformer import Transformer
from stencilmt.model.loss import LossSums
from stencilmt.model.network import LossNetwork
from stencilmt.model.pools import NO_LOSS


class OutputLoss(LossNetwork):
    """Smoothed cross entropy of whatever distribution a network puts over the vocabulary."""

    def __init__(self, network: Transformer, smoothing: float) -> None:
        super().__init__(network.model, smoothing)
        self._network = network

    def forward(self, source: Tensor, decoder: Tensor, labels: Tensor) -> LossSums:
        """The summed loss of one batch."""
        memory = self._network.read(source)
        written = self._network.write(decoder, memory)
        chosen = labels != NO_LOSS
        scores = self._network.log_probabilities(written, decoder, memory)[chosen]
        plain = functional.nll_loss(scores, labels[chosen], reduction="sum")
        spread = -scores[:, : self.pad].mean(1).sum()  # padding is the last of the vocabulary
        return LossSums((1 - self.smoothing) * plain + self.smoothing * spread, plain.detach())


class AlignmentLoss(LossNetwork):
    """How improbable the right place in the source is to the attention of a network; all else in it is frozen."""

    def __init__(self, network: Transformer, smoothing: float) -> None:
        super().__init__(network.model, smoothing)
        self._network = network
        for name, weight in network.model.named_parameters():
            weight.requires_grad_("aligner" in name)

    def forward(self, source: Tensor, decoder: Tensor, labels: Tensor) -> LossSums:
        """The summed loss of one batch."""
        attention = self._network.write(decoder, self._network.read(source)).attention
        chosen = labels != NO_LOSS
        loss = functional.nll_loss((attention[chosen] + 1e-9).log(), labels[chosen], reduction="sum")
        return LossSums(loss, loss.detach())
