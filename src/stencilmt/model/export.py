"""A trained network as a CTranslate2 model."""

from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING

from stencilmt.errors import SettingsError

if TYPE_CHECKING:
    from ctranslate2.specs.transformer_spec import TransformerSpec

    from stencilmt.model.network import Network

UNKNOWN = "<unk>"
"""What all our vocabularies call a token they lack."""
QUANTIZATIONS = ("int8", "int8_float32", "float32")


def write_engine(
    network: "Network", tokens: Sequence[str], folder: Path, quantization: str = "int8", end: str = "</s>"
) -> None:
    """Write a network, whose padding is the id after the last token, in CTranslate2's format."""
    if quantization not in QUANTIZATIONS:
        raise SettingsError(f"invalid quantization, expected one of {', '.join(QUANTIZATIONS)} (not {quantization!r})")
    # A copy, because the loader changes the settings and quantization scales the weights where they lie.
    spec = _specify(deepcopy(network))
    spec.register_source_vocabulary(list(tokens))
    spec.register_target_vocabulary(list(tokens))
    spec.config.eos_token = end
    spec.config.unk_token = UNKNOWN
    spec.config.decoder_start_token = end  # never read: the decoder starts from a zero embedding
    spec.config.add_source_eos = False
    spec.validate()
    spec.optimize(quantization=quantization)
    folder.mkdir(parents=True, exist_ok=True)
    spec.save(str(folder))


def _specify(network: "Network") -> "TransformerSpec":
    """A network in CTranslate2's terms: loaded as Marian, of which it may differ in where it normalizes."""
    from ctranslate2.converters.transformers import BartLoader, MarianMTLoader

    from stencilmt.model.network import normalizes_before

    loader = MarianMTLoader()
    network.config.normalize_before = normalizes_before(network)
    network.config.normalize_embedding = False
    spec = BartLoader.get_model_spec(loader, network)
    loader._remove_pad_weights(spec)
    return spec
