"""A document that names its language names the other one once it is translated."""

import pytest

from documents.shouting import shouted
from stencilmt.documents import open_document
from stencilmt.documents.settings import Settings


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("a.html", '<html lang="en"><p>one</p></html>', '<html lang="de"><p>ONE</p></html>'),
        ("a.html", "<HTML id=a LANG=en-US><p>one", "<HTML id=a LANG=de><p>ONE"),
        (
            "a.html",
            "<!DOCTYPE html>\n<!-- en --><html lang='en'><p>one",
            "<!DOCTYPE html>\n<!-- en --><html lang='de'><p>ONE",
        ),
        ("a.html", '<?php $a = 1; ?><html lang="en"><p>one', '<?php $a = 1; ?><html lang="de"><p>ONE'),
        ("a.html", '<html lang="" title="x"><p>one', '<html lang="de" title="X"><p>ONE'),
        ("a.html", '<html xml:lang="en" lang="en"><p>one', '<html xml:lang="de" lang="de"><p>ONE'),
        ("a.html", '<p lang="en">one</p>', '<p lang="en">ONE</p>'),
        ("a.html", "<html><p>one</p></html>", "<html><p>ONE</p></html>"),
        ("a.html", '<html data-lang="en" hreflang="en"><p>one', '<html data-lang="en" hreflang="en"><p>ONE'),
        ("a.html", '<html lang="en"><img src="a"></html>', '<html lang="en"><img src="a"></html>'),
        ("a.xml", '<a xml:lang="en"><p>one</p></a>', '<a xml:lang="de"><p>ONE</p></a>'),
        ("a.page", '<page xml:lang="en"><p>one</p></page>', '<page xml:lang="de"><p>ONE</p></page>'),
    ],
)
def test_the_language_of_a_document(name: str, before: str, after: str) -> None:
    document = open_document(before.encode(), name, settings=Settings(target_language="de"))
    assert shouted(document).decode() == after


def test_a_page_that_is_shown_as_it_is_keeps_its_language() -> None:
    page = b'<html lang="en"><p>one</p></html>'
    assert open_document(page, "a.html").splice(["one"]) == page


NAMED = {
    "the source language": ("a.html", '<html lang="en-US"><p>one', '<html lang="de"><p>ONE'),
    "a third language": ("a.html", '<html lang="fr"><p>one', '<html lang="fr"><p>ONE'),
    "no language": ("a.html", '<html lang=""><p>one', '<html lang=""><p>ONE'),
    "a third language in XML": ("a.xml", '<a xml:lang="fr"><p>one</p></a>', '<a xml:lang="fr"><p>ONE</p></a>'),
    "Rails": ("a.yml", "# en\nen:\n  a: one # en\n", "# en\nde:\n  a: ONE # en\n"),
    "Rails in double quotes": ("a.yml", '"en":\n  a: one\n', '"de":\n  a: ONE\n'),
    "Rails in single quotes": ("a.yml", "---\n'en' : {a: one}\n", "---\n'de' : {a: ONE}\n"),
    "Rails with an anchor": ("a.yml", "&en en: &x\n  en: one\n", "&en de: &x\n  en: ONE\n"),
    "Rails with a region": ("a.yml", "en-GB:\n  a: one\n", "de:\n  a: ONE\n"),
    "Rails in a third language": ("a.yml", "fr:\n  a: one\n", "fr:\n  a: ONE\n"),
    "Rails without text": ("a.yml", "en:\n  order:\n  - :year\n", "en:\n  order:\n  - :year\n"),
    "more than one root": ("a.yml", "en:\n  a: one\nx:\n  b: two\n", "en:\n  a: ONE\nx:\n  b: TWO\n"),
    "more than one document": ("a.yml", "en: one\n---\nen: two\n", "en: ONE\n---\nen: TWO\n"),
    "a key that is a block": ("a.yml", "? |-\n  en\n: one\n", "? |-\n  en\n: ONE\n"),
    "a key that is a list": ("a.yml", "? [en]\n: one\n", "? [en]\n: ONE\n"),
    "a list of languages": ("a.yml", "- en: one\n", "- en: ONE\n"),
    "front matter": ("a.md", "---\nen: one\n---\ntwo\n", "---\nen: one\n---\nTWO\n"),
    "ARB": ("a.arb", '{"@@locale" : "en", "a": "one"}', '{"@@locale" : "de", "a": "ONE"}'),
    "ARB with its locale last": ("a.arb", '{"a": "one", "@@locale": "en_US"}', '{"a": "ONE", "@@locale": "de"}'),
    "ARB in a third language": ("a.arb", '{"@@locale": "fr", "a": "one"}', '{"@@locale": "fr", "a": "ONE"}'),
    "ARB without text": ("a.arb", '{"@@locale": "en", "a": "1"}', '{"@@locale": "en", "a": "1"}'),
    "another locale": ("a.arb", '{"a": {"@@locale": "en"}, "b": "one"}', '{"a": {"@@locale": "en"}, "b": "ONE"}'),
}


@pytest.mark.parametrize(("name", "before", "after"), NAMED.values(), ids=NAMED)
def test_only_the_source_language_is_renamed(name: str, before: str, after: str) -> None:
    settings = Settings(source_language="en", target_language="de")
    assert shouted(open_document(before.encode(), name, settings=settings)).decode() == after


UNKNOWN = {
    "a short key": ("a.yml", "app:\n  a: one\n", "app:\n  a: ONE\n"),
    "ARB": ("a.arb", '{"@@locale": "en", "a": "one"}', '{"@@locale": "de", "a": "ONE"}'),
}


@pytest.mark.parametrize(("name", "before", "after"), UNKNOWN.values(), ids=UNKNOWN)
def test_without_a_source_language(name: str, before: str, after: str) -> None:
    document = open_document(before.encode(), name, settings=Settings(target_language="de"))
    assert shouted(document).decode() == after


@pytest.mark.parametrize(
    ("before", "after"), [("en: {a: one}", '"no": {a: ONE}'), ("'en': {a: one}", "'no': {a: ONE}")]
)
def test_a_language_that_yaml_takes_for_a_truth_value(before: str, after: str) -> None:
    settings = Settings(source_language="en", target_language="no")
    assert shouted(open_document(before.encode(), "a.yml", settings=settings)).decode() == after
