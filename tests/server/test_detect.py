"""Guessing languages."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from documents.office import office
from server.echo import echo_app, echo_model
from stencilmt.server.detect import detect
from stencilmt.server.files import Documents, Job, Order

LANGUAGES = ["cs", "da", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "sv", "tr", "uk", "zh", "ar"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Open the file and press the button to print all pages."),
        ("de", "Öffnen Sie die Datei und drücken Sie auf den Knopf, um alle Seiten zu drucken."),
        ("fr", "Ouvrez le fichier et appuyez sur le bouton pour imprimer toutes les pages."),
        ("es", "Abra el archivo y pulse el botón para imprimir todas las páginas."),
        ("it", "Apri il file e premi il pulsante per stampare tutte le pagine."),
        ("pt", "Abra o arquivo e pressione o botão para imprimir todas as páginas."),
        ("nl", "Open het bestand en druk op de knop om alle pagina's af te drukken."),
        ("sv", "Öppna filen och tryck på knappen för att skriva ut alla sidor."),
        ("da", "Åbn filen og tryk på knappen for at udskrive alle sider."),
        ("pl", "Otwórz plik i naciśnij przycisk, aby wydrukować wszystkie strony."),
        ("cs", "Otevřete soubor a stisknutím tlačítka vytiskněte všechny stránky."),
        ("tr", "Dosyayı açın ve tüm sayfaları yazdırmak için düğmeye basın."),
        ("ru", "Откройте файл и нажмите кнопку, чтобы напечатать все страницы."),
        ("uk", "Відкрийте файл і натисніть кнопку, щоб надрукувати всі сторінки."),
        ("zh", "打开文件，然后按按钮打印所有页面。"),
        ("ja", "ファイルを開き、ボタンを押してすべてのページを印刷します。"),
        ("ko", "파일을 열고 버튼을 눌러 모든 페이지를 인쇄하십시오."),
        ("ar", "افتح الملف واضغط على الزر لطباعة كل الصفحات في هذا المستند."),
    ],
)
def test_a_sentence_is_enough(language: str, text: str) -> None:
    best = detect(text, LANGUAGES)[0]
    assert best.language == language
    assert best.confidence > 0.5


@pytest.mark.parametrize("text", ["", "123 %s", "OK", "xyzzy"])
def test_it_does_not_claim_to_know(text: str) -> None:
    guesses = detect(text, ["en", "de"])
    assert len(guesses) == 2
    assert all(guess.confidence < 0.5 for guess in guesses)


def test_what_is_not_served_is_not_taken_for_what_is() -> None:
    assert all(guess.confidence == 0 for guess in detect("Откройте файл.", ["en", "zh"]))


GERMAN = "Öffnen Sie die Datei und drücken Sie auf den Knopf, um alle Seiten zu drucken."
TAGGED = '<the-and class="is of the file that you have for this"><b>Öffnen</b> Sie die Datei.</the-and>'
WORDY = f'<x of="the" is="the" that="and">{"<the/><and/><of/>" * 20}{GERMAN}</x>'


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server that reads two languages."""
    models = echo_model("en", "fr"), echo_model("de", "fr")
    with TestClient(echo_app(tmp_path_factory.mktemp("reader"), models), "http://127.0.0.1") as client:
        yield client


@pytest.mark.parametrize("text", [TAGGED, WORDY])
def test_tags_are_in_no_language(reader: TestClient, text: str) -> None:
    deepl = reader.post("/v2/translate", json={"text": text, "target_lang": "fr", "tag_handling": "xml"}).json()
    libre = reader.post("/translate", json={"q": text, "source": "auto", "target": "fr", "format": "html"}).json()
    own = reader.post("/v1/translate", json={"text": text, "target": "fr", "markup": "xml"}).json()
    assert deepl["translations"][0]["detected_source_language"] == "DE"
    assert (libre["detectedLanguage"]["language"], own["source"]) == ("de", "de")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.docx", office("a.docx", f"<w:p><w:r><w:t>{GERMAN}</w:t></w:r></w:p>")),
        ("a.xml", WORDY.encode()),
        ("a.html", f"<script>the of and to in is a that it for you with on be are</script><p>{GERMAN}".encode()),
        ("a.txt", GERMAN.encode("utf-16")),
    ],
)
@pytest.mark.parametrize("path", ["/translate_file", "/v1/documents", "/v2/document"])
def test_the_language_of_a_document_is_that_of_its_text(
    reader: TestClient, monkeypatch: pytest.MonkeyPatch, name: str, data: bytes, path: str
) -> None:
    chosen: list[str] = []
    submit = Documents.submit

    def note(documents: Documents, owner: str, order: Order) -> Job:
        chosen.append(order.model.source)
        return submit(documents, owner, order)

    monkeypatch.setattr(Documents, "submit", note)
    fields = {"target_lang": "fr"} if path == "/v2/document" else {"source": "auto", "target": "fr"}
    answer = reader.post(path, data=fields, files={"file": (name, data)})
    assert (answer.is_success, chosen) == (True, ["de"])


def test_documents_that_are_slow_to_read_hold_up_no_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()
    monkeypatch.setattr(Documents, "sample", lambda *_: str(release.wait(60)))
    models = echo_model("en", "fr"), echo_model("de", "fr")
    with (
        TestClient(echo_app(tmp_path, models, workers=2), "http://127.0.0.1") as client,
        ThreadPoolExecutor(4) as threads,
    ):
        fields, file = {"source": "auto", "target": "fr"}, {"file": ("a.txt", b"One.")}
        slow = [threads.submit(client.post, "/v1/documents", data=fields, files=file) for _ in range(4)]
        while "stencil_requests_under_way 4.0" not in client.get("/metrics").text:
            pass
        assert client.post("/translate", json={"q": "One.", "source": "en", "target": "fr"}).status_code == 200
        release.set()
        assert [answer.result().status_code for answer in slow] == [202] * 4


def test_long_texts_cost_no_more_than_short_ones() -> None:
    text = "the file and the page " * 1000
    assert detect(text * 100, ["en", "de"]) == detect(text, ["en", "de"])
