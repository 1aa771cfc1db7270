"""Exact match, by hand."""

import pytest

from stencilmt.evaluation.exact_match import ExactMatch
from stencilmt.evaluation.testset import term
from stencilmt.evaluation.tokens import tokenizer


@pytest.mark.parametrize(
    ("hypothesis", "targets", "right"),
    [
        ("die Katze schläft", ["Katze"], 1),
        ("die Katzen schlafen", ["Katze"], 0),
        ("Katze", ["Katze", "Katze"], 1),
        ("Katze und Katze", ["Katze", "Katze"], 2),
        ("die katze schläft", ["Katze"], 0),
        ("", ["Katze"], 0),
        ("", [], 0),
        ("in New York", ["New York", "York"], 2),
        ("in New York", ["York", "New York"], 2),
        ("in New York", ["New York", "New"], 1),
        ("wir nutzen C++ und C#.", ["C++", "C#"], 2),
        ("ein a|b (oder) [c]", ["a|b", "(oder)", "[c]"], 3),
        ("x.y", ["x+y"], 0),
        ("die Exif-Metadaten", ["Exif", "Metadaten"], 2),
        ("die Exif-Metadaten", ["Exif-Metadaten", "Exif"], 1),
        ("siehe Abschnitt 3.", ["Abschnitt 3"], 1),
        ("siehe 3. Die Datei", ["siehe 3"], 1),
        ("Hinweis: alles", ["Hinweis:"], 1),
        ("etwa ca. 5 Stück", ["ca."], 1),
        ("die  Serienbrief\u00a0Funktion", ["Serienbrief Funktion"], 1),
        ("„Katze“, sagte er", ["Katze"], 1),
    ],
)
def test_terms_in_german(hypothesis: str, targets: list[str], right: int) -> None:
    score = ExactMatch(tokenizer("moses", "de")).corpus([hypothesis], [[term("", target) for target in targets]])
    assert score.counts.tolist() == [[right, len(targets)]]


@pytest.mark.parametrize(
    ("hypothesis", "targets", "right"),
    [
        ("超大型巨人来了", ["超大型巨人"], 1),
        ("超大型巨人来了", ["超大型巨人", "巨人"], 2),
        ("巨人来了", ["巨人", "巨人"], 1),
        ("在启用 Chatter 之前", ["Chatter"], 1),
        ("在启用Chatter之前", ["Chatter", "启用 Chatter"], 2),
        ("1918年流感", ["1918 年流感"], 1),
        ("在启用Chatters之前", ["Chatter"], 0),
        ("", ["巨人"], 0),
    ],
)
def test_terms_in_chinese(hypothesis: str, targets: list[str], right: int) -> None:
    score = ExactMatch(tokenizer("characters")).corpus([hypothesis], [[term("", target) for target in targets]])
    assert score.counts.tolist() == [[right, len(targets)]]


def test_any_accepted_translation_is_right() -> None:
    measure = ExactMatch(tokenizer("words"))
    wanted = [[term("cough", "toux", "tousse"), term("cough", "toux", "tousse")]]
    assert measure.corpus(["il tousse , sa toux"], wanted).value == 100
    assert measure.corpus(["il tousse"], wanted).value == 50


def test_the_corpus_counts_terms_not_sentences() -> None:
    measure = ExactMatch(tokenizer("words"))
    score = measure.corpus(["a b c", "x", ""], [[term("", "a"), term("", "b"), term("", "c")], [term("", "y")], []])
    assert score.value == 75
    assert score.signature.startswith("case:mixed|tok:words+marks|forms:surface|place:unused|stencil:")
