"""White space at the cuts, written so that the model sees the subwords of running text.

Cut text leaves spaces where subwords do not expect them: "the " before a term ends in a lone space, and "Open"
after a tag lacks the one it has in a sentence. `pack` moves them, `unpack` moves them back; nothing is lost.

- The sentence gets a leading space, so that its first word is written as any other.
- A term or a tag that stands alone takes the space before it away; where there is none, the piece is *joined*.
- The spaces on the two sides of an opening tag change places: `the <1>Open` is written `the<1> Open`.

Languages that write no spaces between words are left as they are.
"""

from stencilmt.template.cut import Template


def pack(template: Template, spaced: bool) -> Template:
    """Write the spaces at the cuts the way the model sees them.

    >>> from stencilmt.constraints.mark import opening, closing
    >>> pack(Template((opening(1), closing(1)), ("Click ", "Open", " now")), spaced=True).free
    (' Click', ' Open', ' now')
    """
    if not spaced:
        return template
    free, joined = list(template.free), set()
    free[0] = " " + free[0]
    for index, mark in enumerate(template.marks):
        if mark.opens:
            _swap_spaces(free, index)
        elif not mark.closes:
            if free[index].endswith(" "):
                free[index] = free[index][:-1]
            else:
                joined.add(index)
    return Template(template.marks, tuple(free), frozenset(joined))


def unpack(template: Template, spaced: bool) -> Template:
    """Undo `pack`; of what no `pack` wrote, make the best sense."""
    if not spaced:
        return Template(template.marks, template.free)
    free = list(template.free)
    for index in reversed(range(len(template.marks))):
        mark = template.marks[index]
        if mark.opens:
            _swap_spaces(free, index)
        elif not mark.closes and index not in template.joined:
            free[index] += " "
    free[0] = free[0].removeprefix(" ")
    return Template(template.marks, tuple(free))


def _swap_spaces(free: list[str], index: int) -> None:
    left, right = free[index].rstrip(" "), free[index + 1].lstrip(" ")
    before, after = len(free[index]) - len(left), len(free[index + 1]) - len(right)
    free[index], free[index + 1] = left + " " * after, " " * before + right
