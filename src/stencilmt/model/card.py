"""The model card: what a model is, for those who open its folder."""

from pathlib import Path
from typing import Any

from stencilmt.model.folder import ModelInfo

MOST_ORIGINS = 12
MEASURES = {
    "bleu": "BLEU",
    "moses_bleu": "BLEU (Moses)",
    "bleu_with_terms": "BLEU with terms",
    "chrf": "chrF",
    "exact_match": "exact match %",
    "one_minus_term": "1-TERm",
    "structure_correct": "well formed %",
    "xml_bleu": "XML-BLEU",
    "template_accuracy": "valid templates %",
    "repair_rate": "repaired %",
}
"""What the card tells of the scores; all of them are in the model's own file."""
BLEUS = """\
BLEU is that of sacreBLEU with its tokenizer for the language: 13a, but `zh` for Chinese and `char` for Japanese. \
BLEU (Moses) is over Moses tokens with special characters escaped, as published for text with markup, whose tags do \
not count. The two do not compare."""


def write_card(info: ModelInfo, path: Path) -> None:
    """Write the card of a model; what it does not know it leaves out."""
    pair = f"{info.source_language} → {info.target_language}"
    architecture = info.settings.get("architecture", {})
    sections = [
        f"# {pair}, a Stencil model",
        "Translates with terms, tags and placeholders kept by construction "
        "(`stencil translate`; the method is that of Wang et al., 2022).",
        "## Facts",
        _table(
            {
                "Sequences": f"{info.form.kind}{', compact templates' if info.form.compact else ''}",
                "Limits of one segment": f"{info.limits.terms} terms, {info.limits.tags} tags, {info.longest} tokens; "
                "longer ones are divided",
                "Shape": ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in architecture.items()),
                **_start(info),
                "Trained": f"{info.data.get('hours', '?')} hours, {info.data.get('steps', 0):,} updates, "
                f"{info.data.get('tokens', 0):,} target tokens",
                "Weights": f"{info.settings.get('quantization', '?')}, the mean of the checkpoints at steps "
                + ", ".join(map(str, info.settings.get("averaged", []))),
                "Made with": ", ".join(f"{name} {number}" for name, number in info.versions.items()),
            }
        ),
        "## Data",
        _pairs(info),
        _origins(info.data),
    ]
    if info.scores:
        sections += ["## Scores", _scores(info.scores), BLEUS]
    if info.notes:
        sections.append(info.notes.strip())
    path.write_text("\n\n".join(sections) + "\n", encoding="utf-8")


def _start(info: ModelInfo) -> dict[str, str]:
    """Whose weights it began with, for their licence holds on."""
    data = info.settings.get("data", {})
    if not data.get("init"):
        return {}
    trained = data.get("init_trained")
    before = f", trained for {trained['hours']} hours, {trained['steps']:,} updates" if trained else ""
    return {"Started from": Path(data["init"]).name + before}


def _table(rows: dict[str, str]) -> str:
    return "\n".join(["| | |", "| --- | --- |", *(f"| {name} | {value} |" for name, value in rows.items())])


def _scores(scores: dict[str, dict[str, float]]) -> str:
    """A row for each test set (`stencil evaluate --record`) and for the last validation of the training."""
    measures = [measure for measure in MEASURES if any(measure in row for row in scores.values())]
    lines = [["", *map(MEASURES.__getitem__, measures)], ["---", *["---:"] * len(measures)]]
    for name, row in scores.items():
        lines.append([name, *(f"{row[measure]:.1f}" if measure in row else "" for measure in measures)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _pairs(info: ModelInfo) -> str:
    weights = info.settings.get("data", {}).get("batch", {}).get("weights", [])
    often = ", ".join(f"`{pattern}` {factor:g} times" for pattern, factor in weights)
    count = f"{info.data.get('pairs', 0):,} sentence pairs."
    return f"{count} In an epoch come: {often}, others once." if often else count


def _origins(data: dict[str, Any]) -> str:
    origins: dict[str, int] = data.get("origins", {})
    ranked = sorted(origins.items(), key=lambda item: -item[1])
    rows = {name or "unnamed": f"{count:,} pairs" for name, count in ranked[:MOST_ORIGINS]}
    if rest := ranked[MOST_ORIGINS:]:
        rows[f"{len(rest)} others"] = f"{sum(count for _, count in rest):,} pairs"
    return _table(rows)
