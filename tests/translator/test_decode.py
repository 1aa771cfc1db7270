"""Alternatives are weighed, templates repaired, hollow tags filled."""

from collections.abc import Sequence

from fakes import EchoEngine, model_folder
from stencilmt.constraints.mark import Mark, closing, opening, term
from stencilmt.decode import Choice, Decoder, Job
from stencilmt.model.engine import Decoded, Request, best_of
from stencilmt.template.cut import Template
from stencilmt.template.symbols import SEP, target_gap

CODEC = model_folder().codec
C1, C2, A, Z = term(1), term(2), opening(1), closing(1)


class Fond(EchoEngine):
    """Echoes, and likes a sequence the more often the given word is in it."""

    def __init__(self, word: str) -> None:
        super().__init__(CODEC.subwords)
        self.word = word

    def decode(self, requests: Sequence[Request]) -> list[Decoded]:
        answers = super().decode(requests)
        return [Decoded(answer.ids, self._written(answer.ids).count(self.word) - 10.0) for answer in answers]

    def _written(self, ids: list[int]) -> str:
        return " ".join(CODEC.subwords.decode(ids))


class Scripted:
    """Writes one given sequence after another, in answer to one request after another."""

    def __init__(self, *sequences: Sequence[str]) -> None:
        self.sequences = list(sequences)
        self.requests: list[Request] = []

    def decode(self, requests: Sequence[Request]) -> list[Decoded]:
        self.requests += requests
        return [Decoded(CODEC.subwords.encode(self.sequences.pop(0)), -1.0) for _ in requests]


class Beam:
    """Has the given sequences in its beam, whatever it is asked."""

    def __init__(self, *sequences: Sequence[str]) -> None:
        self.beam = [Decoded(CODEC.subwords.encode(sequence), -1.0) for sequence in sequences]
        self.requests = 0

    def decode(self, requests: Sequence[Request]) -> list[Decoded]:
        self.requests += len(requests)
        return [best_of(self.beam) for _ in requests]


def choices(*texts: str) -> list[Choice]:
    return [Choice(text, text) for text in texts]


def job(several: dict[Mark, list[Choice]], free: tuple[str, ...]) -> Job:
    return Job(Template(tuple(several), free), dict.fromkeys(several, "x"), several)


def test_the_likeliest_alternative_wins() -> None:
    bank = job({C1: choices("Bank", "Ufer")}, ("the ", " here"))
    (outcome,) = Decoder(CODEC, Fond("Ufer")).decode([bank])
    assert outcome.restored.text == "the Ufer here"
    assert outcome.choices[C1].target == "Ufer"


def test_all_combinations_are_tried_at_once_up_to_eight() -> None:
    engine = Fond("b")
    two = job({C1: choices("a", "b"), C2: choices("a", "b", "c")}, ("", " and ", ""))
    (outcome,) = Decoder(CODEC, engine).decode([two])
    assert (outcome.restored.text, engine.requests) == ("b and b", 6)


def test_beyond_eight_one_term_is_settled_after_the_other() -> None:
    engine = Fond("b")
    terms = {term(n): choices("a", "b", "c") for n in (1, 2, 3)}
    (outcome,) = Decoder(CODEC, engine).decode([job(terms, ("", " ", " ", ""))])
    assert (outcome.restored.text, engine.requests) == ("b b b", 1 + 3 * 2)


def test_a_broken_template_is_repaired_and_forced() -> None:
    gaps = [target_gap(n) for n in range(3)]
    broken = [C1, " x", C2, " x", SEP, gaps[0], C2, gaps[1], C2, gaps[2], C1, SEP, gaps[0], " lost"]
    mended = [C1, " x", C2, " x", SEP, gaps[0], C2, gaps[1], C1, gaps[2], SEP, gaps[0], " one", gaps[1], " two"]
    engine = Scripted(broken, mended)
    two = job({C1: choices("eins"), C2: choices("zwei")}, ("a ", " b ", " c"))
    (outcome,) = Decoder(CODEC, engine).decode([two])
    assert outcome.restored.text == "one zwei two eins"
    assert "C2 stands there 2 times" in outcome.restored.repairs
    assert outcome.restored.rearranged
    forced = CODEC.subwords.decode(engine.requests[1].prefix)
    assert forced[-7:] == (gaps[0], C2, gaps[1], C1, gaps[2], SEP, gaps[0])


def test_a_tag_pair_that_lost_its_text_gets_it_back() -> None:
    gaps = [target_gap(n) for n in range(3)]
    hollow = [SEP, gaps[0], A, gaps[1], Z, gaps[2], SEP, gaps[0], " I like to", gaps[1], gaps[2], " this car"]
    alone = [SEP, gaps[0], SEP, gaps[0], " drive"]
    engine = Scripted(hollow, alone)
    tags = job({A: choices("<u>"), Z: choices("</u>")}, ("I like to ", "drive", " this car"))
    (outcome,) = Decoder(CODEC, engine).decode([tags])
    assert outcome.restored.text == "I like to <u>drive</u> this car"
    assert outcome.restored.repairs == ("<1> had lost its text, which was translated alone",)
    assert not outcome.restored.rearranged


def test_the_space_between_a_term_and_a_filled_tag_pair_comes_back() -> None:
    gaps = [target_gap(n) for n in range(4)]
    template = [C1, " x", SEP, gaps[0], C1, gaps[1], A, gaps[2], Z, gaps[3], SEP]
    hollow = [*template, gaps[0], " press", gaps[1], gaps[2], gaps[3], " now"]
    alone = [SEP, gaps[0], SEP, gaps[0], " print"]
    targets = {C1: choices("the"), A: choices("<b>"), Z: choices("</b>")}
    (outcome,) = Decoder(CODEC, Scripted(hollow, alone)).decode([job(targets, ("Press ", " ", "Print", " now"))])
    assert outcome.restored.text == "press the <b>print</b> now"


def test_where_the_likeliest_is_not_sound_the_next_one_of_the_beam_is_taken() -> None:
    gaps = [target_gap(n) for n in range(3)]
    template = [SEP, gaps[0], A, gaps[1], Z, gaps[2], SEP]
    hollow = [*template, gaps[0], " I like to drive", gaps[1], gaps[2], " this car"]
    broken = [SEP, gaps[0], A, gaps[1], A, gaps[2], SEP, gaps[0], " lost"]
    sound = [*template, gaps[0], " I like to", gaps[1], " drive", gaps[2], " this"]
    engine = Beam(hollow, broken, sound, [*sound, " car"])
    tags = job({A: choices("<u>"), Z: choices("</u>")}, ("I like to ", "drive", " this car"))
    (outcome,) = Decoder(CODEC, engine).decode([tags])
    assert outcome.restored.text == "I like to <u>drive</u> this"
    assert not outcome.restored.repairs
    assert engine.requests == 1


def test_no_jobs() -> None:
    assert Decoder(CODEC, EchoEngine(CODEC.subwords)).decode([]) == []
