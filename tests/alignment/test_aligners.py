"""Both aligners on a made language, and what they refuse."""

import random
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from stencilmt.alignment import eflomal, fast_align
from stencilmt.alignment.aligner import Aligner, WordPair, aligner
from stencilmt.alignment.eflomal import Eflomal, portions
from stencilmt.alignment.fast_align import FastAlign
from stencilmt.alignment.links import Links
from stencilmt.errors import SettingsError, StencilError

LEXICON = {f"word{number}": f"wort{number}" for number in range(30)}

WITH_FAST_ALIGN = pytest.mark.skipif(not find_spec("systran_align"), reason="systran-align is not installed")
ALIGNERS = ["eflomal", pytest.param("fast_align", marks=WITH_FAST_ALIGN)]


def made_pairs(count: int) -> tuple[list[WordPair], list[Links]]:
    """Sentences word for word, the first two words swapped, and the links that are right."""
    chance = random.Random(7)
    pairs: list[WordPair] = []
    right: list[Links] = []
    for _ in range(count):
        source = chance.sample(sorted(LEXICON), 5)
        target = [LEXICON[word] for word in source]
        target[:2] = target[1::-1]
        pairs.append((source, target))
        right.append(((0, 1), (1, 0), (2, 2), (3, 3), (4, 4)))
    return pairs, right


def share_found(found: list[Links], right: list[Links]) -> float:
    hits = sum(len(set(one) & set(other)) for one, other in zip(found, right, strict=True))
    return hits / sum(map(len, right))


@pytest.mark.parametrize("name", ALIGNERS)
def test_learns_the_obvious(name: str) -> None:
    pairs, right = made_pairs(400)
    found = list(aligner(name).align(iter(pairs)))
    assert share_found(found, right) > 0.95
    assert found == [tuple(sorted(set(links))) for links in found]


@pytest.mark.parametrize("name", ALIGNERS)
def test_empty_sides_and_ugly_words(name: str) -> None:
    pairs, _ = made_pairs(50)
    ugly: list[WordPair] = [
        ([], ["a"]),
        (["a"], []),
        ([], []),
        (["|||", "\0", "|||||||"], ["\ud800", "|||", "\0"]),
        (["x"] * 1500, ["y"] * 1500),
    ]
    found = list(aligner(name).align(ugly[:3] + pairs + ugly[3:]))
    assert len(found) == 55
    assert found[:3] == [(), (), ()]
    assert all(max(link) < 3 for link in found[53])


@pytest.mark.parametrize("name", ALIGNERS)
@pytest.mark.parametrize("pairs", [[], [([], [])], [(["a"], ["b"])]])
def test_hardly_any_pairs(name: str, pairs: list[WordPair]) -> None:
    assert len(list(aligner(name).align(pairs))) == len(pairs)


@pytest.mark.parametrize(
    "limited",
    [
        pytest.param(lambda: Eflomal(portion=150), id="eflomal"),
        pytest.param(lambda: FastAlign(sample=150), marks=WITH_FAST_ALIGN, id="fast_align"),
    ],
)
def test_learning_from_a_part_at_a_time(limited: Callable[[], Aligner]) -> None:
    pairs, right = made_pairs(400)
    assert share_found(list(limited().align(pairs)), right) > 0.9


@pytest.mark.parametrize(
    ("count", "limit", "expected"), [(0, 5, []), (5, 5, [5]), (6, 5, [3, 3]), (11, 5, [4, 4, 3]), (3, 1, [1, 1, 1])]
)
def test_portions(count: int, limit: int, expected: list[int]) -> None:
    assert portions(count, limit) == expected


def test_the_intersection_is_one_to_one() -> None:
    pairs, _ = made_pairs(200)
    for links in aligner("eflomal", "intersection").align(pairs):
        assert len({source for source, _ in links}) == len({target for _, target in links}) == len(links)


@pytest.mark.parametrize(
    ("name", "symmetrization", "message"),
    [
        ("giza", None, "unknown aligner 'giza', expected 'eflomal' or 'fast_align'"),
        ("eflomal", "grow", "unknown symmetrization 'grow'"),
        ("fast_align", "intersection", r"fast_align cannot symmetrize by 'intersection'.*eflomal"),
    ],
)
def test_what_is_refused(name: str, symmetrization: str | None, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        aligner(name, symmetrization)


@pytest.mark.parametrize(
    ("make", "name"),
    [(Eflomal, "samplers"), (Eflomal, "portion"), (FastAlign, "iterations"), (FastAlign, "sample")],
)
def test_settings_below_one_are_refused(make: Callable[..., Aligner], name: str) -> None:
    with pytest.raises(SettingsError, match=rf"invalid value for {name}, expected 1 or more \(not 0\)"):
        make(**{name: 0})


@pytest.mark.parametrize(
    ("module", "name", "message"),
    [
        (fast_align, "fast_align", r"needs the package systran-align, which exists up to Python 3.11; take.*'eflomal'"),
        (eflomal, "eflomal", "needs the package eflomal"),
    ],
)
def test_a_missing_package(monkeypatch: pytest.MonkeyPatch, module: object, name: str, message: str) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    with pytest.raises(SettingsError, match=message):
        aligner(name)


class Broken:
    """Stands in for the package eflomal: writes too few lines."""

    def __init__(self, **_: object) -> None:
        pass

    def align(self, sources: Iterator[str], targets: Iterator[str], **files: str) -> None:
        for path in files.values():
            Path(path).write_text("0-0\n", encoding="utf-8")


def test_too_few_lines_from_eflomal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eflomal.Aligner", Broken)
    with pytest.raises(StencilError, match="eflomal aligned 1 of 2 pairs"):
        list(Eflomal().align([(["a"], ["b"])] * 2))


@WITH_FAST_ALIGN
@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("raise SystemExit(3)", "fast_align ended with status 3 after 0 of 1 pairs"),
        ("import os; os.abort()", "fast_align ended with status -6 after 0 of 1 pairs"),
        ("print(); print()", "fast_align ended with status 0 after 2 of 1 pairs"),
    ],
)
def test_fast_align_that_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str, message: str) -> None:
    path = tmp_path / "program.py"
    path.write_text(program, encoding="utf-8")
    monkeypatch.setattr(fast_align, "PROCESS", path)
    with pytest.raises(StencilError, match=message):
        list(FastAlign().align([(["a"], ["b"])]))
