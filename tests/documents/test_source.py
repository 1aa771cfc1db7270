"""Bytes to text and back."""

import pytest

from documents.shouting import texts, unchanged
from stencilmt.documents import Settings, open_document
from stencilmt.errors import DataError, InputError, SettingsError

DECLARED = {
    "html charset": ("a.html", '<meta charset="iso-8859-2"><p>žluť</p>', "iso-8859-2"),
    "html equivalent": ("a.html", '<meta http-equiv=a content="text/html;charset=koi8-r"><p>да</p>', "koi8-r"),
    "html Latin-1 is Windows": ("a.html", '<meta charset="iso-8859-1"><p>“ä” €</p>', "windows-1252"),
    "html shift_jis": ("a.html", "<meta charset=shift_jis><p>日本 text</p>", "shift_jis"),
    "xml": ("a.xml", "<?xml version='1.0' encoding='ISO-8859-15'?><a><b>10 € ä</b></a>", "iso-8859-15"),
    "xliff": (
        "a.xlf",
        '<?xml version="1.0" encoding="windows-1251"?><xliff><trans-unit><source>да</source></trans-unit></xliff>',
        "windows-1251",
    ),
    "po": (
        "a.po",
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=ISO-8859-1\\n"\n\n# ä\nmsgid "a"\nmsgstr ""\n',
        "iso-8859-1",
    ),
}


@pytest.mark.parametrize(("name", "text", "codec"), DECLARED.values(), ids=DECLARED)
def test_a_declared_encoding_is_read_and_written(name: str, text: str, codec: str) -> None:
    document = open_document(text.encode(codec), name)
    translations = [f"{text}!" for text in texts(document)]
    written = document.splice(translations).decode(codec)
    assert texts(document)[0] in text
    assert translations[0] in written
    assert name in ("a.po", "a.xlf") or unchanged(document) == text.encode(codec)


def test_a_character_the_encoding_lacks_becomes_a_reference_in_markup() -> None:
    document = open_document(b'<meta charset="iso-8859-1"><p title="x">a</p>', "a.html")
    written = document.splice(["ł", "ł €"]).decode("cp1252")
    assert written == '<meta charset="iso-8859-1"><p title="&#322;">&#322; €</p>'


@pytest.mark.parametrize("label", ["us-ascii", "ISO-8859-1"])
@pytest.mark.parametrize("name", ["a.xml", "a.xlf", "a.xhtml"])
def test_what_xml_declares_is_not_widened(name: str, label: str) -> None:
    text = f'<?xml version="1.0" encoding="{label}"?><xliff><trans-unit><source>a</source></trans-unit></xliff>'
    written = open_document(text.encode(), name).splice(["ö ł €"])
    assert ("ö" if label == "ISO-8859-1" else "&#246;") + " &#322; &#8364;" in written.decode(label)


@pytest.mark.parametrize(
    ("label", "translation", "written"),
    [
        ("ISO-8859-1", "ö", "ISO-8859-1"),
        ("ISO-8859-1", "„ö“", "UTF-8"),
        ("us-ascii", "o", "us-ascii"),
        ("us-ascii", "ö", "UTF-8"),
        ("CHARSET", "o", "CHARSET"),
        ("CHARSET", "ö", "UTF-8"),
    ],
)
def test_a_catalogue_becomes_utf_8_where_it_must(label: str, translation: str, written: str) -> None:
    text = 'msgid ""\nmsgstr "Content-Type: text/plain; charset={}\\n"\n\nmsgid "a"\nmsgstr "{}"\n'
    catalogue = open_document(text.format(label, "").encode(), "a.po").splice([translation])
    codec = "ascii" if written == "CHARSET" else written
    assert catalogue.decode(codec) == text.format(written, translation)


def test_a_catalogue_that_declares_nothing_keeps_the_encoding_it_is_given() -> None:
    document = open_document(b'msgid "a"\nmsgstr ""\n', "a.po", settings=Settings(encoding="latin-1"))
    with pytest.raises(DataError, match=r"a\.po:2: the translation holds '€', .* convert the file to UTF-8"):
        document.splice(["€"])


def test_a_character_the_encoding_lacks_is_refused_elsewhere() -> None:
    document = open_document("grün\n".encode("latin-1"), "a.txt", settings=Settings(encoding="latin-1"))
    with pytest.raises(DataError, match=r"a\.txt:1: the translation holds 'ł', which iso8859-1 cannot write"):
        document.splice(["ł"])


REFUSED = {
    "not UTF-8": (b"a\nb\xff", "a.txt", {}, r"a\.txt:2: byte 0xff at offset 3 is not utf-8"),
    "binary": (b"\x89PNG\r\n\x1a\n\0\0", "a.html", {}, r"a\.html: a NUL at offset 8, so this is a binary file"),
    "binary behind text": (b"text" * 99 + b"\0", "a.md", {}, "a NUL at offset 396"),
    "UTF-16 without mark": ("abc".encode("utf-16-le"), "a.txt", {}, "UTF-16 without a byte order mark"),
    "half of UTF-16": (b"\xff\xfea", "a.txt", {}, "not utf-16-le"),
    "NUL in UTF-16": (b"\xff\xfea\0\0\0", "a.txt", {}, "a NUL at offset 1"),
    "unknown declaration": (b'<meta charset="klingon">', "a.html", {}, "unknown encoding 'klingon'"),
    "no text encoding": (b"abc", "a.txt", {"encoding": "rot13"}, "unknown encoding 'rot13'"),
    "no way back": (b"\x1b$B\x1b(Ba", "a.txt", {"encoding": "iso-2022-jp"}, "cannot be written back"),
}


@pytest.mark.parametrize(("data", "name", "chosen", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_text_is_refused(data: bytes, name: str, chosen: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        open_document(data, name, settings=Settings(**chosen))


@pytest.mark.parametrize("name", ["a.doc", "a", "-", ".html.", "a.html.gz"])
def test_an_unknown_format_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(DataError, match=r"unknown format, expected .*\.html .*\(xliff\).*\.srt"):
        open_document(b"", name)


def test_a_format_can_be_named() -> None:
    assert unchanged(open_document(b"<p>a</p>", "-", format="html")) == b"<p>a</p>"
    with pytest.raises(SettingsError, match=r"unknown format 'docx', expected one of text, html"):
        open_document(b"", "-", format="docx")


def test_the_number_of_translations_must_fit() -> None:
    with pytest.raises(InputError, match="2 segments but 1 translations"):
        open_document(b"<p>a<p>b", "a.html").splice(["x"])
