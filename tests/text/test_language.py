"""Codes, scripts, spaces."""

import pytest

from stencilmt.errors import SettingsError
from stencilmt.text import language


@pytest.mark.parametrize(
    ("code", "primary"),
    [
        ("de", "de"),
        ("DE", "de"),
        ("de_DE", "de"),
        ("zh-Hant-TW", "zh"),
        ("pt_BR.UTF-8", "pt"),
        ("sr@latin", "sr"),
        (" fil ", "fil"),
        ("iw", "he"),
        ("cmn-Hans-CN", "zh"),
    ],
)
def test_normalize(code: str, primary: str) -> None:
    assert language.normalize(code) == primary


@pytest.mark.parametrize(
    "code", ["", "d", "german", "de-", "de--DE", "12", "deutsch (de)", "d\u0435", "../de", "de DE"]
)
def test_no_code(code: str) -> None:
    assert not language.is_code(code)
    with pytest.raises(SettingsError, match="no language code"):
        language.normalize(code)


@pytest.mark.parametrize(
    ("wanted", "found", "expected"),
    [
        ("de", "de", True),
        ("de", "de-DE", True),
        ("de", "DE_at", True),
        ("pt-BR", "pt", True),
        ("pt-BR", "pt_br", True),
        ("pt-BR", "pt-PT", False),
        ("zh-TW", "zh-Hant-TW", True),
        ("de", "nds", False),
        ("de", "", False),
        ("de", "*all*", False),
    ],
)
def test_matches(wanted: str, found: str, expected: bool) -> None:
    assert language.matches(wanted, found) is expected
    assert language.matches(found, wanted) is expected


@pytest.mark.parametrize(
    ("code", "spaced", "scripts"),
    [
        ("de", True, ("Latin",)),
        ("ru", True, ("Cyrillic",)),
        ("sr", True, ("Cyrillic", "Latin")),
        ("ko", True, ("Han", "Hangul")),
        ("zh-CN", False, ("Han",)),
        ("ja", False, ("Han", "Kana")),
        ("th", False, ("Thai",)),
        ("xx", True, ()),
    ],
)
def test_facts(code: str, spaced: bool, scripts: tuple[str, ...]) -> None:
    assert language.is_spaced(code) is spaced
    assert language.scripts_of(code) == scripts


def test_chinese_is_denser_than_japanese_and_both_than_english() -> None:
    assert language.density("zh-TW") > language.density("ja") > language.density("en") == 1
