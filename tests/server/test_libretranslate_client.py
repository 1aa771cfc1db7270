"""The `libretranslatepy` package from PyPI, against a real server."""

from urllib.error import HTTPError

import pytest
from libretranslatepy import LibreTranslateAPI


@pytest.fixture
def client(address: str) -> LibreTranslateAPI:
    return LibreTranslateAPI(address, "first-key")


@pytest.mark.parametrize("text", ["Open the file.", "First & second.\nThird; 100%", "Öffne die Datei ☕\n"])
def test_translate(client: LibreTranslateAPI, text: str) -> None:
    assert client.translate(text, "en", "de") == text


def test_detect(client: LibreTranslateAPI) -> None:
    best, *_ = client.detect("Bitte öffnen Sie die Datei und drucken Sie das Dokument.")
    assert best["language"] == "de"
    assert best["confidence"] > 90


def test_languages(client: LibreTranslateAPI) -> None:
    assert client.languages() == [
        {"code": "de", "name": "German", "targets": ["en"]},
        {"code": "en", "name": "English", "targets": ["de"]},
    ]


@pytest.mark.parametrize("key", [None, "wrong"])
def test_no_or_wrong_key(address: str, key: str | None) -> None:
    with pytest.raises(HTTPError, match="403") as error:
        LibreTranslateAPI(address, key).translate("Text.", "en", "de")
    error.value.close()
