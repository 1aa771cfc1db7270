"""The network: a Transformer of the `transformers` library, and its loss computed only where there is one.

The library has the Transformer twice: Marian normalizes after each part of a layer, Pegasus before it, and both compute
the same sinusoidal positions.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

import torch
from torch import Tensor, nn
from transformers import (
    MarianConfig,
    MarianMTModel,
    PegasusConfig,
    PegasusForConditionalGeneration,
    PreTrainedModel,
)

from stencilmt.config import require
from stencilmt.errors import DataError
from stencilmt.model.loss import LossSums, smoothed_cross_entropy
from stencilmt.model.pools import NO_LOSS
from stencilmt.model.presets import Architecture


@dataclass(frozen=True, slots=True)
class VocabularyFacts:
    """What the network must know of a vocabulary."""

    size: int
    """Number of token ids, padding included."""
    pad: int
    """The id that fills up short sequences; the decoder starts with it, as Marian does."""
    end: int
    """The id that ends a sequence."""

    def __post_init__(self) -> None:
        for name, token in (("pad", self.pad), ("end", self.end)):
            require(
                0 <= token < self.size, f"{name} must be an id below the vocabulary's size {self.size} (not {token})"
            )


EMBEDDING, BIAS = "model.shared.weight", "final_logits_bias"
"""What `transformers` calls the embedding that all places share, and what is added to the logits."""
SMALL_START = 0.02
"""The deviation of fresh weights where layers normalize after each part, as `transformers` starts Marian."""

Network: TypeAlias = MarianMTModel | PegasusForConditionalGeneration


def build(architecture: Architecture, vocabulary: VocabularyFacts, seed: int = 1) -> Network:
    """A network with fresh weights; the same seed gives the same weights."""
    words = in_their_words(architecture, vocabulary)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        before = architecture.norm == "before"
        model = (
            PegasusForConditionalGeneration(PegasusConfig(**words)) if before else MarianMTModel(MarianConfig(**words))
        )
        initialize(model)
    return model


def in_their_words(architecture: Architecture, vocabulary: VocabularyFacts) -> dict[str, Any]:
    """The same shape in the words of `transformers`."""
    return {
        "vocab_size": vocabulary.size,
        "d_model": architecture.width,
        "encoder_layers": architecture.encoder_layers,
        "decoder_layers": architecture.decoder_layers,
        "encoder_attention_heads": architecture.heads,
        "decoder_attention_heads": architecture.heads,
        "encoder_ffn_dim": architecture.feed_forward,
        "decoder_ffn_dim": architecture.feed_forward,
        "dropout": architecture.dropout,
        "attention_dropout": architecture.attention_dropout,
        "activation_dropout": architecture.activation_dropout,
        "activation_function": architecture.activation,
        "max_position_embeddings": architecture.positions,
        "scale_embedding": True,
        "share_encoder_decoder_embeddings": True,
        "tie_word_embeddings": True,
        "pad_token_id": vocabulary.pad,
        "decoder_start_token_id": vocabulary.pad,
        "eos_token_id": vocabulary.end,
        "forced_eos_token_id": None,
    }


def normalizes_before(model: Any) -> bool:
    """Whether the layers of a network normalize before each part; then there is one more norm behind the last layer."""
    return hasattr(model.model.encoder, "layer_norm")


def initialize(model: Network) -> None:
    """Fill the weights for a start that trains well; the row of the padding stays zero for good.

    Where layers normalize before each part, all numbers start at size 1. The shared embedding has two jobs: scaled by
    the root of the width it is the input, as it is it gives the logits; a deviation of width^-0.5 serves both. Where
    they normalize after it, that start makes all states of a sentence alike within some hundred updates, and they stay
    so: there the parts start small beside what they are added to.
    """
    before = normalizes_before(model)
    for module in model.modules():
        if isinstance(module, nn.Linear) and module is not model.lm_head:
            nn.init.xavier_uniform_(module.weight) if before else nn.init.normal_(module.weight, std=SMALL_START)
            nn.init.zeros_(module.bias)
    embedding = model.model.shared.weight
    nn.init.normal_(embedding, std=model.config.d_model**-0.5 if before else SMALL_START)
    with torch.no_grad():
        embedding[model.config.pad_token_id].zero_()


class LossNetwork(nn.Module):
    """A sequence-to-sequence model that answers a batch with its loss.

    Logits are most of the memory and a good part of the time, so only tokens with loss are projected onto the
    vocabulary. Where padding is also the decoder start it can never be predicted: it has no probability, and so
    its embedding stays zero, which is what CTranslate2 starts from.
    """

    def __init__(self, model: Any, smoothing: float) -> None:
        super().__init__()
        self.model = model
        self.smoothing = smoothing
        config = model.config
        self.pad: int = config.pad_token_id
        self.starts_with_pad: bool = config.decoder_start_token_id == config.pad_token_id
        self.positions: int = config.max_position_embeddings
        freeze_positions(model)

    def forward(self, source: Tensor, decoder: Tensor, labels: Tensor) -> LossSums:
        """The summed loss of one batch."""
        self._check_length(source, decoder)
        hidden = self.model.model(
            input_ids=source,
            attention_mask=source != self.pad,
            decoder_input_ids=decoder,
            use_cache=False,
        ).last_hidden_state
        chosen = labels != NO_LOSS
        return smoothed_cross_entropy(hidden[chosen], labels[chosen].long(), self.words, self._bias(), self.smoothing)

    @property
    def words(self) -> Tensor:
        """The embedding of the vocabulary, which all places share."""
        weight: Tensor = self.model.lm_head.weight
        return weight

    def _bias(self) -> Tensor:
        """What is added to the logits: minus infinity for padding that can never be predicted."""
        weight = self.words
        usual = getattr(self.model, "final_logits_bias", None)
        bias: Tensor = weight.new_zeros(len(weight)) if usual is None else usual[0].clone()
        if self.starts_with_pad:
            bias[self.pad] = -torch.inf
        return bias

    def _check_length(self, source: Tensor, decoder: Tensor) -> None:
        longest = max(source.shape[1], decoder.shape[1])
        if longest > self.positions:
            raise DataError(
                f"a sequence of {longest} tokens is longer than the {self.positions} positions of the model"
            )


def freeze_positions(model: Any) -> None:
    """Keep the sinusoids as they are: `transformers` would train those of a model it has loaded."""
    for name, weight in model.named_parameters():
        if "embed_positions" in name:
            weight.requires_grad_(False)


def attend_by_products(model: Any) -> None:
    """Compute attention as a product, a softmax and a product: on a CPU the fused one is slow backward in bfloat16."""
    if isinstance(model, PreTrainedModel):
        model.set_attn_implementation("eager")
