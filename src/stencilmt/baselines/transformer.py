"""A Transformer laid open: the same weights and the same numbers as in `transformers`, step by step.

What a rival needs of a network is inside it: attention weights (CDAlign, the pointer), keys and values of its own
(AttnVector), a cache that beam search may rearrange. So the forward pass is written out here, once.

Shapes: [rows, tokens, width] for states, [rows, heads, tokens, width of a head] for keys and values. In beam search
several rows share the memory of one sentence: its attention sees them as so many tokens more.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from stencilmt.model.network import normalizes_before

FORBIDDEN = -1e9
"""Stands for minus infinity in attention, where a row without any key must not become NaN."""


class KeyValues(NamedTuple):
    """What attention looks up and what it takes, [rows, heads, tokens, width of a head] each."""

    keys: Tensor
    values: Tensor

    def select(self, rows: Tensor) -> "KeyValues":
        """Those of some rows."""
        return KeyValues(self.keys[rows], self.values[rows])

    def behind(self, other: "KeyValues | None") -> "KeyValues":
        """Both in one, these last."""
        if other is None:
            return self
        return KeyValues(torch.cat([other.keys, self.keys], 2), torch.cat([other.values, self.values], 2))


@dataclass(frozen=True, slots=True)
class Memory:
    """A batch of sentences as the decoder sees it."""

    source: Tensor
    """[sentences, tokens] what was read."""
    mask: Tensor
    """[sentences, keys] which keys of the layers are no padding."""
    layers: tuple[KeyValues, ...]
    """For the cross attention of each decoder layer."""
    states: Tensor
    """[sentences, tokens, width] what the encoder made of it."""
    extra: Tensor | None = None
    """[sentences, …] what a rival's network keeps beside."""

    def select(self, sentences: Tensor) -> "Memory":
        """That of some sentences."""
        layers = tuple(layer.select(sentences) for layer in self.layers)
        extra = None if self.extra is None else self.extra[sentences]
        return Memory(self.source[sentences], self.mask[sentences], layers, self.states[sentences], extra)


@dataclass(slots=True)
class Cache:
    """Keys and values of the tokens written so far, layer by layer."""

    layers: list[KeyValues | None] = field(default_factory=list)

    @property
    def length(self) -> int:
        """How many tokens were written."""
        return self.layers[0].keys.shape[2] if self.layers and self.layers[0] else 0

    def extend(self, layer: int, new: KeyValues) -> KeyValues:
        """Add tokens to a layer and give all of them."""
        if layer == len(self.layers):
            self.layers.append(None)
        self.layers[layer] = whole = new.behind(self.layers[layer])
        return whole

    def select(self, rows: Tensor) -> None:
        """Keep some rows, in this order."""
        self.layers = [layer and layer.select(rows) for layer in self.layers]


class Written(NamedTuple):
    """What the decoder made of some tokens."""

    hidden: Tensor
    """[rows, tokens, width]"""
    attention: Tensor
    """[rows, tokens, keys] to the sentence, the mean over the heads of the layer that is watched."""
    said: Tensor | None = None
    """[rows, length] all that each hypothesis has written; only a search tells it, training does not."""


class Prediction(NamedTuple):
    """What a network expects next in each hypothesis."""

    scores: Tensor
    """[rows, vocabulary] log probabilities."""
    attention: Tensor
    """[rows, keys] where in the sentence it looks."""


