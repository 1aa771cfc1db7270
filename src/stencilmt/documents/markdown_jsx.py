"""What MDX adds to Markdown: tags of JSX on lines of their own, and code of JavaScript between the blocks."""

import re

from stencilmt.documents.markdown_lines import VALUE, Line

_DEEPEST_BRACES = 8
_LONGEST_TAG = 2_000


def _braces(depth: int) -> str:
    """An expression in braces that holds others."""
    return rf"\{{(?:[^{{}}]++|{_braces(depth - 1)})*+\}}" if depth else r"\{[^{}]*+\}"


_EXPRESSION = _braces(_DEEPEST_BRACES)
_ATTRIBUTE = rf"""[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+(?:(?P<value>{_EXPRESSION})|{VALUE}))?+
    |(?P<spread>(?=\{{\.\.\.){_EXPRESSION})"""
_CLOSING = r"</(?P<closed>[A-Za-z][\w.-]*+)[ \t]*+>[ \t]*+(?=[\r\n]|\Z)"
_COMPONENT = re.compile(
    rf"""<(?!(?:code|pre|script|style|textarea)[\s>])(?P<name>[A-Za-z][\w.-]*+)
    (?:\s++(?:{_ATTRIBUTE}))*+\s*+(?P<alone>/)?>[ \t]*+(?=[\r\n]|\Z) | {_CLOSING}""",
    re.VERBOSE,
)
CLOSING = re.compile(_CLOSING)

_FROM = r"""(?P<quote>["'])[^"']++(?P=quote)[ \t]*+;?[ \t]*+(?://.*)?$"""
_IMPORT = rf"""import[ ]++(?:type[ ]++)?(?:
    (?:(?:[\w$]++[ ]*+,?[ ]*+)?(?:\{{[^{{}}"']*+\}}|\*[ ]++as[ ]++[\w$]++)?[ ]*+from[ ]*+)?{_FROM}
    | (?:[\w$]++[ ]*+,[ ]*+)?\{{[^}}"']*+$)"""
_EXPORT = r"""export[ ]++(?:
    default[ ]++(?:(?:async|class|function)\b|[({\[]|[\w$.]++[ \t]*+;?[ \t]*+$)
    | (?:const|let|var)[ ]++(?:[\w$]++[ ]*+[=:]|[{\[]) | (?:async[ ]++)?function\b[ ]*+\*?[ ]*+[\w$]*+\(
    | class[ ]++[\w$]++[^.]*+$ | \{[^{}]*+(?:$|\}[ ]*+(?:;|from\b|$)) | \*[ ]++(?:as|from)\b)"""
MODULE = re.compile(rf"{_IMPORT}|{_EXPORT}", re.VERBOSE)
"""How code of JavaScript starts between the blocks of MDX; never in prose, which goes on in other words."""
_MODULE_PART = re.compile(
    r"""(?P<string>"(?:[^"\\\r\n]|\\.){0,999}+"|'(?:[^'\\\r\n]|\\.){0,999}+'|`(?:[^`\\]|\\.){0,999}+`)
    | (?P<opens>[({\[]) | (?P<closes>[)}\]]) | (?P<empty>(?>\r\n|\r|\n)[ \t]*+(?=[\r\n]|\Z))""",
    re.VERBOSE,
)
_LONGEST_MODULE = 20_000
"""Where its brackets are not closed so far, the next empty line ends it."""


def module_end(text: str, start: int) -> int:
    """Where code that starts here ends: at the first empty line outside of its brackets."""
    depth = 0
    for part in _MODULE_PART.finditer(text, start):
        depth += bool(part["opens"]) - bool(part["closes"])
        if part["empty"] and (depth <= 0 or part.start() - start > _LONGEST_MODULE):
            return part.start()
    return len(text)


def component(line: Line) -> re.Match[str] | None:
    """The tag of JSX or HTML that stands here by itself, over several lines maybe: `<Tabs values={[{label: "a"}]}>`."""
    if not line.text.startswith("<", line.next):
        return None
    return _COMPONENT.match(line.text, line.next, line.end + _LONGEST_TAG)


def has_expression(tag: re.Match[str]) -> bool:
    """Whether an attribute is code in braces: `a={b}`, `{...c}`."""
    return bool(tag["value"] or tag["spread"])


def is_component_name(name: str) -> bool:
    """Whether it is written as names of components are; those of HTML are in one case."""
    return name[0].isupper() and not name.isupper()
