"""What is wrong with a file is one line that names the file and the place."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import polib
import pytest

from stencilmt.errors import DataError
from stencilmt.text import files
from stencilmt.text.pairs import read_pairs

BOMB = b"""<?xml version="1.0"?>
<!DOCTYPE tmx [<!ENTITY a "aaaaaaaaaaaaaaaaaaaa">%s]>
<tmx version="1.4"><body><tu><tuv xml:lang="en"><seg>&k;</seg></tuv></tu></body></tmx>""" % b"".join(
    b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(11)
)
UNIT = b'<tu><tuv xml:lang="en"><seg>One</seg></tuv><tuv xml:lang="de"><seg>%s</seg></tuv></tu>\n'
PO = b'msgid ""\nmsgstr "Content-Type: text/plain; charset=%s\\n"\n\n'


def tmx(body: bytes, prolog: bytes = b"") -> bytes:
    return prolog + b'<tmx version="1.4">\n<body>\n' + body + b"</body></tmx>"


def xliff(body: bytes, attributes: bytes = b'source-language="en" target-language="de"') -> bytes:
    return b'<xliff version="1.2"><file %s><body>\n%s</body></file></xliff>' % (attributes, body)


TRANSLATED = b"<trans-unit><source>One</source><target>Eins</target></trans-unit>"
GZIP = gzip.compress(b"One\tEins\n" * 5000)
CASES = {
    "columns": ("a.tsv", b"One\tEins\nTwo\n", "a.tsv:2: 1 columns"),
    "stray tab": ("a.tsv", b"One\tEins\nTwo\tand\tZwei\n", "a.tsv:2: 3 columns, but the lines before have 2"),
    "too many columns": ("a.tsv", b"1\t2\t3\t4\t5\n", "a.tsv:1: 5 columns, expected 2 to 4"),
    "encoding": ("a.tsv", b"One\tEins\nTower\tT\xfcrme\n", "a.tsv:2: not UTF-8 (byte 0xfc)"),
    "UTF-16": ("a.tsv", "One\tEins\n".encode("utf-16"), "a.tsv:1: not UTF-8 (byte 0xff)"),
    "gzip cut off": ("a.tsv.gz", GZIP[:-10], "a.tsv.gz:"),
    "gzip damaged": ("a.tsv.gz", GZIP[:40] + b"\0\0\0\0" + GZIP[44:], "the gzip data are damaged"),
    "no gzip": ("a.tsv.gz", b"One\tEins\n", "a.tsv.gz:1: the gzip data are damaged"),
    "empty": ("a.tsv", b"", "a.tsv: the corpus is empty, no pair of en and de"),
    "empty gzip": ("a.tsv.gz", gzip.compress(b""), "a.tsv.gz: the corpus is empty"),
    "unknown": ("a.docx", b"PK", "a.docx: unknown format, expected .tsv, .tmx"),
    "no name": ("corpus", b"", "corpus: unknown format"),
    "one side": ("a.txt", b"One\n", "a.txt: a .txt file holds one language"),
    "one page": ("a.page", b"<page/>", "a.page: a .page file holds one language"),
    "one JSON": ("a.json", b"{}", "a.json: a .json file holds one language"),
    "entity bomb": ("a.tmx", BOMB, "a.tmx:"),
    "own entity": ("a.tmx", tmx(UNIT % b"&x;", b'<!DOCTYPE tmx [<!ENTITY x "y">]>'), "a.tmx:1: the file defines ent"),
    "file as entity": (
        "a.tmx",
        tmx(UNIT % b"&x;", b'<!DOCTYPE tmx [<!ENTITY x SYSTEM "file:///etc/hostname">]>'),
        "a.tmx:",
    ),
    "unknown entity": ("a.tmx", tmx(UNIT % b"a" + UNIT % b"&nbsp;"), "a.tmx:4: not well-formed XML (Entity 'nbsp'"),
    "unknown entity, far": ("a.tmx", tmx(UNIT % b"a" * 9000 + UNIT % b"&nbsp;" + UNIT % b"b" * 9000), "a.tmx:9003: "),
    "cut off": ("a.tmx", tmx(UNIT % b"Eins")[:-8], "a.tmx:4: not well-formed XML"),
    "bad bytes": ("a.tmx", tmx(UNIT % b"T\xfcrme"), "a.tmx:3: not well-formed XML"),
    "no XML": ("a.tmx", b"", "a.tmx:1: not well-formed XML"),
    "other XML": ("a.tmx", b"<html>\n<p>Hi</p></html>", "a.tmx:1: the root is <html>, expected <tmx>"),
    "TMX, gzip cut off": ("a.tmx.gz", gzip.compress(tmx(UNIT % b"Eins" * 900))[:-9], "a.tmx.gz:"),
    "other languages": ("a.tmx", tmx(UNIT.replace(b'"de"', b'"fr"') % b"Un"), "the languages are en, fr"),
    "no unit": ("a.tmx", tmx(b""), "a.tmx: the corpus is empty"),
    "XLIFF languages": ("a.xlf", xliff(TRANSLATED, b'source-language="en" target-language="fr"'), "a.xlf:2: the lang"),
    "XLIFF, none": ("a.xlf", xliff(TRANSLATED, b""), "a.xlf:2: the languages are '' and ''"),
    "XLIFF, none translated": ("a.xlf", xliff(b"<trans-unit><source>One</source></trans-unit>"), "the corpus is empty"),
    "PO word": ("a.po", PO % b"UTF-8" + b'msgid "One"\nmsgstar "Eins"\n', "a.po:5: not a PO file"),
    "PO open string": ("a.po", PO % b"UTF-8" + b'msgid "One\nmsgstr "Eins"\n', "a.po:4: not a PO file: a string"),
    "PO quote": ("a.po", PO % b"UTF-8" + b'msgid "One"\nmsgstr "Ei"ns"\n', "a.po:5: not a PO file: a string"),
    "PO encoding": ("a.po", PO % b"UTF-8" + b'msgid "x"\nmsgstr "\xfc"\n', "a.po:5: not UTF-8"),
    "PO odd charset": ("a.po", PO % b"hex" + b'msgid "x"\nmsgstr "\xfc"\n', "a.po:5: not UTF-8"),
    "PO impossible charset": ("a.po", PO % b"utf-16" + b'msgid "x"\nmsgstr "\xfc"\n', "a.po:5: not UTF-8"),
    "PO charset": ("a.po", PO % b"CHARSET" + b'msgid "x"\nmsgstr "\xfc"\n', "a.po:5: not UTF-8"),
    "PO language": (
        "a.po",
        (PO % b"UTF-8").replace(b"Content", b"Language: fr\\nContent"),
        "a.po: the catalogue is in 'fr'",
    ),
    "MO": ("a.mo", b"\xde\x12\x04\x95\0\0\0\0\xff\0\0\0\x1c\0\0\0\x1c\0\0\0", "a.mo: a damaged MO file"),
    "MO magic": ("a.mo", b"msgid", "a.mo: not a MO file"),
    "MO empty": ("a.mo", b"", "a.mo: not a MO file"),
}


def fault(*paths: Path | tuple[Path, Path]) -> str:
    with pytest.raises(DataError) as caught:
        list(read_pairs(paths, "en", "de"))
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize(("name", "content", "expected"), CASES.values(), ids=CASES.keys())
def test_one_file(tmp_path: Path, name: str, content: bytes, expected: str) -> None:
    (tmp_path / name).write_bytes(content)
    message = fault(tmp_path / name)
    assert message.startswith(str(tmp_path / name))
    assert expected in message


def test_a_gzip_error_names_the_line_reached(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv.gz"
    path.write_bytes(gzip.compress(b"".join(b"%d\t%x\n" % (n, n * n) for n in range(9000)))[:-2000])
    found = re.search(r"a\.tsv\.gz:(\d+): ", fault(path))
    assert found
    assert 1000 < int(found[1]) < 9000


PAIRS = {
    "shorter target": ("f.en", b"One\nTwo\nThree\n", "f.de", b"Eins\nZwei\n", "f.de:3: the file ends here, but "),
    "shorter source": ("f.en", b"", "f.de", b"Eins\n", "f.en:1: the file ends here, but "),
    "encoding": ("f.en", b"One\nTower\n", "f.de", b"Eins\nT\xfcrme\n", "f.de:2: not UTF-8"),
    "both empty": ("f.en", b"", "f.de", b"", "f.de: the corpus is empty"),
    "TMX as a side": ("f.en", b"One\n", "f.tmx", b"<tmx/>", "f.tmx: a .tmx file is no side of a Moses pair"),
    "page and text": ("f.page", b"<page/>", "f.de", b"Eins\n", "f.page: a .page file is no side of a Moses pair"),
    "pages, no XML": ("f.page", b"<page/>", "de.page", b"<page>\n<p>", "de.page:2: not well-formed XML"),
    "pages, language": ("f.page", b"<page/>", "fr.page", b'<page xml:lang="fr"/>', "fr.page: the page is in 'fr'"),
    "pages, nothing alike": (
        "f.page",
        b"<page id='a'><p>One</p></page>",
        "de.page",
        b"<page id='b'><p>Eins</p></page>",
        "the corpus is empty",
    ),
    "a long number": ("a.json", b'{"lang": ' + b"1" * 5000 + b"}", "b.json", b"{}", "a.json: not JSON (Exceeds"),
    "no JSON": ("a.json", b'{"lang": "en",\n "text": }', "b.json", b"{}", "a.json:2: not JSON"),
    "deep JSON": ("a.json", b"[" * 200_000, "b.json", b"{}", "a.json: "),
    "other JSON": ("a.json", b"[1]", "b.json", b"{}", 'a.json: expected {"lang": '),
    "swapped": ("a.json", b'{"lang": "de", "text": {}}', "b.json", b"{}", "the language is 'de', not 'en'"),
    "ids": (
        "a.json",
        b'{"lang": "en", "text": {"1": "One", "2": "Two"}}',
        "b.json",
        b'{"lang": "de", "text": {"1": "Eins"}}',
        "b.json: 1 ids of the other file are missing, such as '2'",
    ),
    "number": ("a.json", b'{"lang": "en", "text": {"1": 5}}', "b.json", b"{}", "a.json: the text of '1' is int"),
}


@pytest.mark.parametrize(("left", "source", "right", "target", "expected"), PAIRS.values(), ids=PAIRS.keys())
def test_two_files(tmp_path: Path, left: str, source: bytes, right: str, target: bytes, expected: str) -> None:
    (tmp_path / left).write_bytes(source)
    (tmp_path / right).write_bytes(target)
    assert expected in fault((tmp_path / left, tmp_path / right))


def test_missing_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "folder.po").mkdir()
    assert "missing.tsv: cannot be read (No such file" in fault(tmp_path / "missing.tsv")
    assert "folder.po: cannot be read (Is a directory)" in fault(tmp_path / "folder.po")
    assert "no file given" in fault()


def test_a_file_without_line_ends_does_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LONGEST_LINE", 100)
    monkeypatch.setattr(files, "LARGEST_WHOLE", 100)
    (tmp_path / "a.tsv").write_bytes(b"One\tEins\n" + b"x" * 200)
    (tmp_path / "a.mo").write_bytes(b"x" * 200)
    assert "a.tsv:2: longer than 100 bytes" in fault(tmp_path / "a.tsv")
    assert "a.mo: larger than 100 bytes" in fault(tmp_path / "a.mo")


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (lambda data: data[:-3], "a.mo: a damaged MO file"),
        (lambda data: data[:30], "a.mo: a damaged MO file"),
        (lambda data: data.replace(b"Eins", b"\xff\xfe\xfd\xfc"), "a.mo: message 2 is not UTF-8"),
    ],
)
def test_damaged_mo(tmp_path: Path, damage: Callable[[bytes], bytes], expected: str) -> None:
    catalogue = polib.POFile()
    catalogue.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    catalogue.append(polib.POEntry(msgid="One", msgstr="Eins"))
    path = tmp_path / "a.mo"
    path.write_bytes(damage(catalogue.to_binary()))
    assert expected in fault(path)
