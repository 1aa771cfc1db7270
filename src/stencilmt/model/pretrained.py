"""Starting from a pretrained Marian model in the format of the Hugging Face Hub, as OPUS-MT publishes them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from transformers import MarianConfig, MarianMTModel
from transformers.utils import logging

from stencilmt.config import from_dict, hint
from stencilmt.errors import DataError
from stencilmt.model.checkpoints import load_weights, own_weights
from stencilmt.model.folder import installed_paths
from stencilmt.model.network import BIAS, EMBEDDING, Network, VocabularyFacts, build
from stencilmt.model.presets import Architecture
from stencilmt.model.start import Start
from stencilmt.subwords.marian import FILES, PADDING, read_vocabulary

CONFIGURATION = "config.json"
NAMES = {
    "width": "d_model",
    "encoder_layers": "encoder_layers",
    "decoder_layers": "decoder_layers",
    "heads": "encoder_attention_heads",
    "feed_forward": "encoder_ffn_dim",
    "dropout": "dropout",
    "attention_dropout": "attention_dropout",
    "activation_dropout": "activation_dropout",
    "activation": "activation_function",
    "positions": "max_position_embeddings",
}
"""Our settings of an architecture in the words of `transformers`."""


@dataclass(frozen=True)
class Pretrained(Start):
    """The folder of a pretrained model."""

    folder: Path

    @cached_property
    def config(self) -> MarianConfig:
        """What it says of itself, once it is clear that it can be taken over."""
        self._require_marian()
        config = MarianConfig.from_pretrained(self.folder)
        if faults := list(_faults(config, read_vocabulary(self.folder))):
            raise DataError(f"{self.folder} cannot be taken over: {'; '.join(faults)}")
        return config

    @property
    def architecture(self) -> Architecture:
        """Its shape."""
        return from_dict(Architecture, {name: getattr(self.config, theirs) for name, theirs in NAMES.items()})

    def network(self, architecture: Architecture, vocabulary: VocabularyFacts, seed: int) -> Network:
        """The network with room for our symbols; all else is as it was."""
        network = build(architecture, vocabulary, seed)
        weights = self._weights()
        kept = [number for number, token in enumerate(read_vocabulary(self.folder)) if token != PADDING]
        chance = torch.Generator().manual_seed(seed)
        weights[EMBEDDING] = grow(weights[EMBEDDING][kept], vocabulary.size, chance)
        weights[BIAS] = _grow_bias(weights[BIAS][:, kept], vocabulary.size)
        load_weights(network, weights, self.folder)
        return network

    def _weights(self) -> dict[str, Tensor]:
        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        try:
            loaded = MarianMTModel.from_pretrained(self.folder, dtype=torch.float32, local_files_only=True)
        except (OSError, ValueError, RuntimeError) as error:
            raise DataError(f"the weights of {self.folder} cannot be read: {error}") from error
        finally:
            logging.enable_progress_bar()  # type: ignore[no-untyped-call]
        return own_weights(loaded)

    def _require_marian(self) -> None:
        if not self.folder.is_dir():
            raise DataError(
                f"there is no folder {str(self.folder)!r} to start from, nor a model of that name "
                f"({hint(self.folder.name, installed_paths())}); others can be downloaded, "
                "for example with `hf download Helsinki-NLP/opus-mt-en-de --local-dir opus-mt-en-de`"
            )
        kind = _kind(self.folder / CONFIGURATION)
        if kind != "marian":
            raise DataError(
                f"{self.folder} holds a model of type {kind!r}: --init takes Marian models, such as those of OPUS-MT"
            )
        lacking = [name for name in FILES if not (self.folder / name).is_file()]
        if lacking:
            raise DataError(f"{self.folder} lacks {', '.join(lacking)}: download it again with its tokenizer")


def grow(embedding: Tensor, size: int, chance: torch.Generator) -> Tensor:
    """An embedding with new rows that look like the others to the network, and a last one of zeros for padding.

    They are told apart from the start, and none is likelier to be written than a word picked by chance.
    """
    shape = size - len(embedding) - 1, embedding.shape[1]
    new = embedding.mean(0) + embedding.std(0) * torch.randn(shape, generator=chance)
    return torch.cat([embedding, new, embedding.new_zeros(1, shape[1])])


def _grow_bias(bias: Tensor, size: int) -> Tensor:
    new = bias.mean(1, keepdim=True).expand(1, size - bias.shape[1] - 1)
    return torch.cat([bias, new, bias.new_zeros(1, 1)], 1)


def _kind(path: Path) -> str:
    try:
        content: Any = json.loads(path.read_bytes())
        return str(content["model_type"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(
            f"{path} cannot be read ({error!r}): --init takes a folder of the Hugging Face Hub or of ours"
        ) from error


def _faults(config: MarianConfig, tokens: list[str]) -> Iterator[str]:
    """Why a model cannot be written in our words."""
    for one, other in (
        ("encoder_attention_heads", "decoder_attention_heads"),
        ("encoder_ffn_dim", "decoder_ffn_dim"),
        ("pad_token_id", "decoder_start_token_id"),
    ):
        if getattr(config, one) != getattr(config, other):
            yield f"{one} {getattr(config, one)} is not {other} {getattr(config, other)}"
    for name in ("scale_embedding", "share_encoder_decoder_embeddings", "tie_word_embeddings"):
        if not getattr(config, name):
            yield f"{name} is off"
    if config.vocab_size != len(tokens):
        yield f"vocab_size {config.vocab_size} is not the {len(tokens)} tokens of vocab.json"
    elif config.pad_token_id != tokens.index(PADDING):
        yield f"pad_token_id {config.pad_token_id} is not that of vocab.json"
