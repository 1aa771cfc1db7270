"""Guessing languages."""

import pytest

from stencilmt.server.detect import detect

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


def test_long_texts_cost_no_more_than_short_ones() -> None:
    text = "the file and the page " * 1000
    assert detect(text * 100, ["en", "de"]) == detect(text, ["en", "de"])
