"""Subwords lose nothing and forge nothing."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stencilmt.constraints.mark import Symbol
from stencilmt.errors import DataError, ModelError, SettingsError
from stencilmt.subwords.sentencepieces import SentencePieces, SubwordSettings, train
from stencilmt.template.symbols import Limits, alphabet
from strategies import ANY_TEXT, FORGERIES, SPACY_TEXT, SYMBOLS

SYMBOL_LIST = list(alphabet(Limits(terms=4, tags=4)))
TEXTS = [f" the cell C{n} of <sep> X{n % 4} </{n % 3}> in a table of {n * 7} rows" for n in range(400)]


@pytest.fixture(scope="module")
def pieces() -> SentencePieces:
    return train(TEXTS, SYMBOL_LIST, SubwordSettings(size=420))


@settings(max_examples=2000, deadline=None)
@given(text=st.one_of(ANY_TEXT, SPACY_TEXT, FORGERIES))
def test_text_comes_back_and_forges_no_symbol(pieces: SentencePieces, text: str) -> None:
    whole = "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)
    decoded = pieces.decode(pieces.encode([text]))
    assert decoded == ((whole,) if text else ())
    assert not any(isinstance(item, Symbol) for item in decoded)


@settings(max_examples=500, deadline=None)
@given(sequence=st.lists(st.one_of(SYMBOLS, FORGERIES)))
def test_sequences_come_back(pieces: SentencePieces, sequence: list[str]) -> None:
    separated = [part for item in sequence for part in (item, Symbol("<sep>"))]
    decoded = pieces.decode([*pieces.encode(separated), pieces.end])
    assert decoded == tuple(separated)
    assert [isinstance(item, Symbol) for item in decoded] == [isinstance(item, Symbol) for item in separated]


@settings(max_examples=500, deadline=None)
@given(ids=st.lists(st.integers(-5, 500)))
def test_any_ids_can_be_read(pieces: SentencePieces, ids: list[int]) -> None:
    assert all(isinstance(item, str) for item in pieces.decode(ids))


def test_save_and_load(pieces: SentencePieces, tmp_path: Path) -> None:
    pieces.save(tmp_path / "subwords.model")
    loaded = SentencePieces.load(tmp_path / "subwords.model", SYMBOL_LIST)
    assert loaded.tokens == pieces.tokens
    assert loaded.encode([" a table"]) == pieces.encode([" a table"])


def test_padding_comes_last(pieces: SentencePieces) -> None:
    assert pieces.padding == len(pieces.tokens) == 420


@pytest.mark.parametrize(
    ("size", "message"),
    [
        (100, "a vocabulary of 100 is too small"),
        (90000, r"a vocabulary of 90000 is too large for this text: take --vocabulary \d+, or more"),
    ],
)
def test_a_size_that_does_not_fit_is_refused(size: int, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        train(TEXTS, SYMBOL_LIST, SubwordSettings(size=size))


def test_no_text_is_refused() -> None:
    with pytest.raises(DataError, match="no text to learn subwords from"):
        train([], SYMBOL_LIST, SubwordSettings())


def test_a_symbol_the_model_lacks_is_refused(pieces: SentencePieces, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no symbol for C9"):
        pieces.encode([Symbol("C9")])
    with pytest.raises(ModelError, match="lacks 2 of the symbols, C9 among them"):
        SentencePieces(pieces.model, [Symbol("C9"), Symbol("C10")])


def test_broken_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no subword model at"):
        SentencePieces.load(tmp_path / "absent", SYMBOL_LIST)
    (tmp_path / "broken").write_bytes(b"not a model")
    with pytest.raises(ModelError, match="the subword model is broken"):
        SentencePieces.load(tmp_path / "broken", SYMBOL_LIST)
