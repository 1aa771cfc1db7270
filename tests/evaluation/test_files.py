"""Reading test sets and systems: every format, and every fault with its place."""

import gzip
import json
from pathlib import Path

import pytest

from stencilmt.constraints.glossary import Glossary
from stencilmt.errors import InputError
from stencilmt.evaluation.assemble import read_system, read_testset, with_constraints, with_languages, with_markup
from stencilmt.evaluation.constraint_lines import parse_line, read_constraints
from stencilmt.evaluation.formats import Format, Role
from stencilmt.evaluation.glossary_terms import with_glossary
from stencilmt.evaluation.rows import read_rows
from stencilmt.evaluation.testset import Term

SGM = """<refset setid="x" srclang="any" trglang="fr">
<doc docid="d1">
<seg id="1"> la <term id="3" type="src_original_and_tgt_original" src="cough" tgt="toux|tousse"
> toux </term> &amp; R&D </seg>
<seg id="2">deux
lignes <term type="src_original_and_tgt_lemma" src="sick" tgt="malade">malades</term></seg>
</doc>
<doc docid="d2"><seg id='1'>rien</seg></doc>
</refset>"""


@pytest.fixture
def write(tmp_path: Path):
    """Write a file and return its path."""

    def write_file(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write_file


def test_sgm(write) -> None:
    rows = read_rows(write("ref.sgm", SGM), Role.REFERENCE)
    assert [(row.id, row.document, row.line, row.text) for row in rows.rows] == [
        ("d1/1", "d1", 3, "la toux & R&D"),
        ("d1/2", "d1", 5, "deux lignes malades"),
        ("d2/1", "d2", 8, "rien"),
    ]
    assert rows.rows[0].terms == (Term("cough", ("toux", "tousse")),)
    assert rows.rows[1].terms == (Term("sick", ("malades", "malade"), inflected=True),)
    assert rows.language == "fr"


@pytest.mark.parametrize(
    ("content", "language", "tokenized", "annotated"),
    [
        (SGM, "fr", True, True),
        (SGM.replace('"fr"', '"any"'), "", True, True),
        (SGM.replace('"fr"', '"French"'), "", True, True),
        (SGM.replace("<term", "<t").replace("</term>", "</t>"), "fr", False, False),
    ],
)
def test_what_an_sgm_file_says_of_itself(write, content: str, language: str, tokenized: bool, annotated: bool) -> None:
    path = write("ref.sgm", content)
    testset = read_testset(path, path)
    assert (testset.target_language, testset.tokenized, testset.annotated) == (language, tokenized, annotated)


def test_annotation_of_a_source(write) -> None:
    rows = read_rows(write("src.sgm", SGM.replace("toux </term>", "a cough </term>")), Role.SOURCE)
    assert rows.rows[0].terms == (Term("a cough", ("toux", "tousse")),)


def test_text_keeps_strange_line_separators(write) -> None:
    rows = read_rows(write("a.txt", "one\u2028still one\r\n\ntwo\n"), Role.SOURCE)
    assert [row.text for row in rows.rows] == ["one\u2028still one", "", "two"]


def test_salesforce_json_goes_by_id(write) -> None:
    reference = write("ref.json", json.dumps({"lang": "fr", "type": "target", "text": {"a": "x", "b": "y"}}))
    system = write("sys.json", json.dumps({"lang": "fr", "type": "translation", "text": {"b": " Y", "a": "X "}}))
    testset = read_testset(reference, reference)
    assert testset.target_language == "fr"
    assert read_system(system, testset).hypotheses == ("X", "Y")


def test_json_lines(write) -> None:
    lines = [
        {"source": "a", "reference": "b", "terms": [["a", ["b", "c"]]], "document": "d"},
        {"source": "x", "ref": "y"},
    ]
    path = write("t.jsonl", "\n".join(map(json.dumps, lines)))
    testset = read_testset(path, path)
    assert testset.segments[0].terms == (Term("a", ("b", "c")),)
    assert [segment.reference for segment in testset.segments] == ["b", "y"]
    system = read_system(write("s.jsonl", '{"translation": "B", "status": "ok"}\n{"translation": "Y"}'), testset)
    assert system.hypotheses == ("B", "Y")
    assert system.records[0]["status"] == "ok"


PACKED = {
    "system.jsonl.gz": '{"translation": "B"}',
    "system.json.gz": '{"lang": "de", "text": {"a": "B"}}',
    "system.sgm.gz": '<tstset><doc docid="d"><seg id="1">B</seg></doc></tstset>',
    "system.txt.gz": "B",
}


@pytest.mark.parametrize("name", PACKED)
def test_a_packed_file_has_the_format_and_the_name_of_its_content(write, name: str) -> None:
    testset = read_testset(*[write("ref.txt", "b")] * 2)
    system = read_system(write(name, gzip.compress(PACKED[name].encode())), testset)
    assert (system.name, system.hypotheses) == ("system", ("B",))


def test_packed_constraints(write) -> None:
    testset = read_testset(*[write("ref.sgm", SGM)] * 2)
    packed = write("c.sgm.gz", gzip.compress(SGM.encode()))
    assert [len(terms) for terms in with_constraints(testset, packed).terms] == [1, 1, 0]


def test_null_is_absent(write) -> None:
    line = '{"id": null, "ref": "a", "document": null, "terms": null}\n'
    rows = read_rows(write("r.jsonl", 2 * line), Role.REFERENCE).rows
    assert [(row.id, row.document, row.terms) for row in rows] == [("", "", ())] * 2


@pytest.mark.parametrize(
    ("source", "target", "languages"),
    [("", "", ("", "fr")), ("en_US", "fr-CA", ("en", "fr")), ("de", "", ("de", "fr"))],
)
def test_languages_are_completed(write, source: str, target: str, languages: tuple[str, str]) -> None:
    testset = with_languages(read_testset(*[write("ref.sgm", SGM)] * 2), source, target)
    assert (testset.source_language, testset.target_language) == languages


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [("English", "", "'English' is no language code"), ("", "de", "are in 'fr', .*not 'de'")],
)
def test_languages_that_are_none_or_contradict_the_data(write, source: str, target: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        with_languages(read_testset(*[write("ref.sgm", SGM)] * 2), source, target)


def test_a_file_that_says_its_language_is_believed(write) -> None:
    with pytest.raises(InputError, match=r"ref\.sgm is in 'fr', .*not 'de'"):
        read_testset(*[write("ref.sgm", SGM)] * 2, target_language="de")


@pytest.mark.parametrize(
    ("line", "pairs"),
    [
        ("italy ||| Italien ||| too ||| auch |||", [("italy", "Italien"), ("too", "auch")]),
        ("italy ||| Italien", [("italy", "Italien")]),
        ("", []),
        ("  ", []),
        ("a|b ||| C++ |||", [("a|b", "C++")]),
    ],
)
def test_constraint_lines(line: str, pairs: list[tuple[str, str]]) -> None:
    assert [(term.source, term.target) for term in parse_line(line)] == pairs


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("c.txt", "a ||| b |||\n\n"),
        ("c.jsonl", '[["a", "b"]]\n[]\n'),
        ("c.jsonl", '{"terms": [["a", ["b"]]]}\n{"terms": []}'),
        ("c.txt", '[{"source": "a", "target": "b"}]\n[]'),
        ("c.jsonl", '{"constraints": [{"source": "a", "target": "b", "kind": "term"}, {"kind": "open"}]}\n[]'),
    ],
)
def test_every_way_to_write_constraints(write, name: str, content: str) -> None:
    assert read_constraints(write(name, content)) == [(Term("a", ("b",)),), ()]


