"""The `deepl` package from PyPI, against a real server."""

import io
from collections.abc import Iterator
from pathlib import Path

import deepl
import pytest
from deepl.api_data import MultilingualGlossaryDictionaryEntries


@pytest.fixture
def client(address: str) -> Iterator[deepl.DeepLClient]:
    client = deepl.DeepLClient("first-key", server_url=address)
    yield client
    client.close()


@pytest.fixture
def stranger(address: str) -> Iterator[deepl.DeepLClient]:
    client = deepl.DeepLClient("second-key", server_url=address)
    yield client
    client.close()


def test_text(client: deepl.DeepLClient) -> None:
    result = client.translate_text("Open the file.", source_lang="EN", target_lang="DE")
    assert (result.text, result.detected_source_lang, result.billed_characters) == ("Open the file.", "EN", 14)


def test_texts_keep_their_order(client: deepl.DeepLClient) -> None:
    texts = [f"Open the file {number}." for number in range(60)]
    results = client.translate_text(texts, source_lang="EN", target_lang="DE")
    assert [result.text for result in results] == texts


def test_the_language_is_detected(client: deepl.DeepLClient) -> None:
    texts = ["Please open the file and save it.", "Bitte öffnen Sie die Datei und speichern Sie sie."]
    english = client.translate_text(texts[0], target_lang="DE")
    german = client.translate_text(texts[1], target_lang="EN-US")
    assert (english.detected_source_lang, german.detected_source_lang) == ("EN", "DE")


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ('Press <x id="1">the button</x> to <b>start</b>.', {"tag_handling": "xml", "ignore_tags": "x"}),
        ("<p>One.</p><p>Two <b>three</b>.</p>", {"tag_handling": "html"}),
        ("<a>One.</a><b>Two.</b>", {"tag_handling": "xml", "splitting_tags": ["a"], "non_splitting_tags": "b,c"}),
        ("<a>One.</a>", {"tag_handling": "xml", "outline_detection": False, "tag_handling_version": "v2"}),
        ("One.\nTwo.", {"split_sentences": "0", "preserve_formatting": True, "formality": "prefer_more"}),
        ("One.", {"model_type": "prefer_quality_optimized", "context": "A list of numbers."}),
    ],
)
def test_options(client: deepl.DeepLClient, text: str, options: dict[str, object]) -> None:
    assert client.translate_text(text, source_lang="EN", target_lang="DE", **options).text == text


def test_glossary(client: deepl.DeepLClient) -> None:
    glossary = client.create_glossary("terms", "EN", "DE", {"file": "Datei", "print job": "Druckauftrag"})
    assert (glossary.ready, glossary.entry_count, glossary.source_lang) == (True, 2, "EN")
    result = client.translate_text_with_glossary("Open the file.", glossary)
    assert result.text == "Open the Datei."
    assert client.get_glossary_entries(glossary) == {"file": "Datei", "print job": "Druckauftrag"}
    assert client.get_glossary(glossary.glossary_id).name == "terms"
    assert glossary.glossary_id in [known.glossary_id for known in client.list_glossaries()]
    client.delete_glossary(glossary)
    with pytest.raises(deepl.GlossaryNotFoundException):
        client.get_glossary(glossary.glossary_id)


def test_glossary_from_csv(client: deepl.DeepLClient) -> None:
    csv = 'file,Datei,en,de\n"door, open","Tür, offen",en,de\n'
    glossary = client.create_glossary_from_csv("csv", "EN", "DE", csv)
    assert client.get_glossary_entries(glossary) == {"file": "Datei", "door, open": "Tür, offen"}


def test_glossary_with_tags(client: deepl.DeepLClient) -> None:
    glossary = client.create_glossary("terms", "EN", "DE", {"print job": "Druck & Auftrag"})
    text = 'Stop the <b class="x">print</b> job now.'
    result = client.translate_text(text, source_lang="EN", target_lang="DE", glossary=glossary, tag_handling="html")
    assert "Druck & Auftrag" in result.text
    assert result.text.count('<b class="x">') == result.text.count("</b>") == 1


def entries(source: str, target: str, pairs: dict[str, str]) -> MultilingualGlossaryDictionaryEntries:
    return MultilingualGlossaryDictionaryEntries(source, target, pairs)


def test_multilingual_glossary(client: deepl.DeepLClient) -> None:
    both = [entries("EN", "DE", {"file": "Datei"}), entries("DE", "EN", {"Datei": "file"})]
    glossary = client.create_multilingual_glossary("both", both)
    assert [(one.source_lang, one.entry_count) for one in glossary.dictionaries] == [("EN", 1), ("DE", 1)]
    german = client.translate_text("Eine Datei.", source_lang="DE", target_lang="EN-GB", glossary=glossary)
    assert german.text == "Eine file."

    client.update_multilingual_glossary_dictionary(glossary, entries("EN", "DE", {"door": "Tür", "file": "Akte"}))
    found = client.get_multilingual_glossary_entries(glossary, "EN", "DE")
    assert found.dictionaries[0].entries == "file\tAkte\ndoor\tTür\n"

    replaced = client.replace_multilingual_glossary_dictionary(glossary, entries("EN", "DE", {"page": "Seite"}))
    assert replaced.entry_count == 1
    assert client.update_multilingual_glossary_name(glossary, "new").name == "new"
    client.delete_multilingual_glossary_dictionary(glossary, source_lang="de", target_lang="en")
    assert len(client.get_multilingual_glossary(glossary.glossary_id).dictionaries) == 1
    assert glossary.glossary_id in [known.glossary_id for known in client.list_multilingual_glossaries()]
    client.delete_multilingual_glossary(glossary)
    with pytest.raises(deepl.GlossaryNotFoundException):
        client.get_multilingual_glossary(glossary.glossary_id)


