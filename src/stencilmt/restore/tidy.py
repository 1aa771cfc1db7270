"""Dropping what no sentence has but a model that can write any byte can write."""

from dataclasses import replace

from stencilmt.template.cut import Template

_BREAKS = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029"
_CONTROLS = (*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000), 0xFFFD, 0xFFFE, 0xFFFF)
_TIDY = dict.fromkeys(_CONTROLS) | dict.fromkeys(map(ord, _BREAKS), " ")


def tidy(template: Template) -> Template:
    """A template without control codes and line breaks in its text, and without white space at its ends.

    They would begin another block in Markdown and break an XML file; the sentences that a model gets have none.

    >>> tidy(Template((), ("    One\\nline\\x03",))).free
    ('One line',)
    """
    first, *rest = (text.translate(_TIDY) for text in template.free)
    *inner, last = (first.lstrip(), *rest)
    return replace(template, free=(*inner, last.rstrip()))
