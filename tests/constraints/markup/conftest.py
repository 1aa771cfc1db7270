"""How tags are written down in the tables of this folder."""

from collections.abc import Callable

import pytest

from stencilmt.constraints.mark import Kind
from stencilmt.constraints.markup import Markup, scan


def write(text: str, markup: Markup, **options: object) -> str:
    """The text with `⟨1⟩…⟨/1⟩` for pairs, `⟨2/⟩` for tags alone and `{view}` for placeholders."""
    tags = scan(text, markup, **options).tags
    written, position, numbers = "", 0, {}
    for index, tag in enumerate(tags):
        written += text[position : tag.start]
        position = tag.end
        number = numbers.setdefault(min(index, index if tag.partner is None else tag.partner), len(numbers) + 1)
        forms = {Kind.OPEN: f"⟨{number}⟩", Kind.CLOSE: f"⟨/{number}⟩", Kind.ALONE: f"⟨{number}/⟩"}
        if tag.kind is Kind.PLACEHOLDER:
            del numbers[index]
        written += forms.get(tag.kind, f"{{{tag.view}}}")
    return written + text[position:]


@pytest.fixture(scope="session")
def marked() -> Callable[..., str]:
    return write
