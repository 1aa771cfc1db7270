"""Words and their limits."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stencilmt.errors import SettingsError
from stencilmt.evaluation.language import guess_language
from stencilmt.evaluation.tokens import is_punctuation, tokenizer


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("moses", "Hello, world. C++!", ["Hello", ",", "world", ".", "C", "+", "+", "!"]),
        ("moses", "see e.g. add-on…", ["see", "e.g.", "add-on", "…"]),
        ("characters", "在启用 Chatter 前，3.5%", ["在", "启", "用", "Chatter", "前", "，", "3.5", "%"]),
        ("characters", "", []),
        ("words", " l' un  des ", ["l'", "un", "des"]),
    ],
)
def test_cutting(name: str, text: str, words: list[str]) -> None:
    assert list(tokenizer(name, "en").cut(text).words) == words


@pytest.mark.parametrize("name", ["moses", "characters", "words"])
@settings(deadline=None)
@given(text=st.text(max_size=30))
def test_no_character_is_lost(name: str, text: str) -> None:
    tokens = tokenizer(name).cut(text)
    assert "".join(tokens.words) == tokens.text.replace(" ", "")


@pytest.mark.parametrize("name", ["moses", "characters", "words"])
@settings(deadline=None)
@given(text=st.text(max_size=20), data=st.data())
def test_every_run_of_words_is_found_where_it_stands(name: str, text: str, data: st.DataObject) -> None:
    cutter = tokenizer(name)
    tokens = cutter.cut(text)
    count = len(tokens.words)
    first = data.draw(st.integers(0, count))
    run = range(first, data.draw(st.integers(first, count)))
    assert not run or run in tokens.places(tokens.part(run))


@pytest.mark.parametrize("text", ["DOTMULTI", "a\x00b", "x\u2028y", "DOTDOTMULTI x."])
def test_strange_text_is_cut_all_the_same(text: str) -> None:
    assert tokenizer("moses").cut(text).words


def test_an_unknown_tokenizer() -> None:
    with pytest.raises(SettingsError, match="not 'mecab'"):
        tokenizer("mecab")


@pytest.mark.parametrize(
    ("word", "punctuation"),
    [(",", True), ("。", True), ("«", True), ("...", True), ("%", True), ("'s", False), ("a", False), ("3", False)],
)
def test_punctuation(word: str, punctuation: bool) -> None:
    assert is_punctuation(word) is punctuation


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        (["hello", "world"], ""),
        (["在启用链接预览之前启用 Chatter", "preview"], "zh"),
        (["プレビューを有効にする前に"], "ja"),
        (["安装 Salesforce Lightning Experience for Outlook Desktop"], ""),
        ([""], ""),
        (["Привет"], ""),
    ],
)
def test_guessing_the_language(texts: list[str], language: str) -> None:
    assert guess_language(texts) == language
