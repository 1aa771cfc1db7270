"""What a layout writes it reads again; what no layout wrote is read as well."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baselines.pairs import codec, pairs, symbol_ids
from stencilmt.baselines.attn_vector import SymbolIds, split
from stencilmt.baselines.item import Constrained, Keep, Pair, make_pair, strip_tags
from stencilmt.baselines.layouts.aligned import Aligned
from stencilmt.baselines.layouts.inline import Inline
from stencilmt.baselines.layouts.layout import Layout
from stencilmt.baselines.layouts.replace import Replace
from stencilmt.baselines.layouts.template import TemplateLayout
from stencilmt.baselines.layouts.text_infill import Order, TextInfill
from stencilmt.baselines.layouts.vectors import Vectors
from stencilmt.baselines.questions import ask, ask_tags, read_questions, write_questions
from stencilmt.constraints.mark import Kind, Mark, Span, Symbol, term
from stencilmt.constraints.sample import Extent, Sample, Unit, place
from stencilmt.corpus.record import Record
from stencilmt.errors import DataError
from stencilmt.restore.weave import weave
from stencilmt.template.cut import cut
from stencilmt.template.symbols import SEP

LAYOUTS: dict[str, Callable[[], Layout]] = {
    "vanilla": lambda: Layout(codec()),
    "inline": lambda: Inline(codec()),
    "replace": lambda: Replace(codec()),
    "text-infill": lambda: TextInfill(codec(), Order.ORACLE),
    "vectors": lambda: Vectors(codec()),
    "template": lambda: TemplateLayout(codec()),
}
PAIR = Pair(
    Constrained(
        "Open the file and press the door",
        (Span(9, 13, term(1)), Span(28, 32, term(2))),
        {term(1): "page", term(2): "mail"},
        (term(2), term(1)),
        (term(2), term(1)),
    ),
    "print the mail to the page",
    (Span(10, 14, term(2)), Span(22, 26, term(1))),
)


def read(ids: list[int]) -> tuple[str, ...]:
    return codec().subwords.decode(ids)


@pytest.mark.parametrize("name", LAYOUTS)
@given(pair=pairs())
def test_what_is_written_is_read_again(name: str, pair: Pair) -> None:
    """Letters that touch a term come back with a space between, where nothing touched it in the source."""
    layout = LAYOUTS[name]()
    apart = weave(layout.apart(cut(pair.target, pair.spans), pair.item), pair.item.targets).text
    assert layout.restore(pair.item, layout.target(pair)).text in (apart, pair.target)
    example = layout.example(pair)
    assert example.target[: example.forced] == layout.prefix(pair.item)


@given(pair=pairs(terms=False, tags=True))
def test_tags_in_the_text_are_read_again(pair: Pair) -> None:
    layout = Inline(codec())
    apart = weave(layout.apart(cut(pair.target, pair.spans), pair.item), pair.item.targets).text
    assert layout.restore(pair.item, layout.target(pair)).text in (apart, pair.target)


@pytest.mark.parametrize("name", LAYOUTS)
@given(pair=pairs(), ids=st.lists(st.integers(0, 460), max_size=30))
def test_whatever_a_network_writes_is_read(name: str, pair: Pair, ids: list[int]) -> None:
    answer = LAYOUTS[name]().restore(pair.item, ids)
    if name in ("text-infill", "template"):
        assert all(target in answer.text for target in pair.item.targets.values())


@pytest.mark.parametrize(
    ("layout", "expected"),
    [
        (Layout, (" Open the file and press the door",)),
        (Replace, (" Open the page and press the mail",)),
        (
            TextInfill,
            (" Open the file and press the door", "<sep>", "Y0", "X0", " page", "Y0", "X0", " mail", "Y0", "X0"),
        ),
        (
            Vectors,
            (" Open the file and press the door", "C1", " file", "<sep>", " page", "C2", " door", "<sep>", " mail"),
        ),
    ],
)
def test_the_source_as_the_network_reads_it(layout: type[Layout], expected: tuple[str, ...]) -> None:
    assert read(layout(codec()).source(PAIR.item)) == expected


@pytest.mark.parametrize(
    ("order", "expected"),
    [(Order.SOURCE, ["page", "mail"]), (Order.GIVEN, ["mail", "page"]), (Order.ORACLE, ["mail", "page"])],
)
def test_terms_are_filled_in_the_order_that_is_asked_for(order: Order, expected: list[str]) -> None:
    text = TextInfill(codec(), order).restore(PAIR.item, []).text
    assert text.split() == expected


def test_a_missing_filling_is_empty_and_counted() -> None:
    layout = TextInfill(codec(), Order.ORACLE)
    written = codec().subwords.encode([" print the", *read(layout.target(PAIR))[1:2]])
    answer = layout.restore(PAIR.item, written)
    assert (answer.text, answer.record["omitted"]) == ("print the mail page", 2)


def test_placeholders_are_numbered_by_lot_and_alike_on_both_sides() -> None:
    layout = Inline(codec(), numbers=16)
    drawn = {
        tuple(layout.names(Constrained(text, PAIR.item.spans)).values()) for text in ("a" * n for n in range(40, 80))
    }
    assert len(drawn) > 20
    source, target = read(layout.source(PAIR.item)), read(layout.target(PAIR))
    assert [source[1], source[3]] == [target[3], target[1]]


def test_a_placeholder_that_is_missing_or_doubled_is_taken_as_it_is() -> None:
    layout = Inline(codec())
    first = layout.names(PAIR.item)[term(1)]
    ids = codec().subwords.encode([" to", first, " or", first, SEP])
    assert layout.restore(PAIR.item, ids).text == "to page or page"


def test_constraints_keep_their_places_among_the_tokens() -> None:
    layout = Aligned(codec())
    placed = layout.place(PAIR.item)
    assert placed.ids == Layout(codec()).source(PAIR.item)
    assert [read([placed.ids[place] for place in places]) for places in placed.places.values()] == [
        (" file",),
        (" door",),
    ]
    example = layout.example(PAIR)
    linked = [place for place, link in enumerate(example.links) if link >= 0]
    assert {link for link in example.links if link >= 0} <= {
        place for places in placed.places.values() for place in places
    }
    assert read([example.target[place] for place in linked]) == (" mail page",)


@given(pair=pairs())
def test_constraint_vectors_are_taken_apart_again(pair: Pair) -> None:
    ids, subwords = symbol_ids(), codec().subwords
    symbols = SymbolIds(subwords.end, frozenset(ids[term(number)] for number in range(1, 17)), ids[SEP])
    parts = split([*Vectors(codec()).source(pair.item), 999, 999], symbols, 999)
    assert parts.sentence == Layout(codec()).source(pair.item)
    assert [read(source) for source in parts.sources] == [(f" {text}",) for text in pair.item.texts.values()]
    assert [read(target) for target in parts.targets] == [(f" {pair.item.targets[mark]}",) for mark in pair.item.marks]


RECORD = Record(
    "see <b>the file</b> now",
    "jetzt <b>die Datei</b> sehen",
    (Unit(Kind.OPEN, Extent(4, 19, 3, 4), Extent(6, 22, 3, 4)),),
)
DRAWN = place([*RECORD.fixed, Unit(Kind.TERM, Extent(11, 15), Extent(13, 18))])


@pytest.mark.parametrize(
    ("keep", "source", "target", "constraints"),
    [
        (Keep.TERMS, "see the file now", "jetzt die Datei sehen", {"C1": "Datei"}),
        (Keep.TAGS, RECORD.source, RECORD.target, {"<1>": "<b>", "</1>": "</b>"}),
    ],
)
def test_a_comparison_is_about_terms_or_tags(keep: Keep, source: str, target: str, constraints: dict[str, str]) -> None:
    pair = make_pair(RECORD, DRAWN, keep)
    assert (pair.item.source, pair.target, dict(pair.item.targets)) == (source, target, constraints)
    assert all(source[span.start : span.end] for span in pair.item.spans)
    assert [target[span.start : span.end] for span in pair.spans] == [constraints[mark] for mark in pair.item.oracle]


@pytest.mark.parametrize(
    ("tagged", "plain"),
    [
        ("a <1>Option</1><2>Alt</2> z", "a Option Alt z"),
        ("<1><2>Option</2></1><3>Alt</3>", "Option Alt"),
        ("<1>Option</1><2></2><3>Alt</3>", "Option Alt"),
        ("<1>Option</1> <2>Alt</2>", "Option Alt"),
        ("<1>(</1><2>Alt</2>)", "(Alt)"),
        ("<1>F</1>ile and <2>中</2><3>文</3>", "File and 中文"),
    ],
)
def test_words_of_two_tags_stay_two_words(tagged: str, plain: str) -> None:
    """Terms in them are found where they stand."""
    tags = [Span(*one.span(), Mark(one[0])) for one in re.finditer("<[^>]+>", tagged)]
    place = tagged.find("Alt")
    terms = [Span(place, place + 3, term(1))] if place >= 0 else []
    item = strip_tags(Constrained(tagged, tuple(sorted([*tags, *terms])), {term(1): "x"}))
    assert item.source == plain
    assert [plain[start:end] for start, end, _ in item.spans] == ["Alt"] * len(terms)


@pytest.mark.parametrize(
    ("written", "rearranged"),
    [
        (("Y0", "C2", "Y1", "C1", "Y2"), False),
        (("Y0", "C2", "Y2", "C1", "Y1"), True),
        (("C2", "C1"), True),
        (("Y0", "C2", "Y1"), True),
    ],
)
def test_a_template_is_reported_as_it_was_written(written: tuple[str, ...], rearranged: bool) -> None:
    """Wrong nonterminals do not show in the marks."""
    layout, encode = TemplateLayout(codec()), codec().subwords.encode
    symbols = [SEP, *map(Symbol, written), SEP, Symbol("Y0"), " a", Symbol("Y1"), " b", Symbol("Y2"), " c"]
    record = layout.restore(PAIR.item, encode(symbols)).record
    assert record["rearranged"] is rearranged


def test_tags_can_be_taken_out() -> None:
    item = make_pair(RECORD, Sample(DRAWN.source, DRAWN.target), Keep.TAGS).item
    assert strip_tags(item) == Constrained("see the file now")


@given(several=st.lists(st.one_of(pairs(), pairs(terms=False, tags=True)), min_size=1, max_size=4))
def test_questions_are_read_as_they_were_written(several: list[Pair], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("questions") / "natural.jsonl"
    write_questions(path, several)
    assert read_questions(path) == several


def test_a_broken_question_is_named(tmp_path: Path) -> None:
    path = tmp_path / "natural.jsonl"
    path.write_text('{"source": "a"}\n')
    with pytest.raises(DataError, match=r"natural\.jsonl:1"):
        read_questions(path)


def test_a_list_of_terms_is_found_in_the_source() -> None:
    pair = ask(
        "a file (C++) and files, a file",
        "eine Datei",
        [("file", "Datei"), ("C++", "C++"), ("file", "Akte"), ("none", "x")],
    )
    assert [pair.item.source[span.start : span.end] for span in pair.item.spans] == ["file", "C++", "file"]
    assert [pair.item.targets[mark] for mark in pair.item.marks] == ["Datei", "C++", "Akte"]
    assert pair.item.oracle[0] == term(1)
    assert not ask("a file", "eine Datei", [("file", "Datei")], known="die Datei").item.spans


@pytest.mark.parametrize(
    ("source", "phrase", "start"),
    [
        ("打开文件夹", "文件", 2),
        ("ファイルを開く", "ファイル", 0),
        ("profiles, file", "file", 10),
        ("an XML-file", "XML", 3),
        ("파일을 열다", "파일", 0),
        ("files", "file", None),
        ("refile", "file", None),
        ("file", "", None),
    ],
)
def test_a_term_is_whole_words_in_any_script(source: str, phrase: str, start: int | None) -> None:
    spans = ask(source, "", [(phrase, "x")]).item.spans
    assert [span.start for span in spans] == ([] if start is None else [start])


def test_of_many_terms_the_first_are_asked_for() -> None:
    pair = ask("a b c", "x y z", [("none", "n"), ("c", "z"), ("a", "x"), ("b", "y")], most=2)
    assert list(pair.item.targets.values()) == ["x", "z"]


def test_tagged_text_is_a_question_about_its_tags(tmp_path: Path) -> None:
    pair = ask_tags('see <b>the <i>file</i></b> now<br/> & <a href="x">y</a>', "jetzt")
    assert list(pair.item.targets.items()) == [
        ("<1>", "<b>"),
        ("<2>", "<i>"),
        ("</2>", "</i>"),
        ("</1>", "</b>"),
        ("<3/>", "<br/>"),
        ("<4>", '<a href="x">'),
        ("</4>", "</a>"),
    ]
    write_questions(tmp_path / "tags.jsonl", [pair])
    assert read_questions(tmp_path / "tags.jsonl") == [pair]
