"""What a run of translations did, in one line."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from stencilmt.constraints.mark import Kind
from stencilmt.translator import Translation


@dataclass(slots=True)
class Summary:
    """What a whole run did."""

    segments: int = 0
    terms: int = 0
    tags: int = 0
    placeholders: int = 0
    repaired: int = 0
    notes: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    """The glossary's terms that occurred."""

    def add(self, translations: Sequence[Translation]) -> None:
        """Count in some translations."""
        self.segments += len(translations)
        for translation in translations:
            kinds = [kept.kind for kept in translation.constraints]
            self.terms += kinds.count(Kind.TERM)
            self.placeholders += kinds.count(Kind.PLACEHOLDER)
            self.tags += len(kinds) - kinds.count(Kind.TERM) - kinds.count(Kind.PLACEHOLDER)
            self.repaired += translation.status == "repaired"
            self.notes += translation.notes
            self.used.update(kept.entry for kept in translation.constraints if kept.entry)

    def __str__(self) -> str:
        return (
            f"{self.segments} segments: {self.terms} terms placed, {self.tags} tags and "
            f"{self.placeholders} placeholders kept, {self.repaired} repaired"
        )
