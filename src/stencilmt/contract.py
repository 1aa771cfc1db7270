"""Translations as the JSON that others script against."""

from typing import Any

from stencilmt.translator import Translation


def as_contract(translation: Translation) -> dict[str, Any]:
    """A translation as the JSON others script against."""
    return {
        "source": translation.source,
        "translation": translation.text,
        "constraints": [
            {
                "symbol": kept.symbol,
                "kind": str(kept.kind),
                "source": kept.source,
                "target": kept.target,
                "source_span": list(kept.source_span),
                "target_span": list(kept.target_span),
                "entry": kept.entry,
            }
            for kept in translation.constraints
        ],
        "template": [str(symbol) for symbol in translation.template],
        "status": translation.status,
        "repairs": list(translation.repairs),
        "rearranged": translation.rearranged,
        "notes": list(translation.notes),
        "omitted": translation.omitted,
        "score": translation.score,
    }
