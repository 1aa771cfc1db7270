"""Files of office suites: paragraphs are read over their runs, and written as runs again."""

import re
from collections import Counter
from io import BytesIO
from zipfile import ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from documents.office import PARTS, WORD, archive, body, office
from documents.shouting import shouted, texts, unchanged
from fakes import garbage_translator
from stencilmt.documents import Settings, open_document
from stencilmt.documents.translate import translate_segments
from stencilmt.errors import DataError, SettingsError


def run(text: str, format: str = "", attributes: str = "") -> str:
    """A run of Word, as we write it."""
    properties = f"<w:rPr>{format}</w:rPr>" if format else ""
    return f'<w:r{attributes}>{properties}<w:t xml:space="preserve">{text}</w:t></w:r>'


def field(step: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{step}"/></w:r>'


def order(text: str) -> str:
    return f"<w:r><w:instrText>{text}</w:instrText></w:r>"


TAB = "<w:r><w:tab/></w:r>"
BOLD = "<w:b/>"
LINK = '<w:hyperlink r:id="rId1">'
PAGE = field("begin") + order(" PAGE ") + field("separate") + run("1") + field("end")
WORDS: dict[str, tuple[str, str, str]] = {
    "one run": (run("a word"), "a word", run("A WORD")),
    "a format": (
        run("open ") + run("the file", BOLD) + run(" now"),
        "open <stencil1>the file</stencil1> now",
        run("OPEN ") + run("THE FILE", BOLD) + run(" NOW"),
    ),
    "the most used format is no tag": (
        run("note", "<w:i/>") + run(": save the file", BOLD),
        "<stencil1>note</stencil1>: save the file",
        run("NOTE", "<w:i/>") + run(": SAVE THE FILE", BOLD),
    ),
    "spaces have no format": (run("a") + run(" ", BOLD) + run("b"), "a b", run("A B")),
    "spaces after a format": (
        run("a", BOLD) + run(" ") + run("file here"),
        "<stencil1>a</stencil1> file here",
        run("A", BOLD) + run(" FILE HERE"),
    ),
    "a word in pieces": (
        run("trans", "", ' w:rsidR="1"') + "<w:proofErr/>" + run("la", '<w:lang w:val="en-US"/>') + run("te"),
        "translate",
        run("TRANSLATE"),
    ),
    "settings of the paragraph": (
        '<w:pPr><w:pStyle w:val="x"/></w:pPr>' + run(" a word "),
        "a word",
        '<w:pPr><w:pStyle w:val="x"/></w:pPr>' + run(" A WORD "),
    ),
    "a tab between": (run("a") + TAB + run("b"), "a<stencil1/>b", run("A") + TAB + run("B")),
    "tabs at the ends": (TAB + run("a") + TAB, "a", TAB + run("A") + TAB),
    "in one run": (
        "<w:r><w:tab/><w:t>a</w:t><w:br/><w:t>b</w:t></w:r>",
        "a<stencil1/>b",
        TAB + run("A") + "<w:r><w:br/></w:r>" + run("B"),
    ),
    "a hyphen": ("<w:r><w:t>e</w:t><w:noBreakHyphen/><w:t>mail</w:t></w:r>", "e\u2011mail", run("E\u2011MAIL")),
    "a link": (
        run("see ") + LINK + run("the help", BOLD) + "</w:hyperlink>" + run("."),
        "see <stencil1>the help</stencil1>.",
        run("SEE ") + LINK + run("THE HELP", BOLD) + "</w:hyperlink>" + run("."),
    ),
    "a format in a link": (
        run("see ") + LINK + run("the whole ") + run("help", BOLD) + "</w:hyperlink>",
        "see <stencil1>the whole <stencil2>help</stencil2></stencil1>",
        run("SEE ") + LINK + run("THE WHOLE ") + run("HELP", BOLD) + "</w:hyperlink>",
    ),
    "all is a link": (
        LINK + run("help") + TAB + PAGE + "</w:hyperlink>",
        "help",
        LINK + run("HELP") + TAB + PAGE + "</w:hyperlink>",
    ),
    "a link without words": (
        run("see ") + LINK + run("1") + "</w:hyperlink>" + run(" there"),
        "see <stencil1/> there",
        run("SEE ") + LINK + run("1") + "</w:hyperlink>" + run(" THERE"),
    ),
    "a field": (run("page ") + PAGE + run(" of"), "page <stencil1/> of", run("PAGE ") + PAGE + run(" OF")),
    "a field that is a link": (
        run("see ") + field("begin") + order(" HYPERLINK x") + field("separate") + run("help") + field("end"),
        "see <stencil1>help</stencil1>",
        run("SEE ") + field("begin") + order(" HYPERLINK x") + field("separate") + run("HELP") + field("end"),
    ),
    "half a field": (
        field("begin") + order(" TOC ") + field("separate") + run("one"),
        "one",
        field("begin") + order(" TOC ") + field("separate") + run("ONE"),
    ),
    "changes": (
        run("a ") + "<w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins>" + run("new") + "</w:ins>",
        "a <stencil1/><stencil2>new</stencil2>",
        run("A ") + "<w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins>" + run("NEW") + "</w:ins>",
    ),
    "a form field": (
        run("name: ") + "<w:sdt><w:sdtPr/><w:sdtContent>" + run("none") + "</w:sdtContent></w:sdt>",
        "name: <stencil1>none</stencil1>",
        run("NAME: ") + "<w:sdt><w:sdtPr/><w:sdtContent>" + run("NONE") + "</w:sdtContent></w:sdt>",
    ),
    "characters": (run("a &amp; b &lt;c&gt;"), "a &amp; b &lt;c&gt;", run("A &amp; B &lt;C&gt;")),
    "no words": (run("42") + TAB, "", run("42") + TAB),
}


@pytest.mark.parametrize(("written", "shown", "expected"), WORDS.values(), ids=WORDS)
def test_a_paragraph_of_word(written: str, shown: str, expected: str) -> None:
    document = open_document(office("a.docx", f"<w:p>{written}</w:p>"), "a.docx")
    assert "|".join(texts(document)) == shown
    assert body("a.docx", shouted(document)) == f"<w:p>{expected}</w:p>"


def test_a_text_box_has_paragraphs_of_its_own() -> None:
    box = "<w:r><w:drawing><w:txbxContent><w:p>{}</w:p><w:p>{}</w:p></w:txbxContent></w:drawing></w:r>"
    written = f"<w:p>{run('a')}{box.format(run('b'), run('1'))}{run('c')}</w:p><w:p>{run('d')}</w:p>"
    document = open_document(office("a.docx", written), "a.docx")
    assert texts(document) == ["a", "b", "c", "d"]
    assert [segment.note for segment in document.segments] == ["paragraph 1"] * 3 + ["paragraph 2"]
    assert body("a.docx", shouted(document)) == re.sub("(?<=>)[a-d](?=<)", lambda match: match[0].upper(), written)


OTHERS: dict[str, tuple[str, str, str, str]] = {
    "slide": (
        "a.pptx",
        '<a:p><a:pPr/><a:r><a:rPr lang="en-US" b="1"/><a:t>a</a:t></a:r><a:r><a:rPr lang="en-US" dirty="0"/>'
        '<a:t> word or two</a:t></a:r><a:br/><a:r><a:rPr dirty="0"/><a:t>here</a:t></a:r><a:endParaRPr/></a:p>',
        "<stencil1>a</stencil1> word or two<stencil2/>here",
        '<a:p><a:pPr/><a:r><a:rPr b="1"/><a:t>A</a:t></a:r><a:r><a:t> WORD OR TWO</a:t></a:r><a:br/>'
        "<a:r><a:t>HERE</a:t></a:r><a:endParaRPr/></a:p>",
    ),
    "table": (
        "a.xlsx",
        "<si><t>name</t></si><si><r><t>a </t></r><r><rPr><b/></rPr><t>b</t></r><rPh><t>x</t></rPh></si><si><t/></si>",
        "name|a <stencil1>b</stencil1>",
        '<si><t xml:space="preserve">NAME</t></si><si><r><t xml:space="preserve">A </t></r><r><rPr><b/></rPr>'
        '<t xml:space="preserve">B</t></r><rPh><t>x</t></rPh></si><si><t/></si>',
    ),
    "text": (
        "a.odt",
        '<text:h>title</text:h><text:p>see<text:s/><text:a xlink:href="x">the help</text:a>, page '
        "<text:page-number>one</text:page-number></text:p>",
        'title|see<text:s/><text:a xlink:href="x">the help</text:a>, page '
        '<notranslate stencil="1"><text:page-number>one</text:page-number></notranslate>',
        '<text:h>TITLE</text:h><text:p>SEE<text:s/><text:a xlink:href="x">THE HELP</text:a>, PAGE '
        "<text:page-number>one</text:page-number></text:p>",
    ),
    "comment": (
        "a.odt",
        "<text:p>a<office:annotation><dc:creator>me</dc:creator><text:p>no</text:p></office:annotation> word</text:p>",
        'a<notranslate stencil="1"><office:annotation><dc:creator>me</dc:creator><text:p>no</text:p>'
        "</office:annotation></notranslate> word",
        "<text:p>A<office:annotation><dc:creator>me</dc:creator><text:p>no</text:p></office:annotation> WORD</text:p>",
    ),
    "footnote": (
        "a.odt",
        "<text:p>a word<text:note><text:note-citation>i</text:note-citation><text:note-body><text:p>more</text:p>"
        "</text:note-body></text:note>.</text:p>",
        "a word|more",
        "<text:p>A WORD<text:note><text:note-citation>i</text:note-citation><text:note-body><text:p>MORE</text:p>"
        "</text:note-body></text:note>.</text:p>",
    ),
}


@pytest.mark.parametrize(("name", "written", "shown", "expected"), OTHERS.values(), ids=OTHERS)
def test_other_files(name: str, written: str, shown: str, expected: str) -> None:
    document = open_document(office(name, written), name)
    assert "|".join(texts(document)) == shown
    assert body(name, shouted(document)) == expected


@pytest.mark.parametrize("name", PARTS)
def test_what_holds_no_text_stays_and_what_is_not_changed_too(name: str) -> None:
    data = office(name, "<w:p><w:r><w:t>a</w:t></w:r></w:p>" if name == "a.docx" else WORDS_OF[name])
    document = open_document(data, name)
    assert unchanged(document) == data
    with ZipFile(BytesIO(data)) as before, ZipFile(BytesIO(shouted(document))) as after:
        assert after.testzip() is None
        for old, new in zip(before.infolist(), after.infolist(), strict=True):
            assert (old.filename, old.date_time, old.compress_type) == (new.filename, new.date_time, new.compress_type)
            assert (before.read(old) != after.read(new)) == (old.filename == PARTS[name][0])


WORDS_OF = {
    "a.pptx": "<a:p><a:r><a:t>a</a:t></a:r></a:p>",
    "a.xlsx": "<si><t>a</t></si>",
    "a.odt": "<text:p>a</text:p>",
}


def test_names_of_columns_stay_as_the_table_has_them() -> None:
    strings = "<si><t>Unit\n price</t></si><si><r><t>A </t></r><r><t>&amp; B</t></r></si><si><t>Price list</t></si>"
    table = (
        '<table xmlns="x"><tableColumn id="1" name="Unit_x000a_ price"/><tableColumn id="2" name="A &amp; B"/></table>'
    )
    sheet = (
        '<worksheet><c t="inlineStr"><is><t>A &amp; B</t></is></c><c t="inlineStr"><is><t>Text</t></is></c></worksheet>'
    )
    members = {
        "xl/sharedStrings.xml": f"<sst>{strings}</sst>",
        "xl/tables/table1.xml": table,
        "xl/worksheets/sheet1.xml": sheet,
    }
    assert texts(open_document(archive(members), "a.xlsx")) == ["Price list", "Text"]


def test_headers_and_notes_are_read_too() -> None:
    parts = ("word/document.xml", "word/header1.xml", "word/footnotes.xml", "word/styles.xml")
    members = {name: WORD.format(f"<w:p>{run(name)}</w:p>") for name in parts}
    document = open_document(archive(members), "a.docx")
    assert texts(document) == list(parts[:3])
    with ZipFile(BytesIO(shouted(document))) as result:
        assert run("WORD/FOOTNOTES.XML").encode() in result.read("word/footnotes.xml")


def test_a_flat_file_is_xml() -> None:
    flat = (
        '<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"><office:meta>'
        "<meta:keyword>no</meta:keyword></office:meta><office:body><text:p>yes</text:p></office:body></office:document>"
    )
    document = open_document(flat.encode(), "a.fodt")
    assert texts(document) == ["yes"]
    assert shouted(document).decode() == flat.replace("yes", "YES")


formats = st.sampled_from(["", BOLD, "<w:i/>"])
words = st.sampled_from(["open the file", " press", "menu ", "42", " ", "&amp;", "%s"])
runs = st.builds(run, words, formats)
codes = st.sampled_from([TAB, PAGE, "<w:bookmarkStart/>", "<w:r><w:drawing/></w:r>"])
links = st.lists(st.one_of(runs, codes), min_size=1, max_size=3).map(
    lambda inner: f"{LINK}{''.join(inner)}</w:hyperlink>"
)
paragraphs = st.lists(st.one_of(runs, codes, links), max_size=6).map("".join)


@settings(deadline=None, max_examples=100)
@given(st.lists(paragraphs, min_size=1, max_size=3), st.integers(0, 1000))
def test_whatever_the_model_writes_word_can_read_it(written: list[str], seed: int) -> None:
    data = office("a.docx", "".join(f"<w:p>{each}</w:p>" for each in written))
    document = open_document(data, "a.docx")
    translations = translate_segments(document.segments, garbage_translator(seed))
    before, after = (_tree(each) for each in (data, document.splice([each.text for each in translations])))
    assert _codes(before) == _codes(after)
    for element in after.iter():
        stray = [element.tail or "", "" if _name(element) in ("t", "instrText") else element.text or ""]
        assert not "".join(stray).strip()
        assert _name(element) != "t" or _name(element.getparent()) == "r"
        assert _name(element) != "r" or _name(element.getparent()) in ("p", "hyperlink")


def _tree(data: bytes) -> etree._Element:
    with ZipFile(BytesIO(data)) as opened:
        return etree.fromstring(opened.read(PARTS["a.docx"][0]))


def _name(element: etree._Element) -> str:
    return etree.QName(element).localname


def _codes(tree: etree._Element) -> list[Counter[str]]:
    """The elements of each paragraph, but runs and what they are made of."""
    made = {"r", "rPr", "t", "b", "i"}
    names = ([_name(each) for each in paragraph.iter()] for paragraph in tree.iter("{w}p"))
    return [Counter(name for name in several if name not in made) for several in names]


ZIPPED = office("a.docx", f"<w:p>{run('a')}</w:p>")
MIDDLE = ZIPPED.index(b"word/document.xml") + 20
FAULTS: dict[str, tuple[bytes, str, str]] = {
    "no archive": (b"text", "a.docx", "a.docx: cannot be unpacked .*password or in an older format"),
    "cut short": (ZIPPED[:-30], "a.docx", "a.docx: cannot be unpacked"),
    "damaged": (ZIPPED[:MIDDLE] + b"\xff\xff" + ZIPPED[MIDDLE + 2 :], "a.docx", "a.docx: cannot be unpacked"),
    "another archive": (archive({"a": "b"}), "a.odt", "a.odt: holds none of the texts that such a file has"),
    "no end": (office("a.docx", "<w:p><w:r>"), "a.docx", r"a.docx:word/document.xml:2: </w:body> ends nothing"),
    "no end at all": (archive({"word/document.xml": "<w:p><w:r>"}), "a.docx", "<w:r> has no end"),
    "deep": (office("a.docx", "<w:p>" + "<w:x>" * 300), "a.docx", "elements nested deeper than 200"),
}


@pytest.mark.parametrize(("data", "name", "message"), FAULTS.values(), ids=FAULTS)
def test_faults(data: bytes, name: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        open_document(data, name)


def test_an_archive_that_is_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stencilmt.documents.archive.MOST_BYTES", 100)
    with pytest.raises(DataError, match=r"a\.docx: unpacks to more than 100 bytes"):
        open_document(office("a.docx", "x" * 100), "a.docx")


def test_an_archive_has_no_encoding() -> None:
    with pytest.raises(SettingsError, match="'encoding' means nothing for Word"):
        open_document(ZIPPED, "a.docx", settings=Settings(encoding="utf-8"))
