"""The paper's pre-processing."""

import pickle

import pytest

from stencilmt.constraints.mark import term
from stencilmt.subwords.moses import MosesPieces, MosesWords
from stencilmt.subwords.sentencepieces import SubwordSettings, train
from stencilmt.template.symbols import SEP, Limits, alphabet

SYMBOLS = list(alphabet(Limits(terms=4, tags=4)))

WORDS = [
    ("en", "Don't panic, it's fine.", " Don 't panic , it 's fine ."),
    ("de", "Öffnen Sie (bitte) die Datei!", " Öffnen Sie ( bitte ) die Datei !"),
    ("zh", "打开文件。", " 打开 文件 。"),
    ("en", "", ""),
]


@pytest.mark.filterwarnings("ignore")  # jieba's own, on newer Pythons
@pytest.mark.parametrize(("language", "text", "words"), WORDS)
def test_words_are_cut_and_joined(language: str, text: str, words: str) -> None:
    moses = MosesWords(language)
    assert moses.cut(text) == words
    assert moses.join(words).strip() == text


@pytest.fixture(scope="module")
def pieces() -> MosesPieces:
    moses = MosesWords("en")
    texts = [moses.cut(f"the cell C{n}, of a table ({n * 7} rows), isn't empty.") for n in range(400)]
    trained = train(texts, SYMBOLS, SubwordSettings(size=420, model="bpe"))
    return MosesPieces(trained.model, SYMBOLS, "en")


def test_sequences_come_back_with_the_spaces_of_running_text(pieces: MosesPieces) -> None:
    sequence = (term(1), " a table", SEP, ", isn't empty.")
    assert pieces.decode(pieces.encode(sequence)) == sequence


def test_it_travels_to_other_processes(pieces: MosesPieces) -> None:
    copy = pickle.loads(pickle.dumps(pieces))
    assert copy.encode([" the table"]) == pieces.encode([" the table"])
