"""`stencil template`, as others script against it."""

import json
from pathlib import Path

import pytest

from stencilmt.cli import run


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, list[object]]:
    assert run(["template", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)  # type: ignore[no-any-return]


@pytest.fixture
def glossary(tmp_path: Path) -> str:
    path = tmp_path / "terms.tsv"
    path.write_text("slowing down\t减弱\nprice hike\t价格上涨\nmail merge\tSeriendruck\nspace\tLeerzeichen|Raum\n")
    return str(path)


SHORT = "no sign of any slowing down of this price hike , yet"


def test_the_paper_s_example(capsys: pytest.CaptureFixture[str], glossary: str) -> None:
    answer = asked(capsys, SHORT, "--glossary", glossary, "--kind", "lexical")
    assert " ".join(map(str, answer["encoder"])) == (
        "C1 slowing down C2 price hike <sep> X0 C1 X1 C2 X2 <sep> X0 no sign of any X1 of this X2 , yet"
    )
    assert answer["prefix"] == ["C1", "减弱", "C2", "价格上涨", "<sep>"]
    assert answer["constraints"][0] == {
        "symbol": "C1",
        "kind": "term",
        "source": "slowing down",
        "target": "减弱",
        "start": 15,
        "end": 27,
        "alternatives": [],
    }


CASES = [
    (["A <b>bold</b> word", "--markup", "xml"], "<sep> X0 <1> X1 </1> X2 <sep> X0 A X1 bold X2 word", "<sep>"),
    (
        ["A <b>bold</b> word", "--markup", "xml", "--kind", "structural"],
        "X0 <b> X1 </b> X2 <sep> X0 A X1 bold X2 word",
        "Y0",
    ),
    (
        ["A **bold** word", "--markup", "markdown", "--kind", "structural"],
        "X0 ** X1 ** X2 <sep> X0 A X1 bold X2 word",
        "Y0",
    ),
    (["A plain one", "--kind", "unconstrained"], "<sep> X0 <sep> X0 A plain one", "<sep> Y0 <sep> Y0"),
    (["Delete %(name)s!"], "C1 %(name)s <sep> X0 C1 X1 <sep> X0 Delete X1 !", "C1 %(name)s <sep>"),
    (["Delete %s!", "--no-placeholders"], "<sep> X0 <sep> X0 Delete %s!", "<sep> Y0 <sep> Y0"),
    (["x<br/>y", "--markup", "xml", "--compact"], "<sep> <1/> <sep> X0 x X1 y", "<sep>"),
]


@pytest.mark.parametrize(("arguments", "encoder", "prefix"), CASES)
def test_forms(capsys: pytest.CaptureFixture[str], arguments: list[str], encoder: str, prefix: str) -> None:
    answer = asked(capsys, *arguments)
    assert " ".join(map(str, answer["encoder"])) == encoder
    assert " ".join(map(str, answer["prefix"])) == prefix


def test_a_term_cut_by_a_tag_is_kept_together_and_reported(capsys: pytest.CaptureFixture[str], glossary: str) -> None:
    answer = asked(capsys, "a <b>mail</b> merge", "--markup", "xml", "--glossary", glossary)
    assert " ".join(map(str, answer["encoder"])).startswith("C1 mail merge <sep> X0 <1> X1 C1 X2 </1> X3")
    assert answer["notes"] == ["tags inside the term 'mail merge' were moved around it"]


def test_inflected_forms_match_on_request(capsys: pytest.CaptureFixture[str], glossary: str) -> None:
    assert asked(capsys, "two spaces", "--glossary", glossary)["constraints"] == []
    answer = asked(capsys, "two spaces", "--glossary", glossary, "--match", "lemma")
    assert answer["prefix"] == ["C1", "Leerzeichen", "<sep>"]
    assert answer["notes"] == ["'spaces' was taken as a form of the term 'space'"]


BAD = [
    (["<b>x", "--markup", "xml", "--strict"], "'<b>' at offset 0"),
    (["<b>x</b>", "--markup", "xml", "--kind", "lexical"], "a sequence of kind lexical holds no tags"),
    (["x", "--glossary", "absent.tsv"], "cannot read the glossary 'absent.tsv'"),
    (["x", "--kind", "magic"], "'magic' is not one of"),
    ([], "Missing argument"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert run(["template", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert message in said.err


def test_people_get_a_table(capsys: pytest.CaptureFixture[str], glossary: str) -> None:
    assert run(["template", "a mail merge", "--glossary", glossary]) == 0
    shown = capsys.readouterr().out
    assert "C1 mail merge <sep> X0 C1 X1 <sep> X0 a X1" in " ".join(shown.split())
    assert "Seriendruck" in shown
