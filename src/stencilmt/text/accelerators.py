"""Keyboard accelerators of software texts: `&File`, `_File`, `~File`, and `文件(&F)` where the script has no such key.

The same characters occur in text that means them (`AT&T`, `file_name`, `~/.bashrc`, `&amp;`). So a mark is taken for
an accelerator only where it is the one candidate of its line; inside a word only in a label whose translation has one,
too; and hardly ever when the translation holds the very same word.
"""

import re

_CANDIDATES = {
    "&": re.compile(r"(?<![&{])&(?!#?\w+;)(?=[^\W_])"),
    "_": re.compile(r"(?<!_)_(?=[^\W_])(?![^\W_]+_)"),
    "~": re.compile(r"(?<![~\d])~(?=[^\W\d_])"),
}
MARKS = "".join(_CANDIDATES)
LABEL = 80
"""Characters of a text that may have its mark inside a word: `Sa_ve` is on a button, `file_name` in a manual."""
_WORD = re.compile(r"[\w&~]+")
_GROUP = re.compile(r"\s?[(（][&_~]\w[)）]")
_NAMED = re.compile(r"[&_~][^\W\d_a-z][^\W\d_]\w*|[A-Z][a-z]*[&_~][a-z]+")


def strip_accelerators(source: str, target: str, marks: str = MARKS) -> tuple[str, str]:
    """A message and its translation without accelerators, of which there may be one a line.

    >>> strip_accelerators("Save _As…", "另存为(_A)…")
    ('Save As…', '另存为…')
    >>> strip_accelerators("cannot open file_name", "kann file_name nicht öffnen")
    ('cannot open file_name', 'kann file_name nicht öffnen')
    """
    lines = source.split("\n"), target.split("\n")
    if len(lines[0]) != len(lines[1]):
        lines = [source], [target]
    for mark in marks:
        if mark in source:
            lefts, rights = zip(*(_strip(left, right, mark) for left, right in zip(*lines, strict=True)), strict=True)
            lines = list(lefts), list(rights)
    return "\n".join(lines[0]), "\n".join(lines[1])


def _strip(source: str, target: str, mark: str) -> tuple[str, str]:
    bare, groups = _GROUP.subn("", target)
    left, right = (list(_CANDIDATES[mark].finditer(text)) for text in (source, bare))
    if len(left) != 1 or len(right) + groups > 1 or not _is_accelerator(source, bare, left[0], bool(right or groups)):
        return source, target
    return _without(source, left), _without(bare, right)


def _is_accelerator(source: str, target: str, mark: re.Match[str], answered: bool) -> bool:
    """Whether the mark is one; `answered` if the translation has one, too."""
    start = mark.start()
    word = next(word[0] for word in _WORD.finditer(source) if word.end() > start)
    # Before a Chinese identifier may stand Chinese, but before `_name` in `Farb_name` stands the rest of a word.
    if re.search(rf"(?<![A-Za-z0-9]){re.escape(word)}", target):
        return bool(_NAMED.fullmatch(word))
    if start == 0 or not source[start - 1].isalnum():
        return True
    is_label = source[0].isupper() and len(source) <= LABEL
    return answered and is_label and word.count(mark[0]) == 1 and not source[start + 1].isupper()


def _without(text: str, marks: list[re.Match[str]]) -> str:
    return text[: marks[0].start()] + text[marks[0].end() :] if marks else text
