"""Template accuracy: how often the model arranges all constraints by itself."""

import re
from collections.abc import Sequence

from stencilmt.evaluation.score import Score, mean

_NAME = re.compile(r"[^<>/\s]+")


class TemplateAccuracy:
    """The share of sentences whose generated template is right: every constraint symbol exactly once, in any order,
    tags well nested, and the nonterminals `Y0`, `Y1`, … before, between and after them (or none at all: compact).

    The template of an answer is the mended one, so the answer must say whether the model wrote another (`rearranged`).
    """

    name = "template_accuracy"

    def corpus(self, templates: Sequence[Sequence[str] | None], symbols: Sequence[Sequence[str]]) -> Score:
        """The score of a system, from its templates (none where it was rearranged) and the constraints' symbols."""
        pairs = zip(templates, symbols, strict=True)
        right = [template is not None and is_right(template, wanted) for template, wanted in pairs]
        return mean(self.name, right, "template:not-rearranged|order:any|nesting:xml")


def is_right(template: Sequence[str], symbols: Sequence[str]) -> bool:
    """Whether a template arranges these symbols.

    >>> is_right(["Y0", "C2", "Y1", "C1", "Y2"], ["C1", "C2"])
    True
    """
    marks = [token for token in template if not token.startswith("Y")]
    full = [token for number, mark in enumerate(marks) for token in (f"Y{number}", mark)] + [f"Y{len(marks)}"]
    return list(template) in (full, marks) and sorted(marks) == sorted(symbols) and _is_nested(marks)


def _is_nested(marks: Sequence[str]) -> bool:
    opened: list[str] = []
    for mark in marks:
        if mark.startswith("</"):
            if not opened or opened.pop() != _name(mark):
                return False
        elif mark.startswith("<") and not mark.endswith("/>"):
            opened.append(_name(mark))
    return not opened


def _name(tag: str) -> str:
    found = _NAME.search(tag)
    return found[0] if found else ""
