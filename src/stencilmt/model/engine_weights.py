"""The weights of a CTranslate2 model as those of a network again: the inverse of `export.write_engine`.

CTranslate2 writes its files but does not read them in Python. A file holds named arrays, of which int8 ones have a
scale for each row, and names that stand for another array.
"""

import re
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

import numpy as np
import torch
from torch import Tensor

from stencilmt.errors import ModelError
from stencilmt.model.network import BIAS, EMBEDDING

FILE = "model.bin"
VERSION = 6
"""The version of the file's layout."""
TYPES = ("f4", "i1", "i2", "i4", "f2")
"""The numbers of an array, by their number in the file."""

_PARTS = {
    "self_attn.q_proj": ("self_attention/linear_0", 0, 3),
    "self_attn.k_proj": ("self_attention/linear_0", 1, 3),
    "self_attn.v_proj": ("self_attention/linear_0", 2, 3),
    "self_attn.out_proj": ("self_attention/linear_1", 0, 1),
    "self_attn_layer_norm": ("self_attention/layer_norm", 0, 1),
    "encoder_attn.q_proj": ("attention/linear_0", 0, 1),
    "encoder_attn.k_proj": ("attention/linear_1", 0, 2),
    "encoder_attn.v_proj": ("attention/linear_1", 1, 2),
    "encoder_attn.out_proj": ("attention/linear_2", 0, 1),
    "encoder_attn_layer_norm": ("attention/layer_norm", 0, 1),
    "fc1": ("ffn/linear_0", 0, 1),
    "fc2": ("ffn/linear_1", 0, 1),
    "final_layer_norm": ("ffn/layer_norm", 0, 1),
}
"""Parts of a layer: where CTranslate2 has them, and which of how many equal shares of that array they are."""
_NORM = {"weight": "gamma", "bias": "beta"}
_LAYER = re.compile(r"model\.(\w+)\.layers\.(\d+)\.(.+)\.(\w+)")
_LAST_NORM = re.compile(r"model\.(\w+)\.layer_norm\.(\w+)")


def read_engine(folder: Path, wanted: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The weights of an exported model, for all names of the network that is `wanted`."""
    path = folder / FILE
    try:
        with path.open("rb") as file:
            arrays = _read(file)
        return {name: _weight(arrays, name, like) for name, like in wanted.items()}
    except OSError as error:
        raise ModelError(f"{path} cannot be read ({error.strerror})") from error
    except (struct.error, ValueError, IndexError, KeyError) as error:
        raise ModelError(f"{path} is no model of this shape, or damaged ({error!r}): export it again") from error


def _read(file: BinaryIO) -> dict[str, np.ndarray]:
    """Every array of a file in full precision."""
    (version,) = _numbers(file, "I")
    if version != VERSION:
        raise ValueError(f"version {version}, expected {VERSION}")
    _text(file)  # what the specification is called
    _, count = _numbers(file, "II")
    arrays = dict(_array(file) for _ in range(count))
    (count,) = _numbers(file, "I")
    aliases = [(_text(file), _text(file)) for _ in range(count)]
    whole = {name: array / _scale(arrays, name) for name, array in arrays.items()}
    return whole | {name: whole[other] for name, other in aliases}


def _array(file: BinaryIO) -> tuple[str, np.ndarray]:
    name = _text(file)
    (rank,) = _numbers(file, "B")
    shape = _numbers(file, f"{rank}I")
    kind, size = _numbers(file, "BI")
    return name, np.frombuffer(file.read(size), "<" + TYPES[kind]).reshape(shape).astype(np.float32)


def _scale(arrays: Mapping[str, np.ndarray], name: str) -> np.ndarray:
    """What the numbers of each row were multiplied with."""
    scale = arrays.get(f"{name}_scale", np.ones((), np.float32))
    return scale[:, None] if scale.ndim else scale


def _text(file: BinaryIO) -> str:
    (length,) = _numbers(file, "H")
    return file.read(length).rstrip(b"\0").decode()


def _numbers(file: BinaryIO, layout: str) -> tuple[int, ...]:
    packed = struct.Struct("<" + layout)
    return packed.unpack(file.read(packed.size))


def _weight(arrays: Mapping[str, np.ndarray], name: str, like: Tensor) -> Tensor:
    """One weight of the network; CTranslate2 knows no row for padding."""
    if name == EMBEDDING:
        words = arrays["decoder/embeddings/weight"]
        return _fit(np.concatenate([words, np.zeros_like(words[:1])]), like)
    if name == BIAS:
        bias = arrays.get("decoder/projection/bias", np.zeros(like.numel() - 1, np.float32))
        return _fit(np.append(bias, np.float32(0))[None], like)
    place, share, shares = _place(name)
    return _fit(np.split(arrays[place], shares)[share], like)


def _place(name: str) -> tuple[str, int, int]:
    """Where CTranslate2 has a weight, and as which share of an array."""
    if match := _LAYER.fullmatch(name):
        side, number, part, kind = match.groups()
        place, share, shares = _PARTS[part]
        last = _NORM[kind] if part.endswith("norm") else kind
        return f"{side}/layer_{number}/{place}/{last}", share, shares
    if match := _LAST_NORM.fullmatch(name):
        return f"{match[1]}/layer_norm/{_NORM[match[2]]}", 0, 1
    raise KeyError(name)


def _fit(array: np.ndarray, like: Tensor) -> Tensor:
    if array.shape != tuple(like.shape):
        raise ValueError(f"an array has the shape {array.shape}, not {tuple(like.shape)}")
    return torch.from_numpy(np.ascontiguousarray(array))
