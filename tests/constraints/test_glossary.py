"""Glossaries in memory: entries, defaults, merging."""

from pathlib import Path

import pytest

from stencilmt.constraints.entry import is_case_sensitive
from stencilmt.constraints.glossary import Entry, Glossary, Match
from stencilmt.errors import GlossaryError


@pytest.mark.parametrize(
    ("source", "is_sensitive"),
    [
        ("space", False),
        ("Space", False),
        ("Mail Merge", False),
        ("e-Mail", False),
        ("IT", True),
        ("RoS", True),
        ("iOS", True),
        ("PDF file", True),
        ("5G", True),
        ("C", True),
        ("x", False),
        ("Ärger", False),
        ("巨人", False),
    ],
)
def test_capitals_inside_a_word_make_an_entry_case_sensitive(source: str, is_sensitive: bool) -> None:
    assert is_case_sensitive(source) is is_sensitive


def test_from_pairs() -> None:
    glossary = Glossary.from_pairs({"space": ["Leerzeichen", "Raum"], "IT": "EDV"}, do_not_translate=["Stencil"])
    assert glossary.entries == (
        Entry("space", ("Leerzeichen", "Raum")),
        Entry("IT", ("EDV",), case_sensitive=True),
        Entry("Stencil", ("Stencil",), keep=True),
    )
    assert [entry.place for entry in glossary.entries] == ["terms:1", "terms:2", "terms:3"]


def test_a_bar_in_a_pair_is_a_bar() -> None:
    assert Glossary.from_pairs({"pipe": "a|b"}).entries[0].targets == ("a|b",)


def test_the_call_decides_where_the_entry_does_not() -> None:
    entry, *_ = Glossary.from_pairs({"IT": "EDV"}, match=Match.LEMMA, case_sensitive=False).entries
    assert (entry.match, entry.case_sensitive) == (Match.LEMMA, False)


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([("", "x")], "terms:1: empty source term"),
        ([("a", " ")], "terms:1: empty target for 'a' (to leave a term untranslated, set translate to no)"),
        ([("a", ["x", ""])], "terms:1: empty target for 'a'"),
        ([("a", [])], "terms:1: empty target for 'a'"),
        ([("a", ["x", "x"])], "terms:1: an alternative of 'a' is given twice"),
        ([("a", "x"), ("b", "y"), ("a", "z")], "terms:3: 'a' is already at terms:1 (write alternatives"),
        ([("é", "x"), ("e\u0301", "z")], "terms:2: 'é' is already at terms:1"),
        ([("a", "x\ny")], "terms:1: 'x\\ny' holds a line break, a control character"),
        ([("a", "\ud800")], "terms:1: '\\ud800' holds a line break, a control character"),
        ([("", "x"), ("a", ""), ("", ""), ("", ""), ("", "")], "; and 2 more faults"),
    ],
)
def test_faults_are_told_with_their_place(pairs: list[tuple[str, str]], message: str) -> None:
    with pytest.raises(GlossaryError) as caught:
        Glossary.from_pairs(pairs)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_spellings_that_differ_in_case_are_two_entries() -> None:
    assert len(Glossary.from_pairs({"space": "raum", "Space": "Raum"}).entries) == 2


def test_merging_takes_repetitions() -> None:
    one = Glossary.from_pairs({"a": "x", "b": "y"}, source_language="en", name="one.tsv")
    two = Glossary.from_pairs({"b": "y", "c": "z"}, source_language="en-GB", target_language="de", name="two.tsv")
    merged = Glossary.merge([one, two])
    assert [entry.source for entry in merged.entries] == ["a", "b", "c"]
    assert (merged.source_language, merged.target_language, merged.name) == ("en", "de", "one.tsv, two.tsv")


@pytest.mark.parametrize(
    ("one", "two", "message"),
    [
        ({}, {}, "two.tsv:1: 'a' → y (exact, case insensitive), but one.tsv:1 has 'a' → x"),
        ({"target_language": "de"}, {"target_language": "fr"}, "two.tsv is a glossary for any→fr, the ones before it"),
    ],
)
def test_merging_refuses_contradictions(one: dict[str, str], two: dict[str, str], message: str) -> None:
    first = Glossary.from_pairs({"a": "x"}, name="one.tsv", **one)
    second = Glossary.from_pairs({"a": "y"}, name="two.tsv", **two)
    with pytest.raises(GlossaryError) as caught:
        Glossary.merge([first, second])
    assert message in str(caught.value)


def test_a_missing_file_is_one_error(tmp_path: Path) -> None:
    with pytest.raises(GlossaryError, match=r"cannot read the glossary .*none\.tsv.*No such file"):
        Glossary.load(tmp_path / "none.tsv")
