"""Guessing the language of a text among those that are served.

No model: the script of its letters decides first; among languages of one script, the words that every text is full
of (*the, and, der, und*) and the letters only some of them have. It needs a sentence or so to be sure, and says how
sure it is.
"""

import re
from collections.abc import Iterable, Sequence
from html import unescape
from math import exp, log
from typing import NamedTuple

from stencilmt.text.language import SCRIPTS, normalize, scripts_of

_LONGEST = 4000
"""Characters of a text that are looked at."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SCRIPTS = {name: re.compile(f"[{characters}]") for name, characters in SCRIPTS.items()}

_WORDS = {
    "af": "die en van is in het nie vir op dat met wat hy sy te om was ek jy hulle as by word ook maar",
    "bs": "je i da se u na su za od što kao koji ne s sa biti ili iz to nije bio kako ali samo po",
    "ca": "el la els les de i que en un una és per amb no es al del més com però són aquest aquesta o ser han",
    "cs": "je se na že to v a s z do o který jako by jsem pro jsou ale při nebo byl být není podle soubor jen",
    "da": "og er det en at til på af for den der ikke med som har de et jeg vi kan men om fra også var eller",
    "de": "der die das und ist nicht ein eine zu den mit von auf für sich im dem des werden wird sie ich es auch oder"
    " bei aus nach wie kann sind einen einer datei wenn durch wurde bitte",
    "en": "the of and to in is a that it for you with on be are this as by not or from have an can if your at was will"
    " which when all has file please",
    "es": "de la el que y en los un una es por con no para se las del al lo como más o su este esta si son ha pero",
    "et": "ja on ei see et kui ka oma selle või mis ta aga saab seda ning olla faili pole kõik siis",
    "eu": "eta da ez bat hau ere dira du izan edo baina den bere egin dute honek nahi batean zen",
    "fi": "ja on ei se että hän oli ovat voi kun myös tai mutta joka sen ole olla kuin tämä niin tiedosto",
    "fr": "le la les de des et est un une à en que qui pour dans pas sur au avec ce il ne se par plus vous ou sont du"
    " cette fichier été",
    "ga": "an na agus is ar a i go ní le do bhí sé sí ag tá seo sin ach nó as",
    "gl": "o a de que e do da en un unha os as non por con para se ao na no máis como é ou pero seu súa",
    "hr": "je i da se u na su za od što kao koji ne s sa biti ili iz to nije kako ali samo datoteka po",
    "hu": "a az és nem hogy is egy van ez meg de ha el mint csak már volt vagy ezt azt fájl lehet",
    "id": "yang dan di ini itu dengan untuk dari tidak ke pada adalah dalam akan atau anda juga oleh saya ada berkas",
    "is": "og að er í á sem til það ekki með fyrir hann var um af en við ég þú eða þetta hún",
    "it": "di e il la che è un una per non in con del della i le si da sono al come più o nel ma gli questo questa",
    "lt": "ir yra ne kad su į iš tai bet kaip ar tik jis buvo dėl arba apie šis failas jei gali",
    "lv": "un ir ar no uz ka par nav kas bet vai to es tas lai kā šis fails var pie",
    "nb": "og er det en at til på av for den som ikke med har de et jeg vi kan men om fra også var eller",
    "nl": "de het een en van is in dat niet op te zijn met voor die er aan als wordt ook bij of maar kan naar dit deze"
    " bestand u je",
    "nn": "og er det ein ei at til på av for den som ikkje med har dei eit eg vi kan men om frå også var eller",
    "pl": "i w nie na się z do jest to że o jak po co ale za od by tak jego dla lub przez są ma plik może oraz",
    "pt": "de que e o a do da em um uma para com não os as se no na por mais como dos ou é são ao este você arquivo",
    "ro": "de și în la a nu cu pe un o este care din să că mai sau pentru sunt prin ca al fi fișier dar",
    "sk": "je sa na že to v a s z do o ktorý ako by som pre sú ale pri alebo bol byť nie podľa súbor len",
    "sl": "je in na se za ne da so v z ki bi kot pa tudi po od ali iz do lahko ni to datoteka",
    "sq": "dhe në e të një për me nuk është që nga si më do ka ai kjo por ose",
    "sr": "je i da se u na su za od što kao koji ne s sa biti ili iz to nije kako ali samo датотека и у на је да се",
    "sv": "och är det en att till på av för den som inte med har de ett jag vi kan men om från också var eller fil",
    "sw": "ya na wa kwa ni katika la za hii kuwa cha yake au hiyo lakini kama",
    "tr": "ve bir bu da de için ile ne çok olarak daha gibi var o ama en değil ben veya olan dosya her",
    "vi": "và của là có không được cho một trong với các này người đã để những từ bạn tập tin",
    "bg": "и на да се в за от не с е са по като но че до или това който със",
    "be": "і ў на не што з да як для гэта быў ад а па але ці",
    "kk": "және бұл бір үшін мен да де деп емес бар болып осы",
    "mk": "и на да се во за од не со е што како но или по ќе ова",
    "mn": "нь юм энэ бол байна ба болон гэж ч",
    "ru": "и в не на что с по как это к из у за от для но он вы о же или бы его так если файл был все",
    "uk": "і в не на що з до як це у за від для але та або він вона є про файл якщо й був",
    "ar": "في من على إلى أن هذا التي مع لا ما عن هو أو كان هذه",
    "fa": "و در به از که این را با است برای آن یک می های شود",
    "ur": "اور کے کی میں ہے سے کا کو پر یہ نے نہیں ہیں",
}
_LETTERS = {
    "be": "ўі", "bg": "ъ", "ca": "·", "cs": "ěřů", "da": "æø", "de": "äöüß", "eo": "ĉĝĥĵŝŭ", "es": "ñ¿¡", "et": "õ",
    "fa": "پچژگ", "fi": "ä", "fr": "çœêèùà", "hu": "őű", "is": "þð", "kk": "әғқңөұүһ", "lt": "ėįųū", "lv": "āēīļņģķ",
    "mk": "ѓќѕ", "nb": "æø", "nn": "æø", "pl": "ąęłżźćń", "pt": "ãõ", "ro": "ăâșț", "ru": "ыэё", "sk": "ľĺŕô",
    "sl": "čšž", "sr": "ђћ", "sv": "åä", "tr": "ığş", "uk": "їєґ", "ur": "ٹڈڑے", "vi": "ơưđạảấầẩẫậắằẳẵặẹẻẽếềểễệ",
}  # fmt: skip
_TELLING = {"ja": ("Kana", None), "ko": ("Hangul", None), "zh": (None, "Kana")}
"""Of the languages that share Han: the script a text must have, and the one it cannot have."""
_WORD_SETS = {code: frozenset(words.split()) for code, words in _WORDS.items()}
_LETTER_SETS = {code: frozenset(letters) for code, letters in _LETTERS.items()}


_TAG = re.compile(r"<[^<>]*>")


class Guess(NamedTuple):
    """A language a text may be in."""

    language: str
    confidence: float
    """From 0 to 1; those of all languages together are 1 at most."""


def without_tags(text: str) -> str:
    """What there is to read in a text with tags: their names and addresses are in no language."""
    return unescape(_TAG.sub(" ", text))


def detect(text: str, languages: Iterable[str]) -> list[Guess]:
    """How likely a text is in each of some languages, the likeliest first."""
    codes = list(languages)
    text = text[:_LONGEST].lower()
    scripts = _script_shares(text)
    words = _WORD.findall(text)
    scores = [_score(normalize(code), text, words, scripts) for code in codes]
    nothing = _nothing(words)
    best = max([nothing, *(score for score in scores if score is not None)])
    weights = [exp(score - best) if score is not None else 0.0 for score in scores]
    total = sum(weights) + exp(nothing - best)
    guesses = [Guess(code, weight / total) for code, weight in zip(codes, weights, strict=True)]
    return sorted(guesses, key=lambda guess: -guess.confidence)


def _script_shares(text: str) -> dict[str, float]:
    counts = {name: len(pattern.findall(text)) for name, pattern in _SCRIPTS.items()}
    total = sum(counts.values())
    return {name: count / total for name, count in counts.items() if count}


def _score(code: str, text: str, words: Sequence[str], scripts: dict[str, float]) -> float | None:
    """The logarithm of how well a text fits a language; none where it is in another script."""
    share = sum(scripts.get(name, 0.0) for name in scripts_of(code))
    needed, forbidden = _TELLING.get(code, (None, None))
    if share < 0.3 or forbidden in scripts or (needed and needed not in scripts):
        return None
    known = _WORD_SETS.get(code, frozenset())
    hits = sum(word in known for word in words)
    letters = sum(character in _LETTER_SETS.get(code, ()) for character in text)
    alone = 3.0 if known == frozenset() and scripts_of(code) != ("Latin",) else 0.0
    return log(share) + 1.2 * hits + 0.8 * min(letters, 10) + alone


def _nothing(words: Sequence[str]) -> float:
    """The score of all languages that are not served: the more words without a sign, the likelier one of them."""
    return min(2.0, 0.5 + 0.05 * len(words))
