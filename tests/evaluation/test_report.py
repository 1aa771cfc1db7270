"""Comparisons, their tables, JSON and pages."""

import json
import re
from dataclasses import replace
from io import StringIO
from math import isnan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html as lxml_html
from rich.console import Console

from stencilmt.errors import InputError
from stencilmt.evaluation.assemble import System
from stencilmt.evaluation.compare import Comparison, Options, compare
from stencilmt.evaluation.examples import find_examples
from stencilmt.evaluation.html import as_html
from stencilmt.evaluation.report import as_json, as_table
from stencilmt.evaluation.testset import Segment, Testset, term

SEGMENTS = tuple(
    Segment(
        str(number), f"the virus {number} spreads", f"das Virus {number} breitet sich aus", (term("virus", "Virus"),)
    )
    for number in range(1, 9)
)
TESTSET = Testset("small", "en", "de", SEGMENTS)
GOOD = System("good", tuple(segment.reference for segment in SEGMENTS))
BAD = System("bad [1]", tuple(f"der <b>Erreger {number}</b> & mehr" for number in range(1, 9)))


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    """A good and a bad system."""
    return compare(TESTSET, [GOOD, BAD], Options(samples=50))


def test_json_has_the_keys_of_the_contract(comparison: Comparison) -> None:
    content = as_json(comparison)
    good, bad = content["systems"]["good"], content["systems"]["bad [1]"]
    assert list(good) == [
        "bleu",
        "chrf",
        "exact_match",
        "window_overlap",
        "window_overlap_3",
        "one_minus_term",
        "ter",
    ]
    assert (good["exact_match"], bad["exact_match"]) == (100, 0)
    assert (good["ter"], good["one_minus_term"]) == (0, 100)
    assert set(content["signatures"]) == set(good)
    assert content["intervals"]["good"]["exact_match"] == [100, 100]
    assert content["significance"]["bad [1]"]["exact_match"] < 0.05


def test_the_table_has_a_row_per_system_and_stars(comparison: Comparison) -> None:
    console = Console(width=200, file=StringIO())
    with console.capture() as captured:
        console.print(as_table(comparison))
    text = captured.get()
    assert re.search(r"bad \[1\] .*\*", text)
    assert "8 segments, 8 terms" in text


def test_the_page_is_whole_and_needs_nothing_from_elsewhere(comparison: Comparison) -> None:
    page = as_html(comparison, examples=3)
    tree = lxml_html.document_fromstring(page)
    assert len(tree.findall(".//article")) == 3
    assert len(tree.findall(".//svg")) == len(comparison.measures) + 1
    assert not re.search(r"<script|https?://|@import|url\(", page)
    assert "prefers-color-scheme: dark" in page
    assert '<mark class="t0">virus</mark>' in page
    assert '<span class="tag">&lt;b&gt;</span>' in page
    assert "<del>Virus</del>" in page
    assert "bad [1]" in page


def test_examples_are_those_that_differ_most() -> None:
    hypotheses = (*GOOD.hypotheses[:6], "something else", "das Virus 8 breitet sich weiter aus")
    examples = find_examples(compare(TESTSET, [GOOD, System("other", hypotheses)], Options(samples=0)), 5)
    assert [example.number for example in examples] == [7, 8]


def test_sentences_without_terms_are_left_out_of_examples_and_histograms() -> None:
    testset = replace(TESTSET, segments=(*SEGMENTS[:3], replace(SEGMENTS[3], terms=())))
    systems = [replace(system, hypotheses=system.hypotheses[:4]) for system in (BAD, GOOD)]
    for chosen in (systems, systems[:1]):
        compared = compare(testset, chosen, Options(samples=0, measures=("exact_match",)))
        assert [example.number for example in find_examples(compared, 5)] == [1, 2, 3]
        assert "3 sentences" in as_html(compared)


def test_one_system_shows_its_worst_sentences() -> None:
    only = compare(TESTSET, [System("other", ("x", *GOOD.hypotheses[1:]))], Options(samples=0))
    assert [example.number for example in find_examples(only, 5)] == [1]
    assert "The worst sentences" in as_html(only)


def test_without_samples_there_are_no_intervals() -> None:
    content = as_json(compare(TESTSET, [GOOD], Options(samples=0)))
    assert "intervals" not in content


