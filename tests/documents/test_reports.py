"""What users of other systems reported, as far as it concerns whole files."""

import pytest

from documents.shouting import shouted, texts, unchanged
from stencilmt.documents import open_document

ROWS = {
    "M2": ("a.html", "<p>hello</p>", ["hello"], "<p>HELLO</p>"),
    "M3": (
        "a.html",
        "<a><em><span>View the complete range of</span></em> <em><span>drawer systems here!</span></em></a>",
        ["<a><em><span>View the complete range of</span></em> <em><span>drawer systems here!</span></em></a>"],
        "<a><em><span>VIEW THE COMPLETE RANGE OF</span></em> <em><span>DRAWER SYSTEMS HERE!</span></em></a>",
    ),
    "M4": (
        "a.html",
        "<p>\n\t\tIf a line has no verb\n\t\tthe translation must be\n\t\twrong.\n</p>",
        ["If a line has no verb the translation must be wrong."],
        "<p>\n\t\tIF A LINE HAS NO VERB THE TRANSLATION MUST BE WRONG.\n</p>",
    ),
    "M5": (
        "a.html",
        '<p>One</p><!-- wp:paragraph {"a":1} --><p>Two</p>',
        ["One", "Two"],
        '<p>ONE</p><!-- wp:paragraph {"a":1} --><p>TWO</p>',
    ),
    "M7": (
        "a.html",
        '<p>Use &lt;b&gt; <img alt="a &quot;b&quot;"></p>',
        ["Use &lt;b&gt;", "a &quot;b&quot;"],
        '<p>USE &lt;B&gt; <img alt="A &quot;B&quot;"></p>',
    ),
    "M16": (
        "a.txt",
        'List of properties:\n* <c id="1">Camera</c>\n* <c id="2">Battery</c>\n',
        ["List of properties:", '<c id="1">Camera</c>', '<c id="2">Battery</c>'],
        'LIST OF PROPERTIES:\n* <c id="1">CAMERA</c>\n* <c id="2">BATTERY</c>\n',
    ),
    "M22": (
        "a.html",
        '<p>Hello <b><a href="#">world</a></b></p>',
        ['Hello <b><a href="#">world</a></b>'],
        '<p>HELLO <b><a href="#">WORLD</a></b></p>',
    ),
    "M28": (
        "a.html",
        "First line<br />second line",
        ["First line<br />second line"],
        "FIRST LINE<br />SECOND LINE",
    ),
    "D1": (
        "a.md",
        "# A *title*\n\n---\n\n> quoted **text**\n\n```\ncode\n```\n",
        ["A *title*", "quoted **text**"],
        "# A *TITLE*\n\n---\n\n> QUOTED **TEXT**\n\n```\ncode\n```\n",
    ),
    "D3": (
        "a.md",
        "[Link Text](file.png) and https://example.org/4.x/a\n",
        ["[Link Text](file.png) and https://example.org/4.x/a"],
        "[LINK TEXT](file.png) AND https://example.org/4.x/a\n",
    ),
    "D4": ("a.md", "**[text](url)**", ["**[text](url)**"], "**[TEXT](url)**"),
    "D10": (
        "a.xlf",
        '<xliff version="1.2"><trans-unit id="1"><source>A <g id="1">b</g><x id="2"/> <bx id="3"/>c<ex id="3"/>'
        '<ph id="4">d</ph></source><note>n</note></trans-unit></xliff>',
        ['A <g id="1">b</g><x id="2"/> <stencil1>c</stencil1><notranslate stencil="2"><ph id="4">d</ph></notranslate>'],
        '<xliff version="1.2"><trans-unit id="1"><source>A <g id="1">b</g><x id="2"/> <bx id="3"/>c<ex id="3"/>'
        '<ph id="4">d</ph></source><target state="translated">A <g id="1">B</g><x id="2"/> <bx id="3"/>C<ex id="3"/>'
        '<ph id="4">d</ph></target><note>n</note></trans-unit></xliff>',
    ),
    "no list behind a break": ("a.md", "one\\\n* \ntwo", ["one\\\n* two"], "ONE\\\n\\* TWO"),
    "cues without an empty line between": (
        "a.srt",
        "1\n00:00:01,000 --> 00:00:02,000\nOpen the file.\n2\n00:00:03,000 --> 00:00:04,000\nClose the window.\n",
        ["Open the file.", "Close the window."],
        "1\n00:00:01,000 --> 00:00:02,000\nOPEN THE FILE.\n2\n00:00:03,000 --> 00:00:04,000\nCLOSE THE WINDOW.\n",
    ),
    "cues without an empty line and a number": (
        "a.vtt",
        "WEBVTT\n\n00:01.000 --> 00:02.000\nOpen 2\nfiles\n00:03.000 --> 00:04.000\n3\n00:05.000 --> 00:06.000\nBye.\n",
        ["Open 2 files", "Bye."],
        "WEBVTT\n\n00:01.000 --> 00:02.000\nOPEN 2 FILES\n00:03.000 --> 00:04.000\n3\n00:05.000 --> 00:06.000\nBYE.\n",
    ),
    "a timing without its cue": (
        "a.srt",
        "1\n00:00:01,000 --> 00:00:02,000\nOpen the file.\n2\n00:00:03,000 --> 00:00:04,000",
        ["Open the file."],
        "1\n00:00:01,000 --> 00:00:02,000\nOPEN THE FILE.\n2\n00:00:03,000 --> 00:00:04,000",
    ),
    "the longest of some lines": (
        "a.txt",
        "Your order was sent\nThank you for your visit to our small shop\nYour team\nBerlin\n",
        ["Your order was sent", "Thank you for your visit to our small shop", "Your team", "Berlin"],
        "YOUR ORDER WAS SENT\nTHANK YOU FOR YOUR VISIT TO OUR SMALL SHOP\nYOUR TEAM\nBERLIN\n",
    ),
    "the longest of some lines in a string": (
        "a.json",
        r'["Your order was sent\nThank you for your visit to our small shop\nYour team"]',
        ["Your order was sent", "Thank you for your visit to our small shop", "Your team"],
        r'["YOUR ORDER WAS SENT\nTHANK YOU FOR YOUR VISIT TO OUR SMALL SHOP\nYOUR TEAM"]',
    ),
    "a list in small letters": (
        "a.txt",
        "open the file\nclose the window that is shown in front of all\nprint the page\n",
        ["open the file", "close the window that is shown in front of all", "print the page"],
        "OPEN THE FILE\nCLOSE THE WINDOW THAT IS SHOWN IN FRONT OF ALL\nPRINT THE PAGE\n",
    ),
    "two wrapped lines": (
        "a.txt",
        "Choose the file that you want to open and then\npress the button.\n",
        ["Choose the file that you want to open and then press the button."],
        "CHOOSE THE FILE THAT YOU WANT TO OPEN AND THEN PRESS THE BUTTON.\n",
    ),
    "a wrapped line before a name": (
        "a.txt",
        "Choose the file that you want to open in the\nMain window and then press the button that\nis shown.\n",
        ["Choose the file that you want to open in the Main window and then press the button that is shown."],
        "CHOOSE THE FILE THAT YOU WANT TO OPEN IN THE MAIN WINDOW AND THEN PRESS THE BUTTON THAT IS SHOWN.\n",
    ),
    "kept with paragraphs in it": (
        "a.html",
        '<div translate="no"><p>One file</p><p>Open the file.</p></div><p>two</p>',
        ["two"],
        '<div translate="no"><p>One file</p><p>Open the file.</p></div><p>TWO</p>',
    ),
    "kept with a list in it": (
        "a.html",
        '<ul><li class="notranslate">a<ul><li>b<li>c</ul><p>d</p></li><li>two</ul>',
        ["two"],
        '<ul><li class="notranslate">a<ul><li>b<li>c</ul><p>d</p></li><li>TWO</ul>',
    ),
    "kept in spite of a stray end": (
        "a.html",
        '<div translate="no"><p>One<div>a</p>b</div>c</div><p>two</p>',
        ["two"],
        '<div translate="no"><p>One<div>a</p>b</div>c</div><p>TWO</p>',
    ),
    "kept without its end": (
        "a.html",
        '<table><tr><td translate="no"><p>a</p><td>b</table><p><span translate="no">c</p>two',
        ["b", "two"],
        '<table><tr><td translate="no"><p>a</p><td>B</table><p><span translate="no">c</p>TWO',
    ),
    "code that writes": (
        "a.html",
        "<p><%= user.name %> has <b><%= count > 1 %></b> files</p>",
        ["<%= user.name %> has <b><%= count > 1 %></b> files"],
        "<p><%= user.name %> HAS <b><%= count > 1 %></b> FILES</p>",
    ),
    "code that decides": (
        "a.html",
        '<%@ page a="b" %>\n<p><% if (a > b) { %>One file<% } else { %>more <i>files</i><% } %></p><%-- a note --%>',
        ["One file", "more <i>files</i>"],
        '<%@ page a="b" %>\n<p><% if (a > b) { %>ONE FILE<% } else { %>MORE <i>FILES</i><% } %></p><%-- a note --%>',
    ),
    "PHP": (
        "a.html",
        "<p><?= $name ?> is online<?php if ($a > 1) { ?> and busy<?php } ?></p>",
        ["<?= $name ?> is online", "and busy"],
        "<p><?= $name ?> IS ONLINE<?php if ($a > 1) { ?> AND BUSY<?php } ?></p>",
    ),
    "no code": (
        "a.html",
        "<p>less <% of them</p>",
        ["less <% of them"],
        "<p>LESS <% OF THEM</p>",
    ),
    "code in attributes": (
        "a.html",
        '<a href="<%= url %>" title="Show <%= name %>">more</a>',
        ['<a href="<%= url %>" title="Show <%= name %>">more</a>', "Show <%= name %>"],
        '<a href="<%= url %>" title="SHOW <%= name %>">MORE</a>',
    ),
    "CDATA of Android": (
        "strings.xml",
        '<resources><string name="a"><![CDATA[Don\\\'t <b>close</b> it\\n]]></string></resources>',
        ["Don't <b>close</b> it"],
        '<resources><string name="a"><![CDATA[DON\\\'T <b>CLOSE</b> IT\\n]]></string></resources>',
    ),
    "CDATA of a feed": (
        "a.xml",
        '<rss><description>\n<![CDATA[<p>One <i>file</i></p>\n<p title="more">and\ntwo</p>]]>\n</description></rss>',
        ["One <i>file</i>", "more", "and two"],
        '<rss><description>\n<![CDATA[<p>ONE <i>FILE</i></p>\n<p title="MORE">AND TWO</p>]]>\n</description></rss>',
    ),
    "CDATA of XLIFF": (
        "a.xlf",
        "<xliff><trans-unit><source><![CDATA[<p>One</p>]]></source></trans-unit></xliff>",
        ["One"],
        '<xliff><trans-unit><source><![CDATA[<p>One</p>]]></source><target state="translated"><![CDATA[<p>ONE</p>]]>'
        "</target></trans-unit></xliff>",
    ),
    "CDATA in a sentence": (
        "a.xml",
        "<r><p>Type <![CDATA[a<b]]> here</p></r>",
        ["Type <![CDATA[a<b]]> here"],
        "<r><p>TYPE <![CDATA[a<b]]> HERE</p></r>",
    ),
    "folded with a tag": (
        "a.yaml",
        "a: >\n  Open the <b>big\n  file</b> and\n  close it.\n\n  Then <i>stop</i>.\nb: |\n  One <b>line</b>\n  two\n",
        ["Open the <b>big file</b> and close it.", "Then <i>stop</i>.", "One <b>line</b>", "two"],
        "a: >\n  OPEN THE <b>BIG FILE</b> AND CLOSE IT.\n\n  THEN <i>STOP</i>.\nb: |\n  ONE <b>LINE</b>\n  TWO\n",
    ),
    "other languages of a page": (
        "a.html",
        '<html id=a lang="en-US"><p lang="fr">Une <b>vue</b></p><p lang=en-GB title=x>one <i lang="la">vox</i> two',
        ["x", 'one <notranslate stencil="1"><i lang="la">vox</i></notranslate> two'],
        '<html id=a lang="en-US"><p lang="fr">Une <b>vue</b></p><p lang=en-GB title="X">ONE <i lang="la">vox</i> TWO',
    ),
    "languages of a page that has none": (
        "a.html",
        '<html><body lang="en"><p lang="fr">one</p><a hreflang="fr">two</a>',
        ["one", '<a hreflang="fr">two</a>'],
        '<html><body lang="en"><p lang="fr">ONE</p><a hreflang="fr">TWO</a>',
    ),
    "symbols of Ruby": (
        "a.yml",
        "order:\n- :year\n- :_x1\n- ':month'\n- :day of it\n- :Day\na: :b\n",
        [":month", ":day of it", ":Day"],
        'order:\n- :year\n- :_x1\n- \':MONTH\'\n- ":DAY OF IT"\n- ":DAY"\na: :b\n',
    ),
    "notes and tabs of MkDocs": (
        "a.md",
        '!!! note\n    Open the file.\n\n    Close it.\n\n=== "My tab"\n\n    Open\n    it.\n',
        ["Open the file.", "Close it.", "My tab", "Open it."],
        '!!! note\n    OPEN THE FILE.\n\n    CLOSE IT.\n\n=== "MY TAB"\n\n    OPEN IT.\n',
    ),
    "components of MDX": (
        "a.md",
        'import T from "t";\n\n{/* note */}\n\n<T a={[{b}]}>\n  Open **it**.\n</T>\n<Tab label="one">\n  two\n</Tab>\n',
        ["Open **it**.", "one", "two"],
        'import T from "t";\n\n{/* note */}\n\n<T a={[{b}]}>\n  OPEN **IT**.\n</T>\n<Tab label="ONE">\n  TWO\n</Tab>\n',
    ),
    "D11": ("a.txt", "text with emoji 😀\n", ["text with emoji 😀"], "TEXT WITH EMOJI 😀\n"),
    "D11 alone": ("a.txt", "👍\n\n\n", [], "👍\n\n\n"),
}


