"""Weaving so that text and tags together hold no markup that nobody wrote.

XML and HTML are safe once the text is escaped. Markdown is not: whether `*` opens emphasis depends on what stands
beside it. So a translation that does not read back as it should is woven again, ever more warily.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from stencilmt.constraints.mark import Mark
from stencilmt.restore.restore import Restored, escaped
from stencilmt.restore.weave import Woven, weave
from stencilmt.template.cut import Template


def _anything(text: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Guard:
    """What markup asks of the text between tags."""

    escape: Callable[[str], str] = str
    """Makes a fragment safe by itself."""
    wary_escape: Callable[[str], str] = str
    """Makes it safe beside anything."""
    is_sound: Callable[[str], bool] = _anything
    """Whether a translation reads back with just the tags it was given."""


def weaves(restored: Restored, source: Template, targets: Mapping[Mark, str], guard: Guard) -> Iterator[Restored]:
    """The translation, woven ever more warily; last the source's own text, which is sound if the source was."""
    yield restored
    yield _woven(restored, weave(escaped(restored.template, guard.wary_escape), targets))
    yield _woven(restored, weave(escaped(tightened(restored.template), guard.wary_escape), targets))
    yield keep_source(restored, source, targets, "the markup cannot hold the translation, the source was kept")


def keep_source(restored: Restored, source: Template, targets: Mapping[Mark, str], reason: str) -> Restored:
    """The source's own text in place of the translation, and why."""
    kept = _woven(replace(restored, template=source), weave(source, targets))
    return replace(kept, repairs=(*restored.repairs, reason))


def _woven(restored: Restored, woven: Woven) -> Restored:
    return replace(restored, text=woven.text, spans=woven.spans)


def tightened(template: Template) -> Template:
    """The template with the spaces inside the edges of tag pairs moved outside: `* so *` is no emphasis, `*so*` is.

    >>> from stencilmt.constraints.mark import opening, closing
    >>> tightened(Template((opening(1), closing(1)), ("is", " so ", "!"))).free
    ('is ', 'so', ' !')
    """
    free = list(template.free)
    for index, mark in enumerate(template.marks):
        left, right = free[index], free[index + 1]
        if mark.opens and right.strip():
            free[index + 1] = right.lstrip()
            free[index] = left + right[: len(right) - len(free[index + 1])]
    for index, mark in reversed(list(enumerate(template.marks))):
        left, right = free[index], free[index + 1]
        if mark.closes and left.strip():
            free[index] = left.rstrip()
            free[index + 1] = left[len(free[index]) :] + right
    return Template(template.marks, tuple(free))
