"""From templates to the ids the model reads and writes, and back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stencilmt.constraints.mark import Mark
from stencilmt.subwords import Subwords
from stencilmt.template.cut import Template
from stencilmt.template.encode import (
    Format,
    SequenceKind,
    encode_forced_template,
    encode_prefix,
    encode_source,
    encode_target,
)
from stencilmt.template.spacing import pack

LONGEST_VIEW = 60
"""Characters of a constraint that the model sees: it never writes one, and a long URL tells no more than its start."""


@dataclass(frozen=True, slots=True)
class Codec:
    """All that is needed to write sequences for one model."""

    subwords: Subwords
    form: Format
    source_spaced: bool
    """Whether the source language puts spaces between words."""
    target_spaced: bool
    reader: Subwords | None = None
    """Cuts the source, where that is done in another way than the target; the ids mean the same."""

    @property
    def source_subwords(self) -> Subwords:
        """What cuts the source."""
        return self.reader or self.subwords

    def source(self, template: Template, views: Mapping[Mark, str]) -> list[int]:
        """The encoder's input."""
        packed = pack(template, self.source_spaced)
        sequence = encode_source(packed, self._seen(views, self.source_spaced), self.form)
        return [*self.source_subwords.encode(sequence), self.subwords.end]

    def prefix(self, source: Template, views: Mapping[Mark, str]) -> list[int]:
        """What the decoder is forced to begin with."""
        return self.subwords.encode(encode_prefix(source, self._seen(views, self.target_spaced), self.form))

    def forced_template(self, order: Sequence[Mark], source: Template, views: Mapping[Mark, str]) -> list[int]:
        """A prefix that fixes the template too."""
        seen = self._seen(views, self.target_spaced)
        return self.subwords.encode(encode_forced_template(order, source, seen, self.form))

    def target(self, template: Template, source: Template, views: Mapping[Mark, str]) -> list[int]:
        """The decoder's whole output, as in training."""
        packed = pack(template, self.target_spaced)
        sequence = encode_target(packed, source, self._seen(views, self.target_spaced), self.form)
        return [*self.subwords.encode(sequence), self.subwords.end]

    def _seen(self, views: Mapping[Mark, str], spaced: bool) -> Mapping[Mark, str]:
        if self.form.kind is SequenceKind.STRUCTURAL:
            return views
        space = " " if spaced else ""
        return {mark: space + text[:LONGEST_VIEW] for mark, text in views.items()}
