"""Small facts about languages: how a code is written, in which script, and whether spaces part the words."""

import re
from functools import lru_cache

from stencilmt.errors import SettingsError

SCRIPTS = {
    "Arabic": "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff",
    "Armenian": "\u0530-\u058f\ufb13-\ufb17",
    "Bengali": "\u0980-\u09ff",
    "Cyrillic": "\u0400-\u052f\u1c80-\u1c8f\u2de0-\u2dff\ua640-\ua69f",
    "Devanagari": "\u0900-\u097f\ua8e0-\ua8ff",
    "Ethiopic": "\u1200-\u139f\u2d80-\u2ddf\uab00-\uab2f",
    "Georgian": "\u10a0-\u10ff\u1c90-\u1cbf\u2d00-\u2d2f",
    "Greek": "\u0370-\u03ff\u1f00-\u1fff",
    "Gujarati": "\u0a80-\u0aff",
    "Gurmukhi": "\u0a00-\u0a7f",
    "Han": "\u2e80-\u2fdf\u3005\u3007\u3021-\u3029\u3100-\u312f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U000323af",
    "Hangul": "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff",
    "Hebrew": "\u0590-\u05ff\ufb1d-\ufb4f",
    "Kana": "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9d",
    "Kannada": "\u0c80-\u0cff",
    "Khmer": "\u1780-\u17ff",
    "Lao": "\u0e80-\u0eff",
    "Latin": "A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u1d00-\u1dbf\u1e00-\u1eff\u2c60-\u2c7f"
    "\ua720-\ua7ff\uab30-\uab6f\ufb00-\ufb06\uff21-\uff3a\uff41-\uff5a",
    "Malayalam": "\u0d00-\u0d7f",
    "Myanmar": "\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f",
    "Odia": "\u0b00-\u0b7f",
    "Sinhala": "\u0d80-\u0dff",
    "Tamil": "\u0b80-\u0bff",
    "Telugu": "\u0c00-\u0c7f",
    "Thai": "\u0e00-\u0e7f",
    "Tibetan": "\u0f00-\u0fff",
}
"""The characters of each script, as the inside of a regular expression's `[]`."""

_LANGUAGES = {
    "Arabic": "ar arz ckb fa ps sd ug ur",
    "Armenian": "hy",
    "Bengali": "as bn",
    "Cyrillic": "ab ba be bg ce cv kk ky mk mn os ru tg tt uk",
    "Cyrillic Latin": "sr uz",
    "Devanagari": "bho brx doi hi mai mr ne sa",
    "Ethiopic": "am ti",
    "Georgian": "ka",
    "Greek": "el",
    "Gujarati": "gu",
    "Gurmukhi": "pa",
    "Han": "yue zh",
    "Han Hangul": "ko",
    "Han Kana": "ja",
    "Hebrew": "he yi",
    "Kannada": "kn",
    "Khmer": "km",
    "Lao": "lo",
    "Latin": "af an ast az bm br bs ca ceb co cs csb cy da de dsb en eo es et eu fi fil fo fr fur fy ga gd gl gn "
    "gv ha haw hr hsb ht hu ia id ig io is it jv kl ku kw la lb lg li ln lt lv mg mi ms mt nap nb nds nl nn "
    "no ny oc om pl pt qu rm rn ro rw sc scn se sk sl sm sn so sq ss st su sv sw szl tk tl tn to tr ts tw vi "
    "vo wa wo xh yo zu",
    "Malayalam": "ml",
    "Myanmar": "my",
    "Odia": "or",
    "Sinhala": "si",
    "Tamil": "ta",
    "Telugu": "te",
    "Thai": "th",
    "Tibetan": "bo dz",
}
_SCRIPTS_OF = {code: tuple(names.split()) for names, codes in _LANGUAGES.items() for code in codes.split()}
_UNSPACED = frozenset({"bo", "dz", "ja", "km", "lo", "my", "th", "yue", "zh"})
_DENSITY = {"zh": 2.6, "yue": 2.6, "ja": 2.0, "ko": 1.9}
_ALIASES = {"cmn": "zh", "in": "id", "iw": "he", "ji": "yi", "no": "nb"}
_CODE = re.compile(r"([A-Za-z]{2,3})((?:[-_][A-Za-z0-9]{1,8})*)(?:\.[\w-]+)?(?:@\w+)?")


def normalize(code: str) -> str:
    """The primary subtag of a language code.

    >>> normalize("de_DE"), normalize("zh-Hant-TW"), normalize("sr@latin")
    ('de', 'zh', 'sr')
    """
    subtags = _subtags(code)
    if not subtags:
        raise SettingsError(f"{code!r} is no language code, expected one such as 'de', 'zh-CN' or 'pt_BR'")
    return subtags[0]


def is_code(text: str) -> bool:
    """Whether this is written like a language code."""
    return bool(_subtags(text))


def matches(wanted: str, found: str) -> bool:
    """Whether text marked as `found` serves one who asked for `wanted`.

    One code may say more than the other (`de` and `de-DE`), but they must not contradict (`pt-BR` and `pt-PT`).

    >>> matches("de", "de_AT"), matches("pt-BR", "pt"), matches("pt-BR", "pt-PT"), matches("de", "n/a")
    (True, True, False, False)
    """
    ours, theirs = _subtags(wanted), _subtags(found)
    if not ours or not theirs or ours[0] != theirs[0]:
        return False
    return set(ours[1:]) <= set(theirs[1:]) or set(theirs[1:]) <= set(ours[1:])


def is_spaced(language: str) -> bool:
    """Whether white space parts the words of this language."""
    return normalize(language) not in _UNSPACED


def scripts_of(language: str) -> tuple[str, ...]:
    """The scripts a text in this language is written in; none when the table does not know it."""
    return _SCRIPTS_OF.get(normalize(language), ())


def density(language: str) -> float:
    """How many characters of an alphabetic script one character of this language stands for, in the mean."""
    return _DENSITY.get(normalize(language), 1.0)


@lru_cache(maxsize=1024)
def _subtags(code: str) -> tuple[str, ...]:
    """The lower-cased parts of a code, the language first; none for something that is no code."""
    match = _CODE.fullmatch(code.strip())
    if not match:
        return ()
    primary = match[1].lower()
    return (_ALIASES.get(primary, primary), *re.findall(r"[a-z0-9]+", match[2].lower()))
