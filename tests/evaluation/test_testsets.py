"""The named test sets, as they lie in the shared folder."""

from functools import cache
from pathlib import Path

import pytest

from stencilmt.errors import InputError
from stencilmt.evaluation.testsets import NAMES, load_testset

load = cache(load_testset)

FOLDERS = {
    "dinu-iate": "dinu2019-terminology",
    "dinu-wiktionary": "dinu2019-terminology",
    "dinu-iate-inflected": "dinu2019-terminology",
    "dinu-wiktionary-inflected": "dinu2019-terminology",
    "salesforce-xml": "salesforce-xml",
    "tico-19": "tico-19",
    "wmt21-terminology": "wmt21-terminology-enfr-dev",
}


def test_every_name_has_a_folder() -> None:
    assert set(NAMES) == set(FOLDERS)


@pytest.mark.parametrize(
    ("name", "asked", "language", "segments", "terms"),
    [
        ("dinu-iate", "", "de", 414, 452),
        ("dinu-wiktionary", "", "de", 727, 884),
        ("dinu-iate-inflected", "de", "de", 581, 659),
        ("dinu-wiktionary-inflected", "de", "de", 975, 1248),
        ("salesforce-xml", "fr", "fr", 2000, 0),
        ("salesforce-xml", "zh-CN", "zh", 2000, 0),
        ("tico-19", "fr", "fr", 2100, 1404),
        ("wmt21-terminology", "", "fr", 971, 901),
    ],
)
def test_sizes(shared: Path, name: str, asked: str, language: str, segments: int, terms: int) -> None:
    testset = load(name, shared / "eval" / FOLDERS[name], asked)
    assert (testset.name, testset.source_language, testset.target_language) == (name, "en", language)
    assert len(testset.segments) == segments
    assert sum(map(len, testset.terms)) == terms


def test_tagged_text_keeps_its_tags(shared: Path) -> None:
    testset = load("salesforce-xml", shared / "eval" / "salesforce-xml", "fr")
    assert testset.markup
    assert testset.segments[0].source == "Email body truncation size: <ph>32 KB</ph>"
    assert "Apex" in testset.entities


def test_terms_of_tico_are_in_both_sides(shared: Path) -> None:
    for segment in load("tico-19", shared / "eval" / "tico-19", "fr").segments:
        for term in segment.terms:
            assert term.source in segment.source
            assert all(target in segment.reference for target in term.targets)


@pytest.mark.parametrize(
    ("name", "language", "message"),
    [
        ("flores", "", "invalid test set, expected one of dinu-iate, .* \\(not 'flores'\\)"),
        ("salesforce-xml", "", "needs a target language, one of de, fr, ru, zh"),
        ("tico-19", "de", "needs a target language, one of fr, ru, zh \\(not 'de'\\)"),
        ("dinu-iate", "fr", "is for the target language de"),
        ("dinu-iate", "", "newstest2017.iate414.jsonl: cannot be read"),
    ],
)
def test_faults(tmp_path: Path, name: str, language: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_testset(name, tmp_path, language)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no folder"):
        load_testset("tico-19", tmp_path / "nowhere", "fr")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"line": 1, "src": "a", "terms": []}', 'jsonl:1: no "ref"'),
        ('{"line": 1, "src": "a", "ref": null, "terms": []}', 'jsonl:1: no "ref"'),
        ('{"line": 1, "src": 5, "ref": "b", "terms": []}', 'jsonl:1: expected a text under "src" .not 5'),
        ("5", "jsonl:1: expected a JSON object .not 5"),
        ('"line src ref terms"', "jsonl:1: expected a JSON object"),
    ],
)
def test_a_line_that_is_not_as_it_should_be(tmp_path: Path, line: str, message: str) -> None:
    (tmp_path / "newstest2017.iate414.jsonl").write_text(line)
    with pytest.raises(InputError, match=message):
        load_testset("dinu-iate", tmp_path)
