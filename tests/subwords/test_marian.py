"""The subwords of a pretrained Marian model: its own pieces, and our symbols behind them."""

import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.toy import SYLLABLES, toy_pairs
from model.opus import write_opus
from stencilmt.constraints.mark import Symbol
from stencilmt.errors import ModelError, SettingsError
from stencilmt.subwords.codec import Codec
from stencilmt.subwords.marian import load_marian, read_vocabulary
from stencilmt.template.encode import Format
from stencilmt.template.symbols import Limits, alphabet
from strategies import ANY_TEXT, FORGERIES

SYMBOLS = list(alphabet(Limits(terms=4, tags=4)))
LANGUAGES = ("en", "de")
KNOWN = st.text(alphabet=sorted({*"".join(SYLLABLES), " "}), max_size=30)
"""Text whose every letter the vocabulary has."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_opus(tmp_path_factory.mktemp("opus") / "xx-yy")


@pytest.fixture(scope="module")
def codec(folder: Path) -> Codec:
    return load_marian(folder, SYMBOLS, LANGUAGES, Format())


def test_our_symbols_follow_its_tokens_and_padding_comes_last(folder: Path, codec: Codec) -> None:
    *own, last = read_vocabulary(folder)
    assert last == "<pad>"
    for subwords in (codec.subwords, codec.source_subwords):
        assert list(subwords.tokens[: len(own)]) == own
        assert subwords.encode(SYMBOLS) == list(range(len(own), len(own) + len(SYMBOLS)))
        assert subwords.padding == len(subwords.tokens) == len(set(subwords.tokens)) == len(own) + len(SYMBOLS)
        assert subwords.end == 0


@pytest.mark.parametrize(
    "text",
    [
        *(text for pair in toy_pairs(20) for text in pair[:2]),
        "fi  go",
        "ＦＩ go",
        "fi—go",
        "漢 fi",
        "<unk></s><pad>",
        "C1 <sep>",
    ],
)
def test_a_sentence_has_the_pieces_it_always_had(folder: Path, codec: Codec, text: str) -> None:
    from transformers import MarianTokenizer

    tokenizer = MarianTokenizer.from_pretrained(folder)
    usual = " ".join(text.split())  # where its own tokenizer takes doubled spaces away, ours keeps them
    pieces = tokenizer.spm_source.encode(usual, out_type=str), tokenizer.spm_target.encode(usual, out_type=str)
    source, target = (tokenizer.convert_tokens_to_ids(several) for several in pieces)
    assert codec.source_subwords.encode([f" {usual}"]) == source
    assert codec.subwords.encode([f" {usual}"]) == target


@settings(max_examples=500, deadline=None)
@given(text=KNOWN)
def test_text_of_known_letters_comes_back(codec: Codec, text: str) -> None:
    for subwords in (codec.subwords, codec.source_subwords):
        assert subwords.decode(subwords.encode([text])) == ((text,) if text else ())


@settings(max_examples=1000, deadline=None)
@given(text=st.one_of(ANY_TEXT, FORGERIES, st.just("</s>"), st.just("漢</s>字")))
def test_no_text_forges_a_symbol_or_an_end(codec: Codec, text: str) -> None:
    ids = codec.subwords.encode([text])
    assert codec.subwords.end not in ids
    assert not any(isinstance(item, Symbol) for item in codec.subwords.decode(ids))


@settings(max_examples=300, deadline=None)
@given(ids=st.lists(st.integers(-5, 500)))
def test_any_ids_can_be_read(codec: Codec, ids: list[int]) -> None:
    assert all(isinstance(item, str) for item in codec.subwords.decode(ids))


def test_sequences_come_back(codec: Codec) -> None:
    sequence = (SYMBOLS[2], " fi go", SYMBOLS[0], SYMBOLS[1], "de")
    assert codec.subwords.decode([*codec.subwords.encode(sequence), codec.subwords.end]) == sequence


def test_bytes_make_characters_only_together(tmp_path: Path) -> None:
    subwords = load_marian(write_opus(tmp_path / "bytes", byte_fallback=True), SYMBOLS, LANGUAGES, Format()).subwords
    ids = subwords.encode([" fi漢 <0x41>"])
    assert subwords.decode(ids) == (" fi漢 <0x41>",)
    assert subwords.decode(subwords.encode(["漢"])[:2]) == ("\ufffd",)


def test_it_can_be_sent_to_another_process(codec: Codec) -> None:
    sent = pickle.loads(pickle.dumps(codec))
    assert sent.subwords.tokens == codec.subwords.tokens
    assert sent.source_subwords.encode([" fi go", SYMBOLS[3]]) == codec.source_subwords.encode([" fi go", SYMBOLS[3]])


def test_a_symbol_it_lacks_is_refused(codec: Codec) -> None:
    with pytest.raises(SettingsError, match="no symbol for C9"):
        codec.subwords.encode([Symbol("C9")])


def test_the_source_names_the_language_where_there_are_several(tmp_path: Path) -> None:
    folder = write_opus(tmp_path / "many", languages=(">>aaa<<", ">>bbb<<"))
    codec = load_marian(folder, SYMBOLS, LANGUAGES, Format(), ">>bbb<<")
    number = codec.subwords.tokens.index(">>bbb<<")
    assert codec.source_subwords.encode([" fi"])[0] == number
    assert number not in codec.subwords.encode([" fi >>bbb<<"])
    assert codec.source_subwords.decode(codec.source_subwords.encode([" fi"])) == (" fi",)
    with pytest.raises(SettingsError, match=r"several languages: choose one with --init-language \(>>aaa<<, >>bbb<<\)"):
        load_marian(folder, SYMBOLS, LANGUAGES, Format())
    with pytest.raises(SettingsError, match="has no language 'bbb': >>aaa<<, >>bbb<<"):
        load_marian(folder, SYMBOLS, LANGUAGES, Format(), "bbb")


def test_a_language_of_a_model_for_one_is_refused(folder: Path) -> None:
    with pytest.raises(SettingsError, match="it translates into one only"):
        load_marian(folder, SYMBOLS, LANGUAGES, Format(), ">>aaa<<")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("target.spm", None, r"target.spm cannot be read \(No such file or directory\)"),
        ("source.spm", "nonsense", "a subword model of the pretrained model is broken"),
        ("vocab.json", "{", "vocab.json is broken"),
        ("vocab.json", '["</s>"]', "vocab.json is broken"),
        ("vocab.json", '{"</s>": 0, "<unk>": 1, "fi": 2}', "no Marian vocabulary"),
        ("vocab.json", '{"</s>": 0, "<unk>": 1, "<pad>": 7}', "no Marian vocabulary"),
    ],
)
def test_broken_files_are_named(tmp_path: Path, name: str, content: str | None, message: str) -> None:
    folder = write_opus(tmp_path / "broken")
    (folder / name).unlink() if content is None else (folder / name).write_text(content)
    with pytest.raises(ModelError, match=message):
        load_marian(folder, SYMBOLS, LANGUAGES, Format())
