"""The network and its loss."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.nn import functional

from model.toy import VOCABULARY, ReverseBatches, toy_settings
from stencilmt.config import replace_checked
from stencilmt.errors import DataError, SettingsError
from stencilmt.model.learner import make_optimizer
from stencilmt.model.loss import smoothed_cross_entropy
from stencilmt.model.network import LossNetwork, Network, VocabularyFacts, attend_by_products, build, normalizes_before
from stencilmt.model.pools import NO_LOSS
from stencilmt.model.presets import preset

SETTINGS = toy_settings(architecture__dropout=0.0)
BATCH = next(ReverseBatches().epoch(0))


def toy_model(vocabulary: VocabularyFacts = VOCABULARY) -> Network:
    return build(SETTINGS.architecture, vocabulary)


@given(st.integers(2, 6), st.integers(3, 20), st.sampled_from([0.0, 0.1, 0.3]), st.integers(0, 1))
@settings(max_examples=30, deadline=None)
def test_the_loss_and_its_gradient_are_those_of_pytorch(tokens: int, words: int, smoothing: float, hole: int) -> None:
    """Word 0 cannot come where there is a hole: as if the vocabulary began after it."""
    hidden, weight = torch.randn(tokens, 8, requires_grad=True), torch.randn(words, 8, requires_grad=True)
    bias, labels = torch.randn(words), torch.randint(1, words, (tokens,))
    logits = functional.linear(hidden, weight[hole:], bias[hole:])
    expected = functional.cross_entropy(logits, labels - hole, label_smoothing=smoothing, reduction="sum")
    plain = functional.cross_entropy(logits, labels - hole, reduction="sum")
    if hole:
        bias[0] = -torch.inf
    loss = smoothed_cross_entropy(hidden, labels, weight, bias, smoothing)
    torch.testing.assert_close((loss.smoothed, loss.plain), (expected, plain))
    ours, theirs = (torch.autograd.grad(one, (hidden, weight)) for one in (loss.smoothed, expected))
    torch.testing.assert_close(ours, theirs, atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize("pad", [15, 0, 7])
def test_projecting_only_where_there_is_loss_changes_nothing(pad: int) -> None:
    """Beside the usual way: all logits, padding shut out, positions without loss ignored."""
    model = toy_model(VocabularyFacts(16, pad, 1))
    source, decoder, labels = (torch.where(part == 15, pad, torch.where(part == pad, 15, part)) for part in BATCH[:3])
    logits = model(input_ids=source, attention_mask=source != pad, decoder_input_ids=decoder).logits
    logits[..., pad] = -torch.inf
    usual = functional.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=NO_LOSS, reduction="sum")
    torch.testing.assert_close(LossNetwork(model, 0.0)(source, decoder, labels).smoothed, usual)


def test_a_label_without_loss_has_no_part_in_the_gradient() -> None:
    model = toy_model()
    model.get_decoder().layers[0].register_full_backward_hook(lambda _, __, grads: hidden.append(grads[0]))
    hidden: list[torch.Tensor] = []
    LossNetwork(model, 0.1)(*BATCH[:3]).smoothed.backward()
    assert (hidden[0].abs().sum(-1) > 0).equal(BATCH.labels != NO_LOSS)


def test_attention_by_products_computes_the_same() -> None:
    model = toy_model()
    network = LossNetwork(model, 0.1)
    fused = network(*BATCH[:3]).smoothed
    attend_by_products(model)
    assert model.config._attn_implementation == "eager"
    torch.testing.assert_close(network(*BATCH[:3]).smoothed, fused)


def test_the_embedding_of_the_padding_stays_zero() -> None:
    model = toy_model()
    network = LossNetwork(model, 0.1)
    optimizer = make_optimizer(network, SETTINGS.optimization)
    for _ in range(3):
        network(*BATCH[:3]).smoothed.backward()
        optimizer.step()
    assert not model.model.shared.weight[VOCABULARY.pad].any()
    assert model.model.shared.weight[: VOCABULARY.pad].any(dim=1).all()


@pytest.mark.parametrize("norm", ["before", "after"])
def test_the_first_loss_is_that_of_a_fair_guess(norm: str) -> None:
    architecture = replace_checked(SETTINGS.architecture, {"width": 64, "heads": 4, "norm": norm})
    model = build(architecture, VocabularyFacts(500, 499, 0))
    tokens = torch.randint(0, 499, (8, 12))
    loss = LossNetwork(model, 0.0)(tokens, tokens.roll(1, 1), tokens).plain / tokens.numel()
    assert normalizes_before(model) == (norm == "before")
    assert 5.7 < loss < 7.7  # ln 499 = 6.2


def test_where_layers_normalize_after_each_part_the_parts_start_small() -> None:
    """Six layers of large random parts, normalized after each, leave states that are soon all the same."""
    model = build(replace_checked(preset("small").architecture, {"norm": "after"}), VocabularyFacts(500, 499, 0)).eval()
    with torch.no_grad():
        states = model.model.encoder(torch.randint(0, 499, (4, 30))).last_hidden_state
    directions = functional.normalize(states, dim=-1)
    assert (directions @ directions.transpose(1, 2)).mean() < 0.5


def test_all_embeddings_are_one_and_positions_do_not_learn() -> None:
    model = toy_model()
    LossNetwork(model, 0.1)
    assert model.lm_head.weight is model.model.encoder.embed_tokens.weight is model.model.decoder.embed_tokens.weight
    assert not model.model.encoder.embed_positions.weight.requires_grad
    assert not model.final_logits_bias.any()


def test_the_same_seed_gives_the_same_weights_and_leaves_chance_alone() -> None:
    state = torch.get_rng_state()
    one, two = (build(SETTINGS.architecture, VOCABULARY, seed) for seed in (3, 3))
    other = build(SETTINGS.architecture, VOCABULARY, 4)
    assert one.model.shared.weight.equal(two.model.shared.weight)
    assert not one.model.shared.weight.equal(other.model.shared.weight)
    assert torch.get_rng_state().equal(state)


def test_a_sequence_beyond_the_positions_is_refused() -> None:
    with pytest.raises(DataError, match="a sequence of 17 tokens is longer than the 16 positions"):
        LossNetwork(toy_model(), 0.1)(torch.ones(1, 17).long(), *BATCH[1:3])


@pytest.mark.parametrize("facts", [(10, 10, 0), (10, 9, -1)])
def test_ids_outside_the_vocabulary_are_refused(facts: tuple[int, int, int]) -> None:
    with pytest.raises(SettingsError, match="must be an id below the vocabulary's size 10"):
        VocabularyFacts(*facts)
