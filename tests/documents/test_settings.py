"""What can be chosen, and what is refused rather than ignored."""

import pytest

from documents.office import archive
from documents.shouting import shouted, texts
from stencilmt.constraints.markup import Markup
from stencilmt.documents import FORMATS, Settings, open_document
from stencilmt.errors import DataError, SettingsError

CHOICES = {
    "a block": ("a.xml", "<r>x <u>y</u> z</r>", {"block": frozenset(["u"])}, "x|y|z"),
    "inline": ("a.xml", "<r><p>x</p><p>y</p></r>", {"inline": frozenset("p")}, "<p>x</p><p>y</p>"),
    "untranslatable block": ("a.html", "<p>x</p><div>y <p>z</p></div>", {"untranslatable": frozenset(["div"])}, "x"),
    "untranslatable inline": (
        "a.html",
        "<p>x <q>y</q></p>",
        {"untranslatable": frozenset("q")},
        'x <notranslate stencil="1"><q>y</q></notranslate>',
    ),
    "code after all": (
        "a.html",
        "<p>x <code>y</code> z</p>",
        {"inline": frozenset(["code"])},
        "x <stencil1>y</stencil1> z",
    ),
    "pre after all": ("a.html", "<pre>x</pre>", {"block": frozenset(["pre"])}, "x"),
    "attributes": ("a.html", '<p data-a="x" title="y">z</p>', {"attributes": frozenset(["data-a"])}, "x|z"),
    "no attributes": ("a.html", '<p title="y">z <b title="w">v</b></p>', {"attributes": frozenset()}, None),
    "attributes of XML": ("a.xml", '<r n="x"><k n="y">z</k></r>', {"attributes": frozenset("n")}, "x|y|z"),
    "a key": ("a.json", '{"a": "x", "b": {"a": ["y"], "c": "z"}}', {"keys": ("a",)}, "x|y"),
    "a path": ("a.json", '{"a": "x", "b": {"a": "y"}}', {"keys": ("b.*",)}, "y"),
    "no key": ("a.yaml", "a: x\nb:\n- c: y\n  d: z\n", {"keys": ("!c",)}, "x|z"),
    "markup": ("a.txt", "a *b*", {"markup": Markup.MARKDOWN}, "a *b*"),
    "markup of a string": ("a.json", '{"a": "x & y"}', {"markup": Markup.XML}, "x & y"),
}


@pytest.mark.parametrize(("name", "text", "chosen", "expected"), CHOICES.values(), ids=CHOICES)
def test_choice(name: str, text: str, chosen: dict[str, frozenset[str]], expected: str | None) -> None:
    document = open_document(text.encode(), name, settings=Settings(**chosen))
    assert "|".join(texts(document)) == (expected or 'z <b title="w">v</b>')
    assert shouted(document).decode().lower() == text.lower()
    markup = chosen.get("markup")
    assert markup is None or {segment.markup for segment in document.segments} == {markup}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("markup", Markup.XML),
        ("attributes", frozenset(["a"])),
        ("block", frozenset(["a"])),
        ("inline", frozenset(["a"])),
        ("untranslatable", frozenset(["a"])),
        ("keys", ("a",)),
        ("review", True),
        ("overwrite", True),
    ],
)
def test_a_setting_is_used_or_refused(format: str, setting: str, value: object) -> None:
    settings = Settings(**{setting: value})
    if setting in FORMATS[format].settings:
        empty = archive({"content.xml": ""}) if FORMATS[format].is_archive else b""
        open_document(empty, "a", format=format, settings=settings)
    else:
        with pytest.raises(SettingsError, match=f"a: '{setting}' means nothing for .*, leave it out"):
            open_document(b"", "a", format=format, settings=settings)


def test_keys_in_other_front_matter_are_refused() -> None:
    data = b'+++\ntitle = "x"\n+++\ntext\n'
    assert texts(open_document(data, "a.md")) == ["text"]
    with pytest.raises(DataError, match=r"a\.md:1: keys .* this is TOML"):
        open_document(data, "a.md", settings=Settings(keys=("title",)))


def test_xliff_states() -> None:
    unit = b'<xliff><trans-unit id="1"><source>a</source></trans-unit></xliff>'
    assert b'<target state="translated">A</target>' in shouted(open_document(unit, "a.xlf"))
    reviewed = open_document(unit, "a.xlf", settings=Settings(review=True))
    assert b'<target state="needs-review-translation">A</target>' in shouted(reviewed)


def test_states_of_xliff_2() -> None:
    unit = b'<xliff version="2.0"><unit id="1"><segment><source>a</source></segment></unit></xliff>'
    assert b'<segment state="translated">' in shouted(open_document(unit, "a.xlf"))
    reviewed = open_document(unit, "a.xlf", settings=Settings(review=True))
    assert b'<segment state="translated" subState="stencil:needs-review">' in shouted(reviewed)


def test_xliff_overwrites_by_choice() -> None:
    unit = b"<xliff><trans-unit><source>a</source><target>b</target></trans-unit></xliff>"
    assert texts(open_document(unit, "a.xlf")) == []
    document = open_document(unit, "a.xlf", settings=Settings(overwrite=True))
    assert shouted(document) == unit.replace(b"<target>b", b'<target state="translated">A')
