"""How the measures are called and read."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heading:
    """What a reader should know of a measure."""

    title: str
    meaning: str
    higher_is_better: bool = True


_HEADINGS = {
    "bleu": Heading("BLEU", "n-grams shared with the reference"),
    "chrf": Heading("chrF", "character n-grams shared with the reference"),
    "exact_match": Heading("Exact", "terms that stand in the translation as asked for"),
    "window_overlap": Heading("Window", "words around the terms shared with the reference"),
    "one_minus_term": Heading("1-TERm", "one minus the edit rate, terms weighing double"),
    "term_consistency": Heading("Consistency", "repeated terms that keep one translation in a document"),
    "ter": Heading("TER", "edits per word of the reference", higher_is_better=False),
    "structure_correct": Heading("Correct", "translations that are well-formed XML"),
    "structure_match": Heading("Match", "translations with the tags of the reference"),
    "xml_bleu": Heading("XML-BLEU", "BLEU of the text between matching tags"),
    "ne_num_precision": Heading("NE&NUM P", "numbers and names that the reference has too"),
    "ne_num_recall": Heading("NE&NUM R", "numbers and names of the reference that were kept"),
    "template_accuracy": Heading("Template", "templates the model arranged rightly by itself"),
    "omission_rate": Heading("Omissions", "sentences with a forgotten fragment", higher_is_better=False),
    "repair_rate": Heading("Repairs", "sentences that had to be repaired", higher_is_better=False),
}


def heading(measure: str) -> Heading:
    """The heading of a measure by its name in JSON."""
    if measure in _HEADINGS:
        return _HEADINGS[measure]
    name, _, window = measure.rpartition("_")
    plain = _HEADINGS[name]
    return Heading(f"{plain.title} {window}", f"{plain.meaning}, {window} on each side", plain.higher_is_better)
