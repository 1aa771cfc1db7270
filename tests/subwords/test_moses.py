"""The paper's pre-processing."""

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stencilmt.constraints.mark import Span, closing, opening, term
from stencilmt.errors import SettingsError
from stencilmt.restore.restore import restore
from stencilmt.subwords import SubwordKind, moses
from stencilmt.subwords.codec import Codec
from stencilmt.subwords.load import load_codec
from stencilmt.subwords.moses import MosesPieces, MosesWords
from stencilmt.subwords.sentencepieces import SubwordSettings, train
from stencilmt.template.cut import cut
from stencilmt.template.encode import Format
from stencilmt.template.symbols import SEP, Limits, alphabet

SYMBOLS = list(alphabet(Limits(terms=4, tags=4)))

WORDS = [
    ("en", " Don't panic, it's fine.", " Don 't panic , it 's fine ."),
    ("de", " Öffnen Sie (bitte) die Datei!", " Öffnen Sie ( bitte ) die Datei !"),
    ("de", " Öffnen", " Öffnen"),
    ("de-DE", " bzw. Datei", " bzw. Datei"),
    ("fr-FR", " L'ami", " L' ami"),
    ("fr_CA", " L'ami", " L' ami"),
    ("de", "s Datei", "s Datei"),
    ("de", ", die Datei ", " , die Datei "),
    ("de", " , die Datei", ", die Datei"),
    ("zh", "打开文件。", " 打开 文件 。"),
    ("zh", " 打开", "打开"),
    ("zh", "！！", " ！ ！"),
    ("en", " ", " "),
    ("en", "", ""),
]


@pytest.mark.filterwarnings("ignore")  # jieba's own, on newer Pythons
@pytest.mark.parametrize(("language", "text", "words"), WORDS)
def test_words_are_cut_and_joined(language: str, text: str, words: str) -> None:
    moses = MosesWords(language)
    assert moses.cut(text) == words
    assert moses.join(words) == text


@pytest.fixture(scope="module")
def pieces() -> MosesPieces:
    moses = MosesWords("en")
    texts = [moses.cut(f" the cell C{n}, of a table ({n * 7} rows), isn't empty.") for n in range(400)]
    trained = train(texts, SYMBOLS, SubwordSettings(size=420, model="bpe"))
    return MosesPieces(trained.model, SYMBOLS, "en")


def test_sequences_come_back_with_the_spaces_of_running_text(pieces: MosesPieces) -> None:
    sequence = (term(1), " a table", SEP, ", isn't empty.")
    assert pieces.decode(pieces.encode(sequence)) == sequence


def test_it_travels_to_other_processes(pieces: MosesPieces) -> None:
    copy = pickle.loads(pickle.dumps(pieces))
    assert copy.encode([" the table"]) == pieces.encode([" the table"])


@pytest.fixture(scope="module")
def codec(pieces: MosesPieces, tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("moses") / "subwords.model"
    pieces.save(path)
    return load_codec(path, SubwordKind.MOSES_BPE, SYMBOLS, ("en", "de"), Format())


def test_each_side_is_cut_as_its_language_is(codec: Codec) -> None:
    assert codec.subwords.tokens == codec.source_subwords.tokens
    assert codec.source_subwords.encode([" don't"]) != codec.subwords.encode([" don't"])
    assert codec.subwords.encode([" don't"]) == MosesPieces(codec.subwords.model, SYMBOLS, "de").encode([" don't"])


@st.composite
def sentences(draw: st.DrawFn) -> tuple[str, list[Span]]:
    """A sentence of words and punctuation as Moses can join them, with a term and a tag pair at any place."""
    words = draw(st.lists(st.sampled_from(["the", "table", "Öl", "x1", "rows", "(so)"]), min_size=1, max_size=9))
    text = "".join(f" {word}{draw(st.sampled_from(['', '', ',', ';']))}" for word in words)[1:]
    text += draw(st.sampled_from(["", ".", "!"]))
    places = sorted(draw(st.lists(st.integers(0, len(text)), min_size=4, max_size=4)))
    opened, start, end, closed = places
    return text, [Span(opened, opened, opening(1)), Span(start, end, term(1)), Span(closed, closed, closing(1))]


@given(sentences())
def test_a_target_comes_back(codec: Codec, case: tuple[str, list[Span]]) -> None:
    text, spans = case
    template = cut(text, spans)
    views = {mark: text[start:end] for start, end, mark in spans}
    ids = codec.target(template, template, views)
    restored = restore(codec.subwords.decode(ids), template, views, codec.form, codec.target_spaced)
    assert not restored.repairs
    assert restored.text == text


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moses, "NEEDED", ("no_such_package",))
    with pytest.raises(SettingsError, match=r"need no_such_package: pip install 'stencil-mt\[train\]'"):
        MosesWords("en")


def test_the_plain_kind_is_cut_alike_on_both_sides(pieces: MosesPieces, tmp_path: Path) -> None:
    pieces.save(tmp_path / "subwords.model")
    plain = load_codec(tmp_path / "subwords.model", SubwordKind.SENTENCEPIECE, SYMBOLS, ("en", "de"), Format())
    assert plain.source_subwords is plain.subwords
