"""XML and HTML: which bytes are tags, which stand in pairs, what is kept whole, what is noted."""

import pytest

from stencilmt.constraints.markup import Markup, escape, scan
from stencilmt.errors import MarkupError, SettingsError

XML, HTML = Markup.XML, Markup.HTML
BOTH = [XML, HTML]


@pytest.mark.parametrize("markup", BOTH)
@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a < b", "a < b"),
        ("I <3 you, x <- y, a <= b <", "I <3 you, x <- y, a <= b <"),
        ("AT&T & Co &", "AT&T & Co &"),
        ('<a title="1 > 0">x</a>', "⟨1⟩x⟨/1⟩"),
        ("<a title='<b>\"</b>' href=\"'\">x</a>", "⟨1⟩x⟨/1⟩"),
        ("<a\n\thref = 'x'\n>x</a\n>", "⟨1⟩x⟨/1⟩"),
        ("<a b=1 checked c=it's>x</a>", "⟨1⟩x⟨/1⟩"),
        ("<my-tag.x:y>x</my-tag.x:y>", "⟨1⟩x⟨/1⟩"),
        ("<a <?php a(1 > 0) ?>>x</a>", "⟨1⟩x⟨/1⟩"),
        ("<a b=<%= c %> <%= d > '\"' %>>x</a>", "⟨1⟩x⟨/1⟩"),
        ("<a <#if b>c=1</#if> <@d/> e>x</a>", "⟨1⟩x⟨/1⟩"),
        ("<h<?= $level ?>>x</h<?= $level ?>>", "⟨1⟩x⟨/1⟩"),
        ("<br <?= $a ?>/>", "⟨1/⟩"),
        ("<b>x</b ><br/><br />", "⟨1⟩x⟨/1⟩⟨2/⟩⟨3/⟩"),
        ("a<!-- <b> & -- > -->b<!---->", "a⟨1/⟩b⟨2/⟩"),
        ("<![CDATA[a < <b> &amp;]]>", "{a < <b> &amp;}"),
        ("<?pi a > b?>x", "⟨1/⟩x"),
        ('<!DOCTYPE r [<!ENTITY k "v">]>x', "⟨1/⟩x"),
        ("&amp;&#160;&#xA0;&lt;", "{&}{\xa0}{\xa0}{<}"),
        ("&#" + "1" * 5000 + ";", "{\ufffd}"),
        ('<i translate="no">a <b>b</b> &amp; c</i>', "{a b & c}"),
        ("<i its:translate='no'>a</i><i translate=yes>b</i>", "{a}⟨1⟩b⟨/1⟩"),
        ('<i title="translate=no">a</i>', "⟨1⟩a⟨/1⟩"),
        ("<notranslate>a</i> <b> <c</notranslate>", "{a  <c}"),
        ("<i translate=no>a<notranslate>b</notranslate>c</i>", "{abc}"),
    ],
)
def test_tags(marked, text, written, markup):
    assert marked(text, markup) == written


@pytest.mark.parametrize(
    ("text", "in_xml", "in_html"),
    [
        ("<B>x</b>", "⟨1/⟩x⟨2/⟩", "⟨1⟩x⟨/1⟩"),
        ("a<br>b<wbr>c<IMG src=x>", "a⟨1/⟩b⟨2/⟩c⟨3/⟩", "a⟨1/⟩b⟨2/⟩c⟨3/⟩"),
        ("<code>a</code> <KBD>b</KBD>", "⟨1⟩a⟨/1⟩ ⟨2⟩b⟨/2⟩", "{a} {b}"),
        ('<i class="x notranslate">a</i>', "⟨1⟩a⟨/1⟩", "{a}"),
        ("<i TRANSLATE=NO>a</i>", "⟨1⟩a⟨/1⟩", "{a}"),
        ("<script>if (a<b) '<i>'</SCRIPT >x", "⟨1/⟩if (a<b) '⟨2/⟩'⟨3/⟩x", "{if (a<b) '<i>'}x"),
        ("<a href=http://x/>t</a>", "⟨1/⟩t⟨2/⟩", "⟨1⟩t⟨/1⟩"),
        ("&kde; &nbsp;", "{kde} {\xa0}", "&kde; {\xa0}"),
        ("&copy 1, &notit; &ampx", "&copy 1, {notit} &ampx", "{©} 1, {¬}it; {&}x"),
        ("<你好>x</你好>", "⟨1⟩x⟨/1⟩", "<你好>x⟨1/⟩"),
        ("<?php a ?><?b>", "⟨1/⟩⟨2/⟩>", "⟨1/⟩⟨2/⟩"),
    ],
)
def test_xml_and_html_differ(marked, text, in_xml, in_html):
    assert (marked(text, XML), marked(text, HTML)) == (in_xml, in_html)