class Transformer:
    """The forward pass of a network."""

    def __init__(self, model: Any, watched: int = -1) -> None:
        self.model = model
        self.encoder, self.decoder = model.model.encoder, model.model.decoder
        self.pad: int = model.config.pad_token_id
        self._watched = watched % len(self.decoder.layers)
        self._before = normalizes_before(model)

    def start(self, sources: Sequence[Sequence[int]]) -> "Decoding":
        """Read a batch of sentences and be ready to write their translations."""
        source = torch.nn.utils.rnn.pad_sequence([torch.tensor(row) for row in sources], True, self.pad)
        return Decoding(self, self.read(source.to(self.model.device)))

    def read(self, source: Tensor) -> Memory:
        """The memory of a batch of sentences."""
        mask = source != self.pad
        states = self.encode(source, mask)
        return Memory(source, mask, self.remember(states), states)

    def encode(self, source: Tensor, mask: Tensor, extra: Sequence[KeyValues] = ()) -> Tensor:
        """The states of sentences; extra keys and values, if any, stand before each layer's own, also in the mask."""
        states = embed(self.encoder, source, torch.arange(source.shape[1], device=source.device))
        for number, layer in enumerate(self.encoder.layers):
            taken = self._take(layer.self_attn_layer_norm, states)
            own = project(layer.self_attn, taken).behind(extra[number] if extra else None)
            attended, _ = attend(layer.self_attn, taken, own, mask[:, None, None])
            states = self._give(layer.self_attn_layer_norm, states + drop(layer, attended))
            states = self._feed_forward(layer, states)
        return self._finish(self.encoder, states)

    def remember(self, states: Tensor) -> tuple[KeyValues, ...]:
        """The keys and values of encoded sentences for each decoder layer."""
        return tuple(project(layer.encoder_attn, states) for layer in self.decoder.layers)

    def write(self, tokens: Tensor, memory: Memory, cache: Cache | None = None) -> Written:
        """Write tokens after those of the cache."""
        cache = Cache() if cache is None else cache
        every = torch.arange(cache.length + tokens.shape[1], device=tokens.device)
        places = every[cache.length :]
        before = every <= places[:, None]
        states, attention = embed(self.decoder, tokens, places), tokens.new_empty(0)
        for number, layer in enumerate(self.decoder.layers):
            taken = self._take(layer.self_attn_layer_norm, states)
            own = cache.extend(number, project(layer.self_attn, taken))
            attended, _ = attend(layer.self_attn, taken, own, before)
            states = self._give(layer.self_attn_layer_norm, states + drop(layer, attended))
            taken = self._take(layer.encoder_attn_layer_norm, states)
            found, weights = self.look(layer.encoder_attn, taken, memory.layers[number], memory.mask)
            if number == self._watched:
                attention = self.watch(layer, taken, weights, memory)
            states = self._give(layer.encoder_attn_layer_norm, states + drop(layer, found))
            states = self._feed_forward(layer, states)
        return Written(self._finish(self.decoder, states), attention)

    def look(self, attention: Any, states: Tensor, memory: KeyValues, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Attention to sentences, each shared by as many rows as there are to one, and its weights."""
        shared = states.reshape(len(mask), -1, states.shape[-1])
        found, weights = attend(attention, shared, memory, mask[:, None, None])
        return found.view_as(states), weights.mean(1).view(*states.shape[:2], -1)

    def watch(self, layer: Any, states: Tensor, weights: Tensor, memory: Memory) -> Tensor:
        """The attention that is reported: that of the layer itself."""
        return weights

    def log_probabilities(self, written: Written, tokens: Tensor, memory: Memory) -> Tensor:
        """What may come after each of the tokens, [rows, tokens, vocabulary]; padding never does."""
        scores = functional.linear(written.hidden, self.model.lm_head.weight, self.model.final_logits_bias[0])
        scores[..., self.pad] = -torch.inf
        return scores.log_softmax(-1)

    def _feed_forward(self, layer: Any, states: Tensor) -> Tensor:
        """The second half of a layer."""
        inner = layer.activation_fn(layer.fc1(self._take(layer.final_layer_norm, states)))
        inner = functional.dropout(inner, layer.activation_dropout, layer.training)
        return self._give(layer.final_layer_norm, states + drop(layer, layer.fc2(inner)))

    def _take(self, norm: Any, states: Tensor) -> Tensor:
        """States as a part of a layer takes them."""
        taken: Tensor = norm(states) if self._before else states
        return taken

    def _give(self, norm: Any, states: Tensor) -> Tensor:
        """States as a part of a layer leaves them, already added to what it took."""
        given: Tensor = states if self._before else norm(states)
        return given

    def _finish(self, side: Any, states: Tensor) -> Tensor:
        """States as the last layer of encoder or decoder leaves them."""
        finished: Tensor = side.layer_norm(states) if self._before else states
        return finished


class Decoding:
    """A batch half translated: what beam search moves forward and rearranges."""

    def __init__(self, network: Transformer, memory: Memory) -> None:
        self._network = network
        self._memory = memory
        self._cache = Cache()
        self._said = memory.source.new_empty(len(memory.source), 0)

    def step(self, tokens: Tensor) -> Prediction:
        """Write tokens [rows, some] and say what may follow the last of them."""
        written = self._network.write(tokens, self._memory, self._cache)
        self._said = torch.cat([self._said, tokens], 1)
        last = Written(written.hidden[:, -1:], written.attention[:, -1:], self._said)
        scores = self._network.log_probabilities(last, tokens[:, -1:], self._memory)
        return Prediction(scores[:, 0], last.attention[:, 0])

    def select(self, rows: Tensor, sentences: Tensor | None = None) -> None:
        """Go on with some rows and, where sentences were finished, with some sentences."""
        self._cache.select(rows)
        self._said = self._said[rows]
        if sentences is not None:
            self._memory = self._memory.select(sentences)


def embed(side: Any, tokens: Tensor, places: Tensor) -> Tensor:
    """Tokens at their places, as the first layer takes them."""
    states = side.embed_tokens(tokens) * side.embed_scale + side.embed_positions.weight[places]
    return drop(side, states)


def project(attention: Any, states: Tensor) -> KeyValues:
    """The keys and values of states."""
    return KeyValues(into_heads(attention, attention.k_proj(states)), into_heads(attention, attention.v_proj(states)))


def into_heads(attention: Any, states: Tensor) -> Tensor:
    """States divided among the heads."""
    return states.view(*states.shape[:-1], attention.num_heads, attention.head_dim).transpose(1, 2)


def attend(attention: Any, states: Tensor, memory: KeyValues, mask: Tensor) -> tuple[Tensor, Tensor]:
    """What states find, and the weights [rows, heads, tokens, keys]; the mask is true where a key may be seen."""
    queries = into_heads(attention, attention.q_proj(states)) * attention.scaling
    scores = (queries @ memory.keys.transpose(2, 3)).masked_fill(~mask, FORBIDDEN)
    weights = functional.dropout(scores.softmax(-1), attention.dropout, attention.training)
    return attention.out_proj((weights @ memory.values).transpose(1, 2).flatten(2)), weights


def drop(module: Any, states: Tensor) -> Tensor:
    """Dropout while training."""
    return functional.dropout(states, module.dropout, module.training)
