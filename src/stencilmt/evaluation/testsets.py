"""The public test sets by name, read from the folders their authors publish."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from stencilmt.constraints.glossary import Glossary
from stencilmt.constraints.matching import Matcher
from stencilmt.errors import DataError, SettingsError
from stencilmt.evaluation.assemble import read_testset, with_markup
from stencilmt.evaluation.constraint_lines import parse_terms
from stencilmt.evaluation.files import read_entities, read_json_lines, read_table
from stencilmt.evaluation.glossary_terms import find_terms
from stencilmt.evaluation.testset import Segment, Term, Testset
from stencilmt.evaluation.tokens import Tokenizer, default_tokenizer, tokenizer
from stencilmt.text.files import read_lines
from stencilmt.text.language import normalize


def load_testset(name: str, folder: Path, target_language: str = "") -> Testset:
    """A test set by its name, from the folder it was published in; some need to know the target language."""
    if name not in _READERS:
        raise SettingsError(f"invalid test set, expected one of {', '.join(_READERS)} (not {name!r})")
    if not folder.is_dir():
        raise DataError(f"{folder}: no folder, the test set {name} should be in it")
    return replace(_READERS[name](folder, normalize(target_language) if target_language else ""), name=name)


def _dinu(file: str) -> Callable[[Path, str], Testset]:
    """newstest2017 with terms of IATE or Wiktionary that the reference uses as they are (Dinu et al. 2019)."""

    def read(folder: Path, language: str) -> Testset:
        _expect("de", language, "dinu2019-terminology")
        path = folder / file
        rows = ((f"{path}:{number}", record) for number, record in read_json_lines(path))
        return Testset("", "en", "de", tuple(_dinu_segment(place, record) for place, record in rows))

    return read


def _dinu_segment(place: str, record: Any) -> Segment:
    if not isinstance(record, dict):
        raise DataError(f"{place}: expected a JSON object (not {record!r:.60})")
    for key in ("line", "src", "ref", "terms"):
        if record.get(key) is None:
            raise DataError(f'{place}: no "{key}", which every line of this test set has')
    for key in ("src", "ref"):
        if not isinstance(record[key], str):
            raise DataError(f'{place}: expected a text under "{key}" (not {record[key]!r:.60})')
    return Segment(str(record["line"]), record["src"], record["ref"], parse_terms(record["terms"], place))


def _salesforce(folder: Path, language: str) -> Testset:
    """Software documentation with inline XML (Hashimoto et al. 2019): the dev sets, 2000 segments."""
    language = _required(language, "salesforce-xml", ("de", "fr", "ru", "zh"))
    source, target = (folder / f"en{language}_{side}_dev.json" for side in ("en", language))
    testset = with_markup(read_testset(source, target))
    return replace(testset, entities=read_entities(folder / "english_terms.json"))


def _wmt21(folder: Path, language: str) -> Testset:
    """COVID-19 texts with annotated terms (Alam et al. 2021): dev, English to French."""
    _expect("fr", language, "wmt21-terminology")
    testset = read_testset(folder / "dev.en-fr.en.sgm", folder / "dev.en-fr.fr.sgm")
    return replace(testset, source_language="en")


def _tico(folder: Path, language: str) -> Testset:
    """COVID-19 texts (Anastasopoulos et al. 2020): the test part, with the listed terms that the reference uses."""
    language = _required(language, "tico-19", ("fr", "ru", "zh"))
    matcher = Matcher(_tico_glossary(folder, language))
    words = tokenizer(default_tokenizer(language), language)
    path = folder / f"all.en-{language}.tsv"
    segments = (_tico_segment(*row, matcher, words) for row in _tico_rows(path))
    return Testset("", "en", language, tuple(segments))


def _tico_rows(path: Path) -> Iterator[tuple[str, str, str]]:
    for number, line in enumerate(read_lines(path), start=1):
        cells = line.split("\t")
        if len(cells) != 4:
            raise DataError(f"{path}:{number}: expected 4 columns (not {len(cells)})")
        name, part, source, reference = cells
        if part == "test":
            yield name, source, reference


def _tico_segment(name: str, source: str, reference: str, matcher: Matcher, words: Tokenizer) -> Segment:
    text = words.cut(reference)
    found = ((term, _used(term, text.places, words)) for term in find_terms(source, matcher))
    terms = tuple(Term(term.source, targets) for term, targets in found if targets)
    return Segment(name, source, reference, terms, document=name.split(":")[0])


def _used(term: Term, places: Callable[[str], list[range]], words: Tokenizer) -> tuple[str, ...]:
    return tuple(target for target in term.targets if places(words.clean(target)))


def _tico_glossary(folder: Path, language: str) -> Glossary:
    regions = {"fr": "fr_XX", "ru": "ru_RU", "zh": "zh_CN"}
    entries: dict[str, dict[str, None]] = {}
    path = folder / "terminologies" / f"f_en-{regions[language]}.csv"
    for source, target in read_table(path, ("sourceString", "targetString")):
        entries.setdefault(source, {})[target] = None
    pairs = {source: tuple(targets) for source, targets in entries.items()}
    return Glossary.from_pairs(pairs, source_language="en", target_language=language)


def _required(language: str, name: str, known: tuple[str, ...]) -> str:
    if language not in known:
        raise SettingsError(
            f"the test set {name} needs a target language, one of {', '.join(known)} (not {language!r})"
        )
    return language


def _expect(known: str, language: str, name: str) -> None:
    if language not in ("", known):
        raise SettingsError(f"the test set {name} is for the target language {known} (not {language!r})")


_READERS: dict[str, Callable[[Path, str], Testset]] = {
    "dinu-iate": _dinu("newstest2017.iate414.jsonl"),
    "dinu-wiktionary": _dinu("newstest2017.wikt727.jsonl"),
    "dinu-iate-inflected": _dinu("newstest2017.iate581.jsonl"),
    "dinu-wiktionary-inflected": _dinu("newstest2017.wikt975.jsonl"),
    "salesforce-xml": _salesforce,
    "tico-19": _tico,
    "wmt21-terminology": _wmt21,
}
NAMES = tuple(_READERS)
"""Every test set there is."""
