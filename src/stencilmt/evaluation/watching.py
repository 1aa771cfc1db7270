"""What a training run measures now and then: translations of held-out sentences, with and without terms."""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

from stencilmt.decode import Decoder
from stencilmt.evaluation.held_out import HeldOut
from stencilmt.model.engine import CTranslate2Engine
from stencilmt.model.export import write_engine
from stencilmt.subwords.codec import Codec

TERMS = 3
"""Terms a sentence, as in the paper."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Translates held-out sentences with the model as it would be exported."""

    measures: ClassVar = ("bleu", "bleu_with_terms", "exact_match", "template_accuracy", "repair_rate")

    codec: Codec
    held_out: HeldOut

    def __call__(self, network: Any, step: int) -> dict[str, float]:
        """BLEU without and with terms, and how the templates came out."""
        with TemporaryDirectory() as folder:
            write_engine(network, self.codec.subwords.tokens, Path(folder))
            positions = network.config.max_position_embeddings
            engine = CTranslate2Engine(Path(folder), self.codec.subwords, positions=positions)
            decoder = Decoder(self.codec, engine)
            plain = self.held_out.measure(decoder)
            termed = self.held_out.measure(decoder, TERMS)
        return {
            "bleu": plain["bleu"],
            "bleu_with_terms": termed["bleu"],
            "exact_match": termed["exact_match"],
            "template_accuracy": termed["template_accuracy"],
            "repair_rate": termed["repair_rate"],
        }
