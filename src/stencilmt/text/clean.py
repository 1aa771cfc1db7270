"""Cleaning: which pairs are no translations, and why."""

import re
from dataclasses import dataclass

from stencilmt.errors import SettingsError
from stencilmt.text.language import SCRIPTS, density, scripts_of
from stencilmt.text.pairs import Pair
from stencilmt.text.placeholders import placeholders
from stencilmt.text.tags import tag_names, without_tags

RULES = {
    "empty": "a side without text",
    "length": "a side that is too long",
    "control": "control characters, or traces of a wrong decoding",
    "identical": "both sides the same, and more than a name",
    "ratio": "one side much longer than the other",
    "tags": "tags that differ between the sides",
    "placeholders": "placeholders that differ between the sides",
    "script": "a side that is not in the script of its language",
    "duplicate": "a pair that came before",
    "held out": "a sentence of the dev or test set, or nearly one",
}
"""Every reason to refuse a pair, for reports; the last two need more than the pair, see `duplicates`."""

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_REST = "".join(sorted({*bytes(range(0x80, 0xC0)).decode("cp1252", "ignore"), *map(chr, range(0x80, 0xC0))}))
_TWICE_DECODED = re.compile(f"(?<![A-Z])[ÂÃ][{_REST}]|â€|(?:[ÐÑ][{_REST}]){{2}}|(?:[ã-é][{_REST}]{{2}}){{2}}")
"""UTF-8 read as Latin-1 or its like: `Ã¼`, `â€œ`, `Ð¿Ñ€`. `AMANHÃ…`, and alone `Ñ»` and `é”…`, may be meant."""
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]{2}|[^\W\d_]{2,}")
"""A word of letters; where no space parts them, two characters stand for one."""


@dataclass(frozen=True, slots=True)
class CleaningSettings:
    """What a pair must look like to be trained on."""

    maximum_characters: int = 700
    """Longest side; of software texts and manuals 1 in 10,000 is longer, and such pairs fill a batch."""
    maximum_ratio: float = 3.0
    """Longest side as a multiple of the shortest; of good pairs above 100 characters 1 in 1,000 reaches 2."""
    ratio_slack: int = 25
    """Characters by which a side may be longer whatever the ratio: `OK` may well be `Einverstanden`."""
    identical_words: int = 3
    """Words that may be the same on both sides; up to here it is mostly a name, beyond an untranslated text."""
    script_share: float = 0.1
    """Smallest share of letters in the script of the language; Russian manuals are full of Latin names."""
    script_letters: int = 12
    """Letters of another script that are allowed without question: a name, a unit, a formula."""

    def __post_init__(self) -> None:
        for name in ("maximum_characters", "maximum_ratio"):
            if (value := getattr(self, name)) < 1:
                raise SettingsError(f"{name} is {value}, expected at least 1")
        if not 0 <= self.script_share <= 1:
            raise SettingsError(f"script_share is {self.script_share}, expected 0 to 1")


class Cleaner:
    """The rules that look at one pair alone; pure, and fit to be sent to another process."""

    def __init__(self, settings: CleaningSettings, source_language: str, target_language: str) -> None:
        self._settings = settings
        self._weights = density(source_language), density(target_language)
        self._scripts = _Script.of(source_language), _Script.of(target_language)
        self._rules = {
            "empty": _is_empty,
            "length": self._is_long,
            "control": _has_control,
            "identical": self._is_identical,
            "ratio": self._is_lopsided,
            "tags": _differ_in_tags,
            "placeholders": _differ_in_placeholders,
            "script": self._is_foreign,
        }

    def reason(self, pair: Pair) -> str | None:
        """The name of the first rule that refuses the pair."""
        source, target = pair.source, pair.target
        for name, refuses in self._rules.items():
            if refuses(source, target):
                return name
        return None

    def _is_long(self, source: str, target: str) -> bool:
        return len(source) > self._settings.maximum_characters or len(target) > self._settings.maximum_characters

    def _is_identical(self, source: str, target: str) -> bool:
        return source == target and len(_WORD.findall(without_tags(source))) > self._settings.identical_words

    def _is_lopsided(self, source: str, target: str) -> bool:
        left, right = len(source) * self._weights[0], len(target) * self._weights[1]
        shorter, longer = (left, right) if left < right else (right, left)
        return longer > shorter * self._settings.maximum_ratio + self._settings.ratio_slack

    def _is_foreign(self, source: str, target: str) -> bool:
        share, letters = self._settings.script_share, self._settings.script_letters
        left, right = self._scripts
        if left.is_foreign(source, share, letters):
            return source != target or right.is_foreign(target, share, letters)
        # A name that stays as it is may be in either script.
        return source != target and right.is_foreign(target, share, letters)


@dataclass(frozen=True, slots=True)
class _Script:
    """How to tell the letters of a language from others."""

    foreign: re.Pattern[str] | None
    """Runs of letters in other scripts; none for a language whose script is unknown."""
    native: re.Pattern[str]
    """Runs of letters in its own."""
    weight: float
    """How many Latin letters one of its own counts for."""
    is_latin: bool

    @classmethod
    def of(cls, language: str) -> "_Script":
        names = scripts_of(language)
        letters = "".join(SCRIPTS[name] for name in names)
        foreign = re.compile(rf"[^\W\d_{letters}]+") if names else None
        return cls(foreign, re.compile(f"[{letters or ' '}]+"), density(language), names == ("Latin",))

    def is_foreign(self, text: str, share: float, allowed: int) -> bool:
        """Whether more than `allowed` letters are in other scripts and less than the `share` in its own."""
        if self.foreign is None or (self.is_latin and text.isascii()):
            return False
        text = without_tags(text)
        foreign = sum(map(len, self.foreign.findall(text)))
        if foreign <= allowed:
            return False
        native = self.weight * sum(map(len, self.native.findall(text)))
        return native < share * (foreign + native)


def _is_empty(source: str, target: str) -> bool:
    return not source or not target or source.isspace() or target.isspace()


def _has_control(source: str, target: str) -> bool:
    return _is_spoiled(source) or _is_spoiled(target)


def _is_spoiled(text: str) -> bool:
    if not text.isprintable() and _CONTROL.search(text):
        return True
    return not text.isascii() and ("\ufffd" in text or _TWICE_DECODED.search(text) is not None)


def _differ_in_tags(source: str, target: str) -> bool:
    return tag_names(source) != tag_names(target)


def _differ_in_placeholders(source: str, target: str) -> bool:
    if "%" in source or "%" in target or "{" in source or "{" in target:
        return placeholders(source) != placeholders(target)
    return False