def test_several_glossaries_count_in_their_order(client: deepl.DeepLClient) -> None:
    first = client.create_glossary("first", "EN", "DE", {"file": "Datei"})
    second = client.create_glossary("second", "EN", "DE", {"file": "Akte", "door": "Tür"})
    result = client.translate_text(
        "Open the file and the door.", source_lang="EN", target_lang="DE", glossary_ids=[first, second]
    )
    assert result.text == "Open the Datei and the Tür."


def test_a_glossary_belongs_to_its_key(client: deepl.DeepLClient, stranger: deepl.DeepLClient) -> None:
    glossary = client.create_glossary("mine", "EN", "DE", {"file": "Datei"})
    assert glossary.glossary_id not in [known.glossary_id for known in stranger.list_glossaries()]
    for attempt in (
        lambda: stranger.get_glossary(glossary.glossary_id),
        lambda: stranger.get_glossary_entries(glossary.glossary_id),
        lambda: stranger.delete_glossary(glossary.glossary_id),
        lambda: stranger.update_multilingual_glossary_name(glossary.glossary_id, "yours"),
        lambda: stranger.translate_text("A file.", source_lang="EN", target_lang="DE", glossary=glossary.glossary_id),
    ):
        with pytest.raises(deepl.DeepLException, match="not found"):
            attempt()
    assert client.get_glossary(glossary.glossary_id).name == "mine"


def test_document(client: deepl.DeepLClient, tmp_path: Path) -> None:
    glossary = client.create_glossary("terms", "EN", "DE", {"file": "Datei"})
    source, target = tmp_path / "in.html", tmp_path / "out.html"
    source.write_text("<h1>The file</h1>\n<!-- file -->\n<p>Open the <b>file</b>.</p>\n")
    status = client.translate_document_from_filepath(
        source, target, source_lang="EN", target_lang="DE", glossary=glossary
    )
    assert status.done
    assert target.read_text() == "<h1>The Datei</h1>\n<!-- file -->\n<p>Open the <b>Datei</b>.</p>\n"


def test_document_step_by_step(client: deepl.DeepLClient, stranger: deepl.DeepLClient) -> None:
    before = client.get_usage().character.count
    handle = client.translate_document_upload("Open the file.\n", target_lang="DE", filename="a.txt")
    status = client.translate_document_wait_until_done(handle)
    assert (status.done, status.billed_characters) == (True, 14)
    result = io.BytesIO()
    client.translate_document_download(handle, result)
    assert result.getvalue() == b"Open the file.\n"
    assert client.get_usage().character.count - before == 14
    with pytest.raises(deepl.DeepLException, match="not found"):
        stranger.translate_document_get_status(handle)


def test_a_broken_document_says_what_is_wrong(client: deepl.DeepLClient, tmp_path: Path) -> None:
    source, target = tmp_path / "in.json", tmp_path / "out.json"
    source.write_text('{"a": "text"')
    with pytest.raises(deepl.DocumentTranslationException, match="not JSON"):
        client.translate_document_from_filepath(source, target, target_lang="DE")


def test_languages(client: deepl.DeepLClient) -> None:
    sources = [(language.code, language.name) for language in client.get_source_languages()]
    targets = [(language.code, language.supports_formality) for language in client.get_target_languages()]
    pairs = [(pair.source_lang, pair.target_lang) for pair in client.get_glossary_languages()]
    assert sources == [("DE", "German"), ("EN", "English")]
    assert targets == [("DE", False), ("EN", False)]
    assert pairs == [("de", "en"), ("en", "de")]


def test_usage_counts_characters(client: deepl.DeepLClient) -> None:
    before = client.get_usage().character.count
    client.translate_text("Ten chars.", source_lang="EN", target_lang="DE")
    usage = client.get_usage()
    assert usage.character.count - before == 10
    assert not usage.any_limit_reached


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target_lang": "FR"}, "cannot translate"),
        ({"target_lang": "DE", "formality": "more"}, "formality"),
        ({"target_lang": "DE", "style_rule": "x"}, "style_id"),
        ({"target_lang": "DE", "custom_instructions": ["Be kind."]}, "custom_instructions"),
        ({"target_lang": "DE", "ignore_tags": "x"}, "tag_handling"),
        ({"target_lang": "DE", "extra_body_parameters": {"colour": "red"}}, "colour"),
    ],
)
def test_what_cannot_be_done_is_refused(client: deepl.DeepLClient, options: dict[str, object], message: str) -> None:
    with pytest.raises(deepl.DeepLException, match=message):
        client.translate_text("Text.", source_lang="EN", **options)


def test_a_wrong_key_is_refused(address: str) -> None:
    client = deepl.DeepLClient("no-such-key", server_url=address)
    with pytest.raises(deepl.AuthorizationException, match="not valid"):
        client.get_usage()
    client.close()
