"""Tag pairs that held text in the source and hold none in the translation."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from stencilmt.constraints.mark import Mark
from stencilmt.restore.restore import Restored, escaped
from stencilmt.restore.weave import weave
from stencilmt.template.cut import Template


class Hollow(NamedTuple):
    """A pair of tags with nothing between them."""

    mark: Mark
    """Its opening mark."""
    source: str
    """The text it held in the source."""
    parted: bool
    """Whether a space stood before it in the source."""


def says_something(text: str) -> bool:
    """Whether there is a letter or a digit in it."""
    return any(character.isalnum() for character in text)


def find_hollow(source: Template, target: Template) -> list[Hollow]:
    """The pairs that lost their text; of nested ones the innermost that had some of its own."""
    found: list[Hollow] = []
    for mark in source.marks:
        if not mark.opens or _holds(target, mark):
            continue
        text = "".join(_inside(source, mark))
        if says_something(text):
            found = [hollow for hollow in found if not _encloses(source, hollow.mark, mark)]
            found.append(Hollow(mark, text, source.free[source.marks.index(mark)].endswith(" ")))
    return found


def fill(
    restored: Restored, pair: Hollow, text: str, targets: Mapping[Mark, str], escape: Callable[[str], str], spaced: bool
) -> Restored:
    """Put a text between the tags of a hollow pair.

    Where words are spaced, the space before its opening tag comes with the text (see `spacing`), and was lost with it.
    """
    free, place = list(restored.template.free), restored.template.marks.index(pair.mark)
    free[place + 1] = text
    if spaced and pair.parted and _follows_words(restored.template, place) and not free[place].endswith(" "):
        free[place] += " "
    template = Template(restored.template.marks, tuple(free))
    woven = weave(escaped(template, escape), targets)
    said = f"{pair.mark} had lost its text, which was translated alone"
    return replace(restored, text=woven.text, spans=woven.spans, template=template, repairs=(*restored.repairs, said))


def _follows_words(template: Template, place: int) -> bool:
    """Whether there is something before a mark that a space would part it from."""
    return bool(template.free[place]) or (place > 0 and not template.marks[place - 1].opens)


def _range(marks: Sequence[Mark], mark: Mark) -> tuple[int, int]:
    return marks.index(mark), marks.index(mark.partner)


def _inside(template: Template, mark: Mark) -> tuple[str, ...]:
    first, last = _range(template.marks, mark)
    return template.free[first + 1 : last + 1]


def _holds(template: Template, mark: Mark) -> bool:
    first, last = _range(template.marks, mark)
    words = any(other.is_term for other in template.marks[first:last])
    return words or says_something("".join(_inside(template, mark)))


def _encloses(template: Template, outer: Mark, inner: Mark) -> bool:
    first, last = _range(template.marks, outer)
    return first < template.marks.index(inner) < last
