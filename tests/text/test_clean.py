"""Every rule with pairs it refuses and pairs it must not."""

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stencilmt.errors import SettingsError
from stencilmt.text.clean import RULES, Cleaner, CleaningSettings
from stencilmt.text.pairs import Pair, read_pairs
from stencilmt.text.placeholders import placeholders
from stencilmt.text.tags import tag_names, without_tags

GERMAN = [
    ("Open the file", "Die Datei öffnen", None),
    ("", "Datei", "empty"),
    ("File", " \u3000", "empty"),
    ("word " * 150, "Wort " * 150, "length"),
    ("Bell\x07", "Glocke", "control"),
    ("Tower", "T\ufffdrme", "control"),
    ("half \ud83d", "halb", "control"),
    ("Filter menu", "FiltermenÃ¼", "control"),
    ("Rotate 45Â°", "45° drehen", "control"),
    ("He said â€œnoâ€\u009d", "Er sagte nein", "control"),
    ("It is â€“ so far", "Bisher – ist es", "control"),
    ("Ð¿Ñ€Ð¸Ð²ÐµÑ‚", "hallo", "control"),
    ("æ‰“å¼€æ–‡ä»¶", "Datei öffnen", "control"),
    ("The key «Ñ», the “Café”…", "Die Taste «Ñ», das »Café«… AMANHÃ…, ÂGE, 5 €", None),
    ("two\nlines", "zwei Zeilen", "control"),
    ("non\u00a0breaking\u200bjoin", "Leer\u00a0Zeichen", None),
    ("The file was not found", "The file was not found", "identical"),
    ("GNU Image Manipulation", "GNU Image Manipulation", None),
    ("%s: %d (%s) <b>%d</b> 10 x 10", "%s: %d (%s) <b>%d</b> 10 x 10", None),
    ("OK", "Einverstanden und weiter", None),
    ("OK", "Damit bin ich einverstanden und möchte weiter", "ratio"),
    ("a" * 200, "b" * 40, "ratio"),
    ("a" * 200, "b" * 80, None),
    ("<b>Open</b> it", "<b>Öffnen</b>", None),
    ("<b>Open</b> it", "Öffnen", "tags"),
    ("<b>Open</b>", "<i>Öffnen</i>", "tags"),
    ("<b>Open</b>", "<b>Öffnen<b>", "tags"),
    ('<a href="en">one</a><br>', '<br /><a href="de" title="x">eins</a>', None),
    ("if a < b and c > d", "wenn a < b und c > d", None),
    ("%s of %d", "%2$d von %1$s", None),
    ("%s of %d", "von %d", "placeholders"),
    ("%1 of %2", "%2 von %1, %1", None),
    ("%1 of %2.", "%1 von %3.", "placeholders"),
    ("Hello {name}", "Hallo {Name}", "placeholders"),
    ("100% free", "100%ig frei", None),
    ("Привет, как дела сегодня?", "Hallo, wie geht es heute?", "script"),
    ("Hello, how are you today?", "Привет, как дела сегодня?", "script"),
    ("The Cyrillic letter", "Der Buchstabe Ж", None),
]

CHINESE = [
    ("Open the file", "打开文件", None),
    ("Open the file now", "Open file now please", "script"),
    ("StuffIt Expander", "StuffIt Expander", None),
    ("Пётр Ильич Чайковский", "Пётр Ильич Чайковский", "script"),
    ("你好世界", "你好世界", None),
    ("StuffIt archive", "Macintosh StuffIt 归档文件", None),
    ("a" * 210, "字" * 70, None),
    ("a" * 70, "字" * 100, "ratio"),
    ("你好世界欢迎大家来到这里今天天气很好", "你好世界欢迎大家来到这里今天天气很好", "identical"),
]


@pytest.mark.parametrize(("source", "target", "expected"), GERMAN)
def test_german(source: str, target: str, expected: str | None) -> None:
    assert Cleaner(CleaningSettings(), "en", "de_DE").reason(Pair(source, target)) == expected


@pytest.mark.parametrize(("source", "target", "expected"), CHINESE)
def test_chinese(source: str, target: str, expected: str | None) -> None:
    assert Cleaner(CleaningSettings(), "en", "zh-CN").reason(Pair(source, target)) == expected


