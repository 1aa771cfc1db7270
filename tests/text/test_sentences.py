"""Splitting loses nothing, whatever the text, and cuts where a reader would."""

from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stencilmt.errors import SettingsError
from stencilmt.text import sentences
from stencilmt.text.sentences import clauses, split

LANGUAGES = st.sampled_from(["en", "de", "fr", "ru", "zh", "ja", "th", "ar", "hi", "xx", "pt_BR"])
ENDS = ["Z", ". ", "? ", "!", "。", "！", "”", '"', "(", ")", "«", "Dr. ", "z. B. ", "e.g.", "a@b.de", "1.", ", ", "，"]
SPACES = ["\n", "\n\n", "\n\r\n", "\u00a0", "\u3000", "\u2028"]
JOINED = ["\u0301", "\u200d", "\U0001f1e9", "👩\u200d🚀", "👍🏽", "\ud800"]
PIECES = st.one_of(st.characters(), st.sampled_from(ENDS + SPACES + JOINED))
TEXTS = st.lists(PIECES, max_size=60).map("".join)


@given(TEXTS, LANGUAGES, st.integers(1, 40))
@settings(max_examples=2000, deadline=None)
def test_nothing_is_lost(text: str, language: str, limit: int) -> None:
    pieces = split(text, language)
    assert "".join(pieces) == text
    assert all(pieces)
    assert not any(piece.isspace() for piece in pieces[1:])
    parts = clauses(text, language, limit)
    assert "".join(parts) == text
    assert all(0 < len(part) <= limit for part in parts)


SIGNS = [
    "a",
    " ",
    ",",
    "字",
    "e\u0301",
    "o\u0308\u0301",
    "👍🏽",
    "👩\u200d🚀",
    "\U0001f1e9\U0001f1ea",
    "\ud83d\ude00",
    "\r\n",
]


@given(st.lists(st.sampled_from(SIGNS), max_size=40), st.integers(4, 20))
def test_no_sign_is_cut_in_two(signs: list[str], limit: int) -> None:
    ends = set(accumulate(map(len, signs)))
    assert set(accumulate(map(len, clauses("".join(signs), "en", limit)))) <= ends


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("It was late.  We left. ", "en", ["It was late.  ", "We left. "]),
        ("One.\n\nTwo lines\nlong.\n \n\n", "en", ["One.\n\n", "Two lines\nlong.\n \n\n"]),
        ("Title\n\nText", "en", ["Title\n\n", "Text"]),
        ("\n\n One. Two.", "en", ["\n\n ", "One. ", "Two."]),
        ("Am 3. Oktober kam z. B. er. Ja!", "de-DE", ["Am 3. Oktober kam z. B. er. ", "Ja!"]),
        ("C'est le plan B\u00a0? Oui\u00a0!", "fr", ["C'est le plan B\u00a0? ", "Oui\u00a0!"]),
        ("你好，世界。今天很好！是吗？", "zh_CN", ["你好，世界。", "今天很好！", "是吗？"]),
        ("「甲。乙」丙。", "ja", ["「甲。乙」丙。"]),
        ("Half \ud83d here. Next.", "en", ["Half \ud83d here. ", "Next."]),
        ("", "en", []),
        (" ", "en", [" "]),
    ],
)
def test_split(text: str, language: str, expected: list[str]) -> None:
    assert split(text, language) == expected


def test_a_long_text_without_spaces_is_split_in_the_same_way() -> None:
    text = "今天天气很好。是吗？" * 1000
    assert split(text, "zh") == ["今天天气很好。", "是吗？"] * 1000
    assert len(text) > 5 * sentences.STRETCH


def test_blank_lines_of_a_long_text_are_kept() -> None:
    text = "a\n\n" * 20_000
    assert split(text, "en") == ["a\n\n"] * 20_000


@pytest.mark.parametrize(
    ("text", "language", "limit", "expected"),
    [
        ("First this, then that and more", "en", 16, ["First this, ", "then that and ", "more"]),
        ("one, two; three", "en", 100, ["one, two; three"]),
        ("Costs 1,000,000 euros", "en", 12, ["Costs ", "1,000,000 ", "euros"]),
        ("wait – not now", "en", 10, ["wait – ", "not now"]),
        ("甲乙，丙丁、戊己庚辛", "zh", 6, ["甲乙，丙丁、", "戊己庚辛"]),
        ("甲乙,丙丁戊", "zh", 4, ["甲乙,", "丙丁戊"]),
        ("ab,cde fg", "en", 7, ["ab,cde ", "fg"]),
        ("abcdefgh", "en", 3, ["abc", "def", "gh"]),
        ("abce\u0301f", "en", 4, ["abc", "e\u0301f"]),
        ("ab👩\u200d🚀c", "en", 4, ["ab", "👩\u200d🚀c"]),
        ("ab👍🏽", "en", 3, ["ab", "👍🏽"]),
        ("a\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7", "en", 4, ["a\U0001f1e9\U0001f1ea", "\U0001f1eb\U0001f1f7"]),
        ("ab\ud83d\ude00", "en", 3, ["ab", "\ud83d\ude00"]),
        ("a\u0301\u0301\u0301\u0301", "en", 2, ["a\u0301", "\u0301\u0301", "\u0301"]),
        ("ab    cd", "en", 4, ["ab  ", "  cd"]),
        ("", "en", 5, []),
    ],
)
def test_clauses(text: str, language: str, limit: int, expected: list[str]) -> None:
    assert clauses(text, language, limit) == expected


@pytest.mark.parametrize("unit", ["a", "字", " ", "\n", ", ", "\u0301", "\U0001f1e9", "👩\u200d", "你好。", "A!"])
def test_a_million_characters(unit: str) -> None:
    """With anything worse than linear time this test would take hours."""
    text = unit * (1_000_000 // len(unit))
    assert "".join(clauses(text, "zh", 500)) == text
    assert "".join(split(text, "zh")) == text


def test_the_limit_is_checked() -> None:
    with pytest.raises(SettingsError, match="limit is 0"):
        clauses("a", "en", 0)