def test_records_add_the_measures_of_templates() -> None:
    constraints = [{"symbol": "C1", "kind": "term"}]
    good = {"template": ["Y0", "C1", "Y1"], "constraints": constraints, "status": "ok", "omitted": 0}
    good["rearranged"] = False
    records = (good, {**good, "status": "repaired", "rearranged": True, "omitted": 1}, *(good,) * 6)
    scores = compare(TESTSET, [replace(GOOD, records=records)], Options(samples=0)).scores["good"]
    assert scores["template_accuracy"].value == 87.5
    assert scores["repair_rate"].value == scores["omission_rate"].value == 12.5


@pytest.mark.parametrize(("rearranged", "accuracy"), [(True, 87.5), (False, 100)])
def test_a_template_is_right_where_only_the_text_was_repaired(rearranged: bool, accuracy: float) -> None:
    good = {"template": ["Y0", "C1", "Y1"], "constraints": [{"symbol": "C1"}], "status": "ok", "rearranged": False}
    records = ({**good, "status": "repaired", "rearranged": rearranged}, *(good,) * 7)
    scores = compare(TESTSET, [replace(GOOD, records=records)], Options(samples=0)).scores["good"]
    assert (scores["template_accuracy"].value, scores["repair_rate"].value) == (accuracy, 12.5)


def test_answers_that_do_not_say_whether_a_template_was_rearranged_have_no_accuracy() -> None:
    good = {"template": ["Y0", "C1", "Y1"], "constraints": [{"symbol": "C1"}], "status": "repaired"}
    scores = compare(TESTSET, [replace(GOOD, records=(good,) * 8)], Options(samples=0)).scores["good"]
    assert "template_accuracy" not in scores
    assert scores["repair_rate"].value == 100


def test_consistency_is_measured_where_segments_name_a_document() -> None:
    documents = replace(TESTSET, segments=tuple(replace(segment, document="d") for segment in SEGMENTS))
    assert compare(documents, [GOOD], Options(samples=0)).scores["good"]["term_consistency"].value == 100


@pytest.mark.parametrize(
    ("hypothesis", "missing"),
    [("die XML-Datei", False), ("<i>die</i><b>XML</b><i>x</i>", False), ("die XMLs", True)],
)
def test_the_report_misses_a_term_where_exact_match_does(hypothesis: str, missing: bool) -> None:
    segment = Segment("", "the XML", "die XML", (term("XML", "XML"),), document="d")
    testset = Testset("one", "en", "de", (segment,) * 2, markup=True)
    compared = compare(testset, [System("s", (hypothesis,) * 2)], Options(samples=0))
    assert ("<del>XML</del>" in as_html(compared)) is missing
    values = [compared.scores["s"][measure].value for measure in ("exact_match", "term_consistency")]
    assert values == [0 if missing else 100] * 2


@pytest.mark.parametrize(
    ("systems", "options", "message"),
    [
        ([GOOD, GOOD], Options(samples=0), "two systems have the same name"),
        ([GOOD], Options(("comet",), samples=0), "invalid measure .*not 'comet'"),
        ([GOOD], Options(("repair_rate",), samples=0), "nothing to count for repair_rate"),
        ([GOOD], Options(tokenizer="mecab"), "invalid tokenizer"),
    ],
)
def test_faults(systems: list[System], options: Options, message: str) -> None:
    with pytest.raises(InputError, match=message):
        compare(TESTSET, systems, options)


@pytest.mark.parametrize("windows", [(), (0,), (2, -1)])
def test_a_window_has_words(windows: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="invalid window"):
        Options(windows=windows)


ugly = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["", "\ud800 x", "<b>", "</b><b/>", "&#0;", "a\x00b", "((C++|", "   ", "DOTMULTI .", "在 C 前"]),
)


@settings(deadline=None, max_examples=60)
@given(texts=st.lists(st.tuples(ugly, ugly, ugly.filter(str.strip)), min_size=1, max_size=4), markup=st.booleans())
def test_no_text_is_too_ugly(texts: list[tuple[str, str, str]], markup: bool) -> None:
    segments = tuple(
        Segment("", hypothesis, "x <i>y</i> z", (term(wanted, wanted),)) for _, hypothesis, wanted in texts
    )
    testset = Testset("ugly", "", "", segments, markup=markup, entities=frozenset({"C"}))
    system = System("ugly", tuple(hypothesis for hypothesis, _, _ in texts))
    comparison = compare(testset, [system], Options(samples=2))
    for name, score in comparison.scores["ugly"].items():
        assert isnan(score.value) or score.value >= 0 or name == "one_minus_term"
    assert as_html(comparison).endswith("</html>\n")
    assert json.loads(json.dumps(as_json(comparison)))


def test_an_empty_test_set_is_refused() -> None:
    with pytest.raises(InputError, match="no segments"):
        Testset("none", "en", "de", ())
