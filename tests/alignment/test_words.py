"""Where words stand and what an aligner sees of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stencilmt.alignment.words import forms, walls, words

CASES = [
    ("en", "Don't use add-ons.", "Don't|use|add-ons|."),
    ("en", "e.g. 3,5 GB, 1,2", "e.g|.|3,5|GB|,|1,2"),
    ("en", "a,b (x)", "a|,|b|(|x|)"),
    ("en", "_File S_ave E&xit &Help", "_|File|S_ave|E&xit|&|Help"),
    ("en", "Wait... -- ???", "Wait|...|--|???"),
    ("en", "see example.org/4.x", "see|example.org|/|4.x"),
    ("fr", "L'ami d’aujourd'hui, quelqu'un", "L'|ami|d’|aujourd'hui|,|quelqu'un"),
    ("fr-CA", "jusqu'ici", "jusqu'|ici"),
    ("fr_FR", "l'ami", "l'|ami"),
    ("it_IT.UTF-8", "dell'utente", "dell'|utente"),
    ("it", "dell'utente", "dell'|utente"),
    ("de", "Geht's, TRIM-Befehle", "Geht's|,|TRIM-Befehle"),
    ("zh", "点击 OK 按钮。", "点|击|OK|按|钮|。"),
    ("en", "the 中文 text", "the|中|文|text"),
    ("ja", "ファイル2つ", "フ|ァ|イ|ル|2|つ"),
    ("hi", "हिन्दी में", "हिन्दी|में"),
    ("th", "วันดี", "วั|น|ดี"),
    ("fr", "cafe\u0301 nai\u0308ve", "cafe\u0301|nai\u0308ve"),
    ("fa", "می\u200cخواهم", "می\u200cخواهم"),
    ("en", "\u200b\u00ad", ""),
    ("en", "😀😀 ok", "😀😀|ok"),
    ("en", " \t\n\u00a0", ""),
]


@pytest.mark.parametrize(("language", "text", "expected"), CASES)
def test_words(language: str, text: str, expected: str) -> None:
    assert "|".join(text[start:end] for start, end in words(text, language)) == expected


@pytest.mark.parametrize(
    ("text", "skip", "expected", "walled"),
    [
        ("Save <b>as</b>…", ["<b>", "</b>"], ["Save", "as", "…"], {1, 2}),
        ("This do not %sshow", ["%s"], ["This", "do", "not", "show"], {3}),
        ("<b>d</b><i>o</i>g", ["<b>", "</b>", "<i>", "</i>"], ["d", "o", "g"], {0, 1, 2}),
        ("a {x} {y} b", ["{x}", "{y}"], ["a", "b"], {1}),
        ("all of it", ["all of it"], [], {0}),
        ("a b<br/>", ["<br/>"], ["a", "b"], {2}),
    ],
)
def test_what_is_skipped_is_no_word_but_a_wall(
    text: str, skip: list[str], expected: list[str], walled: set[int]
) -> None:
    skipped = [(text.index(piece), text.index(piece) + len(piece)) for piece in skip]
    spans = words(text, "en", skipped)
    assert [text[start:end] for start, end in spans] == expected
    assert walls(spans, skipped) == walled


@pytest.mark.parametrize(
    ("word", "form"),
    [("Documents", "docum"), ("S_ave", "save"), ("E&xit", "exit"), ("_", "_"), ("&&", "&&"), ("İ", "i\u0307")],
)
def test_forms(word: str, form: str) -> None:
    assert forms(word, [(0, len(word))]) == [form]


@given(st.text(), st.sampled_from(["en", "fr", "it", "zh", "xx"]))
def test_words_are_in_order_apart_and_fit_for_an_aligner(text: str, language: str) -> None:
    spans = words(text, language)
    places = [place for span in spans for place in span]
    assert places == sorted(places)
    assert all(start < end for start, end in spans)
    assert all(form.split() == [form] for form in forms(text, spans))


@given(st.text(alphabet="ab <é中'-_&.", max_size=30), st.integers(0, 30), st.integers(0, 30))
def test_no_word_touches_what_is_skipped(text: str, start: int, end: int) -> None:
    start, end = sorted((min(start, len(text)), min(end, len(text))))
    found = words(text, "en", [(start, end)])
    assert not any(max(begin, start) < min(stop, end) for begin, stop in found)
