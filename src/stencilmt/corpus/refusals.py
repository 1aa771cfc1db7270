"""Pairs that were refused: how many by each rule, and a few to look at."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

Texts = tuple[str, str]
"""A source and its target."""
EXAMPLES = 3
"""Pairs to look at for each rule."""


@dataclass(slots=True)
class Refusals:
    """The refused pairs of a corpus or a part of it."""

    counts: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[Texts]] = field(default_factory=dict)

    def __str__(self) -> str:
        return ", ".join(f"{rule} {count}" for rule, count in self.counts.most_common())

    def add(self, rule: str, texts: Texts) -> None:
        """Count a pair."""
        self.counts[rule] += 1
        self._show(rule, [texts])

    def update(self, other: "Refusals") -> None:
        """Count those of another part as well."""
        self.counts.update(other.counts)
        for rule, examples in other.examples.items():
            self._show(rule, examples)

    def plain(self) -> dict[str, Any]:
        """In values that JSON can hold."""
        return {"counts": dict(self.counts), "examples": self.examples}

    @classmethod
    def of(cls, plain: dict[str, Any]) -> "Refusals":
        """Undo `plain`."""
        examples = {rule: [(source, target) for source, target in pairs] for rule, pairs in plain["examples"].items()}
        return cls(Counter(plain["counts"]), examples)

    def _show(self, rule: str, pairs: list[Texts]) -> None:
        examples = self.examples.setdefault(rule, [])
        examples += pairs[: EXAMPLES - len(examples)]