FAULTS = [
    ("x</b>", "x⟨1/⟩", ["'</b>' at offset 1 has no start tag"]),
    ("<b>x", "⟨1/⟩x", ["'<b>' at offset 0 has no end tag"]),
    ("<b><i>x</b></i>", "⟨1⟩⟨2/⟩x⟨/1⟩⟨3/⟩", ["'<i>' at offset 3", "'</i>' at offset 11"]),
    ("<b><i><b>x</i></b>", "⟨1⟩⟨2⟩⟨3/⟩x⟨/2⟩⟨/1⟩", ["'<b>' at offset 6"]),
    ("x <b", "x ⟨1/⟩", ["'<b' at offset 2 is not finished"]),
    ("<b <i>x</i>", "⟨1/⟩ ⟨2⟩x⟨/2⟩", ["'<b <i>x</i>' at offset 0 is not finished"]),
    ('<a href="x>y', '⟨1/⟩ href="x>y', ["'<a href=\"x>y' at offset 0 is not finished"]),
    ("<!-- x", "⟨1/⟩ x", ["'<!-- x' at offset 0"]),
    ("<![CDATA[x", "⟨1/⟩x", ["'<![CDATA[x' at offset 0"]),
    ("the file</b<i/>", "the file⟨1/⟩⟨2/⟩", ["'</b<i/>' at offset 8 is not finished"]),
    ("<a <?php x", "⟨1/⟩ ⟨2/⟩ x", ["'<a <?php x' at offset 0", "'<?php x' at offset 3"]),
    ("<a <#if x", "⟨1/⟩ <#if x", ["'<a <#if x' at offset 0"]),
    ("a<b", "a<b", ["'<b' at offset 1 is not finished"]),
    ("</>", "⟨1/⟩", ["'</>' at offset 0"]),
    ("<jane@example.org>", "⟨1/⟩", ["'<jane@example.org>' at offset 0 has no end tag"]),
]


@pytest.mark.parametrize("markup", BOTH)
@pytest.mark.parametrize(("text", "written", "faults"), FAULTS)
def test_faults_are_kept_and_noted(marked, text, written, faults, markup):
    assert marked(text, markup) == written
    notes = scan(text, markup).notes
    assert len(notes) == len(faults)
    assert all(note.startswith(fault) for note, fault in zip(notes, faults, strict=True))


@pytest.mark.parametrize("markup", BOTH)
@pytest.mark.parametrize(("text", "_written", "faults"), FAULTS)
def test_strict_refuses_the_first_fault(text, _written, faults, markup):
    with pytest.raises(MarkupError) as caught:
        scan(text, markup, strict=True)
    assert str(caught.value).startswith(faults[0])


@pytest.mark.parametrize(
    "text", ["<ul><li>a<li>b</ul>", "<p>a<p>b", "<tr><td>a<td>b</tr>", "a<br>b", "<dl><dt>a<dd>b</dl>"]
)
def test_html_may_leave_out_end_tags(text):
    assert not scan(text, HTML, strict=True).notes


def test_faults_in_what_is_kept_whole_are_none():
    assert not scan("<code>a </b> <i <u></code>", HTML, strict=True).notes


def test_plain_text_has_no_tags():
    assert scan("<b>**x**</b> &amp;", Markup.NONE).tags == ()
    assert escape("<b>&amp;", Markup.NONE) == "<b>&amp;"


def test_references_are_for_markdown():
    with pytest.raises(SettingsError, match="references are for Markdown"):
        scan("x", XML, references=frozenset())


@pytest.mark.parametrize(
    ("text", "in_xml", "in_html"),
    [
        ("AT&T, a < b, <3 >", "AT&amp;T, a &lt; b, &lt;3 >", "AT&T, a < b, <3 >"),
        ("<b>x</b>", "&lt;b>x&lt;/b>", "&lt;b>x&lt;/b>"),
        ("a <b", "a &lt;b", "a &lt;b"),
        ("&amp; &#1; &copy &nope;", "&amp;amp; &amp;#1; &amp;copy &amp;nope;", "&amp;amp; &amp;#1; &amp;copy &nope;"),
        ("a[b[0]]>1", "a[b[0]]&gt;1", "a[b[0]]>1"),
        ("<!-- x", "&lt;!-- x", "&lt;!-- x"),
    ],
)
def test_escape(text, in_xml, in_html):
    assert (escape(text, XML), escape(text, HTML)) == (in_xml, in_html)