def test_constraints_from_annotated_sgm(write) -> None:
    plain = write("ref2.sgm", SGM.replace("<term", "<t").replace("</term>", "</t>"))
    testset = with_constraints(read_testset(plain, plain), write("src.sgm", SGM))
    assert [len(terms) for terms in testset.terms] == [1, 1, 0]


def test_a_glossary_gives_the_terms_it_finds(write) -> None:
    path = write("t.jsonl", '{"source": "Mail merge of <b>mail</b>", "reference": "x"}')
    glossary = Glossary.from_pairs({"mail merge": "Serienbrief", "mail": ["Post", "Mail"]})
    testset = with_glossary(with_markup(read_testset(path, path)), glossary)
    assert testset.terms == [(Term("Mail merge", ("Serienbrief",)), Term("mail", ("Post", "Mail")))]


READ = {
    "invalid JSON": ("r.jsonl", '{"reference": "a"}\n{"reference": ', "r.jsonl:2: not JSON"),
    "no object": ("r.jsonl", "[1]", "r.jsonl:1: expected a JSON object"),
    "no text": ("r.jsonl", '{"id": 1}', 'r.jsonl:1: no text under "reference"'),
    "id twice": ("r.jsonl", '{"id": 1, "ref": ""}\n{"id": 1, "ref": ""}', "r.jsonl:2: the id 1 is used twice"),
    "some ids": ("r.jsonl", '{"id": 1, "ref": ""}\n{"ref": ""}', "r.jsonl:2: no id"),
    "bad terms": ("r.jsonl", '{"ref": "a", "terms": [["a"]]}', "r.jsonl:1: expected a pair"),
    "empty term": ("r.jsonl", '{"ref": "a", "terms": [["a", ""]]}', "r.jsonl:1: a term needs a source and a target"),
    "number term": ("r.jsonl", '{"ref": "a", "terms": [["a", 5]]}', "r.jsonl:1: a term needs a source and a target"),
    "a long number": ("r.json", '{"text": ' + "1" * 5000 + "}", "r.json:1: not JSON (Exceeds the limit"),
    "broken json": ("r.json", '{\n"text": {', "r.json:2: not JSON"),
    "other json": ("r.json", '{"texts": []}', "r.json: not in the format salesforce-json"),
    "number text": ("r.json", '{"text": {"a": 1}}', "r.json: not in the format salesforce-json"),
    "no seg id": ("r.sgm", "<doc docid='d'>\n<seg>a</seg>", "r.sgm:2: this <seg> has no id"),
    "no seg": ("r.sgm", "<refset></refset>", "r.sgm: no reference in the format wmt-sgm"),
    "empty": ("r.txt", "", "r.txt: no reference in the format text"),
    "latin-1": ("r.txt", b"gut\nsch\xf6n\n", "r.txt:2: not UTF-8"),
}


