"""Office files made on the spot."""

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

WORD = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    '<w:document xmlns:w="w" xmlns:r="r"><w:body>{}</w:body></w:document>'
)
SLIDE = '<p:sld xmlns:a="a" xmlns:p="p"><a:txBody>{}</a:txBody></p:sld>'
STRINGS = '<sst xmlns="x" count="1">{}</sst>'
ODF = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="t" '
    'xmlns:xlink="x" xmlns:number="n" xmlns:dc="d" xmlns:draw="draw" xmlns:xhtml="http://www.w3.org/1999/xhtml">'
    "<office:automatic-styles><number:text>of</number:text></office:automatic-styles>"
    "<office:body><office:text>{}</office:text></office:body></office:document-content>"
)
PARTS = {
    "a.docx": ("word/document.xml", WORD),
    "a.pptx": ("ppt/slides/slide1.xml", SLIDE),
    "a.xlsx": ("xl/sharedStrings.xml", STRINGS),
    "a.odt": ("content.xml", ODF),
}
"""Where the text of such a file stands, and what is around it."""


def office(name: str, body: str) -> bytes:
    """Such a file with this text."""
    member, frame = PARTS[name]
    return archive({"mimetype": "as it is", member: frame.format(body), "media/image.png": "\x00\x01"})


def archive(members: dict[str, str]) -> bytes:
    """An archive of texts; the first is not compressed."""
    output = BytesIO()
    with ZipFile(output, "w") as result:
        for number, (name, content) in enumerate(members.items()):
            info = ZipInfo(name, (2020, 2, 3, 4, 5, 6))
            info.compress_type = ZIP_DEFLATED if number else ZIP_STORED
            result.writestr(info, content)
    return output.getvalue()


def body(name: str, data: bytes) -> str:
    """The text of such a file, without what is around it."""
    member, frame = PARTS[name]
    before, after = frame.split("{}")
    with ZipFile(BytesIO(data)) as opened:
        text = opened.read(member).decode()
    assert text.startswith(before)
    assert text.endswith(after)
    return text[len(before) : len(text) - len(after)]
