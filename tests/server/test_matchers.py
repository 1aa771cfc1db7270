"""How many glossaries are kept ready."""

import pytest

from stencilmt.constraints.glossary import Glossary
from stencilmt.server.matchers import Matchers


class Shelf:
    """Glossaries of so many entries, and which of them were read."""

    def __init__(self, matchers: Matchers) -> None:
        self.matchers = matchers
        self.read: list[int] = []

    def use(self, size: int) -> None:
        def read() -> Glossary:
            self.read.append(size)
            return Glossary.from_pairs({f"term {number}": "x" for number in range(size)}, name=str(size))

        hits = self.matchers.find(size, read, "en").find("the term 0")
        assert [hit.entry.source for hit in hits] == ["term 0"]


@pytest.mark.parametrize(
    ("most", "most_entries", "used", "read"),
    [
        (9, 99, [1, 2, 1, 2], [1, 2]),
        (2, 99, [1, 2, 1, 3, 1, 2], [1, 2, 3, 2]),
        (9, 10, [4, 5, 4, 6, 4, 5], [4, 5, 6, 5]),
        (9, 3, [8, 8, 1, 8], [8, 1, 8]),
    ],
    ids=["all fit", "the longest unused goes", "by entries", "one alone is kept whatever its size"],
)
def test_the_last_used_are_kept(most: int, most_entries: int, used: list[int], read: list[int]) -> None:
    shelf = Shelf(Matchers(most, most_entries))
    for size in used:
        shelf.use(size)
    assert shelf.read == read