@pytest.mark.parametrize(("name", "content", "message"), READ.values(), ids=READ)
def test_faults_of_a_reference(write, name: str, content: str | bytes, message: str) -> None:
    with pytest.raises(InputError, match=message.replace("(", r"\(")):
        read_rows(write(name, content), Role.REFERENCE)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no\.txt: cannot be read \(No such file"):
        read_rows(tmp_path / "no.txt", Role.SOURCE)


MATCH = {
    "fewer lines": ("s.txt", "a\n", "s.txt: 1 segments, but .*ref.jsonl has 2"),
    "missing id": ("s.jsonl", '{"id": "p", "translation": ""}', "s.jsonl: the id q is missing"),
    "unknown id": (
        "s.jsonl",
        '{"id": "p", "translation": ""}\n{"id": "q", "translation": ""}\n{"id": "r", "translation": ""}',
        "s.jsonl:3: the id r is not in",
    ),
    "template of numbers": (
        "s.jsonl",
        '{"translation": ""}\n{"translation": "", "template": [5]}',
        r's.jsonl:2: expected a list of symbols under "template" \(not \[5\]\)',
    ),
    "constraints of texts": (
        "s.jsonl",
        '{"translation": "", "constraints": ["C1"]}\n{"translation": ""}',
        's.jsonl:1: expected a list of objects under "constraints"',
    ),
}


@pytest.mark.parametrize(("name", "content", "message"), MATCH.values(), ids=MATCH)
def test_faults_of_a_system(write, name: str, content: str, message: str) -> None:
    reference = write("ref.jsonl", '{"id": "p", "text": "a"}\n{"id": "q", "text": "b"}')
    with pytest.raises(InputError, match=message):
        read_system(write(name, content), read_testset(reference, reference))


CONSTRAINTS = {
    "odd": ("c.txt", "a ||| b |||\na ||| b ||| c |||", "c.txt:2: expected pairs"),
    "empty side": ("c.txt", "a ||| |||\n", "c.txt:1: a term needs"),
    "too few": ("c.txt", "a ||| b |||", "c.txt: constraints for 1 segments, but .* has 2"),
    "none at all": ("c.txt", "\n\n", "c.txt: not one constraint"),
    "no list": ("c.jsonl", '"a"\n"b"', "c.jsonl:1: expected a list of terms"),
    "no key": ("c.jsonl", '{"a": 1}\n[]', "c.jsonl:1: expected a list of terms"),
    "odd alternatives": (
        "c.jsonl",
        '[{"source": "a", "target": "b", "alternatives": 1}]\n[]',
        "c.jsonl:1: expected a list of alternatives",
    ),
}


@pytest.mark.parametrize(("name", "content", "message"), CONSTRAINTS.values(), ids=CONSTRAINTS)
def test_faults_of_constraints(write, name: str, content: str, message: str) -> None:
    text = write("ref.txt", "a\nb")
    with pytest.raises(InputError, match=message):
        with_constraints(read_testset(text, text), write(name, content))


def test_a_glossary_that_matches_nothing_is_said_loudly(write) -> None:
    text = write("ref.txt", "a\nb")
    with pytest.raises(InputError, match=r"none of its 1 entries is in a source of .*ref\.txt"):
        with_glossary(read_testset(text, text), Glossary.from_pairs({"zebra": "Zebra"}))


def test_a_reference_that_is_no_xml_is_named(write) -> None:
    text = write("ref.txt", "a\n<b>")
    with pytest.raises(InputError, match=r"ref\.txt, line 2: not well-formed XML"):
        with_markup(read_testset(text, text, Format.TEXT))
