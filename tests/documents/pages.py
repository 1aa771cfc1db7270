"""Random pages as people write them: well formed, and with something of everything in them."""

from hypothesis import strategies as st

TERMS = {"mail merge": "Seriendruck", "button": ["Knopf", "Schaltfläche"], "R&D": "F&E"}
_PLAIN = ["Open the file", "the button", "mail merge", "now.", "Is it? Yes!", "%s", "{name}", "12", "é 中 😀", "x"]
_CODES = ["&amp;", "&lt;b&gt;", "R&amp;D", "&#160;", "a &gt; b"]
_LONE = ["<br/>", '<img alt="a button" src="1.png"/>', "<!-- mail merge -->"]
_INLINE = [("<b>", "</b>"), ('<a href="?a=1&amp;b" title="mail merge">', "</a>"), ("<i class='x'>", "</i>")]
_KEPT = ["<code>mail merge &lt;</code>", '<span translate="no">the button</span>']
_RAW = ["<script>if (a &amp;&amp; b) button();</script>", "<pre>mail  merge\n x</pre>", "<hr/>", "<?pi button?>"]


def _runs(words: list[str], pairs: list[tuple[str, str]]) -> st.SearchStrategy[str]:
    """Inline text: words, and pairs around more of it."""
    leaf = st.lists(st.sampled_from(words), min_size=1, max_size=4).map(" ".join)
    within = st.tuples(st.sampled_from(pairs), leaf).map(lambda drawn: f"{drawn[0][0]}{drawn[1]}{drawn[0][1]}")
    nested = st.recursive(
        leaf,
        lambda inner: st.tuples(st.sampled_from(pairs), inner, leaf, st.sampled_from(["", " "])).map(
            lambda drawn: f"{drawn[2]}{drawn[3]}{drawn[0][0]}{drawn[1]}{drawn[0][1]} {drawn[2]}"
        ),
        max_leaves=4,
    )
    return st.one_of(leaf, within, nested)


_TAGGED_RUNS = _runs([*_PLAIN, *_CODES, *_LONE, *_KEPT], _INLINE)


def _block(name: str, content: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return content.map(lambda text: f"<{name}>\n  {text}</{name}>\n")


_ITEMS = st.lists(_block("li", _TAGGED_RUNS), min_size=1, max_size=3).map("".join)
_CELLS = st.lists(_block("td", _TAGGED_RUNS), min_size=1, max_size=3).map("".join)
_BLOCKS = st.one_of(
    _block("p", _TAGGED_RUNS),
    _block("h1", _TAGGED_RUNS),
    _block("ul", _ITEMS),
    _block("table", _block("tr", _CELLS)),
    st.sampled_from(_RAW),
)
HTML = _block("html", _block("body", st.lists(_BLOCKS, max_size=4).map("\n".join)))
"""Web pages that an XML parser takes as well."""

_CDATA = ["<![CDATA[ <b> & ]]>", "<?pi button?>", "<!-- x -->", "&own;", '<keep its:translate="no">button</keep>']
_XML_RUNS = _runs([*_PLAIN, *_CODES, *_CDATA], [("<em>", "</em>"), ('<ref id="1">', "</ref>"), ("<m:x\n>", "</m:x>")])
_PROLOGUE = """<?xml version="1.0"?>
<!DOCTYPE doc [<!ENTITY own "button">]>
<doc xmlns:its="http://www.w3.org/2005/11/its" xmlns:m="urn:m">"""
XML = st.lists(_block("para", st.one_of(_XML_RUNS, _XML_RUNS.map(lambda text: f"A {text}"))), max_size=5).map(
    lambda paragraphs: f"{_PROLOGUE}{''.join(paragraphs)}</doc>\n"
)
"""Documents of no known vocabulary."""

_MARKS = [("**", "**"), ("*", "*"), ("[", "](u.html)"), ("~~", "~~"), ("[", '](v.html "mail merge")')]
_MARKDOWN_WORDS = [
    *_PLAIN,
    "&amp;",
    "`mail merge`",
    "![a button](i.png)",
    "<https://example.org/button>",
    "<kbd>x</kbd>",
]
_MARKDOWN_RUNS = _runs(_MARKDOWN_WORDS, _MARKS)
_MARKDOWN_BLOCKS = st.one_of(
    _MARKDOWN_RUNS,
    _MARKDOWN_RUNS.map(lambda text: f"# {text}"),
    _MARKDOWN_RUNS.map(lambda text: f"> {text}"),
    st.lists(_MARKDOWN_RUNS, min_size=1, max_size=3).map(lambda items: "\n".join(f"- {item}" for item in items)),
    st.lists(_MARKDOWN_RUNS, min_size=2, max_size=2).map(lambda row: f"| {row[0]} | b |\n|---|---|\n| x | {row[1]} |"),
    st.sampled_from(["```sh\nmail merge\n```", "---", "    mail merge", "<!-- button -->", "$$\nbutton\n$$"]),
)
MARKDOWN = st.lists(_MARKDOWN_BLOCKS, min_size=1, max_size=5).map(lambda blocks: "\n\n".join(blocks) + "\n")
"""Pages with blocks of every sort."""
