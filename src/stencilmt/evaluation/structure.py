"""Structure: whether tags survive (Hashimoto et al. 2019)."""

from collections.abc import Sequence

from stencilmt.errors import MarkupError
from stencilmt.evaluation.markup import Outline, outline, parse
from stencilmt.evaluation.score import Score, mean

_SIGNATURE = "markup:xml|root:one"


class StructureCorrect:
    """The share of hypotheses that parse as XML inside one root."""

    name = "structure_correct"

    def corpus(self, hypotheses: Sequence[str]) -> Score:
        """The score of a system."""
        return mean(self.name, [parse(text) is not None for text in hypotheses], _SIGNATURE)


class StructureMatch:
    """The share of hypotheses whose tree of elements (names, nesting, order) is that of the reference."""

    name = "structure_match"

    def corpus(self, hypotheses: Sequence[str], references: Sequence[str]) -> Score:
        """The score of a system."""
        pairs = zip(hypotheses, map(reference_outline, references), strict=True)
        return mean(self.name, [_outline(text) == wanted for text, wanted in pairs], _SIGNATURE)


def reference_outline(reference: str) -> Outline:
    """The outline of a reference, which has to be well formed."""
    wanted = _outline(reference)
    if wanted is None:
        raise MarkupError(
            f"the reference {reference!r} is not well-formed XML: mend it, or measure without --markup xml"
        )
    return wanted


def _outline(text: str) -> Outline | None:
    tree = parse(text)
    return None if tree is None else outline(tree)
