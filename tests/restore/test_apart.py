"""A term that was a word in the source is a word in the translation."""

import pytest

from fakes import translator
from stencilmt.constraints.glossary import Glossary
from stencilmt.constraints.mark import Symbol, closing, opening, term
from stencilmt.decode import Decoder
from stencilmt.model.engine import Decoded, Request
from stencilmt.restore.apart import keep_apart
from stencilmt.template.cut import Template
from stencilmt.template.symbols import JOIN
from stencilmt.translator import Translator

ONE, TWO = term(1), term(2)
TEXTS = {ONE: "job", TWO: "%s"}
SOURCE = Template((ONE, TWO), ("a ", " ", " b"))


@pytest.mark.parametrize(
    ("free", "expected"),
    [
        (("Ein", "ist", "frei"), ("Ein ", " ist", " frei")),
        (("(", ")", "!"), ("(", ")", "!")),
        (("Lang-", "-%", ", so"), ("Lang-", "-%", ", so")),
        (("Ein ", " ist ", " frei"), ("Ein ", " ist ", " frei")),
        (("中", "中", "中"), ("中", "中", "中")),
    ],
)
def test_a_letter_beside_a_term_is_moved_off(free: tuple[str, ...], expected: tuple[str, ...]) -> None:
    targets = {ONE: "Auftrag", TWO: "%s"}
    assert keep_apart(Template((ONE, TWO), free), targets, SOURCE, TEXTS).free == expected


def test_two_terms_side_by_side_get_one_space() -> None:
    glued = Template((ONE, TWO), ("", "", ""))
    assert keep_apart(glued, {ONE: "Auftrag", TWO: "drei"}, SOURCE, TEXTS).free == ("", " ", "")


def test_what_was_glued_in_the_source_may_be_glued() -> None:
    source = Template((TWO,), ("", "MB"))
    assert keep_apart(source, {TWO: "%s"}, source, TEXTS).free == ("", "MB")


PAIR = opening(1), closing(1)


@pytest.mark.parametrize("source", [("a ", "job", " is"), ("a", " job ", "is"), ("", "job", "")])
def test_words_that_meet_at_a_tag_are_parted(source: tuple[str, ...]) -> None:
    glued = Template(PAIR, ("Ein", "Auftrag", "ist"))
    assert keep_apart(glued, {}, Template(PAIR, source), {}).free == ("Ein ", "Auftrag", " ist")


def test_also_where_one_of_them_is_a_term() -> None:
    glued, source = (
        Template((PAIR[0], ONE, PAIR[1]), free) for free in (("Ein", "", "", "ist"), ("a ", "", "", " is"))
    )
    assert keep_apart(glued, {ONE: "Auftrag"}, source, TEXTS).free == ("Ein ", "", "", " ist")


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (("un", "believ", "able"), ("un", "glaub", "lich")),
        (("see ", "help", ", please"), ("siehe ", "Hilfe", ", bitte")),
        (("(", "a", ")"), ("(", "b", ")")),
        (("x ", "y", " z"), ("中", "文", "字")),
    ],
)
def test_what_may_meet_at_a_tag(source: tuple[str, ...], target: tuple[str, ...]) -> None:
    assert keep_apart(Template(PAIR, target), {}, Template(PAIR, source), {}).free == target


def test_tags_side_by_side_stay_side_by_side() -> None:
    marks = opening(1), closing(1), opening(2), closing(2)
    glued, source = (Template(marks, ("", word, "", word, "")) for word in ("Wort", "word"))
    assert keep_apart(glued, {}, source, {}).free == glued.free


def test_a_term_without_text_is_no_word() -> None:
    glued = Template((ONE,), ("Ein", "Auftrag"))
    assert keep_apart(glued, {ONE: ""}, Template((ONE,), ("a ", "")), TEXTS).free == glued.free


def test_a_translation_keeps_its_terms_words() -> None:
    usual = translator()

    class Gluing:
        """An engine that writes letters on both sides of the term, and no space."""

        def decode(self, requests: list[Request]) -> list[Decoded]:
            subwords = usual.decoder.codec.subwords
            glued = subwords.encode([" Ein", JOIN, Symbol("Y1"), "ist"])
            return [Decoded([*request.prefix, *glued], 0.0) for request in requests]

    glossary = Glossary.from_pairs({"print job": "Druckauftrag"})
    (result,) = Translator(usual.model, Decoder(usual.decoder.codec, Gluing())).translate(["The print job"], glossary)
    assert result.text == "Ein Druckauftrag ist"
