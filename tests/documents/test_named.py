"""A document that names its language in its first tag names the other one once it is translated."""

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
