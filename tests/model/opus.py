"""A small Marian model with random weights, in the files that the Hugging Face Hub has of OPUS-MT's models."""

import io
import json
from pathlib import Path
from typing import Any

import sentencepiece
import torch
from safetensors.torch import save_file
from transformers import MarianConfig, MarianMTModel

from corpus.toy import toy_pairs

SHAPE = {
    "d_model": 32,
    "encoder_layers": 2,
    "decoder_layers": 2,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 48,
    "decoder_ffn_dim": 48,
    "activation_function": "swish",
    "max_position_embeddings": 256,
    "scale_embedding": True,
}
OLD = {
    "_name_or_path": "/tmp/Helsinki-NLP/opus-mt-xx-yy",
    "_num_labels": 3,
    "add_bias_logits": False,
    "add_final_layer_norm": False,
    "architectures": ["MarianMTModel"],
    "bos_token_id": 0,
    "classif_dropout": 0.0,
    "model_type": "marian",
    "normalize_before": False,
    "normalize_embedding": False,
    "num_beams": 4,
    "static_position_embeddings": True,
}
"""What the settings of such models also hold, most of it from earlier versions of `transformers`."""


def write_opus(
    folder: Path,
    weights: str = "pytorch_model.bin",
    languages: tuple[str, ...] = (),
    byte_fallback: bool = False,
    **changes: Any,
) -> Path:
    """Write the model, with other settings where there are changes; give its folder."""
    folder.mkdir(parents=True)
    pairs = toy_pairs(300)
    pieces = {
        *_write_pieces(folder / "source.spm", [source for source, _, _ in pairs], byte_fallback),
        *_write_pieces(folder / "target.spm", [target for _, target, _ in pairs], byte_fallback),
    }
    tokens = ["</s>", "<unk>", *languages, *sorted(pieces - {"<s>", "</s>", "<unk>"}), "<pad>"]
    (folder / "vocab.json").write_text(json.dumps({token: number for number, token in enumerate(tokens)}))
    (folder / "tokenizer_config.json").write_text('{"source_lang": "xx", "target_lang": "yy"}')
    pad = len(tokens) - 1
    special = {"pad_token_id": pad, "decoder_start_token_id": pad, "eos_token_id": 0, "forced_eos_token_id": 0}
    config = {"vocab_size": len(tokens), **SHAPE, **special}
    old = {**OLD, "bad_words_ids": [[pad]], "max_length": 64}
    _write_weights(MarianConfig(**config), folder / weights)
    (folder / "config.json").write_text(json.dumps({**old, **config, **changes}))
    return folder


def _write_pieces(path: Path, texts: list[str], byte_fallback: bool) -> list[str]:
    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(texts),
        model_writer=written,
        vocab_size=70 + 256 * byte_fallback,
        hard_vocab_limit=False,
        byte_fallback=byte_fallback,
        minloglevel=2,
    )
    path.write_bytes(written.getvalue())
    processor = sentencepiece.SentencePieceProcessor(model_proto=written.getvalue())
    return list(processor.id_to_piece(list(range(processor.get_piece_size()))))


def _write_weights(config: MarianConfig, path: Path) -> None:
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.manual_seed(5)
        model = MarianMTModel(config)
        model.model.shared.weight.normal_(std=0.5)
        model.model.shared.weight[config.pad_token_id] = 0
        model.final_logits_bias.normal_()
        model.final_logits_bias[0, config.pad_token_id] = 0
    state = model.state_dict()
    if path.suffix == ".bin":
        torch.save(state, path)
    else:
        tied = ("embed_tokens", "lm_head", "embed_positions")
        save_file({name: weight for name, weight in state.items() if not any(map(name.count, tied))}, path)
