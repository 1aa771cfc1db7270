"""Random documents: well formed, broken, and any text between."""

from itertools import product

from hypothesis import strategies as st

ANY_TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)

_WORDS = ["word", "Two words", "a.", "ß", "中文", "😀", "%s", "&amp;", "&nbsp;", "12", " ", "\n", "\r\n\t", "&", "<"]
_NAMES = ["p", "b", "i", "a", "div", "li", "br", "pre", "code", "script", "x:y", "title", "img"]
_ATTRIBUTES = [
    "",
    ' title="some text"',
    " alt='x \" y'",
    " class=notranslate",
    ' translate="no"',
    " a=b",
    "\n c",
    ' xml:space="preserve"',
]
_TAGS = [
    *(f"<{name}{attributes}>" for name, attributes in product(_NAMES, _ATTRIBUTES)),
    *(f"<{name}{attributes}/>" for name, attributes in product(_NAMES, _ATTRIBUTES)),
    *(f"</{name}>" for name in _NAMES for _ in _ATTRIBUTES),
    *(
        "<!-- c -->",
        "<!--",
        "<![CDATA[ <b> ]]>",
        "<?pi ?>",
        "<%= x %>",
        "<% x %>",
        "<!DOCTYPE a [<!ENTITY b 'c'>] >",
        "<a href='",
        "</",
        "]]>",
    ),
]
_MARKS = ["> ", "- ", "* ", "1. ", "2) ", "# ", "## ", "    ", "\t", "  ", "```", "~~~", "---", "===", "| ", "|", ":-"]
_BLOCKS = ["[a]: b", "[^1]: ", ":::", "<div>", "-|-", "|a|b|\n|-|-|\n", ": ", "$$", "[!NOTE]"]
_INLINES = [
    "word",
    "two words",
    "*a*",
    "**b c**",
    "`code`",
    "[x](y)",
    "![i](j)",
    "[a]",
    "[a][]",
    "\\*",
    "&lt;",
    "<b>",
    "\\",
]
_ENDS = ["\n", "\n\n", "  \n", "\\\n", "\r\n", "\r"]
_CUES = [
    "\n\n1\n00:01.000 --> 00:02.000\n",
    "\n00:01.000 --> 00:02.000\n",
    "{\\an8}",
    "{\\i1}",
    "- ",
    "<c.x>",
    "</c>",
    "<00:01.500>",
]


def _soup(*ingredients: list[str]) -> st.SearchStrategy[str]:
    tokens = [st.sampled_from(kind) for kind in ingredients]
    return st.lists(st.one_of(*tokens, ANY_TEXT), max_size=25).map("".join)


TAGGED = _soup(_TAGS, _TAGS, _WORDS, _WORDS)
"""Texts with tags in every place."""
MARKDOWN = _soup(_MARKS, _BLOCKS, _INLINES, _INLINES, _ENDS, _ENDS)
"""Texts with the marks of Markdown in every place."""
SUBTITLES = _soup(_CUES, _TAGS, _WORDS)
"""Texts with cues in every place."""

BY_NAME = {
    "a.html": TAGGED,
    "a.xml": TAGGED,
    "a.md": MARKDOWN,
    "a.txt": TAGGED,
    "a.srt": SUBTITLES,
    "a.vtt": SUBTITLES,
}