@pytest.mark.parametrize(("name", "text", "segments", "expected"), ROWS.values(), ids=ROWS)
def test_report(name: str, text: str, segments: list[str], expected: str) -> None:
    document = open_document(text.encode(), name)
    assert texts(document) == segments
    assert shouted(document).decode() == expected
    assert name == "a.xlf" or unchanged(document).decode() == text


def test_cdata_never_ends_early() -> None:
    document = open_document(b"<r><p><![CDATA[one\n\ntwo]]></p></r>", "a.xml")
    assert texts(document) == ["one", "two"]
    assert document.splice(["a]]>b", "c]]"]) == b"<r><p><![CDATA[a]]]]><![CDATA[>b\n\nc]]]]></p></r>"


SPANS = {
    "a span": (
        'Press <sm id="1" translate="no"/>Save <ph id="2"/>now<em startRef="1"/> twice',
        'Press <notranslate stencil="1"><sm id="1" translate="no"/>Save <ph id="2"/>now<em startRef="1"/></notranslate>'
        " twice",
    ),
    "a span in a span": (
        '<sm id="1" translate="no"/>a<sm id="2"/>b<em startRef="2"/>c<em startRef="1"/> twice',
        '<notranslate stencil="1"><sm id="1" translate="no"/>a<sm id="2"/>b<em startRef="2"/>c<em startRef="1"/>'
        "</notranslate> twice",
    ),
    "a span without end": ('Press <sm id="1" translate="no"/>Save', "Press"),
    "a span that is translated": (
        'Press <sm id="1"/>Save<em startRef="1"/> twice',
        "Press <stencil1>Save</stencil1> twice",
    ),
}


@pytest.mark.parametrize(("content", "shown"), SPANS.values(), ids=SPANS)
def test_spans_of_xliff(content: str, shown: str) -> None:
    text = f'<xliff version="2.0"><unit><segment><source>{content}</source></segment></unit></xliff>'
    document = open_document(text.encode(), "a.xlf")
    assert texts(document) == [shown]
    assert f"<target>{content}</target>" in unchanged(document).decode()