def test_both_directions_agree() -> None:
    there, back = Cleaner(CleaningSettings(), "en", "zh"), Cleaner(CleaningSettings(), "zh", "en")
    for source, target, expected in CHINESE:
        if source != target:
            assert there.reason(Pair(source, target)) == back.reason(Pair(target, source)) == expected


def test_a_language_of_unknown_script_is_not_judged_by_it() -> None:
    assert Cleaner(CleaningSettings(), "en", "xx").reason(Pair("How are you today?", "Как дела сегодня, друг?")) is None


def test_every_rule_has_a_name_and_a_case() -> None:
    refused = {reason for _, _, reason in GERMAN if reason}
    assert refused == RULES.keys() - {"duplicate", "held out"}


@pytest.mark.parametrize(
    ("settings", "pair", "expected"),
    [
        (CleaningSettings(maximum_characters=3), Pair("four", "vier"), "length"),
        (CleaningSettings(identical_words=0), Pair("Python", "Python"), "identical"),
        (CleaningSettings(maximum_ratio=1, ratio_slack=0), Pair("one", "eins"), "ratio"),
        (CleaningSettings(script_letters=0, script_share=1), Pair("π", "pi"), "script"),
    ],
)
def test_settings_count(settings: CleaningSettings, pair: Pair, expected: str) -> None:
    assert Cleaner(settings, "en", "de").reason(pair) == expected
    assert Cleaner(CleaningSettings(), "en", "de").reason(pair) is None


@pytest.mark.parametrize(
    ("setting", "value"), [("maximum_characters", 0), ("maximum_ratio", 0.5), ("script_share", 1.5)]
)
def test_bad_settings(setting: str, value: float) -> None:
    with pytest.raises(SettingsError, match=f"{setting} is {value}"):
        CleaningSettings(**{setting: value})


def test_a_cleaner_goes_to_another_process() -> None:
    cleaner = pickle.loads(pickle.dumps(Cleaner(CleaningSettings(), "en", "de")))
    assert [cleaner.reason(Pair(source, target)) for source, target, _ in GERMAN] == [case[2] for case in GERMAN]


@given(st.text(), st.text(), st.sampled_from(["de", "zh", "xx"]))
def test_any_pair_gets_an_answer(source: str, target: str, language: str) -> None:
    reason = Cleaner(CleaningSettings(), "en", language).reason(Pair(source, target))
    assert reason is None or reason in RULES


@pytest.mark.parametrize("language", ["de", "fr", "ru", "zh"])
def test_hardly_any_held_out_pair_is_refused(shared: Path, language: str) -> None:
    cleaner = Cleaner(CleaningSettings(), "en", language)
    pairs = list(read_pairs([shared / "corpus" / f"en-{language}" / "dev.tsv.gz"], "en", language))
    assert sum(cleaner.reason(pair) is not None for pair in pairs) < 0.01 * len(pairs)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("%s %d %%", ["d", "s"]),
        ("%1$s %2$-5.2f %0.3d %*s", ["d", "f", "s", "s"]),
        ("%(name)s %(name)s", ["(name)"]),
        ("%1 %L2 %1.", ["%1", "%L2"]),
        ("{0} {user.name} {{x}} ${home} {}", ["${home}", "{0}", "{user.name}", "{{x}}", "{}"]),
        ("100%ige 50 % d %-Zeichen", []),
        ("\\emph{text} x{y}", []),
        ("{count, plural, one {# file} other {# files}}", []),
        ("%ux%u", ["u", "u"]),
        ("交换{0}文件", ["{0}"]),
    ],
)
def test_placeholders(text: str, expected: list[str]) -> None:
    assert placeholders(text) == expected


@pytest.mark.parametrize(
    ("text", "names", "bare"),
    [
        ("<b>x</b>", ["/b", "b"], " x "),
        ('<a title="<" href="y">', [], '<a title="<" href="y">'),
        ("<br/><br><br />", ["br", "br", "br"], "   "),
        ("<x:y.z-1/> a<b a>b", ["b", "x:y.z-1"], "  a b"),
        ("1 < 2 <3> <>", [], "1 < 2 <3> <>"),
    ],
)
def test_tags(text: str, names: list[str], bare: str) -> None:
    assert tag_names(text) == names
    assert without_tags(text) == bare
